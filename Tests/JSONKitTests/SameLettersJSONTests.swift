import JSONKit
import Support
import TestSupport
import Testing

@Suite struct SameLettersJSONTests {
  private let composed = SameLetters.composed
  private let decomposed = SameLetters.decomposed

  @Test(arguments: [0, 20])
  func anObjectKeepsMembersWhoseNamesDifferInBytes(others: Int) throws {
    var object = JSONObject((0..<others).map { ("m\($0)", .integer(Int64($0))) })
    object[composed] = 1
    object[decomposed] = 2
    #expect(object[composed] == 1)
    #expect(object[decomposed] == 2)
    let parsed = try JSONValue(parsing: JSONValue.object(object).serialized)
    #expect(parsed.object?.count == others + 2)
    #expect(parsed[composed] == 1)
    #expect(parsed[decomposed] == 2)
    object[composed] = nil
    #expect(object[decomposed] == 2)
    #expect(try JSONValue.repeatedMembers(parsing: parsed.serialized).isEmpty)
  }

  @Test func textsAreEqualByTheirBytes() {
    #expect(JSONValue.string(composed) != .string(decomposed))
    #expect(JSONValue.array([.string(composed)]) != .array([.string(decomposed)]))
    #expect(SameLetters.object(1, nil) != SameLetters.object(nil, 1))
    #expect(Set([JSONValue.string(composed), .string(decomposed)]).count == 2)
  }

  @Test func rowsKeepColumnsWhoseNamesDifferInBytes() throws {
    let text = #"[{"\#(composed)":1,"\#(decomposed)":2},{"\#(decomposed)":3,"\#(composed)":4}]"#
    let read = try JSONRows(parsing: Array(text.utf8), listedUnder: [])
    let rows = try #require(read)
    #expect(rows.columns.count == 2)
    #expect(rows.object(at: 1)[composed] == 4)
    #expect(rows.object(at: 1)[decomposed] == 3)
  }
}
