import JSONKit
import SQLiteKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// When the store first saw each column.
@Suite struct ColumnTimesTests {
  private func times(_ store: SyncContext) async throws -> UTF8Dictionary<Timestamp?> {
    let figures = try await store.figures(of: "todo", within: .seconds(10))
    return UTF8Dictionary(figures.columns.map { ($0.column.name, $0.firstSeenAt) })
  }

  @Test func aColumnKeepsTheTimeOfItsFirstValue() async throws {
    let fixture = try StoreFixture()
    let store = try await fixture.open()
    let began = fixture.time.now
    try await store.table("todo").insert(["id": "a", "title": "Buy milk"])
    fixture.time.advance(milliseconds: 86_400_000)
    try await store.table("todo").update("a", ["title": "Buy bread", "rating": 5])
    let times = try await times(store)
    #expect(times["title"] == began)
    #expect(times["rating"] == fixture.time.now)
    #expect(times["id"] == .some(nil))
  }

  @Test func columnsFromBeforeTimesWereKeptHaveNone() async throws {
    let fixture = try StoreFixture()
    let store = try await fixture.open()
    try await store.table("todo").insert(["id": "a", "title": "Buy milk"])
    try await store.database.write {
      try $0.execute("UPDATE syncline_columns SET firstSeenAt = NULL")
    }
    try await store.table("todo").update("a", ["title": "Buy bread", "rating": 5])
    let times = try await times(store)
    #expect(times["title"] == .some(nil))
    #expect(times["rating"] == fixture.time.now)
  }
}
