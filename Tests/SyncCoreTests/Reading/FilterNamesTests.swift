import JSONKit
import Support
import Testing

@testable import SyncCore
@testable import SyncInspection

/// Filters whose values are names of rows of another table.
@Suite struct FilterNamesTests {
  private func store() async throws -> SyncContext {
    let context = try await StoreFixture(
      StoreSettings(tables: [TableSettings(name: "Movie"), TableSettings(name: "Review")])
    ).open()
    try await context.seed(
      "Movie",
      ["Heat", "Ran", "Ran"].enumerated().map { index, title in
        Record(
          id: "m\(index)", version: "1", updatedAt: "2026-01-01T00:00:00.000Z",
          values: ["title": .string(title)])
      })
    return context
  }

  @Test func idsOfAFilterWidenItsCondition() async throws {
    let context = try await store()
    var filter = RowFilter("title", .equals, "Heat")
    filter.ids = ["Ran"]
    #expect(try await context.rows("Movie", RowQuery(filters: [filter])).rows.count == 3)
    filter.op = .not
    #expect(try await context.rows("Movie", RowQuery(filters: [filter])).rows.isEmpty)
  }

  @Test func namesLeadToTheFirstAndTheLastOfTheirRows() async throws {
    let context = try await store()
    let found = try await context.table("Movie").ids(with: ["Heat", "Ran", "none"], in: "title")
    #expect(found["Heat"]?.first == "m0" && found["Heat"]?.last == "m0")
    #expect(found["Ran"]?.first == "m1" && found["Ran"]?.last == "m2")
    #expect(found.count == 2)
  }
}
