import JSONKit
import SQLiteKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// Several decisions in one transaction, and taking them back.
@Suite struct DecisionTests {
  /// Three rows in conflict, each changed in `n` on both sides.
  private func conflicts(_ ids: [String] = ["a", "b", "c"]) async throws -> Bench {
    let bench = try await Bench()
    for id in ids { bench.server.put("T", id, ["n": 1, "m": "one"]) }
    _ = try await bench.context.pull()
    for id in ids {
      bench.server.put("T", id, ["n": 7, "m": "one"])
      try await bench.table.update(id, ["n": 2], by: "mira")
    }
    _ = try await bench.context.push()
    return bench
  }

  /// All that a decision can change, for comparing.
  private func everything(
    _ bench: Bench, _ ids: [String] = ["a", "b", "c"]
  ) async throws -> [String] {
    try await bench.context.database.read { connection in
      try ids.map { try UndoJournal(connection: connection).snapshot("T", $0) }
    }
  }

  private func queued(_ bench: Bench) async throws -> [Int64] {
    try await bench.context.operations(matching: OperationQuery())
  }

  @Test(
    arguments: [
      QueueDecision.cancel, .retry, .resolve(.keepLocal), .resolve(.takeServer),
      .resolve(.merge(["n": 5])), .resolve(.discard), .resolve(.removeRow), .resolve(.retry),
    ])
  func everyDecisionIsTakenBackToTheLetter(_ decision: QueueDecision) async throws {
    let bench = try await conflicts()
    let before = try await everything(bench)
    let outcome = try await bench.context.decide(
      try await queued(bench).map { ($0, decision) }, by: "mira")
    #expect(outcome.changed == 3 && outcome.problems.isEmpty)
    #expect(try await bench.context.errors().isEmpty)
    #expect(try await everything(bench) != before)
    let undo = try #require(outcome.undo)
    #expect(try await bench.context.undo(undo, by: "ivan").rows == 3)
    #expect(try await everything(bench) == before)
    #expect(try await bench.context.errorPage(ErrorQuery()).count == 3)
    await #expect(throws: SyncError.self) { try await bench.context.undo(undo, by: "ivan") }
  }

  @Test func nothingIsTakenBackOnceOneRowChanged() async throws {
    let bench = try await conflicts()
    let outcome = try await bench.context.decide(
      try await queued(bench).map { ($0, .resolve(.takeServer)) }, by: "mira")
    try await bench.table.update("b", ["m": "two"])
    let before = try await everything(bench)
    let undo = try #require(outcome.undo)
    await #expect(throws: SyncError.self) { try await bench.context.undo(undo, by: nil) }
    #expect(try await everything(bench) == before)
  }

  @Test func whatWasSentSinceIsNotTakenBack() async throws {
    let bench = try await conflicts(["a"])
    let outcome = try await bench.context.decide(
      try await queued(bench).map { ($0, .resolve(.keepLocal)) }, by: "mira")
    _ = try await bench.context.push()
    let undo = try #require(outcome.undo)
    await #expect(throws: SyncError.self) { try await bench.context.undo(undo, by: nil) }
    #expect(bench.server.row("T", "a")?.values["n"] == 2)
    #expect(try await queued(bench).isEmpty)
  }

  @Test func oneThatCannotBeCarriedOutStopsNoOther() async throws {
    let bench = try await conflicts(["a", "b"])
    try await bench.table.insert(["id": "new", "n": 1])
    let ids = try await queued(bench)
    let outcome = try await bench.context.decide(
      ([ids[0], 4_711] + ids.dropFirst()).map { ($0, .resolve(.takeServer)) }, by: nil)
    #expect(outcome.changed == 2)
    #expect(outcome.problems.map(\.operationID) == [4_711, ids[2]])
    #expect(outcome.problems.first?.error == .noSuchOperation(4_711))
    #expect(try await queued(bench) == [ids[2]])
  }

  @Test func aLaterOperationThatGoesAlongIsNoProblem() async throws {
    let bench = try await Bench()
    bench.server.put("T", "a", ["n": 1])
    _ = try await bench.context.pull()
    try await bench.table.update("a", ["n": 2])
    let first = try #require(try await queued(bench).first)
    try await bench.context.database.write { connection in
      try OperationStore.setState(first, .unknown, on: connection)
    }
    try await bench.table.update("a", ["n": 3])
    let ids = try await queued(bench)
    #expect(ids.count == 2)
    let outcome = try await bench.context.decide(ids.map { ($0, .cancel) }, by: nil)
    #expect(outcome.changed == 2 && outcome.problems.isEmpty)
    #expect(try await bench.row("a")?.values["n"] == 1)
    try await bench.context.undo(try #require(outcome.undo), by: nil)
    #expect(try await queued(bench) == ids)
    #expect(try await bench.row("a")?.values["n"] == 3)
  }

  @Test func retryingWhatWaitsAnywayChangesNothing() async throws {
    let bench = try await Bench()
    try await bench.table.insert(["id": "a", "n": 1])
    let outcome = try await bench.context.decide(
      try await queued(bench).map { ($0, .retry) }, by: nil)
    #expect(outcome.changed == 0 && outcome.problems.isEmpty && outcome.undo == nil)
  }

  @Test func theOldestDecisionsAreForgotten() async throws {
    let bench = try await conflicts(["a"])
    let id = try #require(try await queued(bench).first)
    let first = try await bench.context.decide([(id, .resolve(.takeServer))], by: nil)
    try await bench.context.database.write { connection in
      try connection.execute("UPDATE syncline_decisions SET rows = \(UndoJournal.keptMax)")
    }
    try await bench.table.update("a", ["n": 9])
    let second = try await bench.context.decide(
      try await queued(bench).map { ($0, .cancel) }, by: nil)
    await #expect(throws: SyncError.self) {
      try await bench.context.undo(try #require(first.undo), by: nil)
    }
    #expect(try await bench.context.undo(try #require(second.undo), by: nil).rows == 1)
  }

  @Test func conflictsThatWereChangedOnOtherSidesAreNotAlike() async throws {
    let bench = try await Bench()
    let ids = ["a", "b", "c", "d"]
    for id in ids { bench.server.put("T", id, ["n": 1, "m": "one"]) }
    _ = try await bench.context.pull()
    for id in ids {
      // "m" is changed here alone, but for "c", where only the server changed it.
      bench.server.put("T", id, ["n": 7, "m": .string(id == "c" ? "two" : "one")])
      try await bench.table.update(id, id == "c" ? ["n": 2] : ["n": 2, "m": "two"])
    }
    bench.server.put("T", "c", ["n": 7, "m": "three"])
    _ = try await bench.context.push()
    let first = try #require(try await bench.context.errors().first { $0.itemID == "a" })
    let similar = try #require(try await bench.context.conflicts(like: first.id))
    #expect(similar.columns == ["m", "n"] && similar.leftOut == 1)
    #expect(Set(similar.errors.map(\.itemID)) == ["b", "d"])
  }

  @Test func conflictsWithTheSameColumnsAreFound() async throws {
    let bench = try await conflicts(["a", "b", "c", "d"])
    try await bench.table.update("d", ["m": "two"])
    let errors = try await bench.context.errors()
    let first = try #require(errors.first { $0.itemID == "a" })
    let similar = try #require(try await bench.context.conflicts(like: first.id))
    #expect(similar.columns == ["n"])
    #expect(Set(similar.errors.map(\.itemID)) == ["b", "c"])
    #expect(similar.isComplete)
    #expect(try await bench.context.conflicts(like: first.id, limit: 2)?.isComplete == false)
  }
}
