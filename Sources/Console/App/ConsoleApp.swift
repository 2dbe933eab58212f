package import ConsoleData
package import HTTPKit
import Localization
package import Support
import SyncCore
package import SyncInspection
import Zones

/// The console: answers every request, behind all its checks.
///
/// The order of the checks: Host, prefix, size, static files, who asks; then, for the route that is found,
/// where the request comes from, read-only, role and CSRF token. Every answer, errors included,
/// gets the security headers and the request's id.
package struct ConsoleApp: Sendable {
  private let forwarding: Forwarding
  private let hosts: HostCheck
  private let authentication: Authentication
  private let errors: ErrorPages
  private let router: Router
  let services: ConsoleServices
  private let answered: @Sendable (RequestLogEntry) -> Void

  /// What anybody may send; longer bodies are read only of who is signed in.
  static let anonymousBytesMax = 16 << 10
  static let formBytesMax = 1 << 20
  static let jsonBytesMax = 8 << 20

  /// - Parameters:
  ///   - runs: Does the pushes, pulls and reconciles; whoever made it stops it.
  ///   - scheduler: Shown and paused here; whoever made it runs it.
  ///   - administration: Adds, changes and removes stores; nil where that cannot be done.
  ///   - searchIndexes: Searched where they are up to date; whoever made them runs them.
  ///   - backups: Makes backups; whoever made it stops it.
  ///   - alerts: Shown and tried here; whoever made it runs it.
  ///   - log: Receives the failures whose detail no answer shows, with the request.
  ///   - answered: Receives every request that was answered, for the log.
  package init(
    configuration: ConsoleConfiguration, data: ConsoleData, templates: LocalizedTemplates,
    stores: any StoreRegistry, runs: RunCenter, scheduler: Scheduler? = nil,
    administration: (any StoreAdministration)? = nil, searchIndexes: SearchIndexes? = nil,
    backups: BackupCenter? = nil, alerts: AlertCenter? = nil, time: any TimeSource,
    random: RandomSource,
    log: @escaping @Sendable (any Error, HTTPRequest) -> Void,
    answered: @escaping @Sendable (RequestLogEntry) -> Void = { _ in }
  ) throws(FileError) {
    let cookies = CookieNames(
      isSecure: configuration.hasSecureCookies, prefix: configuration.prefix)
    let services = ConsoleServices(
      configuration: configuration, data: data,
      pages: Pages(
        templates: templates,
        files: try StaticFiles(
          directory: configuration.publicDirectory,
          catalogues: templates.languages.map(templates.catalogue)),
        configuration: configuration, cookies: cookies, stores: stores, data: data,
        hasAdministration: administration != nil, hasBackups: backups != nil,
        hasAlerts: alerts != nil),
      stores: stores, runs: runs, scheduler: scheduler, administration: administration,
      searchIndexes: searchIndexes, backups: backups, alerts: alerts,
      cookies: cookies,
      signInForms: SignInForms(data: data, time: time, random: random),
      unsentForms: ExpiringCache(itemsMax: UnsentForm.formsMax, time: time, random: random),
      closedSessions: EndedSessions(time: time),
      confirmations: ExpiringCache(itemsMax: Confirmation.questionsMax, time: time, random: random),
      pagesBefore: ExpiringCache(itemsMax: 1_000, time: time, random: random),
      imports: ImportSessions(directory: configuration.importDirectory, random: random),
      time: time, random: random, startedAt: time.now, answers: IdempotencyCache(time: time))
    if !configuration.isReadOnly { try services.imports.prepare() }
    self.services = services
    self.answered = answered
    forwarding = Forwarding(configuration)
    hosts = HostCheck(configuration)
    authentication = Authentication(data: data, cookies: services.cookies)
    let log = { @Sendable error, request in inEnglish { log(error, request) } }
    let errors = ErrorPages(services: services, log: log)
    self.errors = errors
    let authorizer = Authorizer(services: services)
    var options = Router.Options()
    options.formats = Links.formats
    options.namesDots = true
    options.translate = StorageProblem.response(to:)
    router = Router(
      ConsoleRoutes(services: services).all.map(authorizer.route), options: options,
      renderError: { error, request in await errors.respond(to: error, request) }, log: log)
  }

  /// Never fails: every failure is an answer by now.
  package func respond(to request: HTTPRequest) async -> HTTPResponse {
    let started = ContinuousClock.now
    var (response, request, who) = await answer(request)
    note(response, request, who, since: started)
    response.client = client(of: request, who)
    return response
  }

  /// Nil for static files, which are sent without a look at who asks.
  private func client(of request: HTTPRequest, _ who: Principal?) -> RequestClient? {
    if let who { return .principal(who.owner) }
    let prefix = services.configuration.prefix + StaticFiles.prefix
    guard !request.rawPath.hasPrefix(prefix) else { return nil }
    return .network(ClientNetwork(request.remoteAddress))
  }

  /// How much body a request may bring; for uploads and long bodies it is found out who sends them
  /// before any of it is read.
  package func bodyRule(for head: HTTPRequest) -> BodyRule {
    let bytesMax = Self.bodyBytesMax(of: head)
    // A body that says that it is too long is refused here, with a page where a browser sent it.
    guard head.announcedBytes ?? 0 <= bytesMax else {
      return BodyRule(bytesMax: .max) { await admit(head) }
    }
    if head.method == .post, head.isUpload {
      return BodyRule(bytesMax: bytesMax) { await admit(head) }
    }
    let client = ClientNetwork(forwarding.unwrapped(head).remoteAddress)
    guard head.announcedBytes ?? .max > Self.anonymousBytesMax else {
      return BodyRule(bytesMax: bytesMax, client: .network(client))
    }
    return BodyRule(bytesMax: bytesMax, client: .network(client)) {
      await isKnownSender(head) ? .accepted : await refused(head)
    }
  }

  /// Whether somebody sends it who is signed in, was until a short while ago, or has a webhook's key.
  private func isKnownSender(_ head: HTTPRequest) async -> Bool {
    guard let request = forwarding.belowPrefix(forwarding.unwrapped(head)) else { return false }
    if ParseHookHandlers(services: services).hasKey(request) { return true }
    if (try? await authentication.principal(of: request)) ?? nil != nil { return true }
    return (try? await EndedSession(services: services).session(of: request)) ?? nil != nil
  }

  /// The answer that the head alone gets.
  private func refused(_ head: HTTPRequest) async -> BodyAdmission {
    let started = ContinuousClock.now
    let (response, request, who) = await answer(head)
    note(response, request, who, since: started)
    return .refused(response)
  }

  /// The largest body that a request may bring, by its head.
  static func bodyBytesMax(of head: HTTPRequest) -> Int {
    switch head.contentType {
    case _ where head.method == .post && head.isUpload:
      ImportSessions.uploadBytesMax + ImportSessions.formBytesMax
    case "application/json", "multipart/form-data": jsonBytesMax
    default: head.isOfValues ? jsonBytesMax : formBytesMax
    }
  }

  /// Checks all that can be checked by the head, as for every other request.
  private func admit(_ head: HTTPRequest) async -> BodyAdmission {
    if let form = try? await EndedSession(services: services).room(for: head) {
      return .taken(form)
    }
    let started = ContinuousClock.now
    let slot = UploadSlot()
    let (response, request, who) = await UploadSlot.$current.withValue(slot) { await answer(head) }
    if let form = slot.form { return .taken(form) }
    note(response, request, who, since: started)
    return .refused(response)
  }

  private func answer(_ request: HTTPRequest) async -> (HTTPResponse, HTTPRequest, Principal?) {
    var request = forwarding.unwrapped(request)
    if request.requestID.isEmpty {
      request.requestID = hexadecimal(services.random.bytes(4)).uppercased()
    }
    let catalogue = services.pages.catalogue(for: request)
    var (response, who) = await Links.$prefix.withValue(services.configuration.prefix) {
      await TextCatalogue.$current.withValue(catalogue) { await checked(request) }
    }
    SecurityHeaders.apply(to: &response, isSecure: services.configuration.hasSecureCookies)
    response.headers["X-Request-Id"] = request.requestID
    ResponseCompression.apply(to: &response, for: request)
    return (response, request, who)
  }

  private func note(
    _ response: HTTPResponse, _ request: HTTPRequest, _ who: Principal?,
    since started: ContinuousClock.Instant
  ) {
    services.requests.count(status: response.status)
    answered(
      RequestLogEntry(
        id: request.requestID, method: request.method.rawValue, path: request.rawPath,
        status: response.status, who: who?.name, address: request.remoteAddress,
        milliseconds: Int64(started.duration(to: .now) / .milliseconds(1))))
  }

  /// Answers a read of the program's own command line, which needs no sign-in.
  ///
  /// - Parameter target: A path of the console, such as `/s/todo/queue.json`.
  package func respond(toLocalRead target: String) async -> HTTPResponse {
    let context = context(for: HTTPRequest(.get, target), Principal(.commandLine))
    return await CurrentContext.$value.withValue(context) {
      await router.respond(to: HTTPRequest(.get, target))
    }
  }

  private func checked(_ request: HTTPRequest) async -> (HTTPResponse, Principal?) {
    let anonymous = context(for: request, nil)
    let fields = request.headers.values("Host")
    guard fields.count == 1, let host = fields.first else {
      return (HTTPResponse.text("A request names exactly one Host.\n", status: 400), nil)
    }
    guard hosts.allows(host) else { return (errors.wrongHost(host, request, anonymous), nil) }
    guard let request = forwarding.belowPrefix(request) else {
      return (errors.elsewhere(request, anonymous), nil)
    }
    if request.rawPath.hasPrefix(StaticFiles.prefix) {
      return (services.pages.files.respond(to: request), nil)
    }
    if let redirect = TrailingSlash.redirect(request) { return (redirect, nil) }
    let context: PageContext
    do {
      context = self.context(for: request, try await authentication.principal(of: request))
    } catch {
      return (await errors.respond(toUnknown: error, request, anonymous), nil)
    }
    let zone = PageZone(
      request, store: storeZone(request), cookie: services.cookies.zone)
    let covers = services.covers(request.storeOfPath, for: context)
    let catalogue = services.pages.catalogue(for: request, context.principal)
    var response = await ValueMasking.$isOnForAnswers.withValue(covers) {
      await ValueMasking.$isOn.withValue(services.covers(request, for: context)) {
        await PageZone.$current.withValue(zone) {
          await TextCatalogue.$current.withValue(catalogue) {
            await CurrentContext.$value.withValue(context) { await router.respond(to: request) }
          }
        }
      }
    }
    await services.noteVisit(request, response, context)
    if let secret = context.renewedSession.withLock({ $0 }) {
      response.headers.add(
        "Set-Cookie", services.cookies.set(services.cookies.session, secret))
    }
    if let location = response.headers["Location"], let links = ZonedLinks(zone) {
      response.headers["Location"] = links.redirect(location)
    }
    return (response, context.principal)
  }

  /// The zone of the store that a path is about.
  private func storeZone(_ request: HTTPRequest) -> Zone? {
    request.storeOfPath.flatMap { services.stores.store($0)?.timeZone }
  }

  private func context(for request: HTTPRequest, _ principal: Principal?) -> PageContext {
    let theme = request.cookies(services.cookies.theme).first
    return PageContext(
      principal: principal, isReadOnly: services.configuration.isReadOnly,
      theme: theme.flatMap(PageContext.Theme.init(rawValue:)) ?? .system,
      requestID: request.requestID, address: request.remoteAddress, now: services.time.now,
      started: .now, random: services.random)
  }
}

/// What the log says of a request: no query, header or body, which may hold secrets and values.
package struct RequestLogEntry: Sendable, Equatable {
  package let id: String
  package let method: String
  /// Percent-encoded, as it came.
  package let path: String
  package let status: Int
  /// Nil for nobody who is known.
  package let who: String?
  package let address: String
  package let milliseconds: Int64

  package init(
    id: String, method: String, path: String, status: Int, who: String?, address: String,
    milliseconds: Int64
  ) {
    self.id = id
    self.method = method
    self.path = path
    self.status = status
    self.who = who
    self.address = address
    self.milliseconds = milliseconds
  }
}

/// Carries the context through the router, which knows requests only.
enum CurrentContext {
  @TaskLocal static var value: PageContext?
}
