import JSONKit
import SQLiteKit
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// Rows that have one version on both sides and other values.
@Suite struct ReconcileContentTests {
  /// Ten synced rows, of which r3 and r7 were changed in the store file behind everyone's back.
  private func drifted() async throws -> Bench {
    let bench = try await Bench()
    bench.server.change { $0.pageMax = 3 }
    for number in 0..<10 {
      bench.server.put("T", "r\(number)", ["n": .integer(Int64(number)), "text": "same"])
    }
    _ = try await bench.context.pull()
    try await bench.context.database.write { db in
      try db.execute("UPDATE T SET n = 99 WHERE id IN ('r3', 'r7')")
    }
    bench.remote.clearLog()
    return bench
  }

  @Test func valuesAreComparedWhenAskedFor() async throws {
    let bench = try await drifted()
    let states = try await bench.context.reconcile("T")
    #expect(states.different.count == 0)
    #expect(!states.comparesContent)
    let report = try await bench.context.reconcile("T", content: true)
    #expect(report.isComplete && report.comparesContent)
    #expect(report.different.ids == ["r3", "r7"])
    #expect(report.different.count == 2)
    #expect(report.different.rows.map(\.columns) == [["n"], ["n"]])
    #expect(report.missingOnServer.count == 0 && report.missingHere.count == 0)
  }

  @Test func rowsOfAnotherVersionAreCountedOnce() async throws {
    let bench = try await drifted()
    bench.server.put("T", "r3", ["n": 3])
    bench.server.put("T", "r5", ["n": 55])
    let report = try await bench.context.reconcile("T", content: true)
    #expect(report.different.count == 3)
    #expect(report.different.ids == ["r3", "r5", "r7"])
    #expect(report.different.rows.map(\.columns) == [[], [], ["n"]])
  }

  @Test func pullingAgainTakesTheServersValuesAndKeepsTheOthers() async throws {
    let bench = try await drifted()
    let report = try await bench.context.reconcile("T", content: true)
    let outcome = try await bench.context.apply(
      report, ReconcileChoices(different: .pullAgain), by: "ada")
    #expect(outcome.pulled == 2)
    #expect(try await bench.rows() == bench.server.rows("T"))
    let history = try #require(try await bench.context.row("T", "r3")).history
    #expect(history.map { $0.record?.values["n"] } == [3, 99])
    let again = try await bench.context.reconcile("T", content: true)
    #expect(again.different.count == 0)
  }

  @Test func rowsWithOperationsAreLeftOut() async throws {
    let bench = try await drifted()
    try await bench.table.update("r3", ["text": "mine"])
    let report = try await bench.context.reconcile("T", content: true)
    #expect(report.different.ids == ["r7"])
    #expect(report.pendingRows == 1)
  }

  /// Whoever takes a column away on the server takes nothing away here.
  @Test func aColumnThatTheServerLacksIsNoDifference() async throws {
    let bench = try await drifted()
    bench.server.dropColumn("T", "text")
    let report = try await bench.context.reconcile("T", content: true)
    #expect(report.different.ids == ["r3", "r7"])
    #expect(report.different.rows.allSatisfy { $0.columns == ["n"] })
  }

  @Test func aReadingThatBreaksOffCanNotBeApplied() async throws {
    let bench = try await drifted()
    bench.remote.scriptReads(Array(repeating: nil, count: 6) + [.unreachable])
    let report = try await bench.context.reconcile("T", content: true)
    #expect(!report.isComplete)
    #expect(!report.comparesContent)
    #expect(report.failure != nil)
    await #expect(throws: ReconcileError.self) {
      _ = try await bench.context.apply(
        report, ReconcileChoices(different: .pullAgain), by: nil)
    }
  }

  /// Of a large table even a small share is many rows.
  @Test(arguments: [(50, nil), (51, 51)] as [(Int, Int?)])
  func manyRowsAskForTheirNumberHoweverLargeTheTable(_ missing: Int, _ needed: Int?) {
    var report = ReconcileReport(table: "T", startedAt: "")
    report.localRows = 1_000_000
    report.serverRows = report.localRows - missing
    report.missingOnServer.count = missing
    #expect(report.confirmationNeeded == needed)
  }
}
