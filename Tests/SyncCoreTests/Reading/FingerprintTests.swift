import JSONKit
import SQLiteKit
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

@Suite struct FingerprintTests {
  private let row = Record(id: "a", version: "1", values: ["n": 1, "colour": nil])

  @Test func aColumnThatARowHasNoValueInDoesNotCount() {
    let before = Record(id: "a", version: "1", values: ["n": 1])
    #expect(RowFingerprint(of: row) == RowFingerprint(of: before))
    #expect(RowFingerprint(content: row) == RowFingerprint(content: before))
    #expect(RowFingerprint(of: row) != RowFingerprint(of: Record(id: "a", version: "1")))
  }

  @Test func oneThatWasKeptWhileEmptyColumnsCountedStillHolds() {
    let content = Record(id: "a", values: row.values)
    for kept in [RowFingerprint(ofAllColumns: row), RowFingerprint(ofAllColumns: content)] {
      #expect(kept.matches(row))
      #expect(!kept.matches(Record(id: "a", version: "1", values: ["n": 2, "colour": nil])))
    }
  }

  @Test func aDecisionThatWasKeptWhileEmptyColumnsCountedIsTakenBackStill() async throws {
    let bench = try await Bench()
    bench.server.put("T", "a", ["n": 1, "m": nil])
    bench.server.put("T", "b", ["m": "x"])
    _ = try await bench.context.pull()
    try await bench.table.update("a", ["n": 2])
    bench.remote.script([.refused])
    _ = try await bench.context.push()
    let ids = try await bench.context.operations(matching: OperationQuery())
    let outcome = try await bench.context.decide(ids.map { ($0, .cancel) }, by: nil)
    let undo = try #require(outcome.undo)
    try await bench.context.database.write { db in
      let whole = try UndoJournal(connection: db).snapshot("T", "a")
      try db.execute(
        "UPDATE syncline_decided SET after = ?",
        [.text(RowFingerprint(ofAllColumns: Record(id: whole)).rawValue)])
    }
    #expect(try await bench.context.undo(undo, by: nil).rows == 1)
    #expect(try await bench.row("a")?.values["n"] == 2)
  }

  @Test func whatWouldBeSentIsTheSameInATableWithAnotherColumn() async throws {
    let bench = try await Bench()
    try await bench.synced("a", ["n": 1])
    try await bench.table.update("a", ["n": 2])
    let ids = try await bench.context.operations(matching: OperationQuery())
    let before = try await bench.context.fingerprints(ofOperations: ids)
    try await bench.table.insert(["id": "b", "colour": "red"])
    #expect(try await bench.context.fingerprints(ofOperations: ids) == before)
  }
}
