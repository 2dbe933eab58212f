import Console
import HTTPKit
import JSONKit
import SQLiteKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import ConsoleData

/// A change and its audit entry are one: where the audit cannot be written, the store keeps the entry.
@Suite struct AuditOutboxTests {
  private let rows = "/s/todo/t/TodoItem"

  private func entries(_ store: SyncConsole) async throws -> [AuditEntry] {
    try await store.console.data.auditEntries(AuditFilter(), limit: 100)
  }

  /// From now on no entry can be written, as with a full disk.
  private func closeAudit(_ store: SyncConsole) async throws {
    try await store.console.data.database.write { connection in
      try connection.execute(
        "CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT raise(FAIL, 'full'); END")
    }
  }

  private func openAudit(_ store: SyncConsole) async throws {
    try await store.console.data.database.write { try $0.execute("DROP TRIGGER full") }
    _ = await store.console.app.carryAuditOver()
  }

  @Test func aChangeWhoseEntryCannotBeWrittenIsDoneAndNotedLater() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await closeAudit(store)
    let answer = await store.post(rows, ["values": ["text": "new"]])
    #expect(answer.status == 201, "\(answer.page)")
    #expect(answer.headers["Syncline-Audit"] == "pending")
    #expect(await store.post("\(rows)/r/dean/hard-delete").status == 200)
    #expect(try await entries(store).isEmpty)
    try await openAudit(store)
    let noted = try await entries(store)
    #expect(noted.map(\.record.action) == ["rows.hard-delete", "rows.edit"])
    #expect(noted.map(\.record.who) == ["token admin", "token admin"])
    // Both can be taken back as if nothing had been in the way.
    for entry in noted { #expect(await store.post("/undo/\(entry.id)").json["changed"] == 1) }
    #expect(try await store.items.read(id: "dean") != nil)
    #expect(try await store.sync.counts().live == 1)
  }

  @Test func manyRowsChangedWithoutAnEntryAreNotedOnce() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    try await closeAudit(store)
    let answer = await store.post("\(rows)/bulk", ["action": "delete", "ids": ["dean", "ricky"]])
    #expect(answer.status == 200)
    #expect(answer.json["changed"] == 2 && answer.json["entry"]?.isNull == true)
    try await openAudit(store)
    _ = await store.console.app.carryAuditOver()
    let noted = try await entries(store)
    #expect(noted.count == 1)
    #expect(await store.post("/undo/\(try #require(noted.first?.id))").json["changed"] == 2)
  }

  @Test func anUndoWhoseEntryCannotBeWrittenIsMarkedLater() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    _ = await store.post("\(rows)/r/dean/delete")
    let entry = try #require(try await entries(store).first)
    try await closeAudit(store)
    #expect(await store.post("/undo/\(entry.id)").status == 200)
    try await openAudit(store)
    #expect(try await store.console.data.auditEntry(entry.id)?.undoneAt != nil)
  }

  @Test func aProgramThatEndedBetweenChangeAndEntryLeavesAnEntry() async throws {
    let store = try await SyncConsole()
    let record = AuditRecord(
      who: "mira", address: "127.0.0.1", action: "rows.edit", store: "todo", target: "TodoItem",
      requestID: "r")
    let id = try await insert(
      by: StoreAction(id: "one", intent: AuditWriter.intent(record)), in: store)
    #expect(await store.console.app.carryAuditOver().count == 1)
    #expect(await store.console.app.carryAuditOver().isEmpty)
    var expected = record
    expected.row = AuditRecord.Row("TodoItem", id)
    (expected.target, expected.count) = ("TodoItem \(id)", 1)
    let noted = try await entries(store).map(\.record)
    #expect(noted == [expected])
  }

  /// Names are kept of no more than some rows.
  @Test(arguments: [1, 2])
  func anEndedProgramsEntryKeepsNamesOnlyWhereAllRowsWereChanged(asked: Int) async throws {
    let store = try await SyncConsole()
    var record = AuditRecord(
      who: "jo", address: "", action: "rows.edit", store: "todo", target: "TodoItem", requestID: "")
    record.names = [AuditRecord.RowName(.init("TodoItem", "dean"), "Apples")]
    let intent = AuditWriter.intent(record, asked: asked)
    _ = try await insert(by: StoreAction(id: "asked \(asked)", intent: intent), in: store)
    #expect(await store.console.app.carryAuditOver().count == 1)
    #expect(try await entries(store).map(\.record.names) == [asked == 1 ? record.names : []])
  }

  /// While it is under way, its entry is about to come.
  private func insert(by action: StoreAction, in store: SyncConsole) async throws -> String {
    let id = try await StoreAction.$current.withValue(action) {
      try await store.items.insert(["text": "new"])
    }
    #expect(await store.console.app.carryAuditOver().isEmpty)
    withExtendedLifetime(action) {}
    return id
  }

  /// What the next start finds when the program ends right after each of these changes.
  private func entriesAfterEnd(
    _ store: SyncConsole, _ requests: [(path: String, body: JSONValue)]
  ) async throws -> [AuditRecord] {
    try await closeAudit(store)
    try await store.sync.database.write { connection in
      try connection.execute(
        "CREATE TRIGGER ended BEFORE UPDATE OF entry ON syncline_outbox WHEN NEW.entry IS NOT NULL "
          + "BEGIN SELECT raise(FAIL, 'ended'); END")
    }
    for (path, body) in requests {
      #expect(await store.post(path, body).status < 300, "\(path)")
    }
    try await store.sync.database.write { try $0.execute("DROP TRIGGER ended") }
    try await openAudit(store)
    return try await entries(store).map(\.record).reversed()
  }

  @Test func anEndedProgramsEntriesNameActionRowsAndCount() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ricky", "kay"])
    let noted = try await entriesAfterEnd(
      store,
      [
        (rows, ["values": ["id": "new", "text": "new"]]),
        ("\(rows)/bulk", ["action": "edit", "ids": ["dean", "kay"], "values": ["text": "both"]]),
        ("\(rows)/bulk", ["action": "delete", "ids": ["dean", "ricky", "kay"]]),
        ("\(rows)/r/kay/undelete", [:]),
        ("\(rows)/bulk", ["action": "hard-delete", "ids": ["kay"]]),
        ("/s/todo/offline", ["offline": true]),
      ])
    #expect(
      noted.map(\.action) == [
        "rows.edit", "rows.edit", "rows.delete", "rows.undelete", "rows.hard-delete", "sync.run",
      ])
    #expect(
      noted.map(\.target) == [
        "TodoItem new", "TodoItem", "TodoItem", "TodoItem kay", "TodoItem kay", "offline",
      ])
    #expect(noted.map(\.count) == [1, 2, 3, 1, 1, nil])
    #expect(noted.map { $0.row?.id } == ["new", nil, nil, "kay", "kay", nil])
    #expect(noted[0].after?["text"] == "new" && noted[5].after?["offline"] == true)
    #expect(
      noted.map { $0.names.map(\.name) } == [
        [], ["dean", "kay"], ["both", "ricky", "both"], ["both"], ["both"], [],
      ])
  }

  @Test func anEndedProgramsUndoMarksWhatItTookBack() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    _ = await store.post("\(rows)/r/dean/delete")
    let deletion = try #require(try await entries(store).first)
    let noted = try await entriesAfterEnd(store, [("/undo/\(deletion.id)", [:])])
    #expect(noted.last?.action == "action.undo" && noted.last?.count == 1)
    #expect(noted.last?.target == "entry \(deletion.id), TodoItem dean")
    #expect(try await store.console.data.auditEntry(deletion.id)?.undoneAt != nil)
  }

  @Test func anEndedProgramsUndoOfAnImportNamesItsRows() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    let imported: JSONValue = [["id": "a", "text": "one"], ["id": "b", "text": "two"]]
    #expect(await store.post("\(rows)/import", ["rows": imported, "mode": "insert"]).status < 300)
    let entry = try #require(try await entries(store).first)
    let noted = try await entriesAfterEnd(store, [("/undo/\(entry.id)", [:])])
    #expect(noted.count == 2)
    #expect(noted.last?.action == "action.undo" && noted.last?.count == 2)
    #expect(noted.last?.target == "entry \(entry.id), \(entry.record.target)")
    #expect(try await store.console.data.auditEntry(entry.id)?.undoneAt != nil)
    #expect(try await store.items.read(id: "a") == nil)
  }

  /// The program may have ended before or after the file was replaced.
  @Test func anEndedProgramsChangeOfSettingsIsInDoubt() async throws {
    let file = FakeAdministration()
    file.settings.withLock { $0["todo"] = ["name": "todo", "remote": ["kind": "azure"]] }
    let store = try await SyncConsole(administration: file)
    let settings: JSONValue = [
      "name": "todo", "remote": ["kind": "azure"], "push": ["window": 3],
    ]
    let change = ("/s/todo/settings", ["store": settings] as JSONValue)
    let noted = try await entriesAfterEnd(store, [change])
    #expect(noted.map(\.action) == ["store.edit"])
    #expect(noted.first?.reason?.contains("Check whether it is complete") == true)
  }

  /// It may be that nothing was undone: then it can be tried again.
  @Test func anEndedProgramsUndoOfSettingsLeavesTheEntryToBeUndone() async throws {
    let file = FakeAdministration()
    let old: JSONObject = ["name": "todo", "remote": ["kind": "azure"]]
    file.settings.withLock { $0["todo"] = old }
    let store = try await SyncConsole(administration: file)
    let new: JSONValue = ["name": "todo", "remote": ["kind": "azure"], "push": ["window": 3]]
    let answer = await store.post("/s/todo/settings", ["store": new])
    let entry = try #require(answer.json["undo"]?.integer)
    let noted = try await entriesAfterEnd(store, [("/undo/\(entry)", [:])])
    #expect(noted.last?.action == "action.undo")
    #expect(noted.last?.reason?.contains("Check whether it is complete") == true)
    #expect(try await store.console.data.auditEntry(entry)?.undoneAt == nil)
  }

  @Test func anUndoOfSettingsWhoseEntryIsKeptForLaterIsNotedOnce() async throws {
    let file = FakeAdministration()
    file.settings.withLock { $0["todo"] = ["name": "todo", "remote": ["kind": "azure"]] }
    let store = try await SyncConsole(administration: file)
    let new: JSONValue = ["name": "todo", "remote": ["kind": "azure"], "push": ["window": 3]]
    let entry = try #require(
      await store.post("/s/todo/settings", ["store": new]).json["undo"]?.integer)
    // The entry of the undo can't be written at once; another one could.
    try await store.console.data.database.write { connection in
      try connection.execute(
        "CREATE TRIGGER full BEFORE INSERT ON audit WHEN NEW.target LIKE '%restored%' "
          + "BEGIN SELECT raise(FAIL, 'full'); END")
    }
    #expect(await store.post("/undo/\(entry)").status == 200)
    try await openAudit(store)
    let undone = try await entries(store).filter { $0.record.action == "action.undo" }
    #expect(undone.map(\.record.target) == ["entry \(entry), Settings of todo restored."])
    #expect(try await store.console.data.auditEntry(entry)?.undoneAt != nil)
  }

  /// As by an error of the disk in what comes after the change.
  @Test func aChangeThatFailsAfterItsRowsAreChangedIsNotedWithTheirNumber() async throws {
    let (store, run) = try await SyncConsole.compared()
    let choices: JSONValue = ["missingOnServer": "remove-here"]
    let applied = await store.post("/s/todo/reconcile/\(run)/apply", choices)
    let entry = try #require(applied.json["undo"]?.integer)
    let database = store.console.data.database
    try await database.write { connection in
      try connection.execute(
        "CREATE TRIGGER failing BEFORE UPDATE ON runs BEGIN SELECT raise(FAIL, 'failing'); END")
    }
    let answer = await store.post("/undo/\(entry)")
    #expect(answer.json["error"]?["code"] == "done_but_unshown", "\(answer.page)")
    let undone = try await entries(store).filter { $0.record.action == "action.undo" }
    #expect(undone.map(\.record.count) == [1])
  }

  @Test func anEndedProgramsDecisionNamesItsOperations() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ricky"])
    for id in ["dean", "ricky"] {
      _ = await store.post("\(rows)/r/\(id)", ["values": ["text": "x"]])
    }
    let operations = try await store.sync.pendingOperations().map(\.id)
    let noted = try await entriesAfterEnd(
      store,
      [
        (
          "/s/todo/queue/bulk",
          ["action": "cancel", "ids": .array(operations.map { .integer($0) }), "expect": 2]
        )
      ])
    #expect(noted.last?.action == "queue.cancel" && noted.last?.count == 2)
    #expect(noted.last?.target == "cancel of 2 operations")
    #expect(noted.last?.names.map(\.name) == ["x", "x"])
  }

  @Test func anEndedProgramsEditKeepsTheNameThatTheRowHad() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    let noted = try await entriesAfterEnd(store, [("\(rows)/r/dean", ["values": ["text": "x"]])])
    #expect(noted.map { $0.names.map(\.name) } == [["dean"]])
    #expect(noted.first?.row == AuditRecord.Row("TodoItem", "dean"))
  }

  @Test func anActionThatIsNotedLeavesNothingToCarryOver() async throws {
    let store = try await SyncConsole()
    #expect(await store.post(rows, ["values": ["text": "new"]]).status == 201)
    #expect(try await store.sync.pendingAudit().isEmpty)
    #expect(await store.console.app.carryAuditOver().isEmpty)
    #expect(try await entries(store).count == 1)
  }

  @Test func whatChangesNothingLeavesNothing() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    #expect(await store.post("\(rows)/r/dean", ["values": ["text": "dean"]]).status == 200)
    #expect(await store.post("\(rows)/r/dean/undelete").status == 409)
    #expect(try await store.sync.pendingAudit().isEmpty)
    #expect(try await entries(store).isEmpty)
  }
}
