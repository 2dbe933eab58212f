import JSONKit
import SQLiteKit
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// Ten synced rows; then the server lost r0 and r1, changed r2, and has one more.
private func drifted() async throws -> Bench {
  let bench = try await Bench()
  for number in 0..<10 { bench.server.put("T", "r\(number)", ["n": .integer(Int64(number))]) }
  _ = try await bench.context.pull()
  bench.server.remove("T", "r0")
  bench.server.remove("T", "r1")
  bench.server.put("T", "r2", ["n": 22])
  bench.server.put("T", "extra", ["n": 100])
  bench.server.put("T", "buried", ["n": 100], deleted: true)
  bench.remote.clearLog()
  return bench
}

@Test func reconcileFindsWhatDriftedAndChangesNothing() async throws {
  let bench = try await drifted()
  bench.server.change { $0.pageMax = 3 }
  let before = try await bench.rows()
  let report = try await bench.context.reconcile("T")
  #expect(report.isComplete)
  #expect(report.missingOnServer.ids == ["r0", "r1"])
  #expect(report.missingHere.ids == ["extra"])
  #expect(report.different.ids == ["r2"])
  #expect(report.localRows == 10)
  #expect(report.serverRows == 10)
  #expect(report.confirmationNeeded == nil)
  #expect(try await bench.rows() == before)
  #expect(bench.remote.calls.allSatisfy { $0.name == "identities" })
}

@Test func reconcileOfAnUnknownTableMakesNone() async throws {
  let bench = try await drifted()
  let known = try await bench.context.tables().map(\.name)
  await #expect(throws: SyncError.noSuchTable("Typo")) {
    try await bench.context.reconcile("Typo")
  }
  #expect(try await bench.context.tables().map(\.name) == known)
  #expect(bench.remote.calls.isEmpty)
}

@Test func reconcileLeavesRowsWithOperationsOut() async throws {
  let bench = try await drifted()
  try await bench.table.update("r0", ["n": 1_000])
  try await bench.table.update("r2", ["n": 1_000])
  try await bench.table.insert(["id": "extra", "n": 1])
  try await bench.table.insert(["id": "never-sent"])
  let report = try await bench.context.reconcile("T")
  #expect(report.missingOnServer.ids == ["r1"])
  #expect(report.missingHere.ids.isEmpty)
  #expect(report.different.ids.isEmpty)
  #expect(report.pendingRows == 4)
  #expect(report.leftOut == "4 rows with unsent changes were left out.")
}

@Test func applyingMakesTheStoreAsTheServerIs() async throws {
  let bench = try await drifted()
  let report = try await bench.context.reconcile("T")
  let outcome = try await bench.context.apply(
    report,
    ReconcileChoices(
      missingOnServer: .removeHere, missingHere: .pullAgain, different: .pullAgain),
    by: "ada")
  #expect(outcome.removed == 2)
  #expect(outcome.pulled == 2)
  #expect(outcome.skipped.isEmpty)
  #expect(try await bench.operations().isEmpty)
  let live = bench.server.rows("T").filter { !$0.deleted }
  #expect(try await bench.rows() == live)
  let history = try await bench.context.database.read { db in
    try HistoryStore.fetch("T", "r0", on: db)
  }
  #expect(history.first?.kind == "remove-here")
  #expect(history.first?.record?.values["n"] == 0)
}

@Test func insertAgainQueuesTheRow() async throws {
  let bench = try await drifted()
  let report = try await bench.context.reconcile("T")
  let outcome = try await bench.context.apply(
    report, ReconcileChoices(missingOnServer: .insertAgain, ids: ["r0"]), by: nil)
  #expect(outcome.queuedInserts == 1)
  #expect(try await bench.operations().map(\.kind) == [.insert])
  _ = try await bench.context.push()
  #expect(bench.server.row("T", "r0")?.values["n"] == 0)
  try await bench.expectSame("r0")
}

@Test func applyingLeavesRowsThatMovedOnAlone() async throws {
  let bench = try await drifted()
  let report = try await bench.context.reconcile("T")
  try await bench.table.update("r0", ["n": 5])
  bench.server.put("T", "r1", ["n": 1])
  try await bench.table.update("r2", ["n": 6])
  let outcome = try await bench.context.apply(
    report, ReconcileChoices(missingOnServer: .removeHere, different: .pullAgain), by: nil)
  #expect(outcome.removed == 0)
  #expect(outcome.skipped.map(\.id).sorted() == ["r0", "r1", "r2"])
  #expect(try await bench.row("r0")?.values["n"] == 5)
  #expect(try await bench.row("r2")?.values["n"] == 6)
  #expect(try await bench.operations().count == 2)
}

@Test func aListingThatBreaksOffCanNotBeApplied() async throws {
  let bench = try await drifted()
  bench.server.change { $0.pageMax = 3 }
  bench.remote.scriptReads([nil, nil, .unreachable])
  let report = try await bench.context.reconcile("T")
  #expect(!report.isComplete)
  #expect(report.failure != nil)
  #expect(report.missingOnServer.count == 0, "what was not listed is not missing")
  #expect(report.missingHere.count == 0 && report.different.count == 0)
  let before = try await bench.rows()
  await #expect(throws: ReconcileError.self) {
    _ = try await bench.context.apply(
      report, ReconcileChoices(missingOnServer: .removeHere, confirm: 100), by: nil)
  }
  #expect(try await bench.rows() == before)
}

@Test(arguments: [0, 3])
func manyMissingRowsAskForTheirNumber(_ left: Int) async throws {
  let bench = try await Bench()
  for number in 0..<10 { bench.server.put("T", "r\(number)", ["n": 1]) }
  _ = try await bench.context.pull()
  for number in left..<10 { bench.server.remove("T", "r\(number)") }
  let report = try await bench.context.reconcile("T")
  #expect(report.confirmationNeeded == 10 - left)
  for confirm in [nil, 1, 11] as [Int?] {
    await #expect(
      throws: ReconcileError.confirmationNeeded(table: "T", count: 10 - left, of: 10)
    ) {
      _ = try await bench.context.apply(
        report, ReconcileChoices(missingOnServer: .removeHere, confirm: confirm), by: nil)
    }
  }
  #expect(try await bench.rows().count == 10)
  let outcome = try await bench.context.apply(
    report, ReconcileChoices(missingOnServer: .removeHere, confirm: 10 - left), by: nil)
  #expect(outcome.removed == 10 - left)
}

@Test func tombstonesThatTheServerKeepsAreNoDifference() async throws {
  let bench = try await Bench()
  try await bench.synced("a", ["n": 1])
  try await bench.table.delete("a")
  _ = try await bench.context.push()
  let report = try await bench.context.reconcile("T")
  #expect(report.missingOnServer.count == 0)
  #expect(report.different.count == 0)
}

@Test func aRowWhoseDeleteWasPushedMatchesTheServerBeforeTheNextPull() async throws {
  let bench = try await Bench()
  for id in ["a", "b"] { bench.server.put("T", id, ["n": 1]) }
  _ = try await bench.context.pull()
  bench.server.change { $0.answersWithoutRow = true }
  try await bench.table.delete("a")
  #expect(try await bench.context.push().succeeded == 1)
  #expect(try await bench.row("a")?.version == nil)
  #expect(try await bench.context.reconcile("T").different.count == 0)
  bench.server.put("T", "a", ["n": 2])
  #expect(try await bench.context.reconcile("T").different.rows.map(\.id) == ["a"])
}
