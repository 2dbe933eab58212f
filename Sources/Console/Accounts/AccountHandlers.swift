import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import TemplateKit

/// One's own account: showing the password again, changing it, and what the second factor is.
struct AccountHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let session = try context.ownSession
    let factor = try await services.data.secondFactor(of: session.user)
    if request.wantsJSON {
      return services.pages.respond(json: [
        "user": .string(session.user), "role": .string(session.role.rawValue),
        "secondFactor": .bool(factor != nil),
        "recoveryCodesLeft": .integer(Int64(factor?.recoveryCodesLeft ?? 0)),
      ])
    }
    return try await services.accountPage(request, context)
  }

  @Sendable func confirm(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let body = try ActionBody(request)
    let isOnUsers = body.form?["back"] == "users" && context.may(.userEdit)
    return try await services.account(
      "confirmation", request, context, ids: UsersPage.proofIDs, isOnUsers: isOnUsers
    ) {
      try await services.demandPassword(body.text("password"), context)
      try await services.confirmSession(context)
      return (
        localized("Password confirmed. You can change users and API tokens for 10 minutes."), [:]
      )
    }
  }

  /// Ends one's other sessions, which somebody may have who knew the old password.
  @Sendable func setPassword(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let body = try ActionBody(request)
    let session = try context.ownSession
    return try await services.account(
      "own password", request, context, ids: AccountPage.passwordIDs
    ) {
      try await services.demandPassword(body.text("password"), context)
      try await services.renewSession(context)
      do {
        try await services.data.setPassword(
          body.text("newPassword") ?? "", of: session.user, keeping: session.id)
      } catch let error as ConsoleDataError where error.field == "password" {
        throw FieldError("newPassword", error)
      }
      return (localized("Password changed. You are signed out everywhere else."), [:])
    }
  }
}

extension PageContext {
  /// The session of who asks; programs have none.
  var ownSession: Session {
    get throws {
      guard let session = principal?.session else { throw ConsoleError.signedOut }
      return session
    }
  }
}

extension ConsoleServices {
  /// Notes that the person just showed the password, and renews the session's id.
  func confirmSession(_ context: PageContext) async throws {
    let secret = try await data.confirmSession(try context.ownSession)
    if let secret { context.renewedSession.withLock { $0 = secret } }
  }

  /// Renews the session's id; the answer to this request carries it, whatever becomes of the rest.
  func renewSession(_ context: PageContext) async throws {
    let secret = try await data.renewSession(try context.ownSession)
    if let secret { context.renewedSession.withLock { $0 = secret } }
  }

  /// Checks one's own password, as slowly as signing in does.
  func demandPassword(_ password: String?, _ context: PageContext) async throws {
    try await demandPassword(password, context) { _ in }
  }

  /// Checks one's own password and, where one-time codes are on, a code: what weakens signing in
  /// takes all that signing in takes.
  func demandPassword(
    _ password: String?, code: String?, _ context: PageContext
  ) async throws {
    try await demandPassword(password, context) { user in
      guard try await data.secondFactor(of: user) != nil else { return }
      switch try await data.checkSecondFactor(code ?? "", of: user) {
      case .good: break
      case .recovery(let left):
        try await noteAccount("recovery code used, \(left) left", context, .done, nil)
      case .wrong:
        throw FieldError(
          "code",
          HTTPError(
            422,
            localized(
              "Wrong code. Enter the current code from your app, or a recovery code. "
                + "Each code works once."), code: "wrong_code"))
      }
    }
  }

  /// - Parameter further: What else belongs to this try, which counts as failed when it throws.
  private func demandPassword(
    _ password: String?, _ context: PageContext, further: (String) async throws -> Void
  ) async throws {
    let session = try context.ownSession
    guard !session.isByLink else {
      throw HTTPError(409, localized("You signed in with a one-time link and have no password."))
    }
    let browser = KnownBrowser(of: session)
    let wait = try await data.beginSignIn(
      user: session.user, address: context.address, browser: browser)
    guard wait == 0 else {
      let time = Format.duration(milliseconds: Int64(wait) * 1_000)
      throw FieldError(
        "password",
        HTTPError(
          429,
          localized("Too many failed attempts. Try again in \(time)."),
          headers: ["Retry-After": "\(wait)"]))
    }
    let isRight: Bool
    do {
      isRight = try await data.isPassword(password ?? "", of: session.user)
    } catch {
      try await data.takeSignInBack(
        user: session.user, address: context.address, browser: browser)
      throw error
    }
    guard isRight else {
      throw FieldError(
        "password",
        HTTPError(422, localized("Wrong password."), code: "wrong_password"))
    }
    try await further(session.user)
    try await data.noteSignIn(user: session.user, address: context.address, browser: browser)
  }

  /// Changes one's own account: does it, notes it, and answers as ``change`` does for users.
  ///
  /// - Parameters:
  ///   - ids: Of the form's fields, by their names.
  ///   - isOnUsers: The form stands on the page Users, not on Account.
  func account(
    _ target: String, _ request: HTTPRequest, _ context: PageContext, ids: UTF8Dictionary<String>,
    isOnUsers: Bool = false, _ work: () async throws -> (text: String, json: JSONValue)
  ) async throws -> HTTPResponse {
    let done: (text: String, json: JSONValue)
    AuditIntent.current?.record.target = target
    do {
      done = try await work()
    } catch let error as any HTTPResponseError {
      try await noteAccount(target, context, .failed, error.code)
      if request.wantsJSON { throw error }
      let refused = InvalidForm(error, request, ids: ids)
      return isOnUsers
        ? try await usersPage(request, context, refused: refused)
        : try await accountPage(request, context, refused: refused)
    }
    let back = isOnUsers ? Links.users : Links.account
    try await noteAccount(target, context, .done, nil)
    return try await pages.actionResponse(
      request, context, redirectTo: back, flash: Flash(done.text), json: done.json)
  }

  func noteAccount(
    _ target: String, _ context: PageContext, _ result: AuditRecord.Result, _ reason: String?
  ) async throws {
    try await data.record(
      AuditRecord(
        who: context.who, address: context.address, action: ConsoleAction.accountEdit.rawValue,
        target: target, result: result, reason: reason, requestID: context.requestID))
  }
}
