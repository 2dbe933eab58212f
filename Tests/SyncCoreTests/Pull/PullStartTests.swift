import Foundation
import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import SyncCore

/// Where a pull with a token begins.
@Suite struct PullStartTests {
  private static let start = Timestamp(milliseconds: 1_700_000_000_000)

  private func bench(_ rows: Int = 20) async throws -> Bench {
    var settings = Bench.settings()
    settings.overlapSeconds = 10
    let bench = try await Bench(settings: settings)
    for number in 0..<rows { bench.server.put("T", "r\(number)", ["n": .integer(Int64(number))]) }
    return bench
  }

  private func setClock(_ bench: Bench, _ seconds: Int64) {
    bench.server.change { $0.clock = Self.start.adding(seconds: seconds) }
  }

  private func asOf(_ bench: Bench) async throws -> Timestamp? {
    try await bench.context.database.read { db in
      try TokenStore.fetch("T", queryID: "all", on: db)?.asOf
    }
  }

  @Test func whatWasReadInFullIsNotReadAgain() async throws {
    let bench = try await bench()
    setClock(bench, 1)
    #expect(try await bench.context.pull().received == 20)
    setClock(bench, 60)
    #expect(try await bench.context.pull().received == 20, "some may have been on their way")
    #expect(try await asOf(bench) == Self.start.adding(seconds: 60))
    #expect(try await bench.context.pull().received == 1)
    let again = try await bench.reopened()
    #expect(try await again.pull().received == 1)
    #expect(try await bench.context.pullPreview().map(\.received) == [1])
  }

  @Test func previewWritesNotAPageToTheStore() async throws {
    let bench = try await bench()
    _ = try await bench.context.pull()
    bench.server.put("T", "r1", ["n": 100, "new": "a column"])
    let before = bench.context.fileBytes
    #expect(try await bench.context.pullPreview().map(\.updated) == [1])
    #expect(bench.context.fileBytes == before)
  }

  @Test func rowThatIsCommittedLateIsFound() async throws {
    let bench = try await bench()
    setClock(bench, 1)
    _ = try await bench.context.pull()
    bench.server.change { $0.stampStep = -5 }
    bench.server.put("T", "late", ["n": 1])
    setClock(bench, 3)
    #expect(try await bench.context.pull().inserted == 1)
  }

  @Test func pullThatBreaksOffGoesOnBehindItsPages() async throws {
    let bench = try await bench(50)
    bench.server.change {
      $0.pageMax = 10
      $0.stampStep = 1_000
    }
    for number in 0..<50 { bench.server.put("T", "r\(number)", ["n": .integer(Int64(number))]) }
    setClock(bench, 1_000)
    bench.remote.scriptReads([nil, nil, nil, .unreachable])
    #expect(try await bench.context.pull().stopped != nil)
    #expect(try await bench.context.pull().received == 21)
    #expect(try await bench.rows() == bench.server.rows("T"))
  }

  @Test func serverWhoseClockWasSetBackIsReadAnew() async throws {
    let bench = try await bench()
    setClock(bench, 3_600)
    _ = try await bench.context.pull()
    bench.server.change { $0.stampStep = -100 }
    bench.server.put("T", "hidden", ["n": 1])
    setClock(bench, 1)
    let report = try await bench.context.pull()
    #expect(report.inserted == 1)
    #expect(report.tables[0].warnings.contains { $0.contains("clock of the server was set back") })
    #expect(try await asOf(bench) == Self.start.adding(seconds: 1))
    #expect(try await bench.context.pull().tables[0].warnings.isEmpty)
  }

  @Test func secondsBetweenServersAreNoClockThatWasSetBack() async throws {
    let bench = try await bench()
    setClock(bench, 60)
    _ = try await bench.context.pull()
    setClock(bench, 52)
    #expect(try await bench.context.pull().tables[0].warnings.isEmpty)
  }

  @Test func serverWithoutAClockIsReadFromTheOverlapOn() async throws {
    let bench = try await bench()
    for _ in 0..<3 { #expect(try await bench.context.pull().received == 20) }
    #expect(try await asOf(bench) == nil)
  }

  @Test func tokenIsReadFromTheEarlierOfItAndTheLastPull() {
    let token = Timestamp(milliseconds: 100_000)
    func start(_ asOf: Int64?, _ overlap: Int) -> Timestamp? {
      PullRequest(
        table: "T", token: token.description, asOf: asOf.map { Timestamp(milliseconds: $0) },
        pageSize: 1, overlapSeconds: overlap
      ).start
    }
    #expect(start(nil, 10) == Timestamp(milliseconds: 90_000))
    #expect(start(105_000, 10) == Timestamp(milliseconds: 95_000))
    #expect(start(500_000, 10) == token)
    #expect(start(50_000, 0) == Timestamp(milliseconds: 50_000))
  }
}

extension SyncContext {
  /// The store's database with its write-ahead log.
  var fileBytes: [[UInt8]] {
    ["", "-wal"].map { FileManager.default.contents(atPath: path + $0).map(Array.init) ?? [] }
  }
}
