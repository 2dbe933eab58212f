import JSONKit
import SQLiteKit
import SyncInspection
import Testing

@testable import SyncCore

/// What goes into a data table comes out again, whatever the column was made for.
@Suite struct ValueTests {
  static let values: [JSONValue] = [
    nil, true, false, 0, 1, -1, .integer(.max), .integer(.min), .integer(9_007_199_254_740_993),
    1.5, .real(-0.0), .real(1e300), .real(.leastNonzeroMagnitude), .number("18446744073709551617"),
    .number("0.1000000000000000055511151231257827"), .number("1e400"), "", "text", "007", "2017",
    "1e5", "0x10", " 12 ", "2017-05-08", "2017-05-08T07:07:01.5950000+02:00", "true", "null",
    "nul\u{0}inside", "e\u{301}", "😀 \u{202e}", "[1]", "{\"a\":1}", [], [1, "a", nil], [:],
    ["a": ["b": [1, 2.5, .number("123456789012345678901234567890")]], "": nil],
  ]

  @Test(arguments: ColumnType.allCases, values)
  func valueComesBackAsItWentIn(_ type: ColumnType, _ value: JSONValue) async throws {
    let context = try await StoreFixture().open()
    try await context.database.write { connection in
      _ = try Catalogue.ensure("t", columns: [Column("c", type)], on: connection)
    }
    try await context.seed("t", [Record(id: "a", version: "1", values: ["c": value])])
    let row = try await context.table("t").read(id: "a")
    let stored = try #require(row?.values["c"])
    #expect(stored.means(value), "\(stored.serializedText) for \(value.serializedText)")
    let column = try await context.columns(of: "t").last
    #expect(column == Column("c", type))
  }

  @Test func columnsTakeTheDeclaredTypesThatOtherToolsUnderstand() async throws {
    let context = try await StoreFixture().open()
    let record = Record(
      id: "a", version: "1", createdAt: "2017-05-08T07:07:01.595Z",
      values: ["s": "007", "n": 1.5, "b": true, "j": [1], "big": .number("18446744073709551616")])
    try await context.seed("t", [record])
    let stored = try await context.database.read { connection in
      try connection.first(
        "SELECT typeof(s), typeof(n), typeof(b), typeof(j), typeof(big), j FROM t"
      ) { (row) throws(SQLiteError) in
        try (0..<6).map { (position) throws(SQLiteError) in
          try row.decode(at: position, as: String.self)
        }
      }
    }
    #expect(stored == ["text", "real", "integer", "text", "blob", "[1]"])
    let read = try await context.table("t").read(id: "a")
    #expect(read == record)
  }

  @Test func misfitIsKeptAndReported() async throws {
    let context = try await StoreFixture().open()
    try await context.seed("t", [Record(id: "a", values: ["n": 1])])
    let odd = Record(id: "b", values: ["n": "many"])
    try await context.seed("t", [odd])
    #expect(try await context.table("t").read(id: "b")?.values["n"] == "many")
    let misfits = try await context.database.read { connection in
      Catalogue.misfits(odd, in: try SyncContext.schema("t", on: connection))
    }
    #expect(misfits == ["n"])
  }

  @Test func localValueThatDoesNotFitIsRefused() async throws {
    let context = try await StoreFixture().open()
    try await context.seed("todo", [Record(id: "a", version: "1", values: ["n": 1])])
    let table = context.table("todo")
    let refused = try await storeRefusal { try await table.update("a", ["n": "many"]) }
    #expect(
      refused
        == .valueDoesNotFit(
          table: "todo", column: "n", expected: ColumnType.number.phrase, got: "a string"))
    #expect(try await storeRefusal { try await table.insert(["n": true]) } != nil)
    #expect(try await context.counts().pending == 0)
    #expect(try await table.read(id: "a")?.values["n"] == 1)
  }

  @Test func systemColumnsAreNotForCallers() async throws {
    let table = try await StoreFixture().open().table("todo")
    for column in ["version", "createdAt", "updatedAt", "deleted"] {
      let refused = try await storeRefusal { try await table.insert([column: "x"]) }
      #expect(refused == .reservedColumn(table: "todo", column: column))
    }
  }

  @Test func nullMakesNoColumnAndClearsAValue() async throws {
    let context = try await StoreFixture().open()
    let table = context.table("todo")
    let id = try await table.insert(["a": "x", "b": nil])
    #expect(try await context.columns(of: "todo").filter { !$0.isSystem }.map(\.name) == ["a"])
    try await table.update(id, ["a": nil])
    #expect(try await table.read(id: id)?.values == ["a": nil])
  }
}
