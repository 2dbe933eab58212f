import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@Suite struct SyncUndoTests {
  /// Does something to `dean`, notes it, and gives the entry's number.
  private func entry(
    _ store: SyncConsole, _ action: UndoDetail.Action, _ values: JSONObject = JSONObject()
  ) async throws -> Int64 {
    let fingerprint = try #require(try await store.sync.row("TodoItem", "dean")?.fingerprint)
    let detail = UndoDetail(
      store: "todo", table: "TodoItem", action: action,
      rows: [.init(id: "dean", fingerprint: fingerprint.rawValue, values: values)])
    return try await store.console.data.record(
      AuditRecord(
        who: "mira", address: "127.0.0.1", action: "rows.edit", store: "todo", target: "dean",
        undo: detail.json, requestID: "r"))
  }

  @Test(arguments: UndoDetail.Action.allCases.filter { $0 != .decision })
  func everyInverseWorksOnce(_ action: UndoDetail.Action) async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    var values = JSONObject()
    switch action {
    case .undelete: try await store.items.delete("dean")
    case .update, .revert:
      try await store.items.update("dean", ["text": "new"])
      values = ["text": "dean"]
    case .delete, .insertRemove, .decision: break
    }
    let id = try await entry(store, action, values)
    #expect(await store.post("/undo/\(id)", as: .viewer).status == 403)
    let answer = await store.post("/undo/\(id)", as: .operate)
    #expect(answer.status == 200)
    #expect(answer.json["changed"] == 1)
    let row = try await store.items.read(id: "dean")
    switch action {
    case .undelete: #expect(row?.deleted == false)
    case .update, .revert: #expect(row?.values["text"] == "dean")
    case .delete: #expect(row?.deleted == true)
    case .insertRemove, .decision: #expect(row == nil)
    }
    #expect(await store.post("/undo/\(id)").status == 409)
  }

  @Test func aRowThatChangedSinceStays() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "new"])
    let id = try await entry(store, .update, ["text": "dean"])
    try await store.items.update("dean", ["text": "newer"])
    let answer = await store.post("/undo/\(id)")
    #expect(answer.status == 409)
    #expect(answer.json["error"]?["message"]?.string?.contains("changed since") == true)
    #expect(try await store.items.read(id: "dean")?.values["text"] == "newer")
    #expect(try await store.console.data.auditEntry(id)?.undoneAt == nil)
  }

  @Test func aPushedActionIsTakenBackWhileTheRowHoldsTheSame() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    let deleted = await store.post("/s/todo/t/TodoItem/r/dean/delete")
    #expect(deleted.status == 200)
    _ = try await store.run("push")
    _ = try await store.run("pull")
    let version = try await store.items.read(id: "dean")?.version
    let entries = try await store.console.data.auditEntries(AuditFilter(), limit: 10)
    let id = try #require(entries.first { $0.record.undo != nil }?.id)
    let answer = await store.post("/undo/\(id)")
    #expect(answer.json["changed"] == 1)
    let row = try await store.items.read(id: "dean")
    #expect(row?.deleted == false && row?.version == version)
    #expect(try await store.sync.operations(OperationQuery()).count == 1)
  }

  @Test func whatCannotBeTakenBackIsRefused() async throws {
    let store = try await SyncConsole()
    let id = try await store.console.data.record(
      AuditRecord(
        who: "mira", address: "127.0.0.1", action: "sync.run", target: "push", requestID: "r"))
    #expect(await store.post("/undo/\(id)").status == 409)
    #expect(await store.post("/undo/999").status == 404)
    #expect(await store.post("/undo/x").status == 404)
  }
}
