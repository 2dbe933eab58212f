import HTTPKit
import JSONKit
import SQLiteKit
import Support
import TableService
import TestSupport
import Testing

/// What the database promises, whatever the clock, other programs and other requests do.
@Suite struct StorageTests {
  @Test func movesStampsOnWhenTheClockStandsOrGoesBack() async throws {
    let harness = try await Harness()
    var last = ""
    for step in 0..<5 {
      let row = await harness.send(.put, "/tables/t/a", ["id": "a", "n": 1])
      let answer =
        row.status == 404 ? await harness.send(.post, "/tables/t", ["id": "a"]) : row
      let stamp = try #require(answer["updatedAt"]?.string)
      #expect(stamp > last)
      last = stamp
      if step == 2 { harness.time.advance(milliseconds: -60_000) }
    }
    await harness.send(.delete, "/tables/t/a")
    let next = await harness.send(.post, "/tables/t", ["id": "b"])
    #expect(try #require(next["updatedAt"]?.string) > last)
  }

  @Test func movesStampsOnOverARestartAndAHardDelete() async throws {
    let directory = try TemporaryDirectory()
    let time = ManualTime()
    var configuration = TableServiceConfiguration()
    configuration.softDelete = .none
    var stamps: [String] = []
    var versions: [JSONValue?] = []
    for _ in 0..<3 {
      let service = try await TableService(
        database: directory.file("a.sqlite"), configuration: configuration, time: time,
        random: .system)
      let headers: HTTPHeaders = ["ZUMO-API-VERSION": "2.0.0"]
      let insert = Answer(
        await service.respond(
          to: HTTPRequest(.post, "/tables/t", headers: headers, body: Array("{\"id\":\"a\"}".utf8)))
      )
      stamps.append(insert["updatedAt"]?.string ?? "")
      versions.append(insert["version"])
      _ = await service.respond(to: HTTPRequest(.delete, "/tables/t/a", headers: headers))
    }
    #expect(stamps == stamps.sorted() && Set(stamps).count == 3)
    #expect(Set(versions).count == 3)
  }

  @Test func writesEveryOneOfManyAtOnce() async throws {
    let harness = try await Harness()
    let count = 400
    let answers = await withTaskGroup(of: Answer.self, returning: [Answer].self) { group in
      for number in 0..<count {
        group.addTask {
          // Every tenth is refused, and must not take its neighbours with it.
          let body: JSONValue =
            number % 10 == 0
            ? ["bad": [1]] : ["id": .string("\(number)"), "n": .integer(Int64(number))]
          return await harness.send(.post, "/tables/t", body)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let written = answers.filter { $0.status == 201 }
    #expect(written.count == count * 9 / 10)
    #expect(answers.filter { $0.status == 400 }.count == count / 10)
    #expect(Set(written.map { $0["version"] }).count == written.count)
    let stored = await harness.get("/tables/t?$top=1000&$orderby=updatedAt")
    #expect(stored.rows.count == written.count)
    let keys = stored.rows.map { "\($0["updatedAt"]?.string ?? "") \($0["id"]?.string ?? "")" }
    #expect(keys == keys.sorted())
  }

  @Test func letsOneOfTwoWritersWithTheSameVersionThrough() async throws {
    let harness = try await Harness()
    let row = await harness.send(.post, "/tables/t", ["id": "a", "n": 0])
    let match = ["If-Match": row.headers["ETag"] ?? ""]
    let statuses = await withTaskGroup(of: Int.self, returning: [Int].self) { group in
      for number in 0..<20 {
        group.addTask {
          await harness.send(
            .patch, "/tables/t/a", ["n": .integer(Int64(number))], headers: match
          ).status
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(statuses.filter { $0 == 200 }.count == 1)
    #expect(statuses.filter { $0 == 412 }.count == 19)
  }

  @Test func keepsOrdinaryTablesThatOtherProgramsMayChange() async throws {
    let harness = try await Harness()
    for id in ["a", "b", "c"] {
      await harness.send(
        .post, "/tables/TodoItem", ["id": .string(id), "text": "x", "n": 1.5, "done": true])
    }
    let other = try await DatabasePool(path: harness.databasePath)
    let columns = try await other.read { connection in
      try connection.query("SELECT name FROM pragma_table_info('TodoItem')") {
        row throws(SQLiteError) in try row.decode(at: 0, as: String.self)
      }
    }
    let expected = [
      "id", "createdAt", "updatedAt", "version", "deleted", "text", "n", "done",
    ]
    #expect(columns == expected)
    try await other.write { connection in
      try connection.execute("DELETE FROM TodoItem WHERE id = 'a'")
      try connection.execute("INSERT INTO TodoItem (id, text) VALUES ('d', 'by hand')")
      try connection.execute("ALTER TABLE TodoItem DROP COLUMN n")
    }
    #expect(await harness.ids("/tables/todoitem") == ["b", "c", "d"])
    let added = await harness.get("/tables/todoitem/d")
    #expect(added["text"] == "by hand" && added["n"] == nil)
    let changed = await harness.send(.patch, "/tables/todoitem/d", ["n": 2, "more": "y"])
    #expect(changed.status == 200 && changed["n"] == 2 && changed["more"] == "y")
    try await other.write { try $0.execute("DROP TABLE TodoItem") }
    #expect(await harness.get("/tables/todoitem").json == [])
    #expect(await harness.send(.post, "/tables/todoitem", ["text": 5]).status == 201)
  }

  @Test func leavesAloneWhatAnotherProgramMade() async throws {
    let harness = try await Harness()
    await harness.send(.post, "/tables/mine", ["id": "a"])
    let other = try await DatabasePool(path: harness.databasePath)
    try await other.write { connection in
      try connection.execute("CREATE TABLE theirs (a, b)")
      try connection.execute("CREATE VIEW shown AS SELECT 1 AS id")
      try connection.execute("ALTER TABLE mine ADD COLUMN extra")
    }
    for name in ["theirs", "THEIRS", "shown"] {
      let answer = await harness.send(.post, "/tables/\(name)", ["id": "a", "a": 1])
      #expect(answer.status == 409 && answer.error.contains("another program made"))
    }
    let column = await harness.send(.patch, "/tables/mine/a", ["Extra": "x"])
    #expect(column.status == 409 && column.error.contains("Another program added the column"))
    #expect(await harness.send(.patch, "/tables/mine/a", ["text": "x"]).status == 200)
  }

  @Test func answersPullsFromTheIndex() async throws {
    let harness = try await Harness()
    await harness.send(.post, "/tables/t", ["id": "a"])
    let other = try await DatabasePool(path: harness.databasePath)
    let plan = try await other.read { connection in
      try connection.query(
        """
        EXPLAIN QUERY PLAN SELECT id FROM t WHERE (updatedAt >= ?)
        ORDER BY updatedAt ASC, id ASC LIMIT 50
        """, ["2020-01-01T00:00:00.000Z"]
      ) { row throws(SQLiteError) in try row.decode("detail", as: String.self) }
    }
    #expect(plan.count == 1 && plan[0].contains("syncline_t_updatedAt"))
  }

  @Test func takesNamesThatAreWordsOfSQL() async throws {
    let harness = try await Harness()
    let row = await harness.send(
      .post, "/tables/select", ["id": "a", "order": 1, "group": "x", "rowid": 5, "where": true])
    #expect(row.status == 201)
    let ids = await harness.ids("/tables/select?$filter=order eq 1 and where&$orderby=group,rowid")
    #expect(ids == ["a"])
  }

  @Test func refusesAColumnTooMany() async throws {
    let harness = try await Harness()
    let members = (0..<1_500).map { ("c\($0)", JSONValue.integer(1)) }
    let wide = await harness.send(.post, "/tables/t", .object(JSONObject(members)))
    #expect(wide.status == 400 && !wide.error.isEmpty)
    #expect(harness.service.tableNames.isEmpty)
  }
}
