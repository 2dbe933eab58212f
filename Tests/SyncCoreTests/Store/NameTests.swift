import Foundation
import JSONKit
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// Names that come from servers and people reach SQL only as names.
@Suite struct NameTests {
  static let hostile = [
    "a'b", "a\"b", "\"]", "\"; DROP TABLE MS_TableOperations; --", "100%", "a_b", "select", "😀",
    "tab le", "[x]", "`", "日本", "$1", "?", "a.b", "rowid", "NULL",
  ]

  @Test(arguments: hostile)
  func tableAndColumnMayHaveAnyName(_ name: String) async throws {
    let context = try await StoreFixture().open()
    let table = context.table(name)
    let id = try await table.insert([name: "x", "other": 1])
    try await table.update(id, [name: "y"])
    let page = try await table.read(
      RowQuery(filters: [RowFilter(name, .equals, "y")], sort: [RowSort(name, descending: true)]))
    #expect(page.rows.map(\.id) == [id])
    #expect(page.ignored.isEmpty)
    #expect(try await context.operations(OperationQuery(table: name)).count == 1)
    try await table.delete(id)
    #expect(try await context.counts() == StoreCounts())
  }

  @Test(arguments: ["a'b", "a\"b", "%", "a_b", "\"]", "😀", "a\u{0}b", "A", "e\u{301}"])
  func idsOfServersCompareExactly(_ id: String) async throws {
    let context = try await StoreFixture().open()
    let near = ["aXb", "a", "axb", "\u{e9}", "'", ""]
    try await context.seed("todo", ([id] + near).map { Record(id: $0, version: "1") })
    let table = context.table("todo")
    try await table.update(id, ["n": 1])
    #expect(try await context.operations(of: "todo", id).count == 1)
    for other in near {
      #expect(try await table.read(id: other)?.values["n"] == .null)
      #expect(try await context.operations(of: "todo", other).isEmpty)
    }
    let page = try await table.read(RowQuery(view: .pending))
    #expect(page.rows.map { Array($0.id.utf8) } == [Array(id.utf8)])
  }

  @Test func aNewNameThatDiffersByCaseOnlyIsRefusedOfWhatIsWrittenHere() async throws {
    let context = try await StoreFixture().open()
    try await context.seed("Movie", [Record(id: "a", values: ["Name": "x", "name": "y"])])
    let table = context.table("Movie")
    for values in [["NAME": "typo"], ["ID": "b"], ["new": 1, "New": 2]] as [JSONObject] {
      await #expect(throws: SyncError.self) { try await table.update("a", values) }
      await #expect(throws: SyncError.self) { try await table.insert(values) }
    }
    await #expect(throws: SyncError.tableAlike("MOVIE", known: "Movie")) {
      try await context.table("MOVIE").insert(["x": 1])
    }
    #expect(try await !context.tables().map(\.name).contains("MOVIE"))
    #expect(try await context.counts().pending == 0)
    // Names that are there, and nulls, which make no column.
    try await table.update("a", ["Name": "z", "name": "w", "NAME": nil])
    #expect(try await table.read(id: "a")?.values == ["Name": "z", "name": "w"])
    await #expect(throws: SyncError.tableAlike("movie", known: "Movie")) {
      _ = try await context.pull(tables: ["movie"])
    }
  }

  @Test func namesThatDifferByCaseStayApart() async throws {
    let context = try await StoreFixture().open()
    try await context.seed(
      "Todo", [Record(id: "a", values: ["Name": "x", "name": "y", "ID": "z", "Deleted": true])])
    try await context.seed("todo", [Record(id: "a", values: ["name": "w"])])
    let row = try await context.table("Todo").read(id: "a")
    let record = try #require(row)
    #expect(record.values == ["Name": "x", "name": "y", "ID": "z", "Deleted": true])
    #expect(!record.deleted)
    #expect(try await context.table("todo").read(id: "a")?.values == ["name": "w"])
    let page = try await context.rows(
      "Todo", RowQuery(filters: [RowFilter("name", .equals, "y"), RowFilter("ID", .equals, "z")]))
    #expect(page.rows.count == 1)
  }

  @Test(arguments: [
    "", "syncline_rows", "SYNCLINE_x", "MS_TableOperations", "ms_tablex", "sqlite_master",
    "a\u{0}b", ".", "..",
    String(repeating: "x", count: 129),
  ])
  func tableNamesThatWouldHarmTheStoreAreRefused(_ name: String) async throws {
    let table = try await StoreFixture().open().table(name)
    #expect(try await storeRefusal { try await table.insert(["a": 1]) } == .invalidTable(name))
  }

  @Test(.enabled(if: SharedFolder.isExpected))
  func newIdsFollowTheRulesOfTheSDKs() async throws {
    let vectors = try JSONValue(parsing: SharedFolder.contents("vectors/string-ids.json"))
    let table = try await StoreFixture().open().table("todo")
    let valid = (vectors["valid"]?.array ?? []).compactMap(\.string)
    let invalid = (vectors["invalid"]?.array ?? []).compactMap(\.string)
    #expect(valid.count > 5 && invalid.count > 5)
    for id in valid {
      #expect(try await table.insert(["id": .string(id)]) == id)
    }
    for id in invalid + ["", "  "] {
      let refused = try await storeRefusal { try await table.insert(["id": .string(id)]) }
      guard case .invalidID = refused else {
        Issue.record("\(id.debugDescription) was taken")
        continue
      }
    }
  }
}
