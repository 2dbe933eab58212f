import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// Authorizes each request by role, session and CSRF token before its handler runs.
struct Authorizer: Sendable {
  let services: ConsoleServices

  func route(_ route: ConsoleRoute) -> Route {
    Route(route.method, route.pattern) { request in
      guard let context = CurrentContext.value else {
        preconditionFailure("the router runs inside of a request's context")
      }
      let checked = try await check(route, request, context)
      if let slot = UploadSlot.current {
        try await slot.fill(route, request, context, services)
        return HTTPResponse(204)
      }
      guard ["", "json"].contains(request.format) || route.files.contains(request.format) else {
        throw HTTPError(
          404, localized("This page is not available as .\(request.format). Use .json instead."),
          code: "no_such_format")
      }
      guard !route.method.isSafe else { return try await route.handler(request, checked) }
      return try await ActionRunner(services: services, route: route, context: checked)
        .run(request)
    }
  }

  /// - Returns: The context, with who shows in this very request who it is.
  private func check(
    _ route: ConsoleRoute, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> PageContext {
    var context = context
    let isChange = !route.method.isSafe
    if isChange {
      let bytesMax = ConsoleApp.bodyBytesMax(of: request)
      guard max(request.body.count, request.announcedBytes ?? 0) <= bytesMax else {
        throw ConsoleError.tooLarge(bytesMax, isOfValues: request.isOfValues)
      }
      guard OriginCheck.isProgram(request) || OriginCheck.allows(request) else {
        try await deny(route, request, context, "came from another page")
        throw ConsoleError.foreignPage
      }
    }
    guard case .action(let action) = route.access else { return context }
    guard let principal = context.principal else { throw ConsoleError.signedOut }
    if isChange, context.isReadOnly { throw ConsoleError.readOnly }
    if !principal.may(action) {
      let isOfRole = action.isOpenToOneStore || principal.role < action.leastRole
      let store = isOfRole ? nil : principal.onlyStore
      try await deny(
        route, request, context, store.map { "token of store \($0)" } ?? principal.role.rawValue)
    }
    try context.demand(action)
    if let store = principal.onlyStore,
      request.parameters["store"] ?? store !== store
        || (request.parameters["store"] == nil && !route.isOpenToOneStore)
    {
      try await deny(route, request, context, "token of store \(store)")
      throw ConsoleError.otherStore(store)
    }
    if action.changesRowsOfTable, let table = request.parameters["table"] {
      try await services.store(request).sync.requireChanges(of: table)
    }
    // The body of an upload comes later; then all of this is checked again, with what is in it.
    guard UploadSlot.current == nil else { return context }
    if isChange, let session = principal.session {
      guard try CSRFToken.isValid(in: request, for: session.csrfToken) else {
        try await deny(route, request, context, "form token")
        throw ConsoleError.staleForm
      }
      try await takeProof(session, request, &context)
    }
    if isChange, action.needsConfirmation { try context.demandProof(of: .accounts) }
    if isChange { try checkBody(route, request) }
    return context
  }

  /// A form may bring the password of who sends it along, when it was asked for that.
  private func takeProof(
    _ session: Session, _ request: HTTPRequest, _ context: inout PageContext
  ) async throws {
    guard request.contentType == "application/x-www-form-urlencoded",
      let password = try request.form()[ReauthenticationPage.field]
    else { return }
    do {
      try await services.demandPassword(password, context)
    } catch let error as any HTTPResponseError {
      try await services.noteAccount("confirmation", context, .failed, error.code)
      throw ReauthenticationRequired(problem: error)
    }
    try await services.confirmSession(context)
    try await services.noteAccount("confirmation", context, .done, nil)
    context.principal = Principal(.session(session.confirmed(at: context.now)))
  }

  /// A body that would be passed over in part or whole must not change anything.
  private func checkBody(_ route: ConsoleRoute, _ request: HTTPRequest) throws {
    guard !request.body.isEmpty || request.upload != nil else { return }
    switch request.contentType {
    case "application/json":
      try checkMembers(try request.bodyObject(), route)
    case "application/x-www-form-urlencoded":
      // Programs that forget the type of their JSON send it as a form, as curl does.
      let first = request.body.first { !" \t\r\n".utf8.contains($0) }
      if let first, "{[".utf8.contains(first) {
        throw HTTPError(
          415,
          localized(
            "The body looks like JSON, but its Content-Type is a form. Send it with "
              + "“Content-Type: application/json”. Nothing was changed."))
      }
    case "multipart/form-data" where route.takesFiles:
      guard request.upload.map({ $0.parts != nil }) ?? (MultipartForm(request) != nil) else {
        throw HTTPError(400, localized("The uploaded form is malformed. Nothing was changed."))
      }
    case "":
      throw HTTPError(
        415,
        localized(
          "The Content-Type is missing. Send the body as application/json or "
            + "as application/x-www-form-urlencoded. Nothing was changed."))
    case let type:
      throw HTTPError(
        415,
        localized(
          "The body is \(type). Send it as application/json or "
            + "as application/x-www-form-urlencoded. Nothing was changed."))
    }
  }

  private func checkMembers(_ body: JSONObject, _ route: ConsoleRoute) throws {
    for (name, value) in body {
      guard let shape = route.members[name] else {
        let known = route.members.keys.sorted().joinedAsList()
        throw HTTPError(
          400,
          known.isEmpty
            ? localized(
              "Unknown member “\(name)”: this action takes none. Nothing was changed.")
            : localized(
              "Unknown member “\(name)”: this action takes \(known). Nothing was changed."))
      }
      if let objection = Shape.orNull(shape).objection(to: value, at: name) {
        throw HTTPError(400, localized("\(objection). Nothing was changed."))
      }
    }
  }

  /// Notes what somebody known tried; strangers would only fill the audit.
  private func deny(
    _ route: ConsoleRoute, _ request: HTTPRequest, _ context: PageContext, _ reason: String
  ) async throws {
    guard let principal = context.principal, case .action(let action) = route.access else { return }
    try await services.data.record(
      AuditRecord(
        who: principal.name, address: context.address, action: action.rawValue,
        store: request.parameters["store"], target: request.rawPath, result: .denied,
        reason: reason, requestID: context.requestID))
  }
}
