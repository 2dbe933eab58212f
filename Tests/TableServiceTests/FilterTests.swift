import HTTPKit
import JSONKit
import TestSupport
import Testing

/// What filters mean, asked over rows that have every kind of value and nulls.
@Suite struct FilterTests {
  private static let rows: [JSONValue] = [
    [
      "id": "a", "name": "Alpha", "digits": "7", "n": 1, "price": 1.5, "done": true,
      "due": "2024-01-15T10:20:30.000Z", "day": "2024-01-15", "at": "07:14:00",
      "key": "01234567-89AB-CDEF-0123-456789ABCDEF",
    ],
    [
      "id": "b", "name": "100%_", "n": 5, "price": -2.5, "done": false,
      "due": "2023-12-31T23:59:59.999Z",
    ],
    ["id": "c", "n": 6, "price": 6, "due": "2024-01-15T12:20:30+02:00"],
    ["id": "d", "name": "ÄÖÜ straße ", "n": -7, "price": 2.5, "done": true, "due": "soon"],
  ]

  private func harness(_ version: String) async throws -> Harness {
    let harness = try await Harness(version: version)
    for row in Self.rows { await harness.send(.post, "/tables/t", row) }
    return harness
  }

  private func check(_ version: String, _ cases: [(filter: String, ids: String)]) async throws {
    let harness = try await harness(version)
    for (filter, expected) in cases {
      let encoded = filter.split(separator: "%", omittingEmptySubsequences: false)
      let answer = await harness.get("/tables/t?$filter=\(encoded.joined(separator: "%25"))")
      let ids = answer.rows.compactMap { $0["id"]?.string }.joined()
      #expect(answer.status == 200 && ids == expected, "\(filter): \(ids) \(answer.error)")
    }
  }

  private static let alike: [(filter: String, ids: String)] = [
    ("n eq 5", "b"), ("n gt 1 and n le 6", "bc"), ("n ge 6 or n lt 0", "cd"),
    ("n add 1 eq 2", "a"), ("n sub 1 eq 4", "b"), ("n mul 2 eq 12", "c"), ("-n eq 7", "d"),
    ("1 eq 1", "abcd"), ("1 eq 0", ""), ("n mod 2 eq 1", "ab"), ("price mod 2 eq 1.5", "a"),
    ("name eq 'Alpha'", "a"), ("name eq 'alpha'", ""), ("name eq null", "c"),
    ("name ne null", "abd"), ("null eq name", "c"), ("done", "ad"), ("done eq false", "b"),
    ("substringof('%',name)", "b"), ("substringof('_',name)", "b"), ("contains(name,'%_')", "b"),
    ("substringof('',name)", "abd"), ("startswith(name,'Al')", "a"), ("startswith(name,'%')", ""),
    ("endswith(name,'_')", "b"), ("endswith(name,'')", "abd"), ("endswith(name,'xxAlpha')", ""),
    ("endswith(name,'a') eq true", "a"), ("concat(name,'!') eq 'Alpha!'", "a"),
    ("indexof(name,'p') eq 2", "a"), ("indexof(name,'z') eq -1", "abd"),
    ("replace(name,'l','L') eq 'ALpha'", "a"), ("substring(name,3) eq 'ha'", "a"),
    ("substring(name,1,2) eq 'lp'", "a"), ("substring(name,-1) eq 'Alpha'", "a"),
    ("length(name) eq 11", "d"), ("tolower(name) eq 'äöü straße '", "d"),
    ("toupper(name) eq 'ÄÖÜ STRASSE '", "d"), ("trim(name) eq 'ÄÖÜ straße'", "d"),
    ("year(due) eq 2024", "ac"), ("month(due) eq 12", "b"), ("day(day) eq 15", "a"),
    ("hour(due) eq 10", "ac"), ("minute(due) eq 20", "ac"), ("second(due) eq 59", "b"),
    ("due eq datetimeoffset'2024-01-15T09:20:30.000-01:00'", "ac"),
    ("due lt datetime'2024-01-01T00:00:00Z'", "b"), ("day eq 2024-01-15", "a"),
    ("at eq cast(07:14:00,Edm.TimeOfDay)", "a"), ("at lt 08:00:00", "a"),
    ("cast(n,'Edm.String') eq '5'", "b"), ("cast(n,Edm.String) eq '5'", "b"),
    ("hour(at) eq 7", "a"), ("minute(at) eq 14", "a"), ("second(at) eq 0", "a"),
    ("hour(time(due)) eq 10", "ac"), ("minute(07:14:09) eq 14", "abcd"),
    ("key eq guid'01234567-89ab-cdef-0123-456789abcdef'", "a"),
    ("key eq 01234567-89ab-cdef-0123-456789abcdef", "a"),
    ("floor(price) eq -3", "b"), ("ceiling(price) eq -2", "b"), ("n in (1,6)", "ac"),
    ("name in ('Alpha',null)", "ac"), ("deleted", ""), ("not deleted", "abcd"), ("ID eq 'a'", "a"),
    ("updatedAt gt datetime'2020-01-01T00:00:00Z'", "abcd"), ("createdAt ne null", "abcd"),
    ("cast(n,Edm.String) eq '5'", "b"), ("date(due) eq 2024-01-15", "ac"),
    ("year(due) sub 2000 eq 24 and (done or n eq 6)", "ac"),
  ]

  @Test func meansTheSameInBothVersionsWhereTheyAgree() async throws {
    try await check("2.0.0", Self.alike)
    try await check("3.0.0", Self.alike)
  }

  @Test func comparesWithNullAsSQLDoesInVersion2() async throws {
    try await check(
      "2.0.0",
      [
        ("name ne 'Alpha'", "bd"), ("not (name eq 'Alpha')", "bd"), ("done ne true", "b"),
        ("not(done)", "b"), ("not (done eq true)", "b"), ("done eq 1", "ad"),
        ("n div 2 eq 2.5", "b"), ("n div 2 eq 2", ""), ("n div 0 eq 1", ""),
        ("round(price) eq 3", "d"), ("round(price) eq -3", "b"), ("price gt null", ""),
        ("(true eq null) and false", ""), ("digits mod 2 eq 1", "a"), ("digits eq 7", "a"),
        ("name lt 5", ""),
      ])
  }

  @Test func comparesWithNullAsODataDoesInVersion3() async throws {
    try await check(
      "3.0.0",
      [
        ("name ne 'Alpha'", "bcd"), ("not (name eq 'Alpha')", "bcd"), ("done ne true", "bc"),
        ("not(done)", "b"), ("not (name gt 'A')", "bc"), ("n div 2 eq 2", "b"),
        ("n div 2.0 eq 2.5", "b"), ("n div 0 eq 1", ""), ("price div 4 eq 1.5", "c"),
        ("round(price) eq 2", "ad"), ("round(price) eq -2", "b"),
      ])
  }

  @Test(arguments: [
    "done gt 5.5", "name", "n", "1", "length(n) eq 1", "year(n) eq 1", "floor(name) eq 1",
    "n add done eq 1", "done gt 'x'", "not name", "-name eq 1", "substring(name,'x') eq 'y'",
    "cast(done,Edm.Date) eq 2020-01-01", "cast(name,Edm.Int32) eq 1", "done add 1 eq 2",
  ])
  func refusesWhatHasNoMeaning(filter: String) async throws {
    for version in ["2.0.0", "3.0.0"] {
      let answer = try await harness(version).get("/tables/t?$filter=\(filter)")
      #expect(answer.status == 400 && !answer.error.isEmpty, "\(filter) \(version)")
    }
  }

  @Test func neverTakesTextForANumberInVersion3() async throws {
    let harness = try await harness("3.0.0")
    for filter in ["digits eq 7", "digits add 1 eq 8", "n eq '5'"] {
      let answer = await harness.get("/tables/t?$filter=\(filter)")
      #expect(answer.status == 400, "\(filter)")
    }
  }

  @Test func answersNothingForAColumnThatNoRowHasInVersion2() async throws {
    let harness = try await harness("2.0.0")
    for query in ["$filter=nosuch eq 1", "$orderby=nosuch", "$filter=length(nosuch) eq 1"] {
      let answer = await harness.get("/tables/t?\(query)")
      #expect(answer.status == 200 && answer.json == [], "\(query)")
    }
    let selected = await harness.get("/tables/t?$select=id,nosuch&$top=1")
    #expect(selected.json == [["id": "a", "nosuch": nil]])
  }

  @Test func refusesAColumnThatNoRowHasInVersion3() async throws {
    let harness = try await harness("3.0.0")
    for query in ["$filter=nosuch eq 1", "$orderby=nosuch", "$select=nosuch"] {
      let answer = await harness.get("/tables/t?\(query)")
      #expect(answer.status == 400 && answer.error.contains("nosuch"), "\(query)")
    }
    let empty = await harness.get("/tables/other?$filter=nosuch eq 1")
    #expect(empty.status == 200 && empty.rows.isEmpty)
  }

  @Test func ordersByKeysAndExpressions() async throws {
    let harness = try await harness("2.0.0")
    #expect(await harness.ids("/tables/t?$orderby=n desc") == ["c", "b", "a", "d"])
    #expect(await harness.ids("/tables/t?$orderby=done desc,n") == ["d", "a", "b", "c"])
    #expect(await harness.ids("/tables/t?$orderby=length(name)") == ["c", "a", "b", "d"])
    #expect(await harness.ids("/tables/t?$orderby=true desc,n gt null,5") == ["a", "b", "c", "d"])
    #expect(await harness.ids("/tables/t?$orderby=n mul -1") == ["c", "b", "a", "d"])
    #expect(await harness.ids("/tables/t?$orderby=name asc,id desc") == ["c", "b", "a", "d"])
  }

  @Test func takesStampsFinerThanItsOwn() async throws {
    let harness = try await Harness()
    let row = await harness.send(.post, "/tables/t", ["id": "a"])
    let stamp = try #require(row["updatedAt"]?.string).dropLast()  // The Z.
    let finer = "datetimeoffset'\(stamp)4567Z'"
    let own = "datetimeoffset'\(stamp)0000%2B00:00'"
    let cases = [
      ("lt \(finer)", 1), ("le \(finer)", 1), ("gt \(finer)", 0), ("ge \(finer)", 0),
      ("eq \(finer)", 0), ("ne \(finer)", 1), ("ge \(own)", 1), ("gt \(own)", 0), ("eq \(own)", 1),
    ]
    for (condition, count) in cases {
      let ids = await harness.ids("/tables/t?$filter=updatedAt \(condition)")
      #expect(ids.count == count, "\(condition)")
    }
  }

  @Test func takesLongChainsOfConditions() async throws {
    let harness = try await harness("2.0.0")
    let chain = (0..<1_500).map { "(n eq \($0))" }.joined(separator: " or ")
    #expect(await harness.ids("/tables/t?$filter=(\(chain))") == ["a", "b", "c"])
  }
}
