import JSONKit
import SQLiteKit
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// Lists in pages: every row once, in the order asked for.
@Suite struct PagingTests {
  /// Ties, NULLs, misfits and numbers that SQLite holds only as text.
  static let records: [Record] = (0..<60).map { number in
    let n: JSONValue =
      switch number % 6 {
      case 0: .null
      case 1: .number("99999999999999999999999\(number % 3)")
      case 2: .string("misfit")
      case 3: .real(Double(number % 4) + 0.5)
      default: .integer(Int64(number % 3))
      }
    return Record(
      id: "r\(number * 7 % 60)", version: "1",
      updatedAt: number % 5 == 0 ? nil : "2020-01-0\(1 + number % 3)T00:00:00.000Z",
      values: ["n": n, "s": number % 4 == 0 ? .null : .string("s\(number % 3)")])
  }

  static let orders: [[RowSort]] = [
    [], [RowSort("n")], [RowSort("n", descending: true)], [RowSort("s")],
    [RowSort("s", descending: true), RowSort("n")], [RowSort("s"), RowSort("n", descending: true)],
    [RowSort("updatedAt")], [RowSort("s"), RowSort("updatedAt")],
    [RowSort("id", descending: true)], [RowSort("id"), RowSort("n")],
    [RowSort("deleted"), RowSort("s", descending: true), RowSort("updatedAt", descending: true)],
    [RowSort("nowhere")],
  ]

  @Test(arguments: orders, [1, 7, 59, 60])
  func pagesVisitEveryRowOnceInOrder(_ sort: [RowSort], _ size: Int) async throws {
    let context = try await StoreFixture().open()
    try await context.seed("t", [Record(id: "seed", values: ["n": 1])])
    try await context.seed("t", Self.records)
    _ = try await context.table("t").purge(
      RowQuery(view: .all, filters: [RowFilter("id", .equals, "seed")]))
    let whole = try await context.rows("t", RowQuery(view: .all, sort: sort, size: 100))
    #expect(whole.rows.count == 60 && whole.next == nil)
    var seen: [String] = []
    var query = RowQuery(view: .all, sort: sort, size: size)
    repeat {
      let page = try await context.rows("t", query)
      #expect(page.rows.count <= size && !page.rows.isEmpty)
      seen += page.rows.map(\.id)
      query.after = page.next
    } while query.after != nil && seen.count <= 60
    #expect(seen == whole.rows.map(\.id))
    #expect(Set(seen).count == 60)
  }

  @Test(arguments: orders, [1, 7, 59])
  func previousPagesLeadBackToTheFirst(_ sort: [RowSort], _ size: Int) async throws {
    let context = try await StoreFixture().open()
    try await context.seed("t", Self.records)
    var query = RowQuery(view: .all, sort: sort, size: size)
    var pages: [[String]] = []
    var last: RowPage
    repeat {
      last = try await context.rows("t", query)
      #expect((last.previous == nil) == pages.isEmpty)
      pages.append(last.rows.map(\.id))
      query.after = last.next
    } while query.after != nil && pages.count <= 60
    query.after = nil
    while let previous = last.previous {
      pages.removeLast()
      query.before = previous
      last = try await context.rows("t", query)
      #expect(last.rows.map(\.id) == pages.last)
      #expect(last.next != nil)
    }
    #expect(pages.count == 1)
  }

  @Test func fewerRowsBeforeThanAPageAreTheFirstPage() async throws {
    let context = try await StoreFixture().open()
    try await context.seed("t", Self.records)
    var query = RowQuery(view: .all, sort: [RowSort("id")], size: 10)
    let first = try await context.rows("t", query)
    query.after = first.next
    let second = try await context.rows("t", query)
    _ = try await context.table("t").purge(
      RowQuery(view: .all, filters: [RowFilter("id", .equals, first.rows[3].id)]))
    query = RowQuery(view: .all, sort: [RowSort("id")], size: 10)
    query.before = second.previous
    let again = try await context.rows("t", query)
    #expect(
      again.rows.map(\.id)
        == (first.rows + second.rows.prefix(1)).map(\.id).filter { $0 != first.rows[3].id })
    #expect(again.previous == nil && again.next != nil)
  }

  @Test func newestChangeComesFirstAndEqualOnesByID() async throws {
    let context = try await StoreFixture().open()
    try await context.seed(
      "t",
      [
        Record(id: "b", updatedAt: "2020-01-01T00:00:00.000Z"),
        Record(id: "a", updatedAt: "2020-01-01T00:00:00.000Z"),
        Record(id: "c", updatedAt: "2020-01-02T00:00:00.000Z"), Record(id: "never"),
      ])
    let page = try await context.rows("t", RowQuery())
    // What the server has not confirmed yet is newer than all that it sent.
    #expect(page.rows.map(\.id) == ["never", "c", "a", "b"])
    let oldest = try await context.rows("t", RowQuery(sort: [RowSort("updatedAt")]))
    #expect(oldest.rows.map(\.id) == ["a", "b", "c", "never"])
  }

  @Test(arguments: [true, false])
  func theOrderByChangeIsReadFromItsIndex(_ isDescending: Bool) async throws {
    let context = try await StoreFixture().open()
    try await context.seed("t", Self.records)
    let plan = try await context.database.read { connection in
      let schema = try SyncContext.schema("t", on: connection)
      let selection = try RowSelection(RowQuery(), in: schema)
      let sort = [RowSort("updatedAt", descending: isDescending)]
      let order = Keyset(sort, in: schema).phases(after: nil)[0].orderBy
      return try connection.query(
        "EXPLAIN QUERY PLAN SELECT t.id FROM \(schema.quoted) t"
          + "\(selection.whereClause())\(order) LIMIT 5", selection.values
      ) { (row) throws(SQLiteError) in try row.decode(at: 3, as: String.self) }
    }
    #expect(plan.contains { $0.contains("syncline_newest_") })
    // Backwards, the ids of equal changes are sorted.
    #expect(!isDescending || !plan.contains { $0.contains("TEMP B-TREE") })
  }

  @Test(arguments: [1, 2, 9])
  func numbersBeyondADoubleOrAnIntegerStandInTheirOrder(_ size: Int) async throws {
    let context = try await StoreFixture().open()
    let numbers: [(id: String, n: JSONValue)] = [
      ("d", 3), ("f", .number("1e400")), ("c", .number("-0")), ("b", -2.5), ("e", 1e18),
      ("g", .string("misfit")), ("a", .number("-12345678901234567890")), ("h", .null),
      ("ee", .number("12345678901234567890")),
    ]
    try await context.seed(
      "t", numbers.map { Record(id: $0.id, version: "1", values: ["n": $0.n]) })
    for isDescending in [false, true] {
      var query = RowQuery(sort: [RowSort("n", descending: isDescending)], size: size)
      var seen: [String] = []
      repeat {
        let page = try await context.rows("t", query)
        seen += page.rows.map(\.id)
        query.after = page.next
      } while query.after != nil && seen.count < 20
      let order = ["h", "a", "b", "c", "d", "e", "ee", "f", "g"]
      #expect(seen == (isDescending ? order.reversed() : order))
      for (before, after) in zip(seen, seen.dropFirst()) {
        let beside = try await context.neighbours("t", of: before, in: query, within: .seconds(60))
        #expect(beside.next == after)
      }
    }
  }

  @Test func cursorOfAnotherOrderIsRefused() async throws {
    let context = try await StoreFixture().open()
    try await context.seed("t", Self.records)
    let next = try await context.rows("t", RowQuery(sort: [RowSort("n")], size: 5)).next
    for after in [next, "rubbish", "", "e30"] {
      let refused = try await storeRefusal {
        _ = try await context.rows("t", RowQuery(sort: [RowSort("s")], size: 5, after: after))
      }
      #expect(refused == .badCursor)
    }
  }

  @Test func countIsBoundedUnlessAllAreAskedFor() async throws {
    let context = try await StoreFixture().open()
    try await context.seed("t", (0..<10_001).map { Record(id: "\($0)") })
    let whole = try await context.rows("t", RowQuery(size: 1))
    #expect(whole.count == RowCount(10_001))
    let filters = [RowFilter("id", .gte, "0")]
    let bounded = try await context.rows("t", RowQuery(filters: filters, size: 1))
    #expect(bounded.count == RowCount(10_000, exact: false))
    let exact = try await context.rows("t", RowQuery(filters: filters, size: 1, exactCount: true))
    #expect(exact.count == RowCount(10_001))
    var none = RowQuery(size: 1)
    none.wantsCount = false
    #expect(try await context.rows("t", none).count == nil)
  }

  @Test func queueAndTrashPageToo() async throws {
    let fixture = try StoreFixture()
    let context = try await fixture.open()
    for table in ["t", "u"] {
      try await context.seed(table, (0..<6).map { Record(id: "\($0)", version: "1") })
      for id in 0..<6 {
        if id % 2 == 0 { fixture.time.advance(milliseconds: 1) }
        try await context.table(table).delete("\(id)", by: "mira")
      }
    }
    var queue: [Int64] = []
    var query = OperationQuery(size: 5)
    repeat {
      let page = try await context.operations(query)
      #expect(page.count == 12)
      queue += page.operations.map(\.id)
      query.after = page.next
    } while query.after != nil
    #expect(queue == Array(1...12))
    var trash: [TrashedRow] = []
    var trashQuery = TrashQuery(size: 5)
    repeat {
      let page = try await context.deletedRows(trashQuery)
      #expect(page.count == 12)
      trash += page.rows
      trashQuery.after = page.next
    } while trashQuery.after != nil
    #expect(
      trash.map { "\($0.table)\($0.record.id)" } == [
        "u4", "u5", "u2", "u3", "u0", "u1", "t4", "t5", "t2", "t3", "t0", "t1",
      ])
    #expect(trash.allSatisfy { $0.by == "mira" && $0.state == .pending })
    #expect(try await context.deletedRows(TrashQuery(table: "t")).rows.count == 6)
  }
}
