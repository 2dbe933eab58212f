import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import SyncInspection
import TestSupport
import Testing

@Suite struct QueueUndoTests {
  /// Does something to `dean`, notes it, and gives the entry's number.
  private func entry(
    _ store: SyncConsole, _ action: UndoPlan.Action, _ values: JSONObject = JSONObject()
  ) async throws -> Int64 {
    let fingerprint = try #require(try await store.sync.row("TodoItem", "dean")?.fingerprint)
    let detail = UndoPlan(
      store: "todo", table: "TodoItem", action: action,
      rows: [.init(id: "dean", fingerprint: fingerprint.rawValue, values: values)])
    return try await store.console.data.record(
      AuditRecord(
        who: "mira", address: "127.0.0.1", action: "rows.edit", store: "todo", target: "dean",
        undo: detail.json, requestID: "r"))
  }

  @Test(
    arguments: UndoPlan.Action.allCases.filter { $0 != .decision && $0 != .importBack })
  func everyInverseWorksOnce(_ action: UndoPlan.Action) async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    var values = JSONObject()
    switch action {
    case .undelete: try await store.items.delete("dean")
    case .update, .revert:
      try await store.items.update("dean", ["text": "new"])
      values = ["text": "dean"]
    case .delete, .insertRemove, .decision, .importBack: break
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
    case .insertRemove, .decision, .importBack: #expect(row == nil)
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

  @Test func theListOffersUndoOnlyWhereItWouldWork() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ricky"])
    _ = await store.post("/s/todo/t/TodoItem/r/dean", ["values": ["text": "new"]])
    _ = await store.post("/s/todo/t/TodoItem/r/dean", ["values": ["text": "newer"]])
    let entries = try await store.console.data.auditEntries(AuditFilter(), limit: 10)
      .filter { $0.record.undo != nil }.map(\.id)
    try #require(entries.count == 2)
    let page = await store.page("/audit").page
    #expect(page.contains("Undo<span class=\"vh\"> entry \(entries[0])</span>"))
    #expect(!page.contains("Undo<span class=\"vh\"> entry \(entries[1])</span>"))
    #expect(page.contains("Cannot be undone<span class=\"vh\">: why, entry \(entries[1])"))
    #expect(await store.page("/audit/\(entries[1])").page.contains("changed since"))
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

  /// The newest entry that can be taken back.
  private func newest(_ store: SyncConsole) async throws -> Int64 {
    let entries = try await store.console.data.auditEntries(AuditFilter(), limit: 10)
    return try #require(entries.first { $0.record.undo != nil && $0.undoneAt == nil }?.id)
  }

  @Test func theMessageOfAnUndoNamesTheDecisionAndOffersToPush() async throws {
    let store = try await SyncConsole()
    let error = try await store.failure("ralph")
    try await store.items.insert(["id": "new", "text": "waits"])
    var browser = try await store.console.signIn("mira", .admin)
    let token = try await browser.csrfToken
    _ = await browser.submit(
      "/s/todo/errors/\(error.id)/resolve", [("choice", "discard"), ("confirmed", "1")],
      token: token)
    _ = await browser.submit(
      "/undo/\(try await newest(store))", [("back", "/audit")], token: token)
    let page = await browser.get("/audit").page
    #expect(page.contains("Undone: discard of changes to “too long”."))
    #expect(page.contains("The row and its place in the queue are restored."))
    #expect(page.contains("<button class=\"btn s\">Push 1</button>"))
    let again = try #require(try await store.sync.errors().first)
    #expect(page.contains("href=\"/s/todo/errors/\(again.id)\">Review error</a>"))
  }

  @Test(arguments: ["forget", "rewind"])
  func aDeltaTokenIsPutBackUnlessAPullWroteAnother(_ action: String) async throws {
    let store = try await SyncConsole()
    try await store.fill()
    let before = try await store.sync.deltaTokens().map(\.value)
    var body: JSONObject = ["table": "TodoItem", "queryId": "all"]
    if action == "rewind" { body["to"] = "2020-01-01T00:00:00Z" }
    let changed = await store.post("/s/todo/tokens/\(action)", .object(body))
    #expect(changed.status == 200)
    #expect(try await store.sync.deltaTokens().map(\.value) != before)
    let first = try await newest(store)
    #expect(await store.post("/undo/\(first)", as: .operate).status == 403)
    #expect(await store.post("/undo/\(first)").status == 200)
    #expect(try await store.sync.deltaTokens().map(\.value) == before)
    _ = await store.post("/s/todo/tokens/\(action)", .object(body))
    _ = try await store.sync.pull()
    let second = try await newest(store)
    #expect(await store.post("/undo/\(second)").status == 409)
  }

  @Test func theSwitchesOfAStoreAreTakenBack() async throws {
    let store = try await SyncConsole(schedule: Schedule(everyMinutes: 15))
    for (path, body) in [
      ("offline", ["offline": true]), ("schedule", ["paused": true]),
    ] as [(String, JSONValue)] {
      #expect(await store.post("/s/todo/\(path)", body).status == 200)
      #expect(await store.post("/undo/\(try await newest(store))").status == 200)
    }
    #expect(try await store.sync.isOffline == false)
    #expect(try await store.console.data.schedulePause("todo")?.isPaused == false)
    // What changes nothing leaves nothing to take back.
    _ = await store.post("/s/todo/offline", ["offline": false])
    let entries = try await store.console.data.auditEntries(AuditFilter(), limit: 10)
    #expect(entries.filter { $0.record.target == "online" }.isEmpty)
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
