import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console

/// One row beside the server's copy of now: what differs, what a push would come to, what to do.
@Suite struct ServerComparisonTests {
  private static func path(_ id: String) -> String { "/s/todo/t/TodoItem/r/\(id)/server" }

  private func compared(_ id: String, _ store: SyncConsole) async -> JSONValue {
    await store.get(Self.path(id), as: .operate).json
  }

  private func repair(
    _ id: String, _ choice: String, _ store: SyncConsole, as role: Role = .admin
  ) async -> HTTPResponse {
    let seen = await compared(id, store)
    return await store.post(
      Self.path(id), ["choice": .string(choice), "ifState": seen["ifState"] ?? .null], as: role)
  }

  @Test func aRowThatIsTheSameOnBothSidesHasNoDifferences() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    let answer = await compared("dean", store)
    #expect(answer["result"] == "same")
    #expect(answer["differing"] == [])
    #expect(answer["repairs"] == [])
    let page = await store.page(Self.path("dean")).page
    #expect(page.contains("No differences."))
    #expect(!page.contains("Pull row"))
  }

  @Test func aRowThatWasEditedOnTheServerByHandIsShownAndPulled() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    store.server.edit("TodoItem", "ivan", ["text": "by hand"])
    let answer = await compared("ivan", store)
    #expect(answer["result"] == "different")
    #expect(answer["differing"] == ["text"])
    #expect(answer["repairs"] == ["pull-again"])
    #expect(answer["local"]?["text"] == "ivan")
    #expect(answer["server"]?["text"] == "by hand")
    #expect(await store.page(Self.path("ivan")).page.contains("1 column differs."))
    #expect(await repair("ivan", "pull-again", store, as: .viewer).status == 403)
    let pulled = await repair("ivan", "pull-again", store, as: .operate)
    #expect(pulled.status == 200)
    #expect(try await store.items.read(id: "ivan")?.values["text"] == "by hand")
    #expect(await compared("ivan", store)["result"] == "same")
    let entry = try #require(pulled.json["undo"]?.integer)
    #expect(await store.page("/audit").page.contains("pulled"))
    #expect(await store.post("/undo/\(entry)").status == 200)
    #expect(try await store.items.read(id: "ivan")?.values["text"] == "ivan")
  }

  @Test func aRowThatOnlyTheServerHasIsFoundByItsIDAndPulledAlone() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    store.server.put("TodoItem", "lost", ["text": "there"])
    store.server.put("TodoItem", "other", ["text": "there"])
    let missing = await store.page("/s/todo/t/TodoItem/r/lost")
    #expect(missing.status == 404)
    #expect(missing.page.contains("/s/todo/t/TodoItem/r/lost/server"))
    #expect(!(await store.page("/s/todo/t/TodoItem/r/lost", as: .viewer).page).contains("/server"))
    #expect(await compared("lost", store)["result"] == "missingHere")
    #expect(await store.page(Self.path("lost")).page.contains("Only the server has this row."))
    #expect(await repair("lost", "pull-again", store).status == 200)
    #expect(try await store.items.read(id: "lost")?.values["text"] == "there")
    #expect(try await store.items.read(id: "other") == nil)
  }

  @Test(arguments: ["remove-here", "insert-again"])
  func aRowThatTheServerLostIsRemovedOrInsertedAgain(_ choice: String) async throws {
    let store = try await SyncConsole()
    try await store.fill()
    store.server.remove("TodoItem", "ralph")
    #expect(await compared("ralph", store)["repairs"] == ["insert-again", "remove-here"])
    #expect(await repair("ralph", choice, store, as: .operate).status == 403)
    let done = await repair("ralph", choice, store)
    #expect(done.status == 200)
    let queue = try await store.queue()
    #expect((try await store.items.read(id: "ralph") == nil) == (choice == "remove-here"))
    #expect(queue.map(\.kind) == (choice == "remove-here" ? [] : [.insert]))
    let entry = try #require(done.json["undo"]?.integer)
    #expect(await store.post("/undo/\(entry)").status == 200)
    #expect(try await store.items.read(id: "ralph")?.values["text"] == "ralph")
    #expect(try await store.queue().isEmpty)
  }

  @Test func aRowThatChangedHereSinceIsLeftAlone() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    store.server.remove("TodoItem", "ralph")
    let seen = await compared("ralph", store)["ifState"] ?? .null
    try await store.items.update("ralph", ["text": "typed since"], by: "mira")
    let refused = await store.post(
      Self.path("ralph"), ["choice": "remove-here", "ifState": seen])
    #expect(refused.status == 409)
    #expect(refused.json["error"]?["code"] == "row_not_repaired")
    #expect(try await store.items.read(id: "ralph")?.values["text"] == "typed since")
    #expect(await repair("ralph", "pull-again", store).status == 409)
  }

  @Test func aChoiceThatIsNoneChangesNothing() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    for body: JSONValue in [[:], ["choice": "both"], ["choice": "remove-here"]] {
      #expect(await store.post(Self.path("ralph"), body).status == 422)
    }
    #expect(try await store.items.read(id: "ralph") != nil)
  }

  @Test func whatTheNextPushComesToIsTold() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    try await store.items.update("dean", ["text": "here"], by: "mira")
    #expect(await store.page(Self.path("dean")).page.contains("No conflict is expected."))
    store.server.put("TodoItem", "dean", ["text": "there"])
    let answer = await compared("dean", store)
    #expect(answer["changedOnServer"] == true)
    #expect(answer["repairs"] == [])
    #expect(answer["operations"]?.array?.count == 1)
    #expect(await store.page(Self.path("dean")).page.contains("Changed here and on the server."))
    try await store.items.insert(["id": "fresh", "text": "new"], by: "mira")
    #expect(
      await store.page(Self.path("fresh")).page.contains("The server does not have this row yet."))
    store.server.remove("TodoItem", "ricky")
    try await store.items.update("ricky", ["text": "here"], by: "mira")
    #expect(
      await store.page(Self.path("ricky")).page.contains("reports an error for you to resolve"))
  }

  @Test func aServerThatCannotBeAskedIsSaid() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    try await store.sync.setOffline(true)
    #expect(await store.get(Self.path("dean"), as: .operate).status == 409)
    try await store.sync.setOffline(false)
    store.remote.scriptReads([.unreachable])
    let answer = await store.get(Self.path("dean"), as: .operate)
    #expect(answer.status == 502)
    #expect(answer.json["error"]?["code"] == "remote_failed")
  }

  @Test func maskedValuesStayCovered() async throws {
    var table = TableSettings(name: SyncConsole.table)
    table.masked = ["text"]
    let store = try await SyncConsole(StoreSettings(tables: [table]))
    try await store.fill()
    store.server.edit("TodoItem", "ivan", ["text": "a secret"])
    for answer in [
      await store.get(Self.path("ivan"), as: .operate), await store.page(Self.path("ivan")),
    ] {
      #expect(!answer.page.contains("a secret"))
    }
    #expect(await compared("ivan", store)["differing"] == ["text"])
  }
}
