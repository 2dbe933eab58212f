import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import TemplateKit

/// Signing in with a name and a password or with a one-time link, and signing out.
struct SignInHandlers: Sendable {
  let services: ConsoleServices

  struct Note {
    let headline: String
    let detail: String
  }

  // MARK: - The page

  /// A link is only looked at here: previews of chats and browsers ask for pages too.
  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    if request.wantsJSON {
      return services.pages.respond(json: ["signedIn": .bool(context.principal != nil)])
    }
    guard let code = try request.query()["link"] else {
      if context.principal != nil { return .seeOther(Links.stores) }
      let form = services.signInForms.find(request.cookies(services.cookies.signIn))
      return try page(
        request, context, owing: form.flatMap(services.signInForms.owing),
        name: form?.unsent?.name ?? "", note: form?.unsent.map(Note.init))
    }
    let state = try await services.data.signInLinkState(code)
    guard state == .valid else { return try page(request, context, note: Note(state)) }
    return try page(request, context, link: code)
  }

  /// - Parameters:
  ///   - link: A valid one-time link to sign in with.
  ///   - owing: Who showed the right password, to be asked for a code; nil, as without a link, asks
  ///     for name and password.
  private func page(
    _ request: HTTPRequest, _ context: PageContext, link: String? = nil, owing: String? = nil,
    name: String = "", note: Note? = nil, status: Int = 200
  ) throws -> HTTPResponse {
    let known = services.signInForms.find(request.cookies(services.cookies.signIn))
    let form = known ?? services.signInForms.start()
    var values: TemplateDictionary = [
      "TOKEN": CSRFToken.masked(form.csrfToken, services.random), "LOGIN_URL": Links.login,
      "HOME_URL": Links.stores, "NAME": name,
    ]
    values.set("LINK", ifAny: link)
    values.set("CODE_OF", ifAny: link == nil ? owing : nil)
    values.show("PASSWORD", if: link == nil && owing == nil)
    values.show("NO_NAME", if: name.isEmpty)
    values.show("HAS_NAME", if: !name.isEmpty)
    values.set("NOTE", ifAny: note?.headline)
    if let note { values.set("NOTE_DETAIL", note.detail) }
    var response = try services.pages.barePage(
      "SignIn/login", title: localized("Sign in"), values: values, context, status: status)
    if known == nil {
      response.headers.add("Set-Cookie", services.signInCookie(form))
    }
    return response
  }

  // MARK: - Signing in

  @Sendable func signIn(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse
  {
    guard !request.wantsJSON else { throw Self.forBrowsers }
    let fields = try request.form()
    guard let form = services.signInForms.find(request.cookies(services.cookies.signIn)),
      let token = fields[CSRFToken.field], CSRFToken.isSame(token, as: form.csrfToken)
    else {
      let note = Note(
        headline: localized("This page had expired."),
        detail: localized("It has been reloaded. Please try again."))
      return try page(
        request, context, link: fields["link"], name: fields["name"] ?? "", note: note, status: 403)
    }
    let attempt = Attempt(
      form: form, fields: fields, browser: services.knownBrowser(request), request: request,
      context: context)
    if let code = fields["link"] { return try await useLink(code, attempt) }
    if fields["again"] != nil { return nextStep(attempt, passed: nil) }
    if let code = fields["code"] { return try await checkCode(code, attempt) }
    return try await checkPassword(attempt)
  }

  private static var forBrowsers: HTTPError {
    HTTPError(
      403,
      localized(
        "This form is for browsers. Programs send “Authorization: Bearer "
          + "TOKEN” with each request. An admin creates a token under Users, or with “syncline "
          + "token add”."), code: "for_browsers")
  }

  /// What a sign-in form that was sent brings along.
  private struct Attempt {
    let form: SignInForms.Form
    let fields: QueryItems
    let browser: KnownBrowser?
    let request: HTTPRequest
    let context: PageContext
  }

  /// The page again, for the code of who showed the right password, or for a new start.
  private func nextStep(_ attempt: Attempt, passed user: String?) -> HTTPResponse {
    var form = attempt.form
    form.passed = user.map { SignInForms.Passed(user: $0, at: services.time.now) }
    var response = HTTPResponse.seeOther(Links.login)
    response.headers.add("Set-Cookie", services.signInCookie(form))
    return response
  }

  private func useLink(_ code: String, _ attempt: Attempt) async throws -> HTTPResponse {
    let state = try await services.data.useSignInLink(code)
    guard state == .valid else {
      try await audit(attempt.context, who: "–", .denied, "one-time link")
      return try page(attempt.request, attempt.context, note: Note(state), status: 403)
    }
    return try await begin(ConsoleData.linkUser, linkRole: .admin, attempt)
  }

  private func checkPassword(_ attempt: Attempt) async throws -> HTTPResponse {
    let (context, name) = (attempt.context, attempt.fields["name"] ?? "")
    if let refusal = try await throttled(name, attempt) { return refusal }
    let isRight: Bool
    do {
      isRight = try await services.data.isPassword(
        attempt.fields["password"] ?? "", of: name,
        from: attempt.browser?.knows(name) == true ? .known : .stranger(address: context.address))
    } catch let error as ConsoleDataError {
      return try await busy(error, name, attempt)
    }
    guard isRight else {
      try await audit(context, who: who(name), .denied, "password")
      let note = Note(
        headline: localized("Name or password is wrong."),
        detail: localized("Try again. Failed sign-ins are throttled."))
      return try page(attempt.request, context, name: name, note: note, status: 403)
    }
    guard try await services.data.secondFactor(of: name) == nil else {
      try await services.data.takeSignInBack(
        user: name, address: context.address, browser: attempt.browser)
      return nextStep(attempt, passed: name)
    }
    try await services.data.noteSignIn(
      user: name, address: context.address, browser: attempt.browser)
    return try await begin(name, linkRole: nil, attempt)
  }

  /// The second step, for users with one-time codes.
  private func checkCode(_ code: String, _ attempt: Attempt) async throws -> HTTPResponse {
    let context = attempt.context
    guard let name = services.signInForms.owing(attempt.form) else {
      let note = Note(
        headline: localized("This sign-in has expired."),
        detail: localized("Enter name and password again, then the code."))
      return try page(attempt.request, context, note: note, status: 403)
    }
    if let refusal = try await throttled(name, attempt, .code) { return refusal }
    let check = try await services.data.checkSecondFactor(code, of: name)
    guard check != .wrong else {
      try await audit(context, who: name, .denied, "one-time code")
      let note = Note(
        headline: localized("Wrong code."),
        detail: localized(
          "Each code works once. Wait for the next one, or use a recovery code."))
      return try page(attempt.request, context, owing: name, note: note, status: 403)
    }
    try await services.data.noteSignIn(
      user: name, address: context.address, browser: attempt.browser, step: .code)
    if case .recovery(let left) = check {
      try await audit(context, who: name, .done, "recovery code, \(left) left")
    }
    return try await begin(name, linkRole: nil, attempt)
  }

  /// The answer to too many wrong tries; nil when this one may be made, which has begun then.
  private func throttled(
    _ name: String, _ attempt: Attempt, _ step: SignInStep = .password
  ) async throws -> HTTPResponse? {
    let wait = try await services.data.beginSignIn(
      user: name, address: attempt.context.address, browser: attempt.browser, step: step)
    guard wait > 0 else { return nil }
    try await audit(attempt.context, who: who(name), .denied, "too many failed sign-ins")
    let time = Format.duration(milliseconds: Int64(wait) * 1_000)
    var response = try page(
      attempt.request, attempt.context, owing: services.signInForms.owing(attempt.form),
      name: name,
      note: Note(
        headline: localized("Too many failed sign-ins."),
        detail: localized("Try again in \(time).")),
      status: 429)
    response.headers["Retry-After"] = "\(wait)"
    return response
  }

  /// The answer to a password that was not checked, since too many others are.
  private func busy(
    _ error: ConsoleDataError, _ name: String, _ attempt: Attempt
  ) async throws -> HTTPResponse {
    try await services.data.takeSignInBack(
      user: name, address: attempt.context.address, browser: attempt.browser)
    let note = Note(headline: localized("Too many sign-ins at once."), detail: error.reason)
    var response = try page(
      attempt.request, attempt.context, name: name, note: note, status: error.status)
    for (field, value) in error.headers.all { response.headers[field] = value }
    return response
  }

  /// The name for the audit: what is no user's may be a password in the wrong field, so it is not
  /// written down.
  private func who(_ name: String) async throws -> String {
    try await services.data.isUser(name) ? name : "–"
  }

  /// Begins a session under a new id, whatever ids the browser brought along.
  private func begin(
    _ user: String, linkRole: Role?, _ attempt: Attempt
  ) async throws -> HTTPResponse {
    let context = attempt.context
    if let old = context.principal?.session { try await services.end(old) }
    let secret = try await services.data.startSession(
      user: user, linkRole: linkRole, address: context.address,
      agent: attempt.request.headers["User-Agent"] ?? "")
    try await audit(context, who: user, .done, nil)
    var response = HTTPResponse.seeOther(services.wayBack(user, attempt.form))
    let cookies = services.cookies
    response.headers.add("Set-Cookie", cookies.set(cookies.session, secret))
    response.headers.add("Set-Cookie", cookies.set(cookies.signIn, "", maxAgeSeconds: 0))
    if linkRole == nil {
      response.headers.add(
        "Set-Cookie",
        cookies.set(
          cookies.browser,
          services.data.cookie(ofBrowser: attempt.browser, signedInAs: user),
          maxAgeSeconds: KnownBrowser.cookieSeconds))
    }
    return response
  }

  private func audit(
    _ context: PageContext, who: String, _ result: AuditRecord.Result, _ reason: String?,
    action: String = AuditRecord.sessionStart
  ) async throws {
    try await services.data.record(
      AuditRecord(
        who: who, address: context.address, action: action,
        target: action == AuditRecord.sessionStart ? "sign-in" : AuditRecord.signOut,
        result: result, reason: reason, requestID: context.requestID))
  }

  // MARK: - Signing out

  @Sendable func signOut(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    if case .token = context.principal?.origin {
      throw HTTPError(
        409,
        localized(
          "An API token has no session. Revoke it under Users when it is no longer "
            + "needed."), code: "no_session")
    }
    if let session = context.principal?.session {
      guard try CSRFToken.isValid(in: request, for: session.csrfToken) else {
        throw ConsoleError.staleForm
      }
      try await services.end(session)
      try await audit(context, who: session.user, .done, nil, action: "session.end")
    }
    var response =
      request.wantsJSON
      ? services.pages.respond(json: ["signedIn": false]) : .seeOther(Links.login)
    let cookies = services.cookies
    response.headers.add("Set-Cookie", cookies.set(cookies.session, "", maxAgeSeconds: 0))
    return response
  }
}
