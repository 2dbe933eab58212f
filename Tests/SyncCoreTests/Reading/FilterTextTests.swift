import JSONKit
import SyncInspection
import Testing

@testable import SyncCore

/// Texts that are looked for in columns, and lists of them.
@Suite struct FilterTextTests {
  private static let names = [
    "a": "Åland", "b": "ÅLAND islands", "c": "Aland", "d": "ΟΔΥΣΣΕΥΣ", "e": "Οδυσσευς",
    "f": "Straße",
    "g": "STRASSE ß", "j": "STRAẞE", "h": "a👩‍👧b", "i": "nul\u{0}É",
  ]

  private func context() async throws -> SyncContext {
    let context = try await StoreFixture().open()
    try await context.seed(
      "t",
      Self.names.map { Record(id: $0, version: "1", values: ["s": .string($1), "n": 1]) })
    return context
  }

  @Test(
    arguments: [
      (FilterOperator.contains, "åland", "ab"), (.contains, "ÅLAND", "ab"), (.starts, "åL", "ab"),
      (.starts, "land", ""), (.contains, "aland", "c"), (.contains, "σευς", "de"),
      (.contains, "ΣΕΥΣ", "de"), (.contains, "straße", "fgj"), (.contains, "ß", "fgj"),
      (.contains, "STRAẞE", "fgj"),
      (.contains, "👩", "h"), (.contains, "é", "i"), (.contains, "\u{0}é", "i"),
      (.equals, "åland", ""),
    ])
  func lettersOfEveryScriptAreAlikeInBothSizes(
    _ op: FilterOperator, _ text: String, _ ids: String
  ) async throws {
    let query = RowQuery(filters: [RowFilter("s", op, text)], sort: [RowSort("id")])
    let page = try await context().rows("t", query)
    #expect(page.rows.map(\.id).joined() == ids)
    #expect(page.count == RowCount(ids.count))
  }

  @Test func aTextIsFoundInTheIDAndInEveryTextColumn() async throws {
    let context = try await context()
    try await context.seed(
      "t",
      [
        Record(id: "other", version: "1", values: ["s": "x", "note": "ÅLAND too", "n": 7]),
        Record(id: "id-ÅLAND", version: "1", values: ["s": "y", "n": 8]),
      ])
    let query = RowQuery(filters: [.anyText("åland")], sort: [RowSort("id")])
    let page = try await context.rows("t", query)
    #expect(page.rows.map(\.id) == ["a", "b", "id-ÅLAND", "other"])
    #expect(page.count == RowCount(4) && page.ignored.isEmpty)
    // Numbers are no text.
    #expect(try await context.rows("t", RowQuery(filters: [.anyText("7")])).rows.isEmpty)
  }

  @Test func aTextIsFoundInATableOfMoreThanAThousandColumns() async throws {
    let context = try await StoreFixture().open()
    var values = JSONObject()
    for number in 0..<1_200 { values["c\(number)"] = .string("value \(number)") }
    try await context.seed("t", [Record(id: "wide", version: "1", values: values)])
    let rows = try await context.rows("t", RowQuery(filters: [.anyText("VALUE 1199")])).rows
    #expect(rows.map(\.id) == ["wide"])
  }

  /// Without an end in sight where each letter would copy those before it.
  ///
  /// The limit ends such a stall; it measures nothing, for all tests share the cores.
  @Test(.timeLimit(.minutes(15))) func aLongTextIsLookedThroughInOnePass() async throws {
    let context = try await context()
    let long = String(repeating: "Zuerich ÄÖÜ ", count: 300_000) + "ZÜRICH"
    try await context.seed("t", [Record(id: "long", version: "1", values: ["s": .string(long)])])
    let query = RowQuery(filters: [RowFilter("s", .contains, "zürich")])
    #expect(try await context.rows("t", query).rows.map(\.id) == ["long"])
  }

  @Test func theQueueTheErrorsAndSuggestionsFindThemToo() async throws {
    let context = try await context()
    try await context.table("t").update("b", ["n": 2])
    #expect(try await context.operations(OperationQuery(text: "åland")).operations.count == 1)
    #expect(try await context.operations(OperationQuery(text: "ålend")).operations.isEmpty)
    _ = try await context.fail("t", "b")
    #expect(try await context.errorPage(ErrorQuery(text: "åland")).errors.count == 1)
    let found = try await context.suggestions("t", "s", with: "åland")
    #expect(Set(found) == ["Åland", "ÅLAND islands"])
  }

  @Test(
    arguments: [
      ("France, Germany", ["France", "Germany"]), (" a ,\tb ", ["a", "b"]),
      ("a,,b,", ["a", "", "b", ""]),
      (#""Bonn, Rhein", x"#, ["Bonn, Rhein", "x"]), (#"x , " a ""b"" ""#, ["x", #" a "b" "#]),
      (#"5" pipe, 6" pipe"#, [#"5" pipe"#, #"6" pipe"#]), (#""a" b,c"#, [#""a" b"#, "c"]),
      (#""open, end"#, [#""open"#, "end"]), (#""", x"#, ["", "x"]), (#""""a""""#, [#""a""#]),
      (#"["a, b", " c ", 1]"#, ["a, b", " c ", "1"]), ("[a, b", ["[a", "b"]), ("", []),
    ])
  func listsAreReadAsPeopleTypeThem(_ text: String, _ values: [String]) {
    #expect(FilterList.values(text) == values)
  }
}
