import Console
import ConsoleData
import Foundation
import HTTPKit
import SyncCore
import Testing

/// The links beside every page.
@Suite struct NavigationTests {
  private func navigation(_ page: String) throws -> String {
    let start = try #require(page.firstRange(of: "<nav class=\"nav\""))
    let end = try #require(page[start.upperBound...].firstRange(of: "</nav>"))
    return String(page[start.upperBound..<end.lowerBound])
  }

  @Test func theTableThatIsShownOpensItsOtherPages() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    let table = "/s/todo/t/TodoItem"
    let pages = [
      "\(table)/schema", "\(table)/rules", "/s/todo/tokens?table=TodoItem",
      "/s/todo/drift?table=TodoItem",
    ]
    let beside = try navigation(await store.page(table).page)
    for page in pages { #expect(beside.contains("href=\"\(page)\""), "\(page)") }
    #expect(!(try navigation(await store.page("/s/todo").page).contains("/schema\"")))
  }

  @Test(arguments: [
    ("/s/todo/t/TodoItem", "TodoItem"), ("/s/todo/t/TodoItem/schema", "Schema"),
    ("/s/todo/t/TodoItem/rules", "Conflict rules"),
    ("/s/todo/tokens?table=TodoItem", "Delta tokens"),
  ])
  func thePageThatIsShownIsMarked(_ page: String, _ name: String) async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    let beside = try navigation(await store.page(page).page)
    let marked = beside.components(separatedBy: "aria-current=\"page\"").dropFirst()
    #expect(marked.count == 1)
    #expect(marked.first?.prefix(300).contains("<span>\(name)</span>") == true)
  }

  @Test(arguments: [(Role.admin, true), (.operate, false)])
  func aStoreIsAddedFromTheListOfStoresByWhoMay(_ role: Role, _ may: Bool) async throws {
    let console = try await TestConsole(administration: FakeAdministration())
    var browser = try await console.signIn("ann", role)
    let beside = try navigation(await browser.get("/").page)
    #expect(beside.contains("href=\"/stores/new\"") == may)
  }
}
