import JSONKit
import SQLiteKit
import TestSupport
import Testing

@testable import ConsoleData

/// The row that an entry is about, and the entry of its undo.
@Suite struct AuditRowTests {
  private let test: TestData

  init() async throws { test = try await TestData() }

  private func record(
    _ action: String, _ target: String, _ row: AuditRecord.Row? = nil, undoing: Int64? = nil
  ) async throws -> Int64 {
    try await test.data.record(
      AuditRecord(
        who: "mira", address: "", action: action, store: "todo", target: target, row: row,
        count: 1, undo: undoing == nil ? ["kind": "x"] : nil, requestID: "r"), undoing: undoing)
  }

  private func entries(of id: String, in table: String) async throws -> [Int64] {
    try await test.data.auditEntries(
      of: AuditedRow(store: "todo", table: table, id: id), limit: 10
    ).map(\.id)
  }

  @Test func theEntriesOfARowAreFoundWhateverTheirTargetSays() async throws {
    let row = AuditRecord.Row("Work orders", "a b")
    let cancelled = try await record("queue.cancel", "update 12 of a b in Work orders", row)
    let undone = try await record(
      "action.undo", "entry \(cancelled), an operation", undoing: cancelled)
    _ = try await record("rows.edit", "Work orders c", AuditRecord.Row("Work orders", "c"))
    #expect(try await entries(of: "a b", in: "Work orders") == [undone, cancelled])
    let entry = try #require(try await test.data.auditEntry(cancelled))
    #expect(entry.record.row == row && entry.undoneBy == undone)
  }

  @Test func aSearchAlsoFindsTheEntriesOfTheRowsThatItIsGiven() async throws {
    let first = try await record("rows.edit", "one", AuditRecord.Row("T", "a"))
    _ = try await record("rows.edit", "another", AuditRecord.Row("T", "b"))
    let undo = try await record("action.undo", "entry \(first), one", undoing: first)
    let older = try await record("rows.edit", "T a")
    let several = try await test.data.record(
      AuditRecord(
        who: "mira", address: "", action: "rows.edit", store: "todo", target: "T", count: 2,
        before: ["T a": ["name": "A"], "T b": ["name": "B"]], requestID: "r"))
    var filter = AuditFilter()
    filter.text = "Bulawayo"
    #expect(try await test.data.auditEntries(filter, limit: 10).isEmpty)
    filter.rows = [AuditedRow(store: "todo", table: "T", id: "a")]
    let found = try await test.data.auditEntries(filter, limit: 10).map(\.id)
    #expect(found == [several, older, undo, first])
    filter.rows[0].store = "films"
    #expect(try await test.data.auditEntries(filter, limit: 10).isEmpty)
  }

  @Test func entriesOfAnOlderFileKeepTheirHashAndTheirUndo() async throws {
    let first = try await record("rows.edit", "T a")
    let other = try await record("rows.edit", "T b")
    let undo = try await record("action.undo", "entry \(first), T a", undoing: first)
    let hash = try await test.data.verifyAudit().lastHash
    let pool = try await DatabasePool(path: test.directory.file("console.sqlite"))
    try await pool.write { connection in
      for sql in [
        "DROP TRIGGER auditIsNotEdited", "DROP INDEX auditByRow",
        "ALTER TABLE audit DROP COLUMN rowTable", "ALTER TABLE audit DROP COLUMN rowId",
        "ALTER TABLE audit DROP COLUMN rowNames", "ALTER TABLE audit DROP COLUMN undoneBy",
      ] + auditRowStep + auditNamesStep { try connection.execute(sql) }
    }
    let opened = try await test.opened()
    #expect(try await opened.verifyAudit().lastHash == hash)
    #expect(try await opened.verifyAudit().fault == nil)
    #expect(try await opened.auditEntry(first)?.undoneBy == undo)
    #expect(try await opened.auditEntry(other)?.undoneBy == nil)
    let found = try await opened.auditEntries(
      of: AuditedRow(store: "todo", table: "T", id: "a"), limit: 10)
    #expect(found.map(\.id) == [undo, first])
  }
}
