import HTTPKit
import JSONKit
import TableService
import TestSupport
import Testing

/// Queries and bodies put together at random, the same ones in every run.
@Suite struct RandomQueryTests {
  private static let words = [
    "name", "n", "done", "due", "id", "updatedAt", "deleted", "version", "nosuch", "'a'", "''",
    "binary'AQID'", "1.00000000000000000001", "Edm.Decimal)", "Edm.TimeOfDay)", "Edm.Guid)",
    "'%'", "5", "-1", "1.5", "0", "9223372036854775807", "null", "true", "false", "2020-01-01",
    "datetime'2020-01-01T00:00:00Z'", "07:14:00", "guid'01234567-89AB-CDEF-0123-456789ABCDEF'",
    "eq", "ne", "gt", "le", "and", "or", "not", "add", "sub", "mul", "div", "mod", "in", "-", "(",
    ")", ",", "length(", "substring(", "substringof(", "endswith(", "concat(", "indexof(",
    "replace(", "tolower(", "trim(", "year(", "second(", "floor(", "round(", "date(", "time(",
    "cast(", "Edm.String)", "Edm.Date)", "Edm.Int32)", "asc", "desc", "\"", "$it", "é", "@",
  ]

  private static let subjects = [
    "name", "n", "done", "due", "id", "updatedAt", "deleted", "'a'", "5", "2.5", "null", "true",
    "2024-01-15", "length(name)", "year(due)", "n add 1", "n div 0", "n mod 2", "concat(name,id)",
    "substring(name,1)", "indexof(name,'a')", "round(n div 2)", "-n", "(done)", "not done",
    "cast(n,Edm.String)", "date(due)", "07:14:00", "1.00000000000000000001",
  ]

  private static let operators = ["eq", "ne", "gt", "ge", "lt", "le", "add", "div", "and", "or"]

  /// Columns of every type, under the names that the queries have.
  private static let declared: [JSONObject] = [
    [:],
    [
      "name": ["type": "enum", "values": ["a", "b"]], "n": ["type": "decimal"],
      "done": ["type": "boolean"], "due": ["type": "dateTime", "nullable": true],
    ],
    [
      "name": ["type": "guid"], "n": ["type": "time"], "done": ["type": "object"],
      "due": ["type": "date"],
    ],
    ["name": ["type": "bytes"], "n": ["type": "integer"], "due": ["type": "string"]],
  ]

  @Test(arguments: ["2.0.0", "3.0.0"], declared)
  func areAnsweredOrRefusedAndNeverFail(version: String, columns: JSONObject) async throws {
    let tables: JSONObject =
      columns.isEmpty ? [:] : ["t": ["dynamic": true, "columns": .object(columns)]]
    let harness = try await Harness(version: version, tables: tables)
    let row: JSONValue = ["id": "a", "name": "a", "n": 1, "done": true, "due": "2024-01-15"]
    await harness.send(.post, "/tables/t", row)
    await harness.send(.post, "/tables/t", ["id": "b"])
    var random = Generator(state: 42)
    var answered = 0
    for round in 0..<3_000 {
      var text: String
      if round % 3 == 0 {
        let count = Int.random(in: 1...12, using: &random)
        text = (0..<count).compactMap { _ in Self.words.randomElement(using: &random) }
          .joined(separator: " ")
      } else {
        text = Self.subjects.randomElement(using: &random) ?? ""
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let word = Self.operators.randomElement(using: &random) ?? ""
          text = "(\(text)) \(word) \(Self.subjects.randomElement(using: &random) ?? "")"
        }
      }
      let option = round % 5 == 0 ? "$orderby" : "$filter"
      let query = "\(option)=\(PercentEncoding.encodeQuery(text))"
      let answer = await harness.get("/tables/t?\(query)")
      #expect(answer.status == 200 || answer.status == 400, "\(text): \(answer.status)")
      if answer.status == 200 { answered += 1 }
    }
    #expect(answered > 80)
  }

  @Test func bodiesAreStoredOrRefusedAndNeverFail() async throws {
    let harness = try await Harness()
    let parts = [
      "{", "}", "[", "]", ":", ",", "\"id\"", "\"a\"", "\"n\"", "1", "1e999", "-0", "0.1", "true",
      "null", "\"\\u0000\"", "\"\\ud800\"", "\"deleted\"", "\"x y\"", "\"version\"", " ", "{}",
    ]
    var random = Generator(state: 7)
    for round in 0..<2_000 {
      var text = (0..<Int.random(in: 1...9, using: &random))
        .compactMap { _ in parts.randomElement(using: &random) }.joined()
      if round % 2 == 0 {
        let name = parts[6..<9].randomElement(using: &random) ?? ""
        text = "{\(name):\(parts[9...].randomElement(using: &random) ?? "")}"
      }
      let answer = await harness.send(.post, "/tables/t", bytes: Array(text.utf8))
      #expect([201, 400, 409].contains(answer.status), "\(text): \(answer.status)")
    }
  }
}

/// Numbers that repeat; SplitMix64.
private struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
