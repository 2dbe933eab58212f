import Console
import ConsoleData
import HTTPKit
import TestSupport
import Testing

@Suite struct CSRFTokenTests {
  @Test func noTwoPagesCarryTheSameTokenAndEachIsTaken() async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("mira", .viewer)
    let secret = try await browser.csrfToken
    var tokens: Set<String> = []
    for _ in 0..<4 {
      let page = await browser.get("/")
      #expect(!page.page.contains(secret))
      tokens.insert(page.csrfToken)
    }
    #expect(tokens.count == 4)
    for token in tokens {
      let answer = await browser.submit("/sessions/end-others", [], token: token)
      #expect(answer.status == 303)
    }
  }

  @Test func aTokenThatWasTouchedIsRefused() async throws {
    let console = try await TestConsole()
    var browser = try await console.signIn("mira", .viewer)
    let token = await browser.get("/").csrfToken
    let last = token.last == "A" ? "Q" : "A"
    let first = token.first == "A" ? "Q" : "A"
    for touched in [
      token.dropLast() + last, first + token.dropFirst(), token.dropLast(2) + "", token + "AA",
      String(repeating: "A", count: token.count), token + token,
    ] {
      let answer = await browser.submit("/sessions/end-others", [], token: String(touched))
      #expect(answer.status == 403, "\(touched)")
    }
  }

  @Test func theTokenOfThePageToSignInDiffersEachTimeToo() async throws {
    let console = try await TestConsole()
    try await console.data.addUser("mira", role: .viewer, password: "correct horse")
    var browser = TestBrowser(console: console)
    let first = await browser.get("/login").csrfToken
    let second = await browser.get("/login").csrfToken
    #expect(first != second)
    let answer = await browser.submit(
      "/login", [("name", "mira"), ("password", "correct horse")], token: first)
    #expect(answer.status == 303)
  }
}
