import ConsoleData
import HTTPKit
import JSONKit
import Localization
import QRCode
import Support
import TemplateKit

/// One-time codes on top of the password: set up, renewed, taken away.
struct SecondFactorHandlers: Sendable {
  let services: ConsoleServices

  // MARK: - Setting up

  /// The secret stays the same until a code confirms it, so that the page can be loaded again.
  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let user = try user(context)
    guard try await services.data.secondFactor(of: user) == nil else {
      return .seeOther(Links.account)
    }
    if request.wantsJSON { return services.pages.respond(json: ["secondFactor": false]) }
    return try await page(user, request, context)
  }

  private func page(
    _ user: String, _ request: HTTPRequest, _ context: PageContext, problem: String? = nil
  ) async throws -> HTTPResponse {
    let secret = try await services.data.secondFactorSetUp(of: user)
    let address = address(user, secret, request)
    var values: TemplateDictionary = [
      "ACCOUNT_URL_HERE": Links.account, "FACTOR_URL": Links.account("second-factor"),
      "OTPAUTH": address, "SECRET": Self.grouped(secret), "ACCOUNT_NAME": user,
      "ENDS": AccountPage.ends(others: try await services.otherSessions(context)),
    ]
    let code = QRCode(address)
    values.add(
      "QR",
      list: code.map { code in
        // Four squares of quiet on each side, as the standard wants.
        [["QR_BOX": "-4 -4 \(code.size + 8) \(code.size + 8)", "QR_PATH": code.path]]
      } ?? [])
    values.set("PROBLEM", ifAny: problem)
    return try await services.pages.page(
      "Accounts/second-factor", title: localized("Set up two-factor authentication"),
      values: values, request,
      context,
      nav: Nav(.account), formats: [], status: problem == nil ? 200 : 422)
  }

  /// The address that authenticator apps read.
  ///
  /// Source: <https://github.com/google/google-authenticator/wiki/Key-Uri-Format>
  private func address(_ user: String, _ secret: String, _ request: HTTPRequest) -> String {
    let host = HostCheck.name(of: request.headers["Host"] ?? "")
    let label = PercentEncoding.encodeSegment("Syncline \(host):\(user)")
    return
      "otpauth://totp/\(label)?secret=\(secret)&issuer=Syncline&algorithm=SHA1&digits=6&period=30"
  }

  /// Answers the POST itself with the page of recovery codes: they are kept as hashes only.
  @Sendable func confirm(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let user = try user(context)
    let body = try ActionBody(request)
    guard try await services.data.secondFactor(of: user) == nil else { throw Self.alreadyOn }
    do {
      try await services.demandPassword(body.text("password"), context)
      try await services.renewSession(context)
      guard
        let codes = try await services.data.confirmSecondFactor(
          of: user, code: body.text("code") ?? "", keeping: try context.ownSession.id)
      else {
        throw HTTPError(
          422,
          localized(
            "Wrong code. Wait for the next one, and check that your phone’s clock is "
              + "right."), code: "wrong_code")
      }
      return try await show(codes, "two-factor authentication on", request, context, isFirst: true)
    } catch let error as any HTTPResponseError {
      try await services.noteAccount("two-factor authentication on", context, .failed, error.code)
      if request.wantsJSON { throw error }
      return try await page(user, request, context, problem: error.reason)
    }
  }

  private static var alreadyOn: ConsoleError {
    ConsoleError(
      409, title: localized("Two-factor authentication is already on"),
      reason: localized(
        "To set it up on another phone, turn it off first, which requires a code. Nothing was "
          + "changed."), code: "codes_on", links: [.init(localized("Account"), Links.account)])
  }

  @Sendable func renew(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse
  {
    let user = try user(context)
    let body = try ActionBody(request)
    do {
      try await services.demandPassword(
        body.text("password"), code: body.text("code"), context)
      guard let codes = try await services.data.renewRecoveryCodes(of: user) else {
        throw HTTPError(409, localized("Two-factor authentication is not set up."))
      }
      return try await show(codes, "new recovery codes", request, context)
    } catch let error as any HTTPResponseError {
      return try await services.account(
        "new recovery codes", request, context, ids: AccountPage.factorIDs
      ) { throw error }
    }
  }

  private func show(
    _ codes: [String], _ target: String, _ request: HTTPRequest, _ context: PageContext,
    isFirst: Bool = false
  ) async throws -> HTTPResponse {
    try await services.noteAccount(target, context, .done, nil)
    if request.wantsJSON {
      return services.pages.respond(json: ["recoveryCodes": .array(codes.map { .string($0) })])
    }
    var values: TemplateDictionary = [
      "ACCOUNT_URL_HERE": Links.account, "CODES": codes.joined(separator: "\n"),
      "CODE_COUNT": Format.count(codes.count, "recovery code"),
    ]
    values.show("TURNED_ON", if: isFirst)
    values.show("RENEWED", if: !isFirst)
    return try await services.pages.page(
      "Accounts/recovery-codes", title: localized("Recovery codes"), values: values, request,
      context,
      nav: Nav(.account), formats: [])
  }

  // MARK: - Taking away

  @Sendable func remove(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let user = try user(context)
    let body = try ActionBody(request)
    return try await services.account(
      "two-factor authentication off", request, context, ids: AccountPage.factorIDs
    ) {
      try await services.demandPassword(
        body.text("password"), code: body.text("code"), context)
      try await services.renewSession(context)
      guard try await services.data.removeSecondFactor(of: user, endsSessions: false) else {
        throw HTTPError(409, localized("Two-factor authentication is not set up."))
      }
      return (
        localized(
          "Two-factor authentication is off. You now sign in with your password alone."), [:]
      )
    }
  }

  /// For somebody who lost the phone and the recovery codes.
  @Sendable func removeOther(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let name = request.parameter("name")
    guard name !== context.principal?.session?.user else { throw Self.ownCodes }
    guard request.isConfirmedAction else { return .seeOther(Links.userSecondFactorRemoval(name)) }
    return try await services.change(
      "two-factor authentication of \(name), turned off", request, context
    ) {
      guard try await services.data.removeSecondFactor(of: name, endsSessions: true) else {
        throw AccountRefusal.noSecondFactor(user: name)
      }
      return AccountChange(
        text: localized("Two-factor authentication turned off for \(name)."),
        json: ["name": .string(name)])
    }
  }

  private static var ownCodes: ConsoleError {
    ConsoleError(
      409, title: localized("Turn off your own two-factor authentication under Account"),
      reason: localized(
        "This requires your password and a code. If you lost your phone and recovery codes, "
          + "another admin can turn it off, or run “syncline user codes-off” on the server. "
          + "Nothing was changed."),
      code: "own_codes", links: [.init(localized("Account"), Links.account)])
  }

  private func user(_ context: PageContext) throws -> String {
    let session = try context.ownSession
    guard !session.isByLink else {
      throw ConsoleError(
        409, title: localized("You have no user account"),
        reason: localized("You signed in with a one-time link, which does not belong to a user."),
        code: "no_user",
        links: [.init(localized("Users"), Links.users)])
    }
    return session.user
  }

  private static func grouped(_ secret: String) -> String {
    stride(from: 0, to: secret.count, by: 4).map { start in
      String(secret.dropFirst(start).prefix(4))
    }.joined(separator: " ")
  }
}
