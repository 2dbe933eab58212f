import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import SyncCore

/// A comparison by digests finds what a complete listing finds, and lists far less.
@Suite struct ReconcileDigestTests {
  /// Rows of both sides that drifted apart in every way, with operations among them.
  private func drifted(_ rows: Int) async throws -> Bench {
    let bench = try await Bench()
    for number in 0..<rows { bench.server.put("T", "r\(number)", ["n": .integer(Int64(number))]) }
    bench.server.put("T", "tombstone", ["n": 1], deleted: true)
    _ = try await bench.context.pull()
    for number in 0..<3 { bench.server.remove("T", "r\(number)") }
    bench.server.put("T", "r3", ["n": -1])
    bench.server.put("T", "r4", ["n": 4], deleted: true)
    bench.server.put("T", "extra", ["n": 100])
    bench.server.put("T", "buried", ["n": 100], deleted: true)
    bench.server.put("T", "r6", ["n": -6])
    try await bench.table.update("r2", ["n": 1_000])
    try await bench.table.update("r6", ["n": 1_000])
    try await bench.table.insert(["id": "never-sent"])
    // A row without a version that no operation explains is a finding too.
    try await bench.context.database.write { db in
      try db.execute("INSERT INTO T(id) VALUES ('stray')")
    }
    bench.remote.clearLog()
    return bench
  }

  private func report(
    _ bench: Bench, _ behaviour: DigestingFakeRemote.Behaviour
  ) async throws -> (report: ReconcileReport, listed: Int) {
    let remote = DigestingFakeRemote(bench.remote, behaviour)
    let context = try await SyncContext(
      path: bench.context.path, remote: remote, settings: bench.context.settings, time: bench.time)
    return (try await context.reconcile("T"), remote.listed)
  }

  @Test(arguments: DigestingFakeRemote.Behaviour.allCases)
  func digestsFindWhatAListingFinds(_ behaviour: DigestingFakeRemote.Behaviour) async throws {
    let bench = try await drifted(2_000)
    let expected = try await bench.context.reconcile("T")
    #expect(expected.missingOnServer.ids == ["r0", "r1", "stray"])
    #expect(expected.different.ids == ["r3", "r4"])
    let (report, listed) = try await report(bench, behaviour)
    var adjusted = report
    adjusted.startedAt = expected.startedAt
    adjusted.usesDigest = false
    #expect(adjusted == expected && report.usesDigest == (behaviour == .works))
    #expect(behaviour == .works ? (1..<200).contains(listed) : listed == 0)
  }

  @Test func sidesThatAreAlikeListNothing() async throws {
    let bench = try await Bench()
    for number in 0..<50 { bench.server.put("T", "r\(number)", [:]) }
    _ = try await bench.context.pull()
    bench.remote.clearLog()
    let (report, listed) = try await report(bench, .works)
    #expect(report.isComplete)
    #expect(report.localRows == 50)
    #expect(report.serverRows == 50)
    #expect(report.missingOnServer.count + report.missingHere.count + report.different.count == 0)
    #expect(listed == 0)
    #expect(bench.remote.calls.isEmpty)
  }

  /// The guard against a listing that is too small to be true holds for digests as well.
  @Test func anEmptyServerAsksForAConfirmation() async throws {
    let bench = try await Bench()
    for number in 0..<50 { bench.server.put("T", "r\(number)", [:]) }
    _ = try await bench.context.pull()
    for number in 0..<50 { bench.server.remove("T", "r\(number)") }
    let (report, _) = try await report(bench, .works)
    #expect(report.missingOnServer.count == 50)
    #expect(report.serverRows == 0)
    #expect(report.confirmationNeeded == 50)
  }

  @Test func aServerThatFailsAltogetherMakesAnIncompleteReport() async throws {
    let bench = try await drifted(20)
    bench.remote.scriptReads([.refused])
    let (report, _) = try await report(bench, .knowsNoDigests)
    #expect(!report.isComplete)
  }
}
