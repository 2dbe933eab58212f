import JSONKit
import SQLiteKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// Decisions on more rows than one transaction may hold the store for.
@Suite struct ManyDecisionsTests {
  private static let count = 1_500

  /// Rows that were never sent, and one more that nobody decides about.
  private func newRows() async throws -> (bench: Bench, operations: [Int64]) {
    let bench = try await Bench()
    let rows = (0..<Self.count).map { n in
      RowChange(.insert, table: "T", id: "r\(n)", values: ["n": .integer(Int64(n))])
    }
    #expect(try await bench.context.change(rows, by: "mira").isDone)
    let operations = try await bench.context.operations(matching: OperationQuery())
    try await bench.table.insert(["id": "other", "n": 0])
    return (bench, operations)
  }

  /// The newest entry of the history of all rows, or of one.
  private func newest(_ bench: Bench, of id: String? = nil) async throws -> Int64 {
    try await bench.context.database.read { connection in
      try connection.first(
        "SELECT max(id) FROM syncline_history WHERE ?1 IS NULL OR itemId = ?1", [.init(id)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) } ?? 0
    }
  }

  /// Begins `work`, and changes a row that it is not about as soon as some of it is done.
  private func changingAnother<Output: Sendable>(
    _ bench: Bench, during work: @escaping @Sendable () async throws -> Output
  ) async throws -> Output {
    let before = try await newest(bench)
    async let output = work()
    while try await newest(bench) == before { try await Task.sleep(for: .milliseconds(1)) }
    try await bench.table.update("other", ["n": .integer(before)])
    return try await output
  }

  @Test func anotherChangeIsMadeWhileManyAreDecidedAndTakenBack() async throws {
    let (bench, operations) = try await newRows()
    let outcome = try await changingAnother(bench) {
      try await bench.context.decide(operations.map { ($0, .cancel) }, by: "mira")
    }
    #expect(outcome.changed == Self.count && outcome.problems.isEmpty)
    #expect(try await newest(bench, of: "other") < newest(bench))
    #expect(try await bench.context.operations(matching: OperationQuery()).count == 1)

    let undo = try #require(outcome.undo)
    let taken = try await changingAnother(bench) {
      try await bench.context.undo(undo, by: "mira")
    }
    #expect(taken.rows == Self.count && taken.left.isEmpty)
    #expect(try await newest(bench, of: "other") < newest(bench))
    let waiting = Set(try await bench.context.operations(matching: OperationQuery()))
    #expect(waiting.isSuperset(of: operations))
  }

  @Test func aRowThatChangesWhileADecisionIsTakenBackStaysAndIsNamed() async throws {
    let (bench, operations) = try await newRows()
    let outcome = try await bench.context.decide(operations.map { ($0, .cancel) }, by: nil)
    let undo = try #require(outcome.undo)
    try await bench.table.insert(["id": "r7", "n": 70])
    let now = bench.context.time.now
    var taken = UndoOutcome()
    var isDone = false
    while !isDone {
      let part = try await bench.context.database.write { connection in
        try UndoJournal(connection: connection).undoSome(
          of: undo, isFirst: false, by: nil, at: now)
      }
      taken.rows += part.taken.rows
      taken.left += part.taken.left
      isDone = part.isDone
    }
    #expect(taken.rows == Self.count - 1)
    #expect(taken.left.map(\.id) == ["r7"])
    #expect(try await bench.row("r7")?.values["n"] == 70)
    #expect(try await bench.context.obstacle(toTakingBack: undo) != nil)
  }

  @Test func rowsThatChangedSinceStopNoOtherFromBeingTakenBack() async throws {
    let (bench, _) = try await newRows()
    let rows = try await bench.rows()
    let changes = rows.map { row in
      RowChange(
        .update, table: "T", id: row.id, values: ["n": -1], ifState: RowFingerprint(of: row))
    }
    try await bench.table.update(rows[3].id, ["n": 99])
    let outcome = try await bench.context.undo(changes, by: nil)
    #expect(outcome.problems.map(\.position) == [3])
    #expect(outcome.applied.count == rows.count - 1)
    #expect(try await bench.row(rows[3].id)?.values["n"] == 99)
    #expect(try await bench.row(rows[4].id)?.values["n"] == -1)
  }

  @Test func aColumnGoesWithTheChangeThatMadeItWhenThatIsTakenBack() async throws {
    let bench = try await Bench()
    try await bench.table.insert(["id": "a", "n": 1, "solo": 1])
    #expect(try await bench.columns() == ["n", "solo"])
    var undo = RowChange(.update, table: "T", id: "a", values: ["solo": .null])
    undo.isUndo = true
    #expect(try await bench.context.undo([undo]).isDone)
    #expect(try await bench.columns() == ["n"])
  }
}
