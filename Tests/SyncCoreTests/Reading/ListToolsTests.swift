import JSONKit
import Support
import Testing

@testable import SyncCore
@testable import SyncInspection

/// Counts, facets, suggestions and references of lists.
@Suite struct ListToolsTests {
  private func store(_ count: Int = 30) async throws -> SyncContext {
    var movies = TableSettings(name: "Review")
    movies.references = ["about": "Movie"]
    let context = try await StoreFixture(
      StoreSettings(tables: [TableSettings(name: "Movie"), movies])
    ).open()
    try await context.seed(
      "Movie",
      (0..<count).map { index in
        Record(
          id: "m\(index)", version: "1", updatedAt: "2026-01-01T00:00:00.000Z",
          deleted: index % 10 == 0,
          values: ["genre": .string(index % 3 == 0 ? "drama" : "comedy"), "year": .integer(1990)])
      })
    return context
  }

  @Test func wholeViewsAreCountedByTheirCounters() async throws {
    let context = try await store()
    for (view, count) in [(RowView.live, 27), (.deleted, 3), (.all, 30), (.pending, 0)] {
      #expect(try await context.rows("Movie", RowQuery(view: view)).count == RowCount(count))
    }
    try await context.table("Movie").delete("m1")
    #expect(try await context.rows("Movie", RowQuery()).count == RowCount(26))
    #expect(try await context.state().counts.deleted == 4)
  }

  @Test func syncedRowsAreTheLiveOnesWithoutAnOperation() async throws {
    let context = try await store()
    try await context.table("Movie").update("m1", ["genre": "drama"])
    try await context.table("Movie").delete("m2")
    let page = try await context.rows("Movie", RowQuery(view: .synced, size: 100))
    #expect(page.count == RowCount(25) && page.rows.count == 25)
    #expect(page.rows.allSatisfy { $0.state == .synced && !$0.deleted })
    let query = RowQuery(view: .synced, filters: [RowFilter("genre", .equals, "drama")])
    #expect(try await context.rows("Movie", query).count == RowCount(9))
  }

  @Test func filteredRowsAreCountedToo() async throws {
    let context = try await store()
    let query = RowQuery(filters: [RowFilter("genre", .equals, "drama")])
    #expect(try await context.rows("Movie", query).count == RowCount(9))
    try await context.table("Movie").update("m1", ["genre": "drama"])
    #expect(try await context.rows("Movie", query).count == RowCount(10))
  }

  @Test func withoutTimeAListIsCutAndSaysSo() async throws {
    let context = try await store(20_000)
    var query = RowQuery(filters: [RowFilter("genre", .contains, "nowhere")])
    query.timeLimit = .zero
    query.countTimeLimit = .zero
    let page = try await context.rows("Movie", query)
    #expect(page.isCut)
    #expect(page.rows == [])
    #expect(page.count?.exact == false)
  }

  @Test func facetsCountTheValuesOfTheSelectedRows() async throws {
    let context = try await store()
    let facets = try await context.facets(
      "Movie", ["genre", "year", "nothing"], of: RowQuery(), within: .seconds(60))
    #expect(facets.map(\.column) == ["genre", "year"])
    #expect(
      facets[0].entries == [.init("comedy", count: 18), .init("drama", count: 9)])
    #expect(facets[1].entries == [.init(1990, count: 27)])
    let few = try await context.facets(
      "Movie", ["genre"], of: RowQuery(), entriesMax: 1, within: .seconds(60))
    #expect(few[0].hasMore && few[0].entries.count == 1)
  }

  @Test func aFacetWithoutTimeSaysThatItIsNotWhole() async throws {
    let context = try await store(20_000)
    let facets = try await context.facets("Movie", ["genre"], of: RowQuery(), within: .zero)
    #expect(facets == [Facet("genre", isWhole: false)])
  }

  @Test func whereCountingTakesTooLongTheNewestRowsAreCounted() async throws {
    let context = try await store(20_000)
    let facets = try await context.sampledFacets(
      "Movie", [FacetRequest("genre"), FacetRequest("year")], of: RowQuery(), within: .zero,
      sampleLimit: .seconds(60))
    #expect(facets.map(\.sampledRows) == [10_000, 10_000])
    #expect(facets[0].entries.reduce(0) { $0 + $1.count } == 10_000)
    let whole = try await context.sampledFacets(
      "Movie", [FacetRequest("genre", entriesMax: 1)], of: RowQuery(), within: .seconds(60))
    #expect(whole[0].valueCount == 2 && whole[0].hasMore && whole[0].sampledRows == nil)
    let few = try await context.sampledFacets(
      "Movie", [FacetRequest("genre")], of: RowQuery(filters: [RowFilter("id", .equals, "m1")]),
      within: .zero, sampleLimit: .seconds(60))
    #expect(few[0].sampledRows == nil && few[0].entries.count == 1)
  }

  @Test func columnsWithFewValuesAreTheOnesWorthCounting() async throws {
    let context = try await store()
    #expect(try await context.columnsWithFewValues("Movie", references: []) == ["genre", "year"])
    #expect(try await context.columnsWithFewValues("Nothing", references: []) == [])
  }

  @Test func suggestionsAreTheCommonestValues() async throws {
    let context = try await store()
    #expect(try await context.suggestions("Movie", "genre") == ["comedy", "drama"])
    #expect(try await context.suggestions("Movie", "nothing") == [])
    #expect(try await context.suggestions("Movie", "genre", with: "RAM") == ["drama"])
    #expect(try await context.suggestions("Movie", "genre", with: "%") == [])
    #expect(try await context.suggestions("Nothing", "genre") == [])
  }

  @Test(arguments: [
    ("movieId", "Movie"), ("movieID", "Movie"), ("movie_id", "Movie"), ("categoryId", "Categories"),
    ("userId", "users"),
  ])
  func aColumnNamesATableByItsName(column: String, table: String) {
    let tables = ["Movie", "Categories", "users"]
    #expect(ReferenceMap.target(of: column, among: tables) == table)
  }

  @Test(arguments: ["id", "Id", "_id", "movie", "paid", "otherId"])
  func otherNamesNameNone(column: String) {
    #expect(ReferenceMap.target(of: column, among: ["Movie", "pa"]) == nil)
  }

  @Test func referencesAreFoundFromBothEnds() async throws {
    let context = try await store()
    let pointer: JSONValue = ["__type": "Pointer", "className": "Movie", "objectId": "m\"2"]
    try await context.seed("Movie", [Record(id: "m\"2", version: "1", values: ["genre": "odd"])])
    try await context.seed(
      "Review",
      [
        Record(id: "r1", version: "1", values: ["about": "m1", "film": pointer, "movieId": "m2"]),
        Record(id: "r2", version: "1", values: ["about": "m1"]),
      ])
    let list = try await context.list("Review") { _ in RowQuery() }
    #expect(list.references == ["about": "Movie", "movieId": "Movie"])
    #expect(RowPointer(pointer) == RowPointer(table: "Movie", id: "m\"2"))

    let first = try await context.incomingReferences(to: "Movie", id: "m1", within: .seconds(60))
    #expect(first.map(\.column) == ["about"])
    #expect(first[0].rows.map(\.id) == ["r1", "r2"])
    #expect(first[0].count == RowCount(2))
    let odd = try await context.incomingReferences(to: "Movie", id: "m\"2", within: .seconds(60))
    #expect(odd.map(\.column) == ["film"])
    let found = try await context.rows("Review", RowQuery(view: .all, filters: [odd[0].filter]))
    #expect(found.rows.map(\.id) == ["r1"])
    #expect(try await context.incomingReferences(to: "Movie", id: "m9") == [])
  }
}
