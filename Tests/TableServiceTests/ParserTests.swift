import HTTPKit
import JSONKit
import TestSupport
import Testing

@testable import TableService

@Suite struct ParserTests {
  @Test(arguments: [
    "a or b and c", "a eq 1 or not b eq 2 and c", "((((a))))", "-a lt -5", "- 5 eq a",
    "a in (1, 2)", "a in ()", "name eq 'it''s'", "name eq ''", "substring(a,1) eq 'x'",
    "substring(a,1,2) eq 'x'", "a eq 1.5e3", "a eq 5L", "a eq 5.0m", "a eq 5f", "a eq 5d",
    "when gt datetime'2020-01-01T00:00:00Z'", "when gt datetimeoffset'2020-01-01T00:00:00+02:00'",
    "when gt 2020-01-01T00:00:00.1234567Z", "when gt 2020-01-01", "at eq 07:14:00",
    "key eq guid'01234567-89AB-CDEF-0123-456789ABCDEF'",
    "key eq 01234567-89ab-cdef-0123-456789abcdef", "cast(2020-01-01,Edm.Date) lt when",
    "datetime eq 1", "guid eq 'x'", "not(a)", "a eq 9223372036854775807",
    "replace(a,'b','c') eq 'd'", "_a eq 1", "a\teq\n1",
  ])
  func reads(filter: String) throws {
    for version in [APIVersion.v2, .v3] { _ = try Parser.filter(filter, version) }
  }

  @Test(arguments: [
    "", "a eq", "eq 1", "a eq 1)", "(a eq 1", "a eq \"x\"", "a eq 'x", "a = 1", "a eq 1 b",
    "a - 1 eq 0", "length() eq 1", "length(a,b) eq 1", "nothing(a) eq 1", "a eq 1u", "a eq 1.5L",
    "a eq datetime'soon'", "a eq binary'A!'", "a in 1", "a in (1", "a eq 25:00",
    "a eq 2020-13-01", "cast(a) eq 1", "cast(a,Edm.Thing) eq 1", "a/b eq 1", "$it eq 1",
    "a.b eq 1", "replace(replace(a,'b','c'),'d','e') eq 'f'", "replace(a,'b',c) eq 'd'",
    "a eq @p", "a eq 1 // b", "é eq 1", "a eq 1 eq", ",", "not", "a eq 1e999",
  ])
  func refuses(filter: String) {
    for version in [APIVersion.v2, .v3] {
      #expect(throws: ODataError.self) { try Parser.filter(filter, version) }
    }
  }

  @Test func takesKeywordsInAnyCaseInVersion3Only() throws {
    _ = try Parser.filter("A EQ 1 AND NOT (B Gt 2)", .v3)
    #expect(throws: ODataError.self) { try Parser.filter("A EQ 1", .v2) }
    let order = try Parser.order("a DESC,b", .v3)
    #expect(order.map(\.isDescending) == [true, false])
    #expect(throws: ODataError.self) { try Parser.order("a DESC", .v2) }
  }

  @Test(arguments: ["a sideways", "a,", ",a", "a asc desc", "a b"])
  func refusesOrders(text: String) {
    #expect(throws: ODataError.self) { try Parser.order(text, .v2) }
  }

  @Test func boundsDepthAndLength() throws {
    let deep = String(repeating: "(", count: 5_000) + "a" + String(repeating: ")", count: 5_000)
    #expect(throws: ODataError.self) { try Parser.filter(deep, .v2) }
    let negated = String(repeating: "not ", count: 5_000) + "a"
    #expect(throws: ODataError.self) { try Parser.filter(negated, .v2) }
    let sum = "a eq 1" + String(repeating: " add 1", count: 3_000)
    #expect(throws: ODataError.self) { try Parser.filter(sum, .v2) }
    let long = repeatElement("a eq 1", count: 5_000).joined(separator: " or ")
    #expect(throws: ODataError.self) { try Parser.filter(long, .v2) }
  }

  @Test func saysWhereReadingStopped() {
    let error = #expect(throws: ODataError.self) { try Parser.filter("a eq 1 b", .v2) }
    #expect(error?.position == 8)
    #expect(error?.serviceError(in: "$filter").reason.contains("character 8") == true)
  }
}

/// Filters that clients generate, and that the Node server takes or refuses.
@Suite(.enabled(if: SharedFolder.isExpected)) struct FilterVectorTests {
  @Test func readsWhatClientsGenerate() async throws {
    let document = try JSONValue(parsing: SharedFolder.contents("vectors/odata-filters.json"))
    let filters = (document["ios_generated"]?.array ?? []).compactMap(\.string)
    #expect(filters.count > 10)
    let harness = try await Harness()
    await harness.send(.post, "/tables/t", ["text": "a", "n": 1, "name": "b", "Price": 1.5])
    for filter in filters {
      let answer = await harness.get("/tables/t?$filter=\(filter)")
      #expect(answer.status == 200, "\(filter): \(answer.error)")
    }
  }

  @Test func takesAndRefusesAsTheNodeServer() async throws {
    let document = try JSONValue(parsing: SharedFolder.contents("vectors/odata-filters.json"))
    let cases = document["node_server"]?.array ?? []
    #expect(cases.count > 10)
    let harness = try await Harness()
    for one in cases {
      let filter = one["filter"]?.string ?? ""
      let answer = await harness.get("/tables/t?$filter=\(filter)")
      #expect(answer.status == (one["error"] == true ? 400 : 200), "\(filter): \(answer.error)")
    }
  }
}
