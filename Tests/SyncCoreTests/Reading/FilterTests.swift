import JSONKit
import SQLiteKit
import SyncInspection
import Testing

@testable import SyncCore

/// Every operator on every type of column.
@Suite struct FilterTests {
  struct Case: Sendable, CustomStringConvertible {
    var column: String
    var op: FilterOperator
    var value: String
    /// Nil: refused.
    var ids: [String]?

    init(_ column: String, _ op: FilterOperator, _ value: String, _ ids: String?) {
      self.column = column
      self.op = op
      self.value = value
      self.ids = ids.map { $0.map(String.init) }
    }

    var description: String { "\(column) \(op) \(value)" }
  }

  /// `e` has NULL everywhere, `f` has values that do not fit their columns.
  static let records = [
    record("a", "Alpha%", 1, true, "2020-01-01T00:00:00.000Z", [1, 2], "2019-01-01"),
    record("b", "alphabet", 2.5, false, "2020-01-01T02:00:00+02:00", ["k": "v"], "2019-06-01"),
    record("c", "it's, a \"test\"", -3, true, "2021-06-01", "word", "2020-01-01"),
    record("d", "nul\u{0}x_", .number("99999999999999999999"), false, "2022-01-01", true, nil),
    record("e", .null, .null, .null, .null, .null, nil),
    record("f", 5, "five", "yes", "2017", .null, nil),
  ]

  private static func record(
    _ id: String, _ s: JSONValue, _ n: JSONValue, _ b: JSONValue, _ d: JSONValue, _ j: JSONValue,
    _ updated: String?
  ) -> Record {
    Record(
      id: id, version: "v" + id, updatedAt: updated.map { $0 + "T00:00:00.000Z" },
      values: ["s": s, "n": n, "b": b, "d": d, "j": j])
  }

  static let text = [
    Case("s", .equals, "alphabet", "b"), Case("s", .equals, "ALPHABET", ""),
    Case("s", .not, "alphabet", "acdef"), Case("s", .contains, "ALPHA", "ab"),
    Case("s", .contains, "%", "a"), Case("s", .contains, "_", "d"), Case("s", .contains, "x", "d"),
    Case("s", .starts, "alpha", "ab"), Case("s", .starts, "a%", ""),
    Case("s", .gt, "alphabet", "cd"), Case("s", .gte, "alphabet", "bcd"),
    Case("s", .lt, "alphabet", "a"), Case("s", .lte, "alphabet", "ab"),
    Case("s", .in, "alphabet,Alpha%", "ab"),
    Case("s", .in, #"["it's, a \"test\"","none"]"#, "c"), Case("s", .null, "true", "e"),
    Case("s", .null, "false", "abcdf"), Case("s", .null, "perhaps", nil),
    Case("s", .equals, "' OR 1=1 --", ""), Case("s", .in, "", nil),
  ]

  static let number = [
    Case("n", .equals, "1", "a"), Case("n", .equals, "1.0", "a"), Case("n", .equals, " 2.5 ", "b"),
    Case("n", .equals, "99999999999999999999", "d"), Case("n", .not, "1", "bcdef"),
    Case("n", .gt, "1", "bd"), Case("n", .gte, "1", "abd"), Case("n", .lt, "1", "c"),
    Case("n", .lte, "2.5", "abc"), Case("n", .lt, "99999999999999999998", "abc"),
    Case("n", .in, "1,-3", "ac"), Case("n", .in, "[1,2.5]", "ab"), Case("n", .null, "1", "e"),
    Case("n", .contains, "5", "b"), Case("n", .equals, "one", nil), Case("n", .gt, "", nil),
    Case("n", .equals, "true", nil), Case("n", .in, "1,x", nil),
  ]

  static let others = [
    Case("b", .equals, "true", "ac"), Case("b", .equals, "No", "bd"),
    Case("b", .not, "1", "bdef"), Case("b", .in, "true,false", "abcd"),
    Case("b", .gt, "false", nil), Case("b", .equals, "maybe", nil), Case("b", .null, "yes", "e"),
    Case("d", .equals, "2020-01-01", "ab"), Case("d", .equals, "2020-01-01T01:00:00+01:00", "ab"),
    Case("d", .not, "2020-01-01", "cdef"), Case("d", .gt, "2020-01-01", "cd"),
    Case("d", .gte, "2020-01-01T00:00:00Z", "abcd"), Case("d", .lt, "2021-06-01", "ab"),
    Case("d", .lte, "2021-06-01", "abc"), Case("d", .in, "2021-06-01,2022-01-01", "cd"),
    Case("d", .starts, "2020-01-01T02", "b"), Case("d", .equals, "yesterday", nil),
    Case("j", .equals, "[1, 2]", "a"), Case("j", .equals, #"{"k": "v"}"#, "b"),
    Case("j", .equals, "true", "d"), Case("j", .contains, "WORD", "c"), Case("j", .gt, "1", nil),
    Case("j", .not, "[1,2]", "bcdef"), Case("j", .null, "no", "abcd"),
    Case("id", .equals, "a", "a"), Case("id", .in, "a,b,z", "ab"), Case("id", .starts, "A", "a"),
    Case("version", .equals, "vc", "c"), Case("deleted", .equals, "false", "abcdef"),
    Case("updatedAt", .gte, "2019-06-01", "bc"), Case("updatedAt", .null, "true", "def"),
  ]

  @Test(arguments: text + number + others)
  func filterComparesByTheColumnsType(_ sample: Case) async throws {
    let context = try await StoreFixture().open()
    try await context.database.write { connection in
      _ = try Catalogue.ensure(
        "t",
        columns: [
          Column("s", .text), Column("n", .number), Column("b", .boolean), Column("d", .date),
          Column("j", .json),
        ], on: connection)
    }
    try await context.seed("t", Self.records)
    let query = RowQuery(
      view: .all, filters: [RowFilter(sample.column, sample.op, sample.value)],
      sort: [RowSort("id")])
    guard let ids = sample.ids else {
      let refused = try await storeRefusal { _ = try await context.rows("t", query) }
      guard case .badFilter(sample.column, let reason) = refused else {
        Issue.record("taken: \(sample)")
        return
      }
      #expect(reason.hasSuffix(".") || reason.hasSuffix("?"))
      return
    }
    let page = try await context.rows("t", query)
    #expect(page.rows.map(\.id) == ids)
    #expect(page.count == RowCount(ids.count))
  }

  /// Every number by all of its digits, in their order; `x` and `y` are one number.
  private static let digits: [(id: String, n: JSONValue)] = [
    ("a", .number("-79228162514264337593.543950335")), ("b", .number("-0")), ("c", 0), ("d", 0.1),
    ("e", 1.234_567_890_123_456_7), ("f", .integer(9_007_199_254_740_992)),
    ("g", .integer(9_007_199_254_740_993)), ("h", .real(1.234_567_890_123_456_8e18)),
    ("w", .number("79228162514264337593.543950334")),
    ("x", .number("79228162514264337593.543950335")),
    ("y", .number("7.92281625142643375935439503350e19")),
    ("z", .number("79228162514264337593.543950336")),
  ]

  @Test(arguments: [
    (
      [RowFilter("s", .contains, "alpha", group: 1), RowFilter("n", .equals, "-3", group: 1)], "abc"
    ),
    (
      [
        RowFilter("s", .contains, "alpha", group: 1), RowFilter("b", .equals, "true"),
        RowFilter("n", .equals, "-3", group: 1),
      ], "ac"
    ),
    (
      [
        RowFilter("s", .starts, "a", group: 2), RowFilter("n", .lt, "2", group: 1),
        RowFilter("s", .null, "true", group: 2), RowFilter("n", .null, "true", group: 1),
      ], "ae"
    ),
    ([RowFilter("nowhere", .equals, "1", group: 1), RowFilter("s", .null, "true", group: 1)], "e"),
    ([RowFilter("nowhere", .equals, "1", group: 1)], "abcdef"),
  ])
  func aRowMatchesOneFilterOfEachGroup(_ filters: [RowFilter], _ ids: String) async throws {
    let context = try await StoreFixture().open()
    try await context.seed("t", Self.records)
    let query = RowQuery(view: .all, filters: filters, sort: [RowSort("id")])
    let page = try await context.rows("t", query)
    #expect(page.rows.map(\.id) == ids.map(String.init))
    #expect(page.count == RowCount(ids.count))
  }

  @Test(arguments: [
    ("equals", "79228162514264337593.543950335", "xy"),
    ("equals", "7.9228162514264337593543950335E19", "xy"), ("equals", "0", "bc"),
    ("equals", "-0.0", "bc"), ("not", "79228162514264337593.543950335", "abcdefghwz"),
    ("in", "79228162514264337593.543950335,0.1", "dxy"),
    ("gt", "79228162514264337593.543950334", "xyz"),
    ("gte", "79228162514264337593.543950336", "z"), ("gt", "9007199254740992", "ghwxyz"),
    ("gt", "9007199254740992.0", "ghwxyz"), ("equals", "9007199254740993.0", "g"),
    ("lt", "-79228162514264337593.543950334", "a"), ("lt", "0", "a"), ("lte", "-0", "abc"),
    ("equals", "1234567890123456800", "h"), ("contains", "543950336", "z"),
    ("contains", "1.2345678901234567", "e"), ("equals", "1.2345678901234567", "e"),
  ])
  func numbersAreComparedByAllOfTheirDigits(
    _ op: String, _ value: String, _ found: String
  ) async throws {
    let context = try await StoreFixture().open()
    try await context.seed(
      "t", Self.digits.map { Record(id: $0.id, version: "1", values: ["n": $0.n]) })
    let op = try #require(FilterOperator(rawValue: op))
    let query = RowQuery(filters: [RowFilter("n", op, value)], sort: [RowSort("id")])
    #expect(try await context.rows("t", query).rows.map(\.id).joined() == found)
  }

  @Test(arguments: [1, 3, 50])
  func numbersAreSortedAndCountedByAllOfTheirDigits(_ size: Int) async throws {
    let context = try await StoreFixture().open()
    try await context.seed(
      "t", Self.digits.map { Record(id: $0.id, version: "1", values: ["n": $0.n]) })
    var query = RowQuery(sort: [RowSort("n")], size: size)
    var seen: [String] = []
    repeat {
      let page = try await context.rows("t", query)
      seen += page.rows.map(\.id)
      query.after = page.next
    } while query.after != nil && seen.count < 20
    #expect(seen == Self.digits.map(\.id))
    let facet = try #require(
      try await context.facets(
        "t", ["n"], of: RowQuery(), entriesMax: 20, within: .seconds(60)
      ).first)
    #expect(facet.entries.count == 11 && facet.entries.first?.count == 2)
    for row in try await context.rows("t", RowQuery(size: 50)).rows {
      let came = try #require(Self.digits.first { $0.id == row.id }?.n)
      #expect(try #require(row.record.values["n"]).means(came))
    }
  }

  @Test(arguments: ["id", "s", "n"])
  func aListOfThousandsIsAnswered(column: String) async throws {
    let context = try await StoreFixture().open()
    try await context.seed("t", Self.records)
    let many = (10_000..<20_000).map(String.init).joined(separator: ",")
    let page = try await context.rows(
      "t", RowQuery(filters: [RowFilter(column, .in, many)]))
    #expect(page.rows.isEmpty)
    let found = try await context.rows(
      "t", RowQuery(filters: [RowFilter("id", .in, many + ",b,a")], sort: [RowSort("id")]))
    #expect(found.rows.map(\.id) == ["a", "b"])
  }

  @Test func moreThanSQLiteTakesIsRefusedAsABadFilter() async throws {
    let context = try await StoreFixture().open()
    try await context.seed("t", Self.records)
    let list = RowFilter("s", .in, String(repeating: "x,", count: 20_000))
    let tooMuch = [
      Array(repeating: RowFilter("s", .not, "x"), count: 2_000), [list, list],
    ]
    for filters in tooMuch {
      let refused = try await storeRefusal {
        _ = try await context.rows("t", RowQuery(filters: filters))
      }
      guard case .badFilter = refused else {
        Issue.record("taken: \(filters.count) filters")
        continue
      }
    }
    let most = Array(repeating: RowFilter("s", .not, "x"), count: 500)
    #expect(try await context.rows("t", RowQuery(filters: most)).rows.count == 6)
  }

  @Test func filtersAddUpAndUnknownColumnsAreNamed() async throws {
    let context = try await StoreFixture().open()
    try await context.seed("t", Self.records)
    let page = try await context.rows(
      "t",
      RowQuery(
        filters: [
          RowFilter("s", .contains, "alpha"), RowFilter("b", .equals, "true"),
          RowFilter("nowhere", .equals, "1"), RowFilter("nowhere", .not, "2"),
        ], sort: [RowSort("void")]))
    #expect(page.rows.map(\.id) == ["a"])
    #expect(page.ignored == ["nowhere", "void"])
  }
}
