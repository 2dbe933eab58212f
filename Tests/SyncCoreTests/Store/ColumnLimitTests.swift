import JSONKit
import TestSupport
import Testing

@testable import SyncCore

/// SQLite holds 2,000 columns in a table and not one more.
@Suite struct ColumnLimitTests {
  private func values(_ range: Range<Int>) -> JSONObject {
    JSONObject(range.map { ("c\($0)", .integer(Int64($0))) })
  }

  @Test func aRowWithMoreColumnsThanATableHoldsIsRefused() async throws {
    let context = try await StoreFixture().open()
    let table = context.table("wide")
    let most = Catalogue.columnsMax
    #expect(
      try await storeRefusal { try await table.insert(values(0..<most + 1)) }
        == .tooManyColumns(table: "wide"))
    #expect(try await context.counts() == StoreCounts())

    let id = try await table.insert(values(0..<most))
    try await table.update(id, ["c0": 7])
    #expect(
      try await storeRefusal { try await table.update(id, ["one more": 1]) }
        == .tooManyColumns(table: "wide"))
    let page = try await table.read(
      RowQuery(filters: [RowFilter("c1", .equals, "1")], sort: [RowSort("c2", descending: true)]))
    #expect(page.rows.first?.record.values.count == most)
  }

  @Test func aPullOfSuchARowEndsWithTheNameOfTheTable() async throws {
    let bench = try await Bench()
    bench.server.put("T", "a", values(0..<Catalogue.columnsMax + 1))
    let failure = await #expect(throws: SyncError.self) { try await bench.context.pull() }
    #expect(failure == .tooManyColumns(table: "T"))
    #expect(failure?.description.hasPrefix("T would get more than 1950 columns") == true)
  }
}
