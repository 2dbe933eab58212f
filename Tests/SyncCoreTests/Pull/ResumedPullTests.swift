import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import SyncCore

/// A first pull that broke off, on a server that gives a token only at the end of the table.
@Suite struct ResumedPullTests {
  private func brokenOff(after pages: Int = 3, rows: Int = 10) async throws -> Bench {
    let bench = try await Bench()
    bench.server.change {
      $0.pageMax = 2
      $0.readsTablesByID = true
    }
    for number in 0..<rows {
      bench.server.put("T", "r\(number)", ["n": .integer(Int64(number))])
    }
    bench.remote.scriptReads(Array(repeating: nil, count: pages) + [.unreachable])
    let report = try await bench.context.pull()
    #expect(report.stopped?.code == "unreachable")
    #expect(report.tables.map(\.goesOn) == [true])
    #expect(try await bench.token() == nil)
    bench.remote.clearLog()
    return bench
  }

  @Test func goesOnBehindItsLastPageEvenInAnotherProcess() async throws {
    let bench = try await brokenOff()
    let report = try await bench.reopened().pull()
    #expect(report.isComplete)
    #expect(report.tables.map(\.inserted) == [4])
    #expect(try await bench.rows() == bench.server.rows("T"))
    #expect(bench.remote.calls.first?.id.hasSuffix(" r5") == true)
    #expect(try await bench.token() != nil)
  }

  @Test func bringsWhatChangedMeanwhileOnPagesThatWereRead() async throws {
    let bench = try await brokenOff()
    bench.server.put("T", "r1", ["n": 100])
    bench.server.put("T", "r2", [:], deleted: true)
    bench.server.put("T", "r00", ["n": 7])
    #expect(try await bench.context.pull().isComplete)
    #expect(try await bench.rows() == bench.server.rows("T"))
    bench.remote.clearLog()
    #expect(try await bench.context.pull().tables.map(\.inserted) == [0])
  }

  @Test func isForgottenWithTheTokens() async throws {
    for forget in ["purge", "forget", "full"] {
      let bench = try await brokenOff()
      switch forget {
      case "purge": #expect(try await bench.table.purge() == 6)
      case "forget":
        try await bench.context.forgetDeltaToken(table: "T", queryID: "all")
      default: break
      }
      let report = try await bench.context.pull(full: forget == "full")
      #expect(report.tables.map(\.received) == [10], "\(forget)")
      #expect(bench.remote.calls.first?.id.isEmpty == true)
      #expect(try await bench.rows() == bench.server.rows("T"))
    }
  }

  @Test func belongsToTheFilterThatItWasReadWith() async throws {
    let bench = try await brokenOff()
    bench.server.change { $0.filters["n lt 3"] = { ($0.values["n"]?.integer ?? 0) < 3 } }
    let report = try await bench.table.pull(filter: "n lt 3")
    #expect(report.tables.map(\.received) == [3])
    #expect(bench.remote.calls.first?.id.isEmpty == true)
  }

  @Test func aResetWhileThePullRunsEndsIt() async throws {
    let bench = try await brokenOff()
    let context = bench.context
    bench.remote.beforePage { request in
      guard request.cursor?.hasSuffix(" r7") == true else { return }
      await expectNoThrow {
        try await context.forgetDeltaToken(table: "T", queryID: "all")
      }
    }
    let report = try await bench.context.pull()
    #expect(report.tables.first?.failure?.contains("reset") == true)
    #expect(report.tables.map(\.goesOn) == [false])
    bench.remote.beforePage(nil)
    #expect(try await bench.context.pull().isComplete)
    #expect(try await bench.rows() == bench.server.rows("T"))
  }

  @Test func isWhereThePreviewBeginsToo() async throws {
    let bench = try await brokenOff()
    bench.server.put("T", "r1", ["n": 100])
    let preview = try #require(try await bench.context.pullPreview().first)
    #expect(preview.inserted == 4 && preview.updated == 1 && preview.isComplete)
  }

  @Test func aServerWithoutPlacesIsReadAgainAndTheReportSaysSo() async throws {
    let bench = try await Bench()
    let pages = [
      PullPage(records: [Record(id: "a", version: "1")], next: "1"),
      PullPage(records: [Record(id: "b", version: "1")], next: "2"),
    ]
    var cursor = SyncCursor()
    for page in pages {
      let job = PullJob(table: "T", query: PullQuery(queryID: "all"))
      _ = try await bench.context.store([page], of: job, after: cursor)
      cursor = cursor.moved(by: [page])
    }
    #expect(!cursor.isSet)
    #expect(try await bench.rows().count == 2)
  }
}
