import HTTPKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// What an error page says for a report.
@Suite struct ErrorDetailsTests {
  @Test func aFailureOfTheServerCanBeTriedAgainAndReported() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    store.remote.scriptReads(.init(repeating: .unreachable, count: 8))
    let path = "/s/todo/t/TodoItem/past?with=server&view=all"
    let answer = await store.page(path)
    #expect(answer.status == 502)
    #expect(
      answer.page.contains("href=\"/s/todo/t/TodoItem/past?with=server&amp;view=all\">Try again"))
    #expect(answer.page.contains("<details class=\"more\" open>"))
    #expect(answer.page.contains("Copy as Markdown") && answer.page.contains("- Syncline 1.2.3"))
    #expect(answer.page.contains("(HTTP 502, `"))
  }

  @Test func aMistakenAddressIsNotTriedAgain() async throws {
    let store = try await SyncConsole()
    let page = await store.page("/s/todo/t/Nothing").page
    #expect(
      !page.contains("Try again") && page.contains("<details class=\"more\"><summary>Details"))
    #expect(page.contains("- Path: `/s/todo/t/Nothing`"))
  }
}
