import JSONKit
import SyncInspection
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
    bench.server.put("U", "b", ["n": 1])
    let report = try await bench.context.pull(tables: ["T", "U"])
    #expect(report.tables[0].failure?.hasPrefix("T would get more than 1950 columns") == true)
    #expect(report.tables[1].inserted == 1, "other tables go on")
  }

  /// Names that differ in case only were looked for first, each among all others.
  @Test(.timeLimit(.minutes(15))) func aRowWithFarTooManyColumnsIsRefusedAtOnce() async throws {
    let context = try await StoreFixture().open()
    let table = context.table("wide")
    try await table.insert(["id": "a", "c0": 1])
    let wide = values(0..<60_000)
    let refusal = SyncError.tooManyColumns(table: "wide")
    let number = try await context.beginImport(into: "wide", from: "", rows: 1, by: nil)
    #expect(try await storeRefusal { try await table.insert(wide) } == refusal)
    #expect(try await storeRefusal { try await table.update("a", wide) } == refusal)
    let change = RowChange(.insert, table: "wide", id: "b", values: wide)
    #expect(try await context.change([change]).problems.map(\.message) == [refusal.description])
    let batch = try await context.importBatch([change], of: number, expecting: nil, by: nil)
    #expect(batch?.problems.map(\.message) == [refusal.description])
  }
}
