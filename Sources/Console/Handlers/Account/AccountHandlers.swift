import ConsoleData
import HTTPKit
import JSONKit
import Support
import TemplateKit

/// One's own account: showing the password again, changing it, and what the second factor is.
struct AccountHandlers: Sendable {
  let services: ConsoleServices

  var routes: [ConsoleRoute] {
    [
      .get("/account", .accountEdit, show),
      .post("/account/confirm", .accountEdit, ["password": .text], confirm),
      .post(
        "/account/password", .accountEdit, ["password": .text, "newPassword": .text], setPassword),
    ]
  }

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
    var values: TemplateDictionary = [
      "ACCOUNT_NAME": session.user, "ACCOUNT_ROLE": session.role.rawValue,
      "ALL_SESSIONS_URL": Links.sessions,
    ]
    values.show("BY_LINK", if: session.isByLink)
    values.add("OWN", list: session.isByLink ? [] : [own(session, factor, context)])
    return try await services.pages.page(
      "account", title: "Account", values: values, request, context, nav: Nav(.account))
  }

  private func own(
    _ session: Session, _ factor: SecondFactor?, _ context: PageContext
  ) -> TemplateDictionary {
    var own: TemplateDictionary = [
      "PASSWORD_URL": Links.account("password"), "CONFIRM_URL": Links.account("confirm"),
      "FACTOR_URL": Links.account("second-factor"),
    ]
    own.show("UNCONFIRMED", if: context.principal?.isConfirmed(at: context.now) == false)
    own.show("NO_FACTOR", if: factor == nil)
    guard let factor else {
      own.add("FACTOR", list: [])
      return own
    }
    var shown: TemplateDictionary = [
      "LEFT": Format.count(factor.recoveryCodesLeft, "recovery code"),
      "REMOVE_URL": Links.accountSecondFactorRemoval,
      "RENEW_URL": Links.account("recovery-codes"),
    ]
    shown.set(time: "SINCE", factor.since, now: context.now)
    shown.show("FEW_LEFT", if: factor.recoveryCodesLeft < 3)
    own.add("FACTOR", shown)
    return own
  }

  @Sendable func confirm(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let body = try ActionBody(request)
    let session = try context.ownSession
    let back = body.form?["back"] == "users" && context.may(.userEdit) ? Links.users : Links.account
    return try await services.account("confirmation", back, request, context) {
      try await services.demandPassword(body.text("password"), context)
      try await services.data.confirmSession(session.id)
      return ("Thank you, \(session.user). Users and tokens can be changed for 10 minutes", [:])
    }
  }

  /// Ends one's other sessions, which somebody may have who knew the old password.
  @Sendable func setPassword(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let body = try ActionBody(request)
    let session = try context.ownSession
    return try await services.account("own password", Links.account, request, context) {
      try await services.demandPassword(body.text("password"), context)
      try await services.data.setPassword(
        body.text("newPassword") ?? "", of: session.user, keeping: session.id)
      return ("Your password is changed. You are signed out everywhere else", [:])
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
  /// Checks one's own password, as slowly as signing in does.
  func demandPassword(_ password: String?, _ context: PageContext) async throws {
    let session = try context.ownSession
    guard !session.isByLink else {
      throw HTTPError(409, "You signed in with a one-time link and have no password.")
    }
    let wait = try await data.beginSignIn(user: session.user, address: context.address)
    guard wait == 0 else {
      throw HTTPError(
        429, "Too many wrong tries. Wait \(Format.duration(milliseconds: Int64(wait) * 1_000)).",
        headers: ["Retry-After": "\(wait)"])
    }
    guard try await data.isPassword(password ?? "", of: session.user) else {
      throw HTTPError(
        422, "That is not your password. Nothing was changed.", code: "wrong_password")
    }
    try await data.noteSignIn(user: session.user, address: context.address)
  }

  /// Changes one's own account: does it, notes it, and answers as ``change`` does for users.
  func account(
    _ target: String, _ back: String, _ request: HTTPRequest, _ context: PageContext,
    _ work: () async throws -> (text: String, json: JSONValue)
  ) async throws -> HTTPResponse {
    let done: (text: String, json: JSONValue)
    do {
      done = try await work()
    } catch let error as any HTTPResponseError {
      try await noteAccount(target, context, .failed, error.code)
      if request.wantsJSON { throw error }
      return try await pages.actionResponse(
        request, context, redirectTo: back, flash: Flash(error.reason, kind: .fail), json: nil)
    }
    try await noteAccount(target, context, .done, nil)
    return try await pages.actionResponse(
      request, context, redirectTo: back, flash: Flash("\(done.text)."), json: done.json)
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
