import HTTPKit
import JSONKit
import TestSupport
import Testing

/// Filters and orders by declared types.
@Suite struct DeclaredQueryTests {
  private static let rows: [JSONValue] = [
    [
      "id": "a", "big": 7, "money": .number("12345678901234.5678"), "level": "PG13",
      "when": "2024-01-02T03:04:05Z", "day": "2024-02-29", "at": "07:14:00",
      "key": "0F8FAD5B-D9CB-469F-A165-70867728950E", "bytes": "AQID",
    ],
    [
      "id": "b", "big": 40, "money": 12345678901234.568, "level": "G",
      "when": "2023-12-31T23:59:59.9996Z", "day": "1999-12-31", "at": "12:15:30.25",
      "bytes": "AQ==",
    ],
    ["id": "c", "level": "R", "money": -1],
  ]

  private func check(
    _ version: String, _ cases: [(query: String, ids: String)]
  ) async throws {
    let harness = try await Harness(version: version, tables: ["kinds": ToolkitTables.kinds])
    for row in Self.rows {
      #expect(await harness.send(.post, "/tables/kinds", row).status == 201)
    }
    for (query, expected) in cases {
      let answer = await harness.get("/tables/kinds?\(query)")
      let ids = answer.rows.compactMap { $0["id"]?.string }.joined()
      #expect(
        expected == "400" ? answer.status == 400 : answer.status == 200 && ids == expected,
        "\(version) \(query): \(ids) \(answer.error)")
    }
  }

  @Test(arguments: ["2.0.0", "3.0.0"])
  func goByTheTypesOfTheColumns(version: String) async throws {
    try await check(
      version,
      [
        ("$orderby=level", "bac"), ("$orderby=level desc", "cab"),
        ("$filter=level eq 'PG13'", "a"), ("$filter=level ne 'PG13'", "bc"),
        ("$filter='R' eq level", "c"), ("$filter=level eq 3", "a"), ("$filter=level eq 99", ""),
        ("$filter=level gt 'G'", "ac"), ("$filter='G' lt level", "ac"),
        ("$filter=level in ('R','G')", "bc"), ("$filter=level eq null", ""),
        ("$filter=level eq 'pg13'", "400"), ("$filter=level in ('R','nope')", "400"),
        ("$filter=contains(level,'P')", "400"), ("$filter=cast(level,Edm.String) eq 'R'", "c"),
        ("$filter=level eq level", "abc"),
        ("$orderby=money", "cab"), ("$filter=money eq 12345678901234.5678", "a"),
        ("$filter=money gt 12345678901234.5678", "b"),
        ("$filter=key eq 0f8fad5b-d9cb-469f-A165-70867728950E", "a"),
        ("$filter=key eq cast(0F8FAD5B-D9CB-469F-A165-70867728950E,Edm.Guid)", "a"),
        ("$filter=key eq cast('0F8FAD5B-D9CB-469F-A165-70867728950E',Edm.Guid)", "a"),
        ("$filter=key eq guid'0F8FAD5B-D9CB-469F-A165-70867728950E'", "a"),
        ("$orderby=key desc", "abc"),
        ("$filter=day eq 2024-02-29", "a"), ("$filter=day lt 2000-01-01", "bc"),
        ("$filter=day ge cast(2024-02-29,Edm.Date)", "a"), ("$orderby=day", "cba"),
        ("$filter=year(day) eq 1999 and month(day) eq 12", "b"), ("$filter=day eq 'x'", "400"),
        ("$filter=when gt 2024-01-01T00:00:00Z", "a"), ("$orderby=when", "cba"),
        ("$filter=when eq datetimeoffset'2024-01-02T05:04:05%2B02:00'", "a"),
        ("$filter=when eq 2023-12-31T23:59:59.999Z", "b"),
        ("$filter=when eq 2023-12-31T23:59:59.9996Z", ""), ("$filter=hour(when) eq 3", "a"),
        ("$filter=date(when) eq 2024-01-02", "a"), ("$filter=day lt date(when)", "b"),
        ("$filter=at eq 07:14:00", "a"), ("$filter=at ge 12:15:30", "b"), ("$orderby=at", "cab"),
        ("$filter=at lt cast(07:14:00,Edm.TimeOfDay)", "c"), ("$filter=minute(at) eq 14", "a"),
        ("$filter=time(when) lt at", "a"), ("$filter=at eq 'x'", "400"),
        ("$filter=bytes eq binary'AQID'", "a"), ("$filter=bytes eq null", "c"),
        ("$orderby=bytes", "cba"), ("$filter=big add 3 eq 10", "a"), ("$filter=big eq 7.0", "a"),
      ])
  }

  @Test func comparesAFinerStampWithNullAsTheVersionDoes() async throws {
    for (version, ids) in [("2.0.0", "a"), ("3.0.0", "ab")] {
      let harness = try await Harness(version: version, tables: ["todos": ToolkitTables.todos])
      await harness.send(.post, "/tables/todos", ["id": "a", "due": "2024-01-01T00:00:00Z"])
      await harness.send(.post, "/tables/todos", ["id": "b"])
      for filter in ["due ne 2024-01-01T00:00:00.0001Z", "not (due eq 2024-01-01T00:00:00.0001Z)"] {
        let found = await harness.ids("/tables/todos?$filter=\(filter)").joined()
        #expect(found == ids, "\(version) \(filter)")
      }
    }
  }
}
