import JSONKit
import Testing

@Suite struct JSONValueTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-1", "1.5", "\"a\\nb\"", "[]", "{}", "[1,[2,{\"a\":null}]]",
    "{\"b\":1,\"a\":\"\u{1F600}\"}", "9223372036854775807", "9223372036854775808",
    "0.12345678901234567890123", "1e400", "12345678901234567890123",
  ])
  func writesBackWhatItRead(text: String) throws {
    #expect(try JSONValue(parsing: text).serializedText == text)
  }

  @Test(arguments: [
    ("9007199254740993", JSONValue.integer(9_007_199_254_740_993)),
    ("-9223372036854775808", .integer(.min)),
    ("18446744073709551616", .number("18446744073709551616")),
    ("18446744073709551617", .number("18446744073709551617")),
    ("1.10", .real(1.1)), ("1e3", .real(1_000)), ("100e-1", .real(10)), ("-0", .real(-0.0)),
    ("0.1000000000000000055511151231257827", .number("0.1000000000000000055511151231257827")),
  ])
  func keepsNumbersExactly(text: String, expected: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == expected)
  }

  /// Each group is one number, and the groups are in order.
  private static let numbers = [
    ["-1e400"], ["-12345678901234567890.5", "-123456789012345678905e-1"], ["-9223372036854775809"],
    ["-1.5", "-1.50000000000000000000"], ["-1e-400"], ["0", "-0", "0.000", "0e99"], ["1e-400"],
    ["0.1", "1e-1"], ["0.1000000000000000055511151231257827"],
    ["9007199254740992"], ["9007199254740993", "9007199254740993.0", "9007199254740993e0"],
    ["1000000000000000000", "1e18"], ["1234567890123456768"],
    ["1234567890123456800.0", "1.2345678901234568e18"],
    ["79228162514264337593.543950335", "7.92281625142643375935439503350e19"],
    ["79228162514264337593.543950336"], ["1e400", "10e399"], ["1e99999999999999999999"],
  ]

  @Test func comparesNumbersByAllOfTheirDigits() throws {
    let groups = try Self.numbers.map { try $0.map { try JSONValue(parsing: $0) } }
    for (position, group) in groups.enumerated() {
      for value in group {
        let number = try #require(DecimalNumber(value))
        for (other, rest) in groups.enumerated() {
          for value in rest {
            let against = try #require(DecimalNumber(value))
            #expect((number < against) == (position < other))
            #expect((number == against) == (position == other))
          }
        }
      }
    }
    let alike = groups[14].map { Set([$0]) }
    #expect(alike[0] == alike[1])
    #expect(DecimalNumber(.string("1")) == nil)
  }

  @Test(arguments: [
    ("9007199254740993.0", JSONValue.integer(9_007_199_254_740_993)),
    ("1.2345678901234568e18", .integer(1_234_567_890_123_456_800)),
    ("9223372036854775808.0", .number("9223372036854775808.0")), ("1.0", .real(1)),
    ("9223372036854775807.0", .integer(.max)), ("1e20", .real(1e20)),
  ])
  func aWholeNumberIsAnIntegerWhereADoubleSkipsSome(text: String, expected: JSONValue) throws {
    #expect(try JSONValue(parsing: text) == expected)
  }

  @Test(arguments: [
    "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "01", "1.", ".5", "+1", "nul", "truee", "\"a",
    "\"\\x\"", "\"\u{1}\"", "[1] 2", "{} {}", "1 2", "[1 2]", "{\"a\" 1}", "NaN", "[01]", "[1.]",
    "[-]", "[1e]", "[nul]", "[truex]", "'a'", "/**/1",
  ])
  func refusesWhatIsNotJSON(text: String) {
    #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
  }

  @Test func refusesBytesThatAreNotUTF8() {
    #expect(throws: JSONError.self) { try JSONValue(parsing: [0x22, 0xff, 0x22]) }
  }

  @Test(arguments: [
    ("{\n  \"a\": 1\n  \"b\": 2\n}", "line 3, column 3"),
    ("{\n  \"a\": [1, 2,]\n}", "line 2, column 14"),
    ("{\n  \"ä\": tru\n}", "line 2, column 8"),
    ("{\n  \"a\": \"open\n}", "line 2, column 8"),
    ("{\n  \"a\": \"\\\" open", "line 2, column 8"),
    ("{\n  \"a\": 1\n", "line 3, column 1"),
  ])
  func saysWhereReadingEnded(text: String, place: String) {
    let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    #expect(error?.place?.description == place)
  }

  @Test func saysWhichLineIsNotUTF8() {
    let error = #expect(throws: JSONError.self) {
      try JSONValue(parsing: Array("{\n\"a\": \"".utf8) + [0xff] + Array("\"}".utf8))
    }
    #expect(error?.place?.description == "line 2, column 1")
  }

  @Test func namesTheMembersThatStandTwice() throws {
    let text = #"{"a":[{"b":1},{"b":1,"c":{},"b":2}],"d":{"e":1,"e":1},"\u0061":3}"#
    #expect(
      try JSONValue.repeatedMembers(parsing: Array(text.utf8)) == ["a[1].b", "d.e", "a"])
  }

  @Test func refusesTooDeepNesting() throws {
    let depth = JSONValue.depthMax
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try JSONValue(parsing: nested(depth))
    #expect(throws: JSONError.self) { try JSONValue(parsing: nested(depth + 2)) }
  }

  @Test func ofTwoEqualNamesTheLastWins() throws {
    #expect(try JSONValue(parsing: #"{"a":1,"b":2,"a":3}"#) == ["a": 3, "b": 2])
  }

  @Test func wideObjectsFindTheirMembers() throws {
    var object = JSONObject()
    for number in 0..<50 { object["k\(number)"] = .integer(Int64(number)) }
    object["k3"] = nil
    object["k7"] = "seven"
    #expect(object.count == 49)
    #expect(object["k3"] == nil)
    #expect(object["k7"] == "seven")
    #expect(object["k49"] == 49)
  }

  @Test func unescapesSurrogatePairs() throws {
    #expect(try JSONValue(parsing: #""\ud83d\ude00\u00e9""#) == "\u{1F600}\u{e9}")
  }
}
