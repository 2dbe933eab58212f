import Console
import ConsoleData
import HTTPKit
import JSONKit
import TestSupport
import Testing

@Suite struct SignInTests {
  @Test func signingInLeadsBackToThePageThatWasAskedFor() async throws {
    let console = try await TestConsole()
    try await console.data.addUser("mira", role: .viewer, password: "correct horse")
    var browser = TestBrowser(console: console)
    let asked = await browser.get("/audit?user=jo%20x")
    #expect(asked.status == 303)
    #expect(asked.headers["Location"] == "/login")
    let page = await browser.get("/login")
    let answer = await browser.submit(
      "/login", [("name", "mira"), ("password", "correct horse")], token: page.csrfToken)
    #expect(answer.status == 303)
    #expect(answer.headers["Location"] == "/audit?user=jo%20x")
    #expect(await browser.get("/audit").status == 200)
  }

  @Test(arguments: ["//evil.example/x", "/\\evil.example", "/%0d%0aX: y", "https://evil.example/"])
  func theWayBackNeverLeavesTheConsole(target: String) async throws {
    let console = try await TestConsole()
    try await console.data.addUser("mira", role: .viewer, password: "correct horse")
    var browser = TestBrowser(console: console)
    _ = await browser.get(target)
    let page = await browser.get("/login?return=//evil.example&returnTo=//evil.example")
    let answer = await browser.submit(
      "/login",
      [("name", "mira"), ("password", "correct horse"), ("return", "//evil.example/")],
      token: page.csrfToken)
    let location = try #require(answer.headers["Location"])
    #expect(location.hasPrefix("/") && !location.hasPrefix("//") && !location.hasPrefix("/\\"))
    #expect(!location.contains("\r") && !location.contains("\n"))
  }

  @Test func aProgramWithoutATokenIsToldSoAndNotRedirected() async throws {
    let console = try await TestConsole()
    for (target, fields) in [
      ("/.json", [:]), ("/", ["Accept": "application/json"]),
      ("/", ["Authorization": "Bearer nonsense", "Accept": "*/*"]), ("/audit.json", [:]),
      ("/nowhere.json", [:]),
    ] as [(String, [String: String])] {
      let response = await console.send(.get, target, fields)
      #expect(response.status == 401, "\(target)")
      #expect(response.json["error"]?["code"] == "signed_out")
      #expect(response.json["error"]?["requestId"]?.string?.isEmpty == false)
      #expect(response.headers["WWW-Authenticate"] == "Bearer")
    }
  }

  @Test func aWrongTokenIsNobodyAlsoBesideAGoodCookie() async throws {
    var browser = try await TestConsole().signIn("mira", .admin)
    let response = await browser.get("/.json", ["Authorization": "Bearer nonsense"])
    #expect(response.status == 401)
  }

  @Test func wrongNamesAndWrongPasswordsAreAnsweredAlike() async throws {
    let console = try await TestConsole()
    try await console.data.addUser("mira", role: .viewer, password: "correct horse")
    var pages: Set<String> = []
    for name in ["mira", "nobody"] {
      var browser = TestBrowser(console: console)
      let page = await browser.get("/login")
      let answer = await browser.submit(
        "/login", [("name", name), ("password", "wrong horse")], token: page.csrfToken)
      #expect(answer.status == 403)
      #expect(browser.cookies["syncline_session"] == nil)
      #expect(!answer.page.contains("wrong horse"))
      pages.insert(
        answer.page.replacing(name, with: "NAME").replacing(answer.csrfToken, with: "TOKEN")
          .replacing(answer.headers["X-Request-Id"] ?? "-", with: "ID"))
    }
    #expect(pages.count == 1)
    let denied = try await console.data.auditEntries(AuditFilter(), limit: 10)
    #expect(denied.map(\.record.result) == [.denied, .denied])
    #expect(denied.allSatisfy { $0.record.action == "session.start" })
  }

  @Test func afterFiveWrongTriesTheSixthHasToWait() async throws {
    let console = try await TestConsole()
    try await console.data.addUser("mira", role: .viewer, password: "correct horse")
    var browser = TestBrowser(console: console)
    let token = await browser.get("/login").csrfToken
    for _ in 0..<5 {
      let wrong = await browser.submit(
        "/login", [("name", "mira"), ("password", "guess")], token: token)
      #expect(wrong.status == 403)
    }
    let right = [("name", "mira"), ("password", "correct horse")]
    let refused = await browser.submit("/login", right, token: token)
    #expect(refused.status == 429)
    #expect(refused.headers["Retry-After"] == "5")
    #expect(browser.cookies["syncline_session"] == nil)
    console.time.advance(milliseconds: 5_000)
    #expect(await browser.submit("/login", right, token: token).status == 303)
    #expect(browser.cookies["syncline_session"] != nil)
  }

  @Test func wrongTriesAreCountedInTheAudit() async throws {
    let console = try await TestConsole()
    try await console.data.addUser("mira", role: .viewer, password: "correct horse")
    var browser = TestBrowser(console: console)
    let token = await browser.get("/login").csrfToken
    let wrong = [("name", "mira"), ("password", "guess")]
    func counts() async throws -> [String] {
      try await console.data.auditEntries(AuditFilter(), limit: 50).reversed()
        .map { "\($0.record.who) \($0.record.reason ?? "") \($0.times)" }
    }
    for _ in 0..<9 { _ = await browser.submit("/login", wrong, token: token) }
    #expect(try await counts() == ["mira password 5", "mira too many failed sign-ins 4"])
    console.time.advance(milliseconds: 5_000)
    for _ in 0..<4 { _ = await browser.submit("/login", wrong, token: token) }
    #expect(try await counts() == ["mira password 6", "mira too many failed sign-ins 7"])
    var admin = try await console.signIn("jo", .admin)
    #expect(await admin.get("/audit").page.contains("6 times until"))
    let id = try #require(try await console.data.auditEntries(AuditFilter(), limit: 9).last?.id)
    #expect(await admin.get("/audit/\(id).json").json["times"] == 6)
  }

  @Test(arguments: ["/login", "/login.json"])
  func aProgramThatSignsInIsToldToSendAToken(target: String) async throws {
    let console = try await TestConsole()
    let answer = await console.send(
      .post, target, ["Accept": "application/json", "Content-Type": "application/json"],
      body: #"{"name":"mira","password":"correct horse"}"#)
    #expect(answer.status == 403)
    #expect(answer.json["error"]?["code"] == "for_browsers")
    #expect(answer.json["error"]?["message"]?.string?.contains("Authorization: Bearer") == true)
  }

  @Test func aTokenHasNoSessionThatCouldEnd() async throws {
    let console = try await TestConsole()
    let token = try await console.data.addToken("script", role: .viewer, by: "test")
    let answer = await console.send(
      .post, "/logout", ["Authorization": "Bearer \(token)", "Accept": "*/*"])
    #expect(answer.status == 409)
    #expect(answer.json["error"]?["code"] == "no_session")
  }

  @Test func aSignInFormOfAnotherBrowserIsNotAccepted() async throws {
    let console = try await TestConsole()
    try await console.data.addUser("mira", role: .viewer, password: "correct horse")
    var attacker = TestBrowser(console: console)
    let token = await attacker.get("/login").csrfToken
    var victim = TestBrowser(console: console)
    _ = await victim.get("/login")
    for sent in [token, nil, ""] {
      let answer = await victim.submit(
        "/login", [("name", "mira"), ("password", "correct horse")], token: sent)
      #expect(answer.status == 403)
      #expect(victim.cookies["syncline_session"] == nil)
    }
  }

  @Test func aSessionIdThatWasPlantedIsNotTakenOver() async throws {
    let console = try await TestConsole()
    try await console.data.addUser("mira", role: .viewer, password: "correct horse")
    var browser = TestBrowser(console: console)
    browser.cookies["syncline_session"] = "planted"
    let page = await browser.get("/login")
    _ = await browser.submit(
      "/login", [("name", "mira"), ("password", "correct horse")], token: page.csrfToken)
    #expect(browser.cookies["syncline_session"] != "planted")
    var attacker = TestBrowser(console: console, cookies: ["syncline_session": "planted"])
    #expect(await attacker.get("/").status == 303)
  }

  @Test func signingInAgainEndsTheOldSession() async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("mira", .viewer)
    let old = browser
    let code = try await console.data.addSignInLink()
    let page = await browser.get("/login?link=\(code)")
    _ = await browser.submit("/login", [("link", code)], token: page.csrfToken)
    #expect(browser.cookies["syncline_session"] != old.cookies["syncline_session"])
    var stale = old
    #expect(await stale.get("/").status == 303)
  }

  @Test func signingOutEndsTheSessionOnTheServer() async throws {
    var browser = try await TestConsole().signIn("mira", .viewer)
    let stolen = browser
    let refused = await browser.submit("/logout", [], token: "wrong")
    #expect(refused.status == 403)
    let answer = try await browser.submit("/logout", [], token: browser.csrfToken)
    #expect(answer.headers["Location"] == "/login")
    #expect(browser.cookies["syncline_session"] == nil)
    var thief = stolen
    #expect(await thief.get("/").status == 303)
  }

  @Test func aSessionEndsWhenIdleAndAtTheLatestAfterTwelveHours() async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("mira", .viewer)
    for _ in 0..<24 {
      console.time.advance(milliseconds: 29 * 60_000)
      #expect(await browser.get("/").status == 200)
    }
    console.time.advance(milliseconds: 29 * 60_000)
    #expect(await browser.get("/").status == 303)
    var idle = try await console.signIn("jo", .viewer)
    console.time.advance(milliseconds: 30 * 60_000)
    #expect(await idle.get("/").status == 303)
  }
}
