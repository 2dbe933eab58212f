import Console
import JSONKit
import SyncCore
import TestSupport
import Testing

/// A conflict has the same words wherever it is shown.
@Suite struct ConflictDescriptionTests {
  @Test func aConflictHasTheSameWordsOnEveryPage() async throws {
    let store = try await SyncConsole()
    try await store.fill(["ivan"])
    store.server.put("TodoItem", "ivan", ["text": "of the server"])
    try await store.items.update("ivan", ["text": "of the store"], by: "mira")
    let run = try #require(try await store.run("push")["run"]?.integer)
    let error = try #require(try await store.sync.errors().first)
    let paths = [
      "errors", "errors/\(error.id)", "queue", "queue/\(error.operationID)", "t/TodoItem/r/ivan",
      "t/TodoItem/r/ivan/edit", "runs/\(run)",
    ]
    for path in paths {
      let page = await store.page("/s/todo/\(path)").page
      #expect(page.contains("Changed here and on the server"), "\(path)")
    }
    for path in ["", "/runs/\(run)"] {
      let page = await store.page("/s/todo\(path)").page
      #expect(page.contains("1 row changed here and on the server"), "\(path)")
    }
  }

  @Test func anInsertAmongConflictsOfATableSaysWhatItIs() async throws {
    let store = try await SyncConsole()
    store.server.put("TodoItem", "dean", ["text": "of the server"])
    try await store.items.insert(["id": "dean", "text": "of the store"])
    _ = try await store.sync.push()
    let error = try #require(try await store.sync.errors().first)
    for path in ["errors", "errors/\(error.id)", "queue"] {
      let page = await store.page("/s/todo/\(path)").page
      #expect(
        page.contains("Inserted here, but the server already has a row with this id"), "\(path)")
    }
  }
}
