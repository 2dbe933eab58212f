import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import SyncCore

/// An insert that is sent again may bring a row back that somebody deleted: that has to be said.
@Suite struct CreatedAgainTests {
  private func kinds(_ bench: Bench, _ id: String) async throws -> [String] {
    try await bench.context.database.read { db in
      try HistoryStore.fetch("T", id, on: db).filter { $0.source == .push }.map(\.kind)
    }
  }

  @Test func aRowThatWasDeletedBeforeItsInsertWasSettledIsNamed() async throws {
    let bench = try await Bench()
    try await bench.table.insert(["id": "a"])
    bench.remote.script("a", [.lostAnswer])
    let server = bench.server
    bench.remote.beforeRead { server.remove("T", $0) }
    let report = try await bench.context.push()
    #expect(report.isClean && bench.server.row("T", "a") != nil)
    #expect(report.warnings.count == 1)
    #expect(report.warnings[0].hasPrefix("The insert of row a of T was sent again: "))
    #expect(try await kinds(bench, "a") == [HistoryEntry.createdAgain])
  }

  @Test func soIsOneThatALaterRunFinds() async throws {
    let bench = try await Bench()
    for id in ["a", "b"] {
      try await bench.table.insert(["id": .string(id)])
      // Sent again, and that answer is lost too, with the run.
      bench.remote.script(id, [.lostRequest, .lostAnswer])
    }
    bench.remote.scriptReads([nil, nil] + Array(repeating: .unreachable, count: 9))
    let first = try await bench.context.push()
    #expect(!first.isClean && first.warnings.isEmpty)
    bench.remote.scriptReads(Array(repeating: nil, count: 20))
    var warnings: [String] = []
    for _ in 0..<12 where try await !bench.operations().isEmpty {
      warnings += try await bench.context.push().warnings
    }
    #expect(warnings.joined().contains("of T"))
    #expect(try await kinds(bench, "a") == [HistoryEntry.createdAgain])
    #expect(try await kinds(bench, "b") == [HistoryEntry.createdAgain])
  }

  @Test func anInsertThatArrivedOnceIsNoSuchRow() async throws {
    let bench = try await Bench()
    for id in ["a", "b", "c"] { try await bench.table.insert(["id": .string(id)]) }
    bench.remote.script("a", [.lostAnswer])
    bench.remote.script("b", [.throttled])
    let report = try await bench.context.push()
    #expect(report.isClean && report.warnings.isEmpty)
    #expect(try await kinds(bench, "a") == ["insert"])
    #expect(try await kinds(bench, "b") == ["insert"])
  }
}
