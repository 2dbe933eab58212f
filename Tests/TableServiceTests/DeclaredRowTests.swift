import HTTPKit
import JSONKit
import TableService
import TestSupport
import Testing

/// Rows of declared tables, as the toolkit's servers take and give them.
@Suite struct DeclaredRowTests {
  @Test func absentColumnsTakeTheirTypesDefaults() async throws {
    for version in ["2.0.0", "3.0.0", nil] {
      let harness = try await Harness(version: version, tables: ["kinds": ToolkitTables.kinds]) {
        $0.defaultAPIVersion = .v3
      }
      let row = await harness.send(.post, "/tables/kinds", ["id": "a"])
      let expected: JSONObject = [
        "big": 0, "real": 0, "money": 0, "when": "0001-01-01T00:00:00.000Z", "day": "0001-01-01",
        "at": "00:00:00.000", "key": "00000000-0000-0000-0000-000000000000", "bytes": nil,
        "level": "Unrated",
      ]
      let list = await harness.get("/tables/kinds").rows.first
      for (name, value) in expected {
        #expect(row.status == 201 && row[name] == value, "\(name)")
        #expect(list?[name] == value, "\(name)")
      }
      let names = row.json?.object?.names.filter { expected[$0] != nil }
      #expect(names == expected.names)
    }
  }

  @Test func valuesTakeTheirOneForm() async throws {
    let harness = try await Harness(tables: ["kinds": ToolkitTables.kinds])
    let body: JSONValue = [
      "id": "a", "BIG": "7", "real": "1.5", "money": .number("12345678901234.5678"),
      "when": "2024-01-02T03:04:05.678901+02:00", "day": "2024-02-29", "at": "7:14",
      "key": "0F8FAD5B-D9CB-469F-A165-70867728950E", "bytes": "AQID", "level": "pg13",
    ]
    let row = await harness.send(.post, "/tables/kinds", body)
    let expected: JSONObject = [
      "big": 7, "real": 1.5, "money": .number("12345678901234.5678"),
      "when": "2024-01-02T01:04:05.678Z", "day": "2024-02-29", "at": "07:14:00.000",
      "key": "0f8fad5b-d9cb-469f-a165-70867728950e", "bytes": "AQID", "level": "PG13",
    ]
    let read = await harness.get("/tables/kinds/a")
    let listed = await harness.get("/tables/kinds").rows.first
    for (name, value) in expected {
      #expect(row[name] == value && read[name] == value && listed?[name] == value, "\(name)")
    }
    let place = await harness.send(.post, "/tables/kinds", ["id": "b", "level": 2])
    #expect(place["level"] == "PG")
  }

  @Test(arguments: [
    ("big", "1.0"), ("big", "1.5"), ("big", "true"), ("big", "null"), ("big", "\"x\""),
    ("big", "9223372036854775808"), ("real", "\"NaN\""), ("money", "1e400"), ("money", "\"\""),
    ("when", "\"soon\""), ("when", "5"), ("day", "\"2024-02-30\""),
    ("day", "\"2024-02-03T00:00:00Z\""), ("at", "\"24:00:00\""), ("at", "714"),
    ("key", "\"0f8fad5bd9cb469fa16570867728950e\""), ("bytes", "\"AQ\""), ("bytes", "[1,2]"),
    ("level", "\"nope\""), ("level", "9"), ("level", "\"PG,R\""), ("day", "null"),
  ])
  func valuesOfAnotherTypeAreRefused(column: String, value: String) async throws {
    for version in ["2.0.0", "3.0.0"] {
      let harness = try await Harness(version: version, tables: ["kinds": ToolkitTables.kinds])
      await harness.send(.post, "/tables/kinds", ["id": "a", "big": 5])
      let body = Array("{\"\(column)\":\(value)}".utf8)
      let changed = await harness.send(.patch, "/tables/kinds/a", bytes: body)
      #expect(changed.status == 400 && changed.fields[column] != nil, "\(changed.json ?? nil)")
      #expect((version == "2.0.0") == changed.error.contains(column))
      guard version == "3.0.0" || value != "null" else { continue }
      let inserted = await harness.send(.post, "/tables/kinds", bytes: body)
      #expect(inserted.status == 400 && inserted.fields[column] != nil)
      #expect(await harness.get("/tables/kinds").rows.count == 1)
    }
  }

  @Test func whatDoesNotFitIsAListOfFields() async throws {
    let harness = try await Harness(tables: ["movies": ToolkitTables.movies])
    let refused = await harness.send(
      .post, "/tables/movies", ["id": "a", "title": "x", "year": 1900, "rating": "X"])
    #expect(refused.status == 400)
    #expect(
      refused.json == [
        [
          "memberNames": ["duration"],
          "errorMessage": "The field duration must be between 60 and 360.",
        ],
        [
          "memberNames": ["rating"],
          "errorMessage":
            "The field rating must be one of Unrated, G, PG, PG13, NC17, R, not \"X\".",
        ],
        [
          "memberNames": ["title"],
          "errorMessage":
            "The field title must be a string with a minimum length of 2 and a maximum length of 60.",
        ],
        ["memberNames": ["year"], "errorMessage": "The field year must be between 1920 and 2030."],
      ])
    for title: JSONValue in [nil, "", "  "] {
      let film: JSONValue = ["id": "a", "title": title, "year": 2000, "duration": 90]
      let refused = await harness.send(.post, "/tables/movies", film)
      #expect(refused.fields["title"] == "The title field is required.")
    }
    #expect(await harness.get("/tables/movies/a").status == 404)
  }

  @Test func replacementsStandWholeAndChangesAlone() async throws {
    let harness = try await Harness(tables: ["movies": ToolkitTables.movies])
    let film: JSONValue = [
      "id": "a", "title": "Film", "year": 2000, "duration": 90, "rating": "R",
    ]
    #expect(await harness.send(.post, "/tables/movies", film).status == 201)
    let changed = await harness.send(.patch, "/tables/movies/a", ["year": "2001"])
    #expect(changed["year"] == 2001 && changed["rating"] == "R")
    #expect(await harness.send(.patch, "/tables/movies/a", ["duration": 50]).status == 400)
    let patch: JSONValue = [["op": "replace", "path": "/year", "value": 1900]]
    let refused = await harness.send(
      .patch, "/tables/movies/a", patch, headers: ["Content-Type": "application/json-patch+json"])
    #expect(refused.status == 400 && refused.fields["year"] != nil)
    let replaced = await harness.send(
      .put, "/tables/movies/a", ["id": "a", "title": "Film", "year": 2002, "duration": 90])
    #expect(replaced["rating"] == "Unrated" && replaced["releaseDate"] == "0001-01-01")
    let nowhere = await harness.send(
      .put, "/tables/movies/none", ["id": "none", "title": "F", "year": 2002, "duration": 90])
    #expect(nowhere.status == 400)
  }

  @Test func aFixedTableLeavesOutWhatItDoesNotKnow() async throws {
    let harness = try await Harness(tables: ["todos": ToolkitTables.todos])
    let row = await harness.send(.post, "/tables/todos", ["id": "a", "nosuch": ["deep": 1]])
    #expect(row.status == 201 && row["nosuch"] == nil)
    #expect(row["text"] == .some(nil) && row["complete"] == false && row["priority"] == .some(nil))
    let older = await harness.send(
      .post, "/tables/todos", ["id": "b", "nosuch": 1], headers: ["ZUMO-API-VERSION": "2.0.0"])
    #expect(older.status == 400 && older.fields["nosuch"] != nil)
    #expect(await harness.get("/tables/todos?$filter=nosuch eq 1").status == 400)
  }

  @Test func aDynamicTableTakesWhatItDoesNotKnow() async throws {
    let harness = try await Harness(
      version: nil,
      tables: ["t": ["dynamic": true, "columns": ["n": ["type": "integer"]]]]
    ) { $0.defaultAPIVersion = .v3 }
    let row = await harness.send(.post, "/tables/t", ["id": "a", "more": "x"])
    #expect(row["n"] == 0 && row["more"] == "x")
    await harness.send(.post, "/tables/t", ["id": "b", "other": 1.5, "n": 5])
    let rows = await harness.get("/tables/t").rows
    #expect(rows.last?["other"] == 1.5 && rows.last?["more"] == nil)
    #expect(await harness.send(.patch, "/tables/t/b", ["other": "text"]).status == 400)
  }

  @Test func objectsComeBackAsTheyWere() async throws {
    let harness = try await Harness(tables: ["t": ["columns": ["o": ["type": "object"]]]])
    let point: JSONValue = ["type": "Point", "at": [1.5, .number("0.10000000000000000001")]]
    let row = await harness.send(.post, "/tables/t", ["id": "a", "o": point])
    #expect(row["o"] == point)
    await harness.send(.post, "/tables/t", ["id": "b"])
    #expect(await harness.get("/tables/t").rows.map { $0["o"] } == [point, .some(nil)])
    #expect(await harness.send(.post, "/tables/t", ["o": "text"]).status == 400)
    #expect(await harness.ids("/tables/t?$filter=o eq null") == ["b"])
    for query in ["$filter=o eq 'x'", "$orderby=o", "$filter=length(o) eq 1"] {
      #expect(await harness.get("/tables/t?\(query)").status == 400)
    }
  }

  @Test func aFileGoesBeforeTheServicesSettings() async throws {
    let harness = try await Harness(
      tables: [
        "a": ["softDelete": true, "pageSize": 2, "readOnly": false, "columns": [:]],
        "b": ["readOnly": true, "columns": [:]], "c": ["columns": [:]],
      ]
    ) {
      $0.softDelete = .none
      $0.readOnly = .tables(["a", "c"])
    }
    for id in ["1", "2", "3"] {
      #expect(await harness.send(.post, "/tables/a", ["id": .string(id)]).status == 201)
    }
    #expect(await harness.ids("/tables/A") == ["1", "2"])
    #expect(await harness.send(.delete, "/tables/a/1").status == 204)
    #expect(await harness.get("/tables/a/1").status == 410)
    #expect(await harness.send(.post, "/tables/b", ["id": "1"]).status == 405)
    #expect(await harness.send(.post, "/tables/c", ["id": "1"]).status == 405)
    #expect(harness.service.tableNames == ["a", "b", "c"])
  }

  @Test func anOlderClientMaySendNullForWhatItDoesNotKnow() async throws {
    let harness = try await Harness(version: "2.0.0", tables: ["kinds": ToolkitTables.kinds])
    let row = await harness.send(.post, "/tables/kinds", ["id": "a", "big": nil, "day": nil])
    #expect(row.status == 201 && row["big"] == 0 && row["day"] == "0001-01-01")
  }
}
