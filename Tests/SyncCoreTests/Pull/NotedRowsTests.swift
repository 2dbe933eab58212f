import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import SyncCore

/// Which new rows of a pull the history has an entry of.
@Suite struct NotedRowsTests {
  private func noted(_ context: SyncContext) async throws -> [String] {
    try await context.database.read { db in
      try db.query(
        "SELECT itemId FROM syncline_history WHERE kind = ? ORDER BY id",
        [.text(HistoryEntry.pulledNew)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    }
  }

  /// A store without a token stores pages in their order, one with a token by the ids of their rows.
  @Test(arguments: [SyncCursor(), SyncCursor(token: "t")])
  func tombstonesCountAmongTheNewRowsThatAreNoted(_ cursor: SyncCursor) async throws {
    let bench = try await Bench()
    let pages = [["a", "b", "c"], ["d", "e"]].map { ids in
      PullPage(
        records: ids.map { Record(id: $0, version: "1", deleted: true, values: ["n": 1]) },
        next: "more")
    }
    let job = PullJob(table: "T", query: PullQuery(queryID: nil))
    let stored = try await bench.context.store(pages, of: job, after: cursor, notingNew: 4)
    #expect(stored.deleted == 5 && stored.noted == 4)
    #expect(try await noted(bench.context) == ["a", "b", "c", "d"])
  }

  @Test func theRestOfAFirstPullIsNotNoted() async throws {
    let bench = try await Bench()
    bench.server.change { $0.pageMax = 2 }
    for number in 0..<6 { bench.server.put("T", "r\(number)", ["n": 1]) }
    bench.remote.scriptReads([nil, .unreachable])
    #expect(try await bench.context.pull().stopped?.code == "unreachable")
    #expect(try await bench.token() != nil)
    #expect(try await bench.context.pull().isComplete)
    #expect(try await bench.rows().count == 6)
    #expect(try await noted(bench.context).isEmpty)
    bench.server.put("T", "new", ["n": 1])
    _ = try await bench.context.pull()
    #expect(try await noted(bench.context) == ["new"])
  }

  @Test func theRestOfAFirstWalkOfAFeedIsNotNoted() async throws {
    let bench = try await FeedBench()
    bench.remote.script(bench.page("Note", ["a"], token: "t1", more: true))
    bench.remote.script(.unauthorized(host: "z", detail: "signed out"))
    #expect(try await bench.context.pull().stopped != nil)
    #expect(try await bench.token() == "t1")
    try await bench.synced("Note", "b", token: "t2")
    #expect(try await noted(bench.context).isEmpty)
    try await bench.synced("Note", "new", token: "t3")
    #expect(try await noted(bench.context) == ["new"])
  }
}
