import Foundation
import HTTPKit
import JSONKit
import Support
import TestSupport
import Testing

@testable import Console
@testable import ConsoleData

@Suite struct SecondFactorPageTests {
  private let password = "correct horse"

  private func code(_ secret: String, _ console: TestConsole) throws -> String {
    let bytes = try #require(Base32.decode(secret))
    return TOTP.code(bytes, step: TOTP.step(at: console.time.now))
  }

  /// Sets codes up as a person does; gives the secret and the recovery codes.
  private func setUp(
    _ browser: inout TestBrowser
  ) async throws -> (secret: String, recovery: [String]) {
    let page = await browser.get("/account/second-factor")
    #expect(page.status == 200)
    #expect(page.page.contains("<svg class=\"qr\""))
    let start = try #require(page.page.range(of: "secret="))
    let secret = String(page.page[start.upperBound...].prefix { $0.isLetter || $0.isNumber })
    let wrong = await browser.submit(
      "/account/second-factor", [("code", "000000"), ("password", password)], token: page.csrfToken)
    #expect(wrong.status == 422)
    let stranger = await browser.submit(
      "/account/second-factor",
      [("code", try code(secret, browser.console)), ("password", "not mine")],
      token: page.csrfToken)
    #expect(stranger.status == 422)
    let done = await browser.submit(
      "/account/second-factor",
      [("code", try code(secret, browser.console)), ("password", password)], token: page.csrfToken)
    #expect(done.status == 200)
    let from = try #require(done.page.range(of: "id=\"codes\">"))
    let codes = done.page[from.upperBound...].prefix { $0 != "<" }.split(separator: "\n")
    #expect(codes.count == 10)
    return (secret, codes.map(String.init))
  }

  private func start(_ console: TestConsole) async -> (TestBrowser, token: String) {
    var browser = TestBrowser(console: console)
    let token = await browser.get("/login").csrfToken
    _ = await browser.submit("/login", [("name", "mira"), ("password", password)], token: token)
    return (browser, token)
  }

  @Test func signingInTakesThePasswordThenACodeThatWorksOnce() async throws {
    let console = try await TestConsole()
    var own = try await console.signIn("mira", .operate)
    let (secret, _) = try await setUp(&own)
    console.time.advance(milliseconds: 60_000)
    var (browser, token) = await start(console)
    #expect(browser.cookies["syncline_session"] == nil)
    #expect(await browser.get("/login").page.contains("autocomplete=\"one-time-code\""))
    #expect(await browser.get("/").status == 303)
    let good = try code(secret, console)
    let wrong = await browser.submit("/login", [("code", "123456")], token: token)
    #expect(wrong.status == 403 && browser.cookies["syncline_session"] == nil)
    let right = await browser.submit("/login", [("code", good)], token: token)
    #expect(right.status == 303 && browser.cookies["syncline_session"] != nil)
    // Somebody who looked over the shoulder, with the password too, comes too late.
    var (thief, thiefToken) = await start(console)
    let replay = await thief.submit("/login", [("code", good)], token: thiefToken)
    #expect(replay.status == 403 && thief.cookies["syncline_session"] == nil)
  }

  @Test func turningCodesOnEndsTheSessionsThatThePasswordAloneOpened() async throws {
    let console = try await TestConsole()
    var own = try await console.signIn("mira", .operate)
    var (elsewhere, _) = await start(console)
    #expect(await elsewhere.get("/").status == 200)
    #expect(
      await own.get("/account/second-factor").page.contains("1 other session ends"))
    _ = try await setUp(&own)
    #expect(await own.get("/").status == 200)
    #expect(await elsewhere.get("/").status == 303)
  }

  @Test func aCodeWithoutThePasswordIsWorthNothing() async throws {
    let console = try await TestConsole()
    var own = try await console.signIn("mira", .operate)
    let (secret, recovery) = try await setUp(&own)
    console.time.advance(milliseconds: 60_000)
    var browser = TestBrowser(console: console)
    let token = await browser.get("/login").csrfToken
    for sent in [try code(secret, console), recovery[0]] {
      let answer = await browser.submit(
        "/login", [("code", sent), ("name", "mira")], token: token)
      #expect(answer.status == 403 && browser.cookies["syncline_session"] == nil)
    }
    // Nor is one that comes minutes after the password.
    var (late, lateToken) = await start(console)
    console.time.advance(milliseconds: 301_000)
    let answer = await late.submit(
      "/login", [("code", try code(secret, console))], token: lateToken)
    #expect(answer.status == 403 && late.cookies["syncline_session"] == nil)
  }

  @Test func guessingCodesIsSlowedDownAsGuessingPasswordsIs() async throws {
    let console = try await TestConsole()
    var own = try await console.signIn("mira", .operate)
    let (secret, _) = try await setUp(&own)
    console.time.advance(milliseconds: 60_000)
    var (browser, token) = await start(console)
    for _ in 0..<5 {
      #expect(await browser.submit("/login", [("code", "111111")], token: token).status == 403)
    }
    let refused = await browser.submit(
      "/login", [("code", try code(secret, console))], token: token)
    #expect(refused.status == 429 && refused.headers["Retry-After"] != nil)
  }

  @Test func aRecoveryCodeSignsInOnceAndTheAuditKnows() async throws {
    let console = try await TestConsole()
    var own = try await console.signIn("mira", .operate)
    let (_, recovery) = try await setUp(&own)
    var (browser, token) = await start(console)
    #expect(await browser.submit("/login", [("code", recovery[0])], token: token).status == 303)
    var (again, second) = await start(console)
    #expect(await again.submit("/login", [("code", recovery[0])], token: second).status == 403)
    let entries = try await console.data.auditEntries(AuditFilter(), limit: 20).map(\.record)
    #expect(entries.contains { $0.reason == "recovery code, 9 left" && $0.who == "mira" })
    #expect(entries.contains { $0.reason == "one-time code" && $0.result == .denied })
    for entry in entries {
      #expect(!"\(entry)".contains(recovery[0]) && !"\(entry)".contains(password))
    }
  }

  @Test func aPasswordThatAnAdminSetsLeavesTheCodesOn() async throws {
    let console = try await TestConsole()
    var own = try await console.signIn("mira", .operate)
    _ = try await setUp(&own)
    var admin = try await console.signIn("ann", .admin)
    let done = try await admin.submit(
      "/users/mira/password", [("password", "vermilion kettle")], token: admin.csrfToken)
    #expect(done.status == 303)
    var browser = TestBrowser(console: console)
    let token = await browser.get("/login").csrfToken
    _ = await browser.submit(
      "/login", [("name", "mira"), ("password", "vermilion kettle")], token: token)
    #expect(browser.cookies["syncline_session"] == nil)
    #expect(await browser.get("/login").page.contains("autocomplete=\"one-time-code\""))
  }

  @Test func anAdminTakesAnothersCodesAwayAndNobodyElseDoes() async throws {
    let console = try await TestConsole()
    var own = try await console.signIn("mira", .operate)
    _ = try await setUp(&own)
    var admin = try await console.signIn("ann", .admin)
    var other = try await console.signIn("jo", .operate)
    let path = "/users/mira/second-factor/remove"
    let refused = try await other.submit(path, [], token: other.csrfToken)
    #expect(refused.status == 403)
    #expect(try await console.data.secondFactor(of: "mira") != nil)
    let asked = try await admin.submit(path, [], token: admin.csrfToken)
    #expect(asked.headers["Location"] == path)
    #expect(try await console.data.secondFactor(of: "mira") != nil)
    #expect(await admin.get(path).page.contains("Turn off for mira"))
    let done = try await admin.submit(path, [("confirmed", "1")], token: admin.csrfToken)
    #expect(done.headers["Location"] == "/users")
    #expect(try await console.data.secondFactor(of: "mira") == nil)
    #expect(await own.get("/").status == 303)
    let (browser, _) = await start(console)
    #expect(browser.cookies["syncline_session"] != nil)
  }

  @Test(arguments: ["/account/second-factor/remove", "/account/recovery-codes"])
  func turningCodesOffAndNewRecoveryCodesTakePasswordAndCode(_ path: String) async throws {
    let console = try await TestConsole()
    var own = try await console.signIn("mira", .operate)
    let (secret, recovery) = try await setUp(&own)
    console.time.advance(milliseconds: 60_000)
    let used = try code(secret, console)
    let wrong: [[(String, String)]] = [
      [("password", "guess"), ("code", used)], [("password", password)],
      [("password", password), ("code", "")], [("password", password), ("code", "123456")],
    ]
    for typed in wrong {
      let answer = try await own.submit(path, typed, token: own.csrfToken)
      #expect(answer.status == 422, "\(typed)")
      let left = try await console.data.secondFactor(of: "mira")?.recoveryCodesLeft
      #expect(left == 10)
    }
    let program = try await own.submit(
      path, [("password", password)], token: own.csrfToken, ["Accept": "application/json"])
    #expect(program.status == 422 && program.json["error"]?["code"] == "wrong_code")
    // Five wrong tries make the next one wait.
    console.time.advance(milliseconds: 60_000)
    let isOff = path.hasSuffix("remove")
    let sent = isOff ? recovery[0] : try code(secret, console)
    let done = try await own.submit(
      path, [("password", password), ("code", sent)], token: own.csrfToken,
      ["Accept": "application/json"])
    #expect(done.status == 200)
    #expect(try await (console.data.secondFactor(of: "mira") == nil) == isOff)
    let entries = try await console.data.auditEntries(AuditFilter(), limit: 30).map(\.record)
    let target = isOff ? "two-factor authentication off" : "new recovery codes"
    #expect(entries.contains { $0.target == target && $0.result == .done })
    #expect(entries.contains { $0.target == target && $0.reason == "wrong_code" })
    #expect(entries.contains { $0.target == "recovery code used, 9 left" } == isOff)
  }

  @Test func codesThatAreOnAreNotReplacedByOthers() async throws {
    let console = try await TestConsole()
    var own = try await console.signIn("mira", .operate)
    let (secret, _) = try await setUp(&own)
    console.time.advance(milliseconds: 60_000)
    let refused = try await own.submit(
      "/account/second-factor", [("password", password), ("code", "1")], token: own.csrfToken)
    #expect(refused.status == 409 && !refused.page.contains("secret="))
    // Nor where a new secret was begun by other means.
    let other = try await console.data.secondFactorSetUp(of: "mira", isFresh: true)
    let code = try code(other, console)
    #expect(try await console.data.confirmSecondFactor(of: "mira", code: code) == nil)
    let old = try self.code(secret, console)
    #expect(try await console.data.checkSecondFactor(old, of: "mira") == .good)
  }

  @Test func anAdminTurnsOnesOwnCodesOffUnderAccountAlone() async throws {
    let console = try await TestConsole()
    var own = try await console.signIn("mira", .admin)
    _ = try await setUp(&own)
    let path = "/users/mira/second-factor/remove"
    #expect(await own.get(path).headers["Location"] == "/account")
    for fields in [[:], ["Accept": "application/json"]] {
      let refused = try await own.submit(
        path, [("confirmed", "1")], token: own.csrfToken, fields)
      #expect(refused.status == 409)
    }
    #expect(try await console.data.secondFactor(of: "mira") != nil)
  }

  @Test func noPageShowsTheSecretAgainOnceItIsInUse() async throws {
    let console = try await TestConsole()
    var own = try await console.signIn("mira", .admin)
    let (secret, recovery) = try await setUp(&own)
    for path in ["/account", "/account/second-factor", "/users", "/users.json", "/account.json"] {
      let page = await own.get(path).page
      #expect(!page.contains(secret) && !page.contains(recovery[0]), "\(path)")
    }
  }
}
