import JSONKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// The trash by table, time and person, and its histogram.
@Suite struct TrashTests {
  /// Ten rows of each of two tables, one deleted every minute: of `todo` by mira, of `note` by ivan.
  private func trash() async throws -> (fixture: StoreFixture, store: SyncContext) {
    let fixture = try StoreFixture(
      StoreSettings(tables: [TableSettings(name: "todo"), TableSettings(name: "note")]))
    let store = try await fixture.open()
    for table in ["todo", "note"] {
      try await store.seed(
        table, (0..<10).map { Record(id: "\($0)", version: "1", values: ["text": "x"]) })
    }
    for number in 0..<10 {
      fixture.time.advance(milliseconds: 60_000)
      try await store.table("todo").delete("\(number)", by: "mira")
      try await store.table("note").delete("\(number)", by: "ivan")
    }
    return (fixture, store)
  }

  @Test func filtersNarrowListCountAndIds() async throws {
    let (fixture, store) = try await trash()
    let last = fixture.time.now
    let queries: [(TrashQuery, Int)] = [
      (TrashQuery(), 20), (TrashQuery(table: "todo"), 10), (TrashQuery(by: .named("ivan")), 10),
      (TrashQuery(by: .elsewhere), 0), (TrashQuery(table: "todo", by: .named("ivan")), 0),
      (TrashQuery(from: last), 2), (TrashQuery(until: last), 18),
      (
        TrashQuery(
          from: last.adding(seconds: -120), until: last.adding(seconds: 1)), 6
      ),
    ]
    for (query, count) in queries {
      let page = try await store.deletedRows(query)
      #expect(page.count == count, "\(query)")
      #expect(page.rows.count == count)
      #expect(try await store.deletedIDs(matching: query).count == count)
    }
    #expect(
      try await store.trashCounts() == [
        TrashCount(by: "ivan", count: 10), TrashCount(by: "mira", count: 10),
      ])
  }

  @Test func pagesOfAFilterHoldEachRowOnce() async throws {
    let (_, store) = try await trash()
    var query = TrashQuery(by: .named("mira"), size: 3)
    var seen: [String] = []
    repeat {
      let page = try await store.deletedRows(query)
      seen += page.rows.map(\.record.id)
      query.after = page.next
    } while query.after != nil
    #expect(seen == (0..<10).reversed().map(String.init))
  }

  @Test func binsHoldEveryDeletionOnce() async throws {
    let (fixture, store) = try await trash()
    let all = try #require(try await store.trashHistogram(TrashQuery()))
    #expect(all.bins.reduce(0, +) == 20 && all.bins.count <= 48)
    #expect(all.unknown == 0 && all.binSeconds == 15)
    #expect(all.start <= fixture.time.now.adding(seconds: -540))
    let window = TrashQuery(
      from: fixture.time.now.adding(seconds: -120), until: fixture.time.now.adding(seconds: 1))
    let some = try #require(try await store.trashHistogram(window))
    #expect(some.bins.reduce(0, +) == 6)
    for (bin, count) in some.bins.enumerated() where count > 0 {
      let part = TrashQuery(
        from: some.beginning(of: bin), until: some.beginning(of: bin + 1))
      #expect(try await store.deletedRows(part).count == count)
    }
    #expect(try await store.trashHistogram(TrashQuery(by: .elsewhere)) == nil)
  }

  @Test func aMomentThatNobodyKnowsIsInNoBin() async throws {
    let (_, store) = try await trash()
    try await store.seed("todo", [Record(id: "old", version: "1", deleted: true)])
    let all = try #require(try await store.trashHistogram(TrashQuery()))
    #expect(all.unknown == 1 && all.bins.reduce(0, +) == 20)
    #expect(try await store.deletedRows(TrashQuery(until: .epoch.adding(seconds: 1))).count == 0)
    #expect(
      try await store.deletedRows(TrashQuery(by: .elsewhere)).rows.map(\.record.id) == ["old"])
  }
}
