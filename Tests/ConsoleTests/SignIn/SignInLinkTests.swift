import Console
import ConsoleData
import HTTPKit
import JSONKit
import TestSupport
import Testing

@Suite struct SignInLinkTests {
  @Test func aLinkSignsInOnceAndALookAtItDoesNotUseItUp() async throws {
    let console = try await TestConsole()
    let code = try await console.data.addSignInLink()
    var browser = TestBrowser(console: console)
    _ = await browser.get("/login?link=\(code)")
    let page = await browser.get("/login?link=\(code)")
    #expect(page.status == 200)
    #expect(!page.page.contains("type=\"password\""))
    let answer = await browser.submit("/login", [("link", code)], token: page.csrfToken)
    #expect(answer.headers["Location"] == "/")
    #expect(await browser.get("/users").status == 200)

    var second = TestBrowser(console: console)
    let used = await second.get("/login?link=\(code)")
    #expect(used.page.contains("This one-time link was already used."))
    let refused = await second.submit("/login", [("link", code)], token: used.csrfToken)
    #expect(refused.status == 403)
    #expect(second.cookies["syncline_session"] == nil)
  }

  @Test func aLinkOlderThanTenMinutesIsRefused() async throws {
    let console = try await TestConsole()
    let code = try await console.data.addSignInLink()
    var browser = TestBrowser(console: console)
    let page = await browser.get("/login?link=\(code)")
    console.time.advance(milliseconds: 600_000)
    let answer = await browser.submit("/login", [("link", code)], token: page.csrfToken)
    #expect(answer.status == 403)
    #expect(answer.page.contains("has expired"))
    #expect(browser.cookies["syncline_session"] == nil)
  }

  @Test(arguments: ["", "x", "%3Cscript%3Ealert(1)%3C%2Fscript%3E"])
  func anUnknownLinkIsRefused(code: String) async throws {
    var browser = try TestBrowser(console: await TestConsole())
    let page = await browser.get("/login?link=\(code)")
    #expect(page.page.contains("not valid"))
    #expect(!page.page.contains("<script>alert"))
  }
}
