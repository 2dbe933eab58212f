import ConsoleData
import HTTPKit
import JSONKit
import Support
import TestSupport
import Testing

@testable import Console
@testable import ConsoleData

/// A session's id changes with each change of what it may do; the old id is worth nothing then.
@Suite struct SessionRenewalTests {
  /// Whether `act` renewed the session: the browser goes on under a new id, the old one is refused.
  private func isRenewed(
    _ browser: inout TestBrowser, by act: (inout TestBrowser) async throws -> Void
  ) async throws -> Bool {
    let old = browser
    try await act(&browser)
    var thief = old
    let isNew = browser.cookies["syncline_session"] != old.cookies["syncline_session"]
    #expect(await browser.get("/account").status == 200)
    #expect(await thief.get("/account").status == (isNew ? 303 : 200))
    return isNew
  }

  @Test func showingThePasswordRenewsTheSession() async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("ann", .admin)
    let isNew = try await isRenewed(&browser) { browser in
      let done = try await browser.submit(
        "/account/confirm", [("password", "correct horse")], token: browser.csrfToken)
      #expect(done.status == 303)
    }
    #expect(isNew)
    let isNewByRefusal = try await isRenewed(&browser) { browser in
      _ = try await browser.submit(
        "/account/confirm", [("password", "guess")], token: browser.csrfToken)
    }
    #expect(!isNewByRefusal)
  }

  @Test func aFormThatBringsThePasswordAlongRenewsTheSessionWhateverBecomesOfTheForm() async throws
  {
    let console = try await TestConsole()
    var browser = try await console.signIn("ann", .admin)
    for name in ["zoe", "not a name"] {
      console.time.advance(milliseconds: 601_000)
      let isNew = try await isRenewed(&browser) { browser in
        _ = try await browser.submit(
          "/users",
          [
            ("name", name), ("role", "viewer"), ("password", "correct horse"),
            ("_password", "correct horse"),
          ], token: browser.csrfToken)
      }
      #expect(isNew, "\(name)")
    }
    #expect(try await console.data.isUser("zoe"))
  }

  @Test func aNewPasswordAndTheSecondFactorRenewTheSession() async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("ann", .admin)
    let isNewByPassword = try await isRenewed(&browser) { browser in
      _ = try await browser.submit(
        "/account/password",
        [("password", "correct horse"), ("newPassword", "quite another horse")],
        token: browser.csrfToken)
    }
    #expect(isNewByPassword)
    let secret = try #require(
      Base32.decode(try await console.data.secondFactorSetUp(of: "ann")))
    let code = { TOTP.code(secret, step: TOTP.step(at: console.time.now)) }
    let isNewByCodes = try await isRenewed(&browser) { browser in
      let done = try await browser.submit(
        "/account/second-factor", [("password", "quite another horse"), ("code", code())],
        token: browser.csrfToken, ["Accept": "application/json"])
      #expect(done.status == 200)
    }
    #expect(isNewByCodes)
    console.time.advance(milliseconds: 60_000)
    let isNewByCodesOff = try await isRenewed(&browser) { browser in
      let done = try await browser.submit(
        "/account/second-factor/remove", [("password", "quite another horse"), ("code", code())],
        token: browser.csrfToken, ["Accept": "application/json"])
      #expect(done.status == 200)
    }
    #expect(isNewByCodesOff)
  }

  /// Of two requests at the same moment one renews the session, and the other's answer must not
  /// take the new id away.
  @Test func aSessionIsRenewedOncePerId() async throws {
    let console = try await TestConsole()
    let browser = try await console.signIn("ann", .admin)
    let session = try #require(
      try await console.data.session(withSecret: browser.cookies["syncline_session"] ?? ""))
    let first = try #require(try await console.data.confirmSession(session))
    #expect(try await console.data.confirmSession(session) == nil)
    #expect(try await console.data.session(withSecret: first) != nil)
  }
}
