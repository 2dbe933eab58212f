import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// Turns failures into pages or JSON.
struct ErrorPages: Sendable {
  let services: ConsoleServices
  let log: @Sendable (any Error, HTTPRequest) -> Void

  /// For the router, which runs inside of the request's context.
  func respond(to error: any HTTPResponseError, _ request: HTTPRequest) async -> HTTPResponse {
    guard let context = CurrentContext.value else {
      preconditionFailure("the router runs inside of a request's context")
    }
    return await respond(to: error, request, context)
  }

  /// For failures before there was a route.
  func respond(
    toUnknown error: any Error, _ request: HTTPRequest, _ context: PageContext
  ) async -> HTTPResponse {
    log(error, request)
    if let problem = StorageProblem.response(to: error) {
      return await respond(to: problem, request, context)
    }
    let known = HTTPError(
      500, localized("Something went wrong here. See the console’s log for details."))
    return await respond(to: known, request, context)
  }

  func wrongHost(_ host: String, _ request: HTTPRequest, _ context: PageContext) -> HTTPResponse {
    // What can't be a name is repeated as text, but not as a command to copy.
    let name = HostCheck.canBeAllowed(host) ? HostCheck.name(of: host) : "NAME"
    if request.wantsJSONError {
      let reason = localized(
        "This server does not answer under the name \(host). "
          + "If the name is yours, start it with --allow-host \(name).")
      return services.pages.respond(
        json: json(HTTPError(421, reason, code: "wrong_host"), context), status: 421)
    }
    return plainFallback(request, status: 421) {
      try services.pages.barePage(
        "Frame/wrong-host", title: Self.title(421),
        values: [
          "HOST": host, "HOST_NAME": name, "LISTEN_ADDRESS": services.configuration.listenAddress,
        ], context, status: 421)
    }
  }

  /// For a path outside of the console's prefix.
  func elsewhere(_ request: HTTPRequest, _ context: PageContext) -> HTTPResponse {
    let reason = localized(
      "The console is at \(Links.stores). There is nothing else at this address.")
    if request.wantsJSONError {
      return services.pages.respond(json: json(HTTPError(404, reason), context), status: 404)
    }
    return plainFallback(request, status: 404) {
      try services.pages.barePage(
        "Frame/error-bare", title: Self.title(404),
        values: [
          "HEADLINE": Self.title(404), "REASON": reason, "STATUS": "404", "CODE": "not_found",
          "PATH": request.rawPath, "HOME_URL": Links.stores,
        ], context, status: 404)
    }
  }

  private func respond(
    to error: any HTTPResponseError, _ request: HTTPRequest, _ context: PageContext
  ) async -> HTTPResponse {
    // Whoever is not signed in learns nothing about what exists.
    let isHidden = context.principal == nil && (error.status == 404 || error.status == 405)
    let error = isHidden ? ConsoleError.signedOut : error
    var response: HTTPResponse
    if request.wantsJSONError {
      response = services.pages.respond(json: json(error, context), status: error.status)
    } else if error.status == 401 {
      return await redirectToSignIn(request)
    } else {
      response = await page(error, request, context)
    }
    for (name, value) in error.headers.all { response.headers[name] = value }
    return response
  }

  private func redirectToSignIn(_ request: HTTPRequest) async -> HTTPResponse {
    var way = EndedSession.Return()
    do {
      way = try await EndedSession(services: services).way(back: request)
    } catch {
      log(error, request)
    }
    var response = HTTPResponse.seeOther(Links.login)
    // Somebody who is signing in right now in another tab goes on there.
    let forms = services.signInForms
    var form = forms.find(request.cookies(services.cookies.signIn)) ?? forms.start()
    (form.returnPath, form.unsent) = (way.path, way.form)
    response.headers.add("Set-Cookie", services.signInCookie(form))
    return response
  }

  private func json(_ error: any HTTPResponseError, _ context: PageContext) -> JSONValue {
    Self.json(error, requestID: context.requestID)
  }

  /// An error as every program gets it.
  static func json(_ error: any HTTPResponseError, requestID: String) -> JSONValue {
    [
      "error": [
        "code": .string(error.code), "message": .string(error.reason),
        "requestId": .string(requestID),
      ]
    ]
  }

  private func page(
    _ error: any HTTPResponseError, _ request: HTTPRequest, _ context: PageContext
  ) async -> HTTPResponse {
    let title =
      (error as? ConsoleError)?.title ?? (error as? SyncError)?.headline
      ?? (error as? StorageErrorResponse)?.title
      ?? Self.title(error.status)
    let links = links(error, request)
    var values: TemplateDictionary = [
      "HEADLINE": title, "REASON": Self.sentence(error), "STATUS": "\(error.status)",
      "CODE": error.code,
      "PATH": Links.below(request.rawPath),
    ]
    values.set("TIME", ifAny: Format.full(context.now))
    values.set("MARKDOWN", ifAny: markdown(error, title, request, context))
    let isOurs = error.status >= 500
    values.show("OPEN", if: isOurs)
    let again =
      isOurs && request.method == .get
      ? [ConsoleError.Link(localized("Try again"), Links.below(request.target))] : []
    let shown = again + (links.isEmpty ? home(request) : links)
    let goOnline = goOnline(error, request, context)
    values.add("GO_ONLINE", list: goOnline)
    values.add("ERROR_LINK", list: buttons(shown, hasPrimary: goOnline.isEmpty))
    if context.principal != nil {
      do {
        if let error = error as? ReauthenticationRequired, let form = try? request.form() {
          let page = ReauthenticationPage(request: request, form: form, error: error)
          return try await services.pages.page(
            ReauthenticationPage.template, title: ReauthenticationPage.title, values: page.values,
            request, context,
            nav: page.nav, formats: [], status: error.status)
        }
        if var kept = keptForm(error, request) {
          kept.row = await ResubmittedRow(
            path: kept.path, fields: kept.fields, services: services)
          return try await services.pages.page(
            ResubmitFormPage.template, title: ResubmitFormPage.title, values: kept.values, request,
            context,
            nav: Nav(.elsewhere), formats: [], status: error.status)
        }
        let store = request.parameters["store"]
        let nav = Nav(store: services.stores.store(store ?? "")?.name, .elsewhere)
        return try await services.pages.page(
          "Frame/error", title: title, values: values, request, context, nav: nav, formats: [],
          status: error.status)
      } catch {
        log(error, request)
      }
    }
    values.set("HOME_URL", Links.stores)
    return plainFallback(request, status: error.status) {
      try services.pages.barePage(
        "Frame/error-bare", title: title, values: values, context, status: error.status)
    }
  }

  /// - Parameter hasPrimary: Whether the first link is the primary button.
  private func buttons(
    _ links: [ConsoleError.Link], hasPrimary: Bool
  ) -> [TemplateDictionary] {
    links.enumerated().map { position, link in
      var item: TemplateDictionary = ["LINK_LABEL": link.label, "LINK_URL": link.url]
      item.show("FIRST_LINK", if: position == 0 && hasPrimary)
      return item
    }
  }

  /// The button that lifts a refusal because the store is offline, for whoever may switch it.
  private func goOnline(
    _ error: any HTTPResponseError, _ request: HTTPRequest, _ context: PageContext
  ) -> [TemplateDictionary] {
    guard case .offline? = error as? SyncError, context.may(.syncRun),
      let store = services.stores.store(request.parameters["store"] ?? "")?.name
    else { return [] }
    let page = EndedSession(services: services).pageOfForm(request)
    return [["ACTION": Links.offline(store), "BACK": page.map(Links.below) ?? Links.sync(store)]]
  }

  /// For a report to whoever runs the console.
  private func markdown(
    _ error: any HTTPResponseError, _ title: String, _ request: HTTPRequest, _ context: PageContext
  ) -> String {
    """
    **\(title)** (HTTP \(error.status), `\(error.code)`)

    \(Self.sentence(error))

    - Path: `\(Links.below(request.rawPath))`
    - Request: `\(context.requestID)`
    - Time: \(context.now.wholeSeconds)
    - Syncline \(services.configuration.version)
    """
  }

  private func links(
    _ error: any HTTPResponseError, _ request: HTTPRequest
  ) -> [ConsoleError.Link] {
    var links = (error as? ConsoleError)?.links ?? (error as? StorageErrorResponse)?.links ?? []
    if let error = error as? SyncError,
      let store = services.stores.store(request.parameters["store"] ?? "")?.name
    {
      links = error.links(store, from: (try? ListOrigin(request)) ?? ListOrigin())
    }
    guard links.isEmpty, request.method == .post,
      let page = EndedSession(services: services).pageOfForm(request)
    else { return links }
    let back = ConsoleError.Link(localized("Back to the form"), Links.below(page))
    return [back] + (error.status == 403 ? home(request) : [])
  }

  /// The store that the address names, and all stores.
  private func home(_ request: HTTPRequest) -> [ConsoleError.Link] {
    let store = services.stores.store(request.parameters["store"] ?? "")?.name
    let ofStore = store.map { ConsoleError.Link(localized("Store \($0)"), Links.store($0)) }
    return [ofStore, .init(localized("All stores"), Links.stores)].compactMap(\.self)
  }

  /// What was typed into a form that could not be taken for now, when the browser itself says that a
  /// page of this console sent it.
  private func keptForm(
    _ error: any HTTPResponseError, _ request: HTTPRequest
  ) -> ResubmitFormPage? {
    let why: ResubmitFormPage.Reason
    if let refusal = error as? StorageErrorResponse {
      why = .storage(title: refusal.title, reason: refusal.reason)
    } else if error.code == ConsoleError.staleForm.code {
      why = .otherSession
    } else {
      return nil
    }
    guard request.headers["Sec-Fetch-Site"] == "same-origin",
      request.contentType == "application/x-www-form-urlencoded", let form = try? request.form(),
      form[CSRFToken.field] != nil
    else { return nil }
    let page = ResubmitFormPage(
      path: request.rawPath, fields: form,
      back: EndedSession(services: services).pageOfForm(request), why: why)
    // A button alone is pressed again on its page.
    return why == .otherSession || page.hasTypedValues ? page : nil
  }

  /// Says something even when the templates cannot.
  private func plainFallback(
    _ request: HTTPRequest, status: Int, _ page: () throws -> HTTPResponse
  ) -> HTTPResponse {
    do {
      return try page()
    } catch {
      log(error, request)
      let sentence = localized("\(Self.title(status)). Request \(request.requestID).")
      return .text("\(sentence)\n", status: status)
    }
  }

  /// What the page says under its headline, which must not be the headline again.
  private static func sentence(_ error: any HTTPResponseError) -> String {
    guard error.status == 404, (error as? HTTPError)?.isUnknownAddress == true else {
      return (error as? ConsoleError)?.pageReason ?? (error as? SyncError)?.pageReason
        ?? error.reason
    }
    return localized("It may be mistyped, or what was here was removed. Nothing was changed.")
  }

  private static func title(_ status: Int) -> String {
    switch status {
    case 400, 422: localized("This request cannot be understood")
    case 403: localized("You may not do this")
    case 404: localized("Page not found")
    case 405: localized("This address cannot be used like this")
    case 409: localized("This changed in the meantime")
    case 413: localized("This is too much at once")
    case 421: localized("This address is not allowed")
    case 429: localized("Too many requests")
    case 503: localized("This is not available now")
    default:
      status < 500 ? localized("This request was refused") : localized("Something went wrong here")
    }
  }
}
