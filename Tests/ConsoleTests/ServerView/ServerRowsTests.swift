import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console

/// The rows of a table as the server has them now.
@Suite struct ServerRowsTests {
  private static let path = "/s/todo/t/TodoItem/server"

  @Test func rowsOfTheServerAreListedBesideTheStores() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    store.server.edit("TodoItem", "ivan", ["text": "by hand"])
    store.server.put("TodoItem", "lost", ["text": "there"])
    store.server.put("TodoItem", "buried", ["text": "gone"], deleted: true)
    try await store.items.update("dean", ["text": "here"], by: "mira")
    let answer = await store.get(Self.path + ".json", as: .operate).json
    let rows = (answer["rows"]?.array ?? []).map {
      "\($0["id"]?.string ?? "") \($0["result"]?.string ?? "")"
    }
    #expect(
      Set(rows) == [
        "dean different", "ricky same", "ralph same", "ivan different", "lost missingHere",
        "buried missingHere",
      ])
    #expect(answer["next"] == .null)
    let page = await store.page(Self.path).page
    for words in ["Only on the server", "Different here", "Pending change", "by hand"] {
      #expect(page.contains(words), "\(words)")
    }
    #expect(try await store.items.read(id: "lost") == nil)
    #expect(await store.get(Self.path, as: .viewer).status == 403)
    #expect(!(await store.page("/s/todo/t/TodoItem", as: .viewer).page).contains(Self.path))
    #expect(await store.page("/s/todo/t/TodoItem").page.contains(Self.path))
  }

  @Test func pagesFollowEachOtherUntilTheLast() async throws {
    let store = try await SyncConsole()
    try await store.fill((0..<7).map { "r\($0)" })
    var (ids, address, pages) = (Set<String>(), Self.path + ".json?limit=3", 0)
    while true {
      let answer = await store.get(address, as: .operate).json
      ids.formUnion((answer["rows"]?.array ?? []).compactMap { $0["id"]?.string })
      pages += 1
      guard let next = answer["next"]?.string, pages < 9 else { break }
      address = Links.with(
        Self.path + ".json", QueryItems([.init("limit", "3"), .init("after", next)]))
    }
    #expect(ids.count == 7)
    #expect(pages >= 3)
    let page = await store.page(Self.path + "?limit=3").page
    #expect(page.contains("Next"))
    #expect(page.contains("<input type=\"hidden\" name=\"limit\" value=\"3\">"))
    #expect(await store.get(Self.path + "?limit=0", as: .operate).status == 400)
  }

  @Test func theFilterIsTheServers() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    store.server.change { $0.filters["only dean"] = { $0.id == "dean" } }
    let answer = await store.get(Self.path + ".json?filter=only%20dean", as: .operate).json
    #expect(answer["rows"]?.array?.count == 1)
  }

  @Test func maskedColumnsCannotBeFilteredByTheServer() async throws {
    var table = TableSettings(name: SyncConsole.table)
    table.masked = ["text"]
    let store = try await SyncConsole(StoreSettings(tables: [table]))
    try await store.fill()
    let filtered = Self.path + ".json?filter=text%20eq%20'dean'"
    #expect(await store.get(filtered, as: .operate).status == 403)
    let rows = await store.get(Self.path + ".json", as: .operate)
    #expect(rows.status == 200)
    #expect(rows.json["rows"]?.array?.allSatisfy { $0["server"]?["text"] == "▒▒▒▒" } == true)
    #expect(await store.post("/s/todo/unmask", ["unmask": true], as: .operate).status == 200)
    #expect(await store.get(filtered, as: .operate).status != 403)
  }

  @Test func aServerThatCannotBeAskedIsSaid() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    try await store.sync.setOffline(true)
    #expect(await store.get(Self.path, as: .operate).status == 409)
    #expect(await store.get("/s/todo/t/Nowhere/server", as: .operate).status == 404)
  }
}
