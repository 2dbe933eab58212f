import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing
import Zones

@testable import Console

/// A file that this console wrote and nobody changed changes nothing, whatever the rows hold.
@Suite struct ImportRoundTripTests {
  private static let list = "/s/todo/t/Visit"
  private static let settings = StoreSettings(tables: [
    TableSettings(name: "Visit", softDelete: .date(column: "endedAt"))
  ])

  /// Values that lose something on one way or another into a file and back.
  private static let texts: [String] = [
    "", " ", "a", " a ", "NULL", "null", "true", "0", "5", "1e3", "=1+1", "'=1+1", "''=1+1", "'",
    "''", "'a", "-", "--", "'-odd", "+49 30", "@x", "\tx", "'\tx", "\rx", "a\rb\r\nc\nd", "\r\n",
    "\"", "\"\"", "a\"b", "a,b;c\td", "é", "e\u{301}", "[1]", "{\"a\":1}", "2026-11-24",
    "2026-10-25T02:30:00.000Z", "2026-10-25T02:30:00Z", "2026-10-25T02:30:00.1234567Z",
    "2026-10-25T03:30:00.000+01:00", "2026-10-25T03:30:00+01:00", "2026-10-25T03:30:00",
    "\u{0}", "a\u{0}b", "1850-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z",
    "12345678901234567890123",
  ]
  private static let others: [JSONValue] = [
    nil, true, false, 0, -1, 0.5, -0.0, 1e300, .integer(.max), .number("12345678901234567890123"),
    .number("-1.0000000000000000000000001"), .number("1e400"), [], [1, nil, "=1"],
    ["a": [nil, ["b": "'"]]],
  ]
  private static let values = texts.map { JSONValue.string($0) } + others
  private static let columns = ["text", "number", "flag", "data", "endedAt"]
  private static let ids = ["=odd", "-odd", "'-odd", "''-odd", "@odd 21", "'", "odd", "-", "ö"]

  /// Rows with every value in every column, whether it fits there or not.
  private func filled() async throws -> RowsConsole {
    let console = try await RowsConsole(
      settings: Self.settings, timeZone: try ZoneDatabase.system.zone("America/New_York"))
    try await console.pull(
      "Visit",
      [
        (
          "first",
          [
            "text": "t", "number": 1, "flag": true, "data": ["a": 1],
            "endedAt": "2026-11-21T09:00:00.000Z", "=formula": "x", "a;b;c;d;e;f;g;h": "y",
          ]
        )
      ])
    var random = SplitMix64(5)
    var rows: [(String, JSONObject)] = []
    for (number, value) in Self.values.enumerated() {
      let id = number < Self.ids.count ? Self.ids[number] : "r\(number)"
      var row = JSONObject(Self.columns.map { ($0, value) })
      if number.isMultiple(of: 2) {
        row = JSONObject(
          Self.columns.map { ($0, Self.values.randomElement(using: &random) ?? .null) })
      }
      rows.append((id, row))
    }
    rows += Self.values.enumerated().map { ("v\($0.offset)", ["text": $0.element]) }
    try await console.pull("Visit", rows)
    return console
  }

  @Test(arguments: ["csv", "ndjson"])
  func anUnchangedExportChangesNothing(format: String) async throws {
    let console = try await filled()
    let before = try await console.get("\(Self.list).ndjson?view=all&sort=id").whole()
    let count = before.split(separator: "\n").count
    for zone in ["", "UTC", "Europe/Berlin", "store", "Asia/Kathmandu"] {
      let file = try await console.get("\(Self.list).\(format)?view=all&tz=\(zone)").whole()
      for (mode, query) in [("update", ""), ("upsert", "?tz=Europe/Berlin")] {
        let draft = try await console.importFile(file, mode: mode, into: "Visit", query: query)
        let seen = draft.json
        #expect(
          seen["problems"] == [], "\(zone) \(mode): \(seen["problems"]?.serializedText ?? "")")
        #expect(
          seen["unchanged"] == .integer(Int64(count)) && seen["changed"] == 0 && seen["new"] == 0,
          "\(zone) \(mode): \(seen)")
        #expect(seen["unknownColumns"] == [])
        let done = await console.post(draft.link, [:])
        #expect(done.status == 200, "\(done.page)")
      }
    }
    #expect(try await console.queued() == 0)
    let after = try await console.get("\(Self.list).ndjson?view=all&sort=id").whole()
    let changed = zip(before.split(separator: "\n"), after.split(separator: "\n")).filter {
      $0 != $1
    }
    #expect(changed.map { "\($0) became \($1)" } == [])
  }

  @Test func aProgramsTextIsWrittenAsItIs() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("a", ["title": "2026-10-25T02:30:00.000Z"])])
    let text: JSONValue = "2026-10-25T03:30:00.000+01:00"
    let file = #"{"id":"a","title":\#(text.serializedText)}"#
    #expect(
      try await console.importFile(file, mode: "update", into: "Movie").json["unchanged"] == 1)
    let sent = await console.post(
      "/s/todo/t/Movie/import", ["rows": [["id": "a", "title": text]], "mode": "update"])
    #expect(sent.json["changed"] == 1)
    #expect(try await console.record("Movie", "a")?.value("title") == text)
  }

  @Test func deletedRowsAreLeftAloneAndOtherValuesForThemRefused() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("a", ["title": "A"]), ("b", ["title": "B"])])
    try await console.sync.table("Movie").delete("b")
    let queued = try await console.queued()
    let file = try await console.get("/s/todo/t/Movie.csv?view=all").whole()
    let draft = try await console.importFile(file, mode: "upsert", into: "Movie")
    #expect(draft.json["unchanged"] == 2 && draft.json["problems"] == [])
    #expect(await console.post(draft.link, [:]).status == 200)
    #expect(try await console.queued() == queued)
    let other = try await console.importFile("id,title\nb,C\n", mode: "upsert", into: "Movie")
    #expect(
      other.json["problems"]?.array?.first?["message"]?.string?.contains("is deleted") == true)
  }

  @Test func someColumnsOfAnExportFindTheirRows() async throws {
    let console = try await filled()
    let file = try await console.get("\(Self.list).ndjson?view=all&cols=text&id=v3").whole()
    #expect(file.hasSuffix("\"values\":{\"text\":\" a \"}}\n"))
    let seen = try await console.importFile(file, mode: "upsert", into: "Visit").json
    #expect(seen["unchanged"] == 1 && seen["problems"] == [])
  }

  @Test func whatWasGuardedIsGivenBack() {
    for text in Self.texts {
      let line = String(decoding: CSVWriter().line([.string(text)]).dropLast(2), as: UTF8.self)
      let cell =
        line.hasPrefix("\"")
        ? String(line.dropFirst().dropLast()).replacing("\"\"", with: "\"") : line
      #expect(CSVWriter.unguarded(cell) == text)
      #expect(!"=+-@\t\r".utf8.contains(cell.utf8.first ?? 0), "\(cell)")
    }
  }

  // MARK: - What was changed

  /// Results for a value that the row has; itself where it is left alone.
  private func cell(
    _ type: ColumnType, _ source: ImportSource.Value, over was: JSONValue, zone: String = "UTC"
  ) throws -> JSONValue {
    var cell = ImportCell(column: Column("c", type))
    cell.zone = PageZone(try ZoneDatabase.system.zone(zone))
    return cell.isExport(source, of: was) ? was : try cell.value(source)
  }

  private func field(_ text: String) -> ImportSource.Value {
    .field(.init(text: text, isQuoted: false))
  }

  private func mistake(_ type: ColumnType, _ source: ImportSource.Value) -> String {
    do {
      return "\(try ImportCell(column: Column("c", type)).value(source))"
    } catch {
      return error.sentence
    }
  }

  @Test func aNumberThatNoStoreCanHoldIsRefusedAsInTheForm() throws {
    let value = try JSONValue(parsing: "1e400")
    #expect(mistake(.number, field(" 1e400 ")).contains("larger than any number"))
    for source in [field("1e400"), .json(value)] {
      #expect(
        mistake(.number, source) == "“1e400” is larger than any number that can be stored")
      #expect(try cell(.number, source, over: value) == value, "the row has it already")
    }
    #expect(mistake(.json, .json(value)) == "\(value)")
    let long: JSONValue = .number("12345678901234567890123")
    #expect(mistake(.number, .json(long)) == "\(long)")
  }

  @Test(arguments: [
    ("007", "remove the leading zeros, as in 7"),
    ("-00.5", "remove the leading zeros, as in -0.5"),
    ("-007.5", "remove the leading zeros, as in -7.5"),
    ("+5", "remove the plus sign, as in 5"),
    ("5.", "add a digit after the point, as in 5.0"),
    ("-.5", "add a digit before the point, as in -0.5"),
    ("00", "remove the leading zeros, as in 0"),
    ("many", ""), ("1,5", ""), ("+", ""), (".", ""),
  ])
  func whatIsWrongWithANumberIsSaid(_ text: String, _ words: String) {
    let end = words.isEmpty ? ". Use digits only, for example 3 or 0.5." : ": \(words)"
    #expect(mistake(.number, field(text)) == "“\(text)” is not a number\(end)")
  }

  @Test func aJSONFieldThatIsNestedTooDeepIsCalledThat() {
    let deep = String(repeating: "[", count: 101) + "1" + String(repeating: "]", count: 101)
    #expect(mistake(.json, field(deep)).hasPrefix("JSON is nested too deep: the limit is 100"))
    #expect(mistake(.json, field("[")).hasPrefix("invalid JSON"))
  }

  @Test func aTimeThatWasChangedIsWritten() throws {
    let was: JSONValue = "2026-10-25T02:30:00Z"
    let moved = "2026-10-25T04:30:00.000+01:00"
    for source in [field(moved), .json(.string(moved))] {
      #expect(try cell(.text, source, over: was) == .string(moved))
      #expect(try cell(.date, source, over: was) == "2026-10-25T03:30:00.000Z")
    }
    // The same moment in words that no export writes is a change of a text.
    for text in ["2026-10-25T03:30:00+01:00", "2026-10-25T02:30:00.000Z", "2026-10-25 02:30"] {
      #expect(try cell(.text, field(text), over: was) == .string(text))
      #expect(try cell(.date, field(text), over: was) == was)
    }
    let text = "2026-10-25T03:30:00.000+01:00"
    #expect(try cell(.text, field(text), over: was) == was)
    #expect(try cell(.text, field(text), over: "2026-10-25T02:30:00") == .string(text))
  }

  @Test func aTimeWithoutAnOffsetIsReadInTheZone() throws {
    for source in [field("2026-11-21 10:00"), .json("2026-11-21 10:00")] {
      let time = "2026-11-21T10:00:00.000Z"
      #expect(
        try cell(.date, source, over: nil, zone: "Europe/Berlin") == "2026-11-21T09:00:00.000Z")
      #expect(try cell(.date, source, over: nil) == .string(time))
      #expect(try cell(.text, source, over: nil, zone: "Europe/Berlin") == "2026-11-21 10:00")
      // What the row has says the same in other words.
      #expect(
        try cell(.date, source, over: "2026-11-21 10:00", zone: "Europe/Berlin")
          == "2026-11-21 10:00")
    }
  }

  @Test func lettersThatLookAlikeAreAChange() throws {
    let changed = try cell(.text, field("e\u{301}"), over: "é").string
    #expect(changed?.utf8.elementsEqual("e\u{301}".utf8) == true)
  }

  @Test func whatDoesNotFitStaysUnlessItIsMended() throws {
    #expect(try cell(.number, field("many"), over: "many") == "many")
    #expect(try cell(.number, .json("many"), over: "many") == "many")
    #expect(try cell(.number, field("5"), over: "many") == 5)
    #expect(throws: InputError.self) { try cell(.number, field("few"), over: "many") }
    #expect(try cell(.text, .json("5"), over: 5) == "5")
    #expect(try cell(.file, field("\"x\""), over: "x") == "x")
    #expect(try cell(.json, field("5"), over: "5") == 5)
    #expect(try cell(.json, field("\"5\""), over: "5") == "5")
  }

  @Test func thePagesNameTheZoneInWhichTheyRead() async throws {
    let console = try await filled()
    let link = "\(Self.list)/import"
    #expect(await console.page(link).page.contains("Times without an offset are read in UTC."))
    #expect(
      await console.page("\(link)?tz=Europe/Berlin").page
        .contains("Times without an offset are read in Europe/Berlin."))
    let draft = try await console.importFile(
      "id,endedAt\nn,2026-11-21 10:00\n", mode: "insert", into: "Visit",
      query: "?tz=browser&_zone=Europe/Berlin")
    let page = await console.page(draft.link, token: console.operatorToken).page
    #expect(page.contains("Times without an offset are read in Europe/Berlin."))
    _ = await console.post(draft.link, [:])
    #expect(try await console.record("Visit", "n")?.value("endedAt") == "2026-11-21T09:00:00.000Z")
    let sent = await console.post(
      "\(link)?tz=Europe/Berlin", ["rows": [["id": "m", "endedAt": "2026-11-21 10:00"]]])
    #expect(sent.status == 200)
    #expect(try await console.record("Visit", "m")?.value("endedAt") == "2026-11-21T10:00:00.000Z")
  }
}
