import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// What asks before something is done has an address, so that Back and Reload work.
@Suite struct ConfirmationTests {
  private func asked() async throws -> (SyncConsole, TestBrowser, token: String, link: String) {
    let store = try await SyncConsole()
    let error = try await store.failure()
    let browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let answer = await store.console.submit(
      "/s/todo/errors/bulk", [("_token", token), ("choice", "discard"), ("id", error.id)],
      browser.cookieField)
    #expect(answer.status == 303)
    return (store, browser, token, try #require(answer.headers["Location"]))
  }

  @Test func aQuestionIsShownAgainAndConfirmedFromThere() async throws {
    var (store, browser, token, link) = try await asked()
    #expect(link.hasPrefix("/asked/"))
    for _ in 0..<2 {
      let page = await browser.get(link)
      #expect(
        page.status == 200 && page.page.contains("Discard 1 change of TodoItem in store todo?"))
      #expect(page.page.contains("<b>The change is discarded.</b>"))
      #expect(page.headers["Cache-Control"]?.contains("no-store") == true)
    }
    let id = try #require(try await store.sync.errors().first?.id)
    let done = await browser.submit(
      "/s/todo/errors/bulk", [("choice", "discard"), ("id", id), ("confirmed", "1")], token: token)
    #expect(done.status == 303)
    #expect(try await store.sync.errors().isEmpty)
    #expect(await browser.get(link).status == 200)
  }

  @Test func nobodyElseIsAsked() async throws {
    let (store, _, _, link) = try await asked()
    var other = try await store.console.signIn("eve", .admin)
    #expect(await other.get(link).status == 404)
    #expect(await store.get(link, as: .admin).status == 403)
  }

  @Test func aQuestionIsOverAfterAnHour() async throws {
    var (store, browser, _, link) = try await asked()
    for _ in 0..<3 {
      store.console.time.advance(milliseconds: 1_200_001)
      _ = await browser.get("/")
    }
    let page = await browser.get(link)
    #expect(page.status == 404 && page.page.contains("has expired"))
  }
}
