import JSONKit
import TestSupport
import Testing

@Suite struct JSONRowsTests {
  private func rows(_ text: String, _ names: [String] = []) throws -> JSONRows {
    try #require(try JSONRows(parsing: Array(text.utf8), listedUnder: names))
  }

  @Test func rowsAreTheObjectsOfTheList() throws {
    let text = #"[{"a":1,"b":"x"},{},{"b":"é\n","c":[1,{"d":null}],"a":1.50},{"a":2,"a":3}]"#
    let rows = try rows(text)
    #expect(rows.columns == ["a", "b", "c"])
    let objects = (0..<rows.count).map { JSONValue.object(rows.object(at: $0)) }
    #expect(JSONValue.array(objects) == (try JSONValue(parsing: text)))
  }

  @Test func cellsHoldWhatTheMembersDo() throws {
    let rows = try rows(#"[{"t":"a\"b","i":-5,"n":2.5,"y":true,"z":null,"l":[1],"o":{}},{"i":9}]"#)
    var cells = Array(repeating: JSONRows.Cell.null, count: rows.columns.count)
    rows.read(0, into: &cells)
    let values: [JSONValue] = ["a\"b", -5, 2.5, true, nil, [1], [:]]
    #expect(cells.map(rows.value) == values)
    guard case .text(let range) = cells[0] else { return #expect(Bool(false), "no text") }
    #expect(rows.withTexts { texts in range.map { texts[$0] } } == Array("a\"b".utf8))
    rows.read(1, into: &cells)
    #expect(cells.map(rows.value) == [nil, 9, nil, nil, nil, nil, nil])
    #expect(rows.value(rows.cell(1, 1)) == 9)
  }

  @Test func aListIsFoundUnderTheFirstOfItsNames() throws {
    let text = #"{"count":2,"results":[{"a":1}],"items":[{"b":1},{"b":2}],"nextLink":null}"#
    let both = try rows(text, ["items", "results"])
    #expect(both.listName == "items")
    #expect(both.columns == ["b"])
    #expect(both.rest == ["count": 2, "nextLink": nil])
    #expect(try rows(#"{"items":1,"results":[]}"#, ["items", "results"]).listName == "results")
  }

  @Test(arguments: [#"{"a":[]}"#, "5", #"[1]"#, #"[{"a":1},null]"#, #"{"items":{}}"#, "null"])
  func whatIsNoListOfObjectsIsNone(_ text: String) throws {
    #expect(try JSONRows(parsing: Array(text.utf8), listedUnder: ["items"]) == nil)
  }

  @Test(arguments: ["[{]", "[{}", "", "[{\"a\":01}]"])
  func whatIsNotJSONIsAnError(_ text: String) {
    #expect(throws: JSONError.self) {
      _ = try JSONRows(parsing: Array(text.utf8), listedUnder: [])
    }
  }

  /// A plain real is a shorter way to the value that the number has anyway, or it is none.
  @Test func plainRealsAreTheNumbersThemselves() throws {
    var random = SplitMix64(7)
    var digits = ["0.1", "-0.0", "-0", "1e5", "0.000001", "123456789012345.6", "-12.50", "1e400"]
    for _ in 0..<5_000 {
      let whole = String(UInt64.random(in: 0...9_999, using: &random))
      let fraction = String(UInt64.random(in: 0...99_999_999, using: &random))
      let zeros = String(repeating: "0", count: Int.random(in: 0...4, using: &random))
      digits.append((Bool.random(using: &random) ? "-" : "") + whole + "." + zeros + fraction)
    }
    let rows = try rows("[" + digits.map { "{\"n\":\($0)}" }.joined(separator: ",") + "]")
    var found = 0
    for row in 0..<rows.count {
      guard case .number(let place) = rows.cell(row, 0), let real = rows.plainReal(place) else {
        continue
      }
      found += 1
      #expect(.real(real) == rows.value(rows.cell(row, 0)), "\(digits[row])")
    }
    #expect(found > 500)
  }
}
