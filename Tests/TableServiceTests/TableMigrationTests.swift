import HTTPKit
import JSONKit
import SQLiteKit
import TableService
import TestSupport
import Testing

/// What becomes of the rows when a table's declaration changes.
@Suite struct TableMigrationTests {
  private func table(_ columns: JSONValue, dynamic: Bool = false) -> JSONObject {
    ["t": ["dynamic": .bool(dynamic), "columns": columns]]
  }

  private func refusal(_ harness: Harness, _ columns: JSONValue) async -> [String] {
    do {
      _ = try await Harness(over: harness, tables: table(columns))
      return []
    } catch let refusal as TablesRefusal {
      return refusal.problems
    } catch {
      return ["\(error)"]
    }
  }

  @Test func rowsOfAnUndeclaredTableTakeTheTypes() async throws {
    let first = try await Harness(version: "3.0.0")
    await first.send(
      .post, "/tables/t",
      [
        "id": "a", "n": "007", "s": 5, "day": "2024-02-29", "level": "pg", "x": "kept",
        "gone": nil, "price": 1.5,
      ])
    let before = await first.send(.post, "/tables/t", ["id": "b", "n": "12"])
    let columns: JSONValue = [
      "s": ["type": "string"], "n": ["type": "integer", "nullable": true],
      "day": ["type": "date"], "price": ["type": "decimal", "nullable": true],
      "level": ["type": "enum", "values": ["G", "PG"], "nullable": true],
      "gone": ["type": "boolean"], "new": ["type": "string", "nullable": false, "default": "x"],
    ]
    let misfits = await refusal(first, columns)
    #expect(misfits.count == 1 && misfits[0].contains("t.n: 1 row has a value that is not"))
    #expect(misfits.first?.contains("a with \"007\"") == true)
    #expect(await first.get("/tables/t/b").json == before.json)
    await first.send(.patch, "/tables/t/a", ["n": "7"])
    let second = try await Harness(over: first, tables: table(columns))
    let row = await second.get("/tables/t/a")
    let expected: JSONObject = [
      "n": 7, "s": "5", "day": "2024-02-29", "level": "PG", "gone": false, "new": "x",
      "price": 1.5,
    ]
    for (name, value) in expected { #expect(row[name] == value, "\(name)") }
    #expect(row["x"] == nil)
    let other = await second.get("/tables/t/b")
    #expect(other["day"] == "0001-01-01" && other["version"] != before["version"])
    let stamp = try #require(before["updatedAt"]?.string)
    #expect(await second.ids("/tables/t?$filter=updatedAt gt \(stamp)") == ["a", "b"])
    #expect(await second.ids("/tables/t?$filter=n add 1 eq 8") == ["a"])
    // The same file again changes nothing, and no file shows what was left out.
    let third = try await Harness(over: second, tables: table(columns))
    #expect(await third.get("/tables/t/b").json == other.json)
    let open = try await Harness(over: third)
    #expect(await open.get("/tables/t/a")["x"] == "kept")
    #expect(await open.send(.patch, "/tables/t/a", ["day": "x"]).status == 400)
  }

  @Test func everythingThatStandsInTheWayIsSaidAtOnce() async throws {
    let first = try await Harness(
      tables: table([
        "level": ["type": "enum", "values": ["G", "PG", "R"]], "n": ["type": "string"],
      ]))
    await first.send(.post, "/tables/t", ["id": "a", "level": "R", "n": "x"])
    await first.send(.post, "/tables/t", ["id": "b", "level": "PG", "n": "5"])
    let other = try await DatabasePool(path: first.databasePath)
    try await other.write { try $0.execute("CREATE TABLE foreign_table (id TEXT)") }
    var tables = table([
      "level": ["type": "enum", "values": ["PG", "G"]], "n": ["type": "integer"],
    ])
    tables["foreign_table"] = ["columns": [:]]
    tables["u"] = ["columns": [:]]
    do {
      _ = try await Harness(over: first, tables: tables)
      Issue.record("nothing stood in the way")
    } catch let refusal as TablesRefusal {
      #expect(refusal.problems.count == 2, "\(refusal)")
      #expect(refusal.problems[0].hasPrefix("foreign_table: another program"))
      #expect(refusal.problems[1].hasPrefix("t.n: 1 row has"))
    }
    let reasons = await refusal(
      first,
      [
        "level": ["type": "enum", "values": ["PG", "G"]], "n": ["type": "string"],
        "must": ["type": "string", "required": true],
      ])
    #expect(reasons.count == 2)
    #expect(reasons.first?.contains("not one of PG, G. The first is a with \"R\"") == true)
    #expect(reasons.last?.contains("2 rows have no value, and the column is required") == true)
    let tableNames = try await other.read { connection in
      try connection.query("SELECT name FROM pragma_table_info('t')") {
        row throws(SQLiteError) in try row.decode(at: 0, as: String.self)
      }
    }
    #expect(tableNames == ["id", "createdAt", "updatedAt", "version", "deleted", "level", "n"])
    #expect(await first.ids("/tables/t?$orderby=level") == ["b", "a"])
  }

  @Test func anotherOrderOfAnEnumerationRewritesNothing() async throws {
    let first = try await Harness(
      tables: table(["level": ["type": "enum", "values": ["G", "PG"]]]))
    let row = await first.send(.post, "/tables/t", ["id": "a", "level": "PG"])
    await first.send(.post, "/tables/t", ["id": "b", "level": "G"])
    let second = try await Harness(
      over: first, tables: table(["level": ["type": "enum", "values": ["X", "PG", "G"]]]))
    #expect(await second.ids("/tables/t?$orderby=level") == ["a", "b"])
    #expect(await second.get("/tables/t/a").json == row.json)
  }

  @Test func whatWasWrittenWithoutADeclarationIsCheckedWhenItComesBack() async throws {
    let columns: JSONValue = [
      "n": ["type": "integer"], "level": ["type": "enum", "values": ["G", "PG"]],
    ]
    let first = try await Harness(tables: table(columns))
    await first.send(.post, "/tables/t", ["id": "a", "n": 1])
    let open = try await Harness(over: first)
    await open.send(.patch, "/tables/t/a", ["n": 1.5, "level": "other"])
    await open.send(.post, "/tables/t", ["id": "b"])
    #expect(await refusal(open, columns).first?.contains("a with 1.5") == true)
    await open.send(.patch, "/tables/t/a", ["n": 2])
    #expect(await refusal(open, columns).first?.contains("a with \"other\"") == true)
    await open.send(.patch, "/tables/t/a", ["level": "PG"])
    let second = try await Harness(over: open, tables: table(columns))
    #expect(await second.get("/tables/t/a")["n"] == 2)
    #expect(await second.get("/tables/t/b")["level"] == "G")
    #expect(await second.send(.patch, "/tables/t/a", ["n": 1.5]).status == 400)
  }

  @Test func aRequiredColumnGivesItsDefaultToRowsThatAreThere() async throws {
    let first = try await Harness(version: "3.0.0")
    await first.send(.post, "/tables/t", ["id": "a"])
    let second = try await Harness(
      over: first,
      tables: table(["must": ["type": "string", "required": true, "default": "old"]]))
    #expect(await second.get("/tables/t/a")["must"] == "old")
    #expect(await second.send(.post, "/tables/t", ["id": "b"]).status == 400)
  }

  @Test func numbersOfManyDigitsStayInAColumnOfNumbers() async throws {
    let first = try await Harness(tables: table(["n": ["type": "number"]]))
    let digits = JSONValue.number("0.10000000000000000001")
    await first.send(.post, "/tables/t", ["id": "a", "n": digits])
    let second = try await Harness(over: first, tables: table(["n": ["type": "number"]]))
    #expect(await second.get("/tables/t/a")["n"] == digits)
    let third = try await Harness(over: first, tables: table(["n": ["type": "decimal"]]))
    #expect(await third.ids("/tables/t?$filter=n gt 0.1") == ["a"])
  }
}
