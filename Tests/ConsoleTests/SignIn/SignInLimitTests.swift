import ConsoleData
import HTTPKit
import Support
import TestSupport
import Testing

@testable import Console

/// What strangers can do to those who sign in, and what they may send.
@Suite struct SignInLimitTests {
  private let right = [("name", "mira"), ("password", "correct horse")]

  private func console() async throws -> TestConsole {
    let console = try await TestConsole()
    try await console.data.addUser("mira", role: .viewer, password: "correct horse")
    return console
  }

  @Test func formsOfManyStrangersPushNobodysOut() async throws {
    let console = try await console()
    var browser = TestBrowser(console: console)
    _ = await browser.get("/audit?user=jo")
    let token = await browser.get("/login").csrfToken
    for _ in 0..<4_200 { _ = await console.send(.get, "/audit") }
    let answer = await browser.submit("/login", right, token: token)
    #expect(answer.headers["Location"] == "/audit?user=jo")
  }

  @Test func aFormsCookieThatWasChangedOrIsOldIsNone() async throws {
    let console = try await console()
    for change in [
      { (cookie: String) in String(cookie.dropLast(3)) }, { $0 + "AAAA" }, { _ in "" },
    ] {
      var browser = TestBrowser(console: console)
      let token = await browser.get("/login").csrfToken
      browser.cookies["syncline_signin"] = change(browser.cookies["syncline_signin"] ?? "")
      #expect(await browser.submit("/login", right, token: token).status == 403)
    }
    var browser = TestBrowser(console: console)
    let token = await browser.get("/login").csrfToken
    console.time.advance(milliseconds: 3_600_000)
    #expect(await browser.submit("/login", right, token: token).status == 403)
  }

  @Test func aWayBackTooLongForACookieIsLeftOut() async throws {
    let console = try await console()
    var browser = TestBrowser(console: console)
    _ = await browser.get("/audit?q=" + String(repeating: "x", count: 4_000))
    #expect((browser.cookies["syncline_signin"]?.utf8.count ?? 0) < 4_000)
    let token = await browser.get("/login").csrfToken
    #expect(await browser.submit("/login", right, token: token).headers["Location"] == "/")
  }

  @Test func whoSignedInBeforeIsNotLockedOutByStrangers() async throws {
    let console = try await console()
    var known = TestBrowser(console: console)
    let first = await known.get("/login").csrfToken
    #expect(await known.submit("/login", right, token: first).status == 303)
    #expect(known.cookies["syncline_browser"]?.isEmpty == false)
    known.cookies["syncline_session"] = nil
    for index in 0..<30 {
      _ = try await console.data.beginSignIn(user: "mira", address: "192.0.2.\(index)")
    }
    var stranger = TestBrowser(console: console)
    let theirs = await stranger.get("/login").csrfToken
    #expect(await stranger.submit("/login", right, token: theirs).status == 429)
    let again = await known.get("/login").csrfToken
    #expect(await known.submit("/login", right, token: again).status == 303)
  }

  @Test func strangersGuessesKeepNobodyFromConfirmingInASession() async throws {
    let console = try await console()
    var browser = try await console.signIn("jo", .admin)
    for index in 0..<30 {
      _ = try await console.data.beginSignIn(user: "jo", address: "192.0.2.\(index)")
    }
    let answer = try await browser.submit(
      "/account/password",
      [("password", "correct horse"), ("newPassword", "quite another horse")],
      token: browser.csrfToken)
    #expect(answer.status == 303)
  }

  // MARK: - Bodies

  private func head(_ length: Int?, _ fields: [String: String] = [:]) -> HTTPRequest {
    var headers: HTTPHeaders = [
      "Host": TestConsole.host, "Content-Type": "application/json", "Accept": "application/json",
    ]
    if let length { headers["Content-Length"] = "\(length)" }
    for (name, value) in fields { headers[name] = value }
    return HTTPRequest(.post, "/s/todo/t/TodoItem", headers: headers)
  }

  @Test func longBodiesAreReadOnlyOfWhoIsSignedIn() async throws {
    let console = try await console()
    #expect(console.app.bodyRule(for: head(16 << 10)).admit == nil)
    for length in [(16 << 10) + 1, 8 << 20, nil] {
      let admit = try #require(console.app.bodyRule(for: head(length)).admit)
      guard case .refused(let response) = await admit() else {
        Issue.record("\(length ?? -1) bytes are read")
        continue
      }
      #expect(response.status == 401)
    }
    let token = try await console.data.addToken("ci", role: .viewer, by: "command line")
    for length in [8 << 20, nil] {
      let head = head(length, ["Authorization": "Bearer \(token)"])
      guard case .accepted? = await console.app.bodyRule(for: head).admit?() else {
        Issue.record("the body of a token is refused")
        continue
      }
    }
  }

  @Test func aBodyIsCountedForTheForwardedAddress() async throws {
    let console = try await TestConsole { $0.trustedProxies = ["127.0.0.1"] }
    let rule = console.app.bodyRule(for: head(10, ["X-Forwarded-For": "2001:db8::7"]))
    #expect(rule.client == .network(ClientNetwork("2001:db8::1")))
    let answer = await console.send(.get, "/login", ["X-Forwarded-For": "192.0.2.9"])
    #expect(answer.client == .network(ClientNetwork("192.0.2.9")))
  }

  @Test func answersSayWhomTheyAreFor() async throws {
    let console = try await console()
    var browser = try await console.signIn("jo", .admin)
    #expect(await browser.get("/").client == .principal("user jo"))
    #expect(await console.send(.get, "/static/none").client == nil)
  }
}
