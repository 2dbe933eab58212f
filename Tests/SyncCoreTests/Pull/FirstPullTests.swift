import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import SyncCore

/// A first pull leaves the index of a table out until the rows are in.
@Suite struct FirstPullTests {
  private func bench(rows: Int) async throws -> Bench {
    var settings = Bench.settings()
    settings.pageSize = 10
    let bench = try await Bench(settings: settings)
    for number in 0..<rows { bench.server.put("T", "row \(number)", ["n": 1]) }
    return bench
  }

  @Test func theIndexIsThereAfterwards() async throws {
    let bench = try await bench(rows: 95)
    #expect(try await bench.context.pull().tables.map(\.inserted) == [95])
    #expect(try await bench.hasIndex)
  }

  @Test func theIndexIsThereAfterAPullThatBrokeOff() async throws {
    let bench = try await bench(rows: 95)
    bench.remote.scriptReads([nil, nil, nil, .refused])
    let report = try await bench.context.pull()
    #expect(report.tables.first?.failure != nil)
    #expect(try await !bench.rows().isEmpty)
    #expect(try await bench.hasIndex)
  }

  @Test func aCrashDuringTheFirstPullIsMendedWhenTheStoreIsOpened() async throws {
    let bench = try await bench(rows: 95)
    let job = PullJob(table: "T", query: PullQuery(queryID: "all"))
    _ = try await bench.context.startPull(job)
    let page = PullPage(
      records: [Record(id: "a", version: "1"), Record(id: "b", version: "1")], next: "more")
    _ = try await bench.context.store([page], of: job, after: SyncCursor())
    #expect(try await !bench.hasIndex)

    let reopened = try await bench.reopened()
    #expect(try await bench.hasIndex)
    #expect(try await reopened.pull().isComplete)
    #expect(try await bench.rows().count == 97)
  }

  @Test func aTableThatIsFullKeepsItsIndexDuringAPull() async throws {
    let bench = try await bench(rows: 95)
    _ = try await bench.context.pull()
    let job = PullJob(table: "T", query: PullQuery(queryID: nil))
    let page = PullPage(records: [Record(id: "new", version: "1")], next: "more")
    _ = try await bench.context.store([page], of: job, after: SyncCursor())
    #expect(try await bench.hasIndex)
  }

  @Test func fetchingWaitsForTheStoreAndEndsWithIt() async throws {
    let bench = try await bench(rows: 400)
    let feed = PagePrefetcher(isLong: true)
    let request = PullRequest(table: "T", pageSize: 10)
    async let filling: Void = feed.fill(request, from: bench.context)
    let first = try await feed.take()
    #expect(first?.isEmpty == false)
    await feed.close()
    await filling
    #expect(bench.remote.calls.count <= 20)
  }
}

extension Bench {
  fileprivate var hasIndex: Bool {
    get async throws {
      try await context.database.read { db in
        try db.first("SELECT 1 FROM sqlite_schema WHERE name = 'syncline_newest_T'") {
          (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self)
        }
      } != nil
    }
  }
}
