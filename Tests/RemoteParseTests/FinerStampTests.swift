import JSONKit
import RemoteParse
import Support
import SyncCore
import TestSupport
import Testing

/// Rows whose stamps are finer than the server prints, as SQL leaves them.
@Suite struct FinerStampTests {
  /// Rows of one printed millisecond, each with microseconds of its own.
  private func rows(_ numbers: Range<Int>, at second: String) -> [JSONValue] {
    numbers.map { number in
      let micros = String(String(1_000_000 + number * 7919 % 1_000).suffix(3))
      return [
        "n": .integer(Int64(number)),
        "updatedAt": .string("\(second).678\(micros)Z"),
      ]
    }
  }

  @Test func manyRowsOfOneMillisecondComeWithAFirstPullALaterOneAndAFullOne() async throws {
    try await withParse(.with { $0.pageSize = 40 }) { fixture in
      try await fixture.plant(rows(0..<250, at: "2026-01-02T03:04:05"))
      #expect(try await fixture.store.pull().tables[0].inserted == 250)
      #expect(try await fixture.store.pull().isComplete)
      try await fixture.plant(rows(250..<500, at: "2026-01-03T03:04:05"))
      let report = try await fixture.store.pull()
      #expect(report.isComplete && report.tables[0].inserted == 250)
      #expect(try await fixture.store.pull().isComplete)
      let full = try await fixture.store.pull(full: true)
      #expect(full.isComplete && full.tables[0].unchanged == 500)
    }
  }

  @Test func newestRowOfAFirstPullMayBeFinerThanItsStamp() async throws {
    try await withParse { fixture in
      try await fixture.plant([["n": 1], ["n": 2, "updatedAt": "2026-01-02T03:04:05.678901Z"]])
      for _ in 0..<3 { #expect(try await fixture.store.pull().isComplete) }
      #expect(try await fixture.live().count == 2)
    }
  }

  @Test func rowThatChangesWhileItsMillisecondIsReadComesAgain() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant(rows(0..<9, at: "2026-01-02T03:04:05"))
      var request = PullRequest(
        table: ParseFixture.table, token: "2026-01-01T00:00:00.000Z", pageSize: 4)
      var versions: [String: String] = [:]
      var pages = 0
      repeat {
        let page = try await fixture.remote.changes(request)
        for record in page.records { versions[record.id] = record.version }
        if pages == 0 {
          let first = try #require(page.records.first?.id)
          try await fixture.plant([["objectId": .string(first), "n": 100]])
        }
        request.cursor = page.next
        pages += 1
      } while request.cursor != nil && pages < 50
      #expect(versions.count == ids.count)
      #expect(versions.values.filter { $0 != "2026-01-02T03:04:05.678Z" }.count == 1)
    }
  }

  @Test func serverThatDropsTheConditionIsNotBelieved() async throws {
    try await withParse { fixture in
      try await fixture.plant(rows(0..<3, at: "2026-01-02T03:04:05"))
      let request = PullRequest(
        table: ParseFixture.table, token: "2026-02-01T00:00:00.000Z", pageSize: 4)
      try await fixture.emulator.control("options", ["ignoresWhere": true])
      await #expect(throws: RemoteError.self) { try await fixture.remote.changes(request) }
      await #expect(throws: RemoteError.self) {
        var request = PullRequest(table: ParseFixture.table, pageSize: 2)
        for _ in 0..<5 { request.cursor = try await fixture.remote.changes(request).next }
      }
    }
  }

  @Test func changeOfARowWithAFinerStampIsPushed() async throws {
    try await withParse { fixture in
      let ids = try await fixture.plant(rows(0..<2, at: "2026-01-02T03:04:05"))
      _ = try await fixture.store.pull()
      try await fixture.table.update(ids[0], ["n": 100])
      try await fixture.table.hardDelete(ids[1])
      #expect(try await fixture.store.push().succeeded == 2)
      #expect(try await fixture.store.reconcile(ParseFixture.table, content: true).isComplete)
    }
  }
}
