import JSONKit
import SyncInspection
import Testing

@testable import SyncCore

/// The rows beside a row, in whatever order a list has.
@Suite struct NeighboursTests {
  private func store() async throws -> SyncContext {
    let context = try await StoreFixture().open()
    let ranks: [JSONValue] = [3, .null, 1, 1, 2, .null, 1]
    try await context.seed(
      "todo",
      ranks.enumerated().map { index, rank in
        Record(
          id: "r\(index)", version: "1", updatedAt: "2026-11-0\(1 + index / 2)T00:00:00.000Z",
          values: ["rank": rank, "text": .string("t\(index % 3)")])
      })
    return context
  }

  @Test(
    arguments: [
      [], [RowSort("rank")], [RowSort("rank", descending: true)],
      [RowSort("rank"), RowSort("text", descending: true)], [RowSort("id", descending: true)],
    ])
  func theyAreThoseOfTheList(sort: [RowSort]) async throws {
    let context = try await store()
    let query = RowQuery(sort: sort)
    let ids = try await context.rows("todo", query).rows.map(\.id)
    #expect(ids.count == 7)
    for (index, id) in ids.enumerated() {
      let beside = try await context.neighbours("todo", of: id, in: query, within: .seconds(60))
      #expect(beside.previous == (index > 0 ? ids[index - 1] : nil))
      #expect(beside.next == (index + 1 < ids.count ? ids[index + 1] : nil))
    }
  }

  @Test func onlyRowsOfTheListCount() async throws {
    let context = try await store()
    let query = RowQuery(filters: [RowFilter("rank", .equals, "1")], sort: [RowSort("id")])
    let beside = try await context.neighbours("todo", of: "r3", in: query, within: .seconds(60))
    #expect(beside == RowNeighbours(previous: "r2", next: "r6"))
    let other = try await context.neighbours("todo", of: "r4", in: query, within: .seconds(60))
    #expect(other == RowNeighbours(previous: "r3", next: "r6"))
    let nobody = try await context.neighbours("todo", of: "x", in: query, within: .seconds(60))
    #expect(nobody == RowNeighbours())
  }
}
