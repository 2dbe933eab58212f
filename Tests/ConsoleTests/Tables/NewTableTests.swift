import Console
import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

/// A table that somebody creates before it has a row.
@Suite struct NewTableTests {
  private static let tables = "/s/todo/tables"

  private func line(_ name: String, _ type: String) -> [(String, String)] {
    [("column", name), ("type", type)]
  }

  @Test func aTableKeepsItsColumnsWithoutARow() async throws {
    let console = try await RowsConsole()
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    #expect(await browser.get(Self.tables).page.contains("href=\"/s/todo/tables/new\""))
    let form = await browser.get(Self.tables + "/new").page
    #expect(form.contains("The server gets the table with the first row you push."))
    let fields =
      [("name", "Visit")] + line("begins", "date") + line("", "text") + line("fee", "number")
    let created = await browser.submit(Self.tables, fields, token: token)
    #expect(created.headers["Location"] == "/s/todo/t/Visit")
    let empty = await browser.get("/s/todo/t/Visit").page
    #expect(empty.contains("Table Visit created."))
    #expect(empty.contains("<b>Visit has no rows yet</b>"))
    #expect(empty.contains("<a class=\"btn\" href=\"/s/todo/t/Visit/new\">New row</a>"))
    #expect(empty.contains("Not on the server yet") && !empty.contains("Pull Visit"))
    func columns() async -> [JSONValue] {
      let schema = await browser.get("/s/todo/t/Visit/schema.json").json["columns"]?.array ?? []
      return schema.filter { $0["isSystem"] == false }
    }
    #expect(await columns().map { $0["type"] } == ["date", "number"])
    #expect(await columns().map { $0["isLocal"] } == [true, true])

    // A row that is given up takes nothing of the table along but its own new column.
    let row: JSONValue = ["values": ["id": "a", "fee": 3, "note": "x"]]
    #expect(await console.post("/s/todo/t/Visit", row).status == 201)
    #expect(await columns().count == 3)
    #expect(await console.post("/s/todo/t/Visit/r/a/delete", [:]).status == 200)
    #expect(await columns().map { $0["name"] } == ["begins", "fee"])
    #expect(await browser.get("/audit").page.contains("created the table"))
  }

  @Test func allMistakesAreSaidAtOnceAndNothingTypedIsLost() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("a", ["title": "x"])])
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    let lines =
      line("2nd", "text") + line("Version", "text") + line("fee", "number")
      + line("Fee", "number")
    let refused = await browser.submit(Self.tables, [("name", "movie")] + lines, token: token)
    #expect(refused.status == 422)
    for sentence in [
      "The table was not created: 4 invalid values.",
      "The store already has a table Movie, and most servers ignore case.",
      "“2nd” is not a valid column name", "Every table has a system column version.",
      "“fee” is listed twice.", "value=\"2nd\"", "href=\"#c-3\"",
    ] { #expect(refused.page.contains(sentence), "\(sentence)") }
    let more = await browser.submit(
      Self.tables, [("name", "Visit"), ("more", "1")] + lines, token: token)
    #expect(more.status == 200 && more.page.contains("value=\"2nd\""))
    #expect(more.page.contains("id=\"c-8\"") && !more.page.contains("id=\"c-9\""))
    #expect(try await !console.sync.tableNames().contains("Visit"))
  }

  @Test func programsCreateTablesAndReadEachProblem() async throws {
    let console = try await RowsConsole()
    let body: JSONValue = [
      "name": "Visit", "columns": [["name": "begins", "type": "date"]],
    ]
    #expect(await console.post(Self.tables, body, token: console.viewerToken).status == 403)
    let created = await console.post(Self.tables, body)
    #expect(created.status == 201 && created.json["columns"]?.array?.first?["type"] == "date")
    let wrong: JSONValue = ["name": "", "columns": [["name": "a", "type": "colour"]]]
    let refused = await console.post(Self.tables, wrong)
    #expect(refused.status == 422)
    let paths = refused.json["error"]?["problems"]?.array?.map { $0["path"] }
    #expect(paths == ["name", "columns.0.type"])
    #expect(await console.post(Self.tables, body).status == 422)
    let types = await console.get(Self.tables + "/new.json").json["types"]?.array
    #expect(types == ["text", "number", "boolean", "date", "json"])
  }
}
