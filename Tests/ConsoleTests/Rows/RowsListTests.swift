import Foundation
import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

@Suite struct RowsListTests {
  private func filled(_ count: Int) async throws -> RowsConsole {
    let console = try await RowsConsole()
    let rows = (0..<count).map { index -> (String, JSONObject) in
      (
        "id-\(index)",
        [
          "text": .string("row \(index)"), "complete": .bool(index % 3 == 0),
          "estimate": .integer(Int64(index % 5)),
        ]
      )
    }
    try await console.pull("TodoItem", rows)
    return console
  }

  @Test func theListHasTheShapeOfTheContract() async throws {
    let console = try await filled(3)
    let json = await console.get("/s/todo/t/TodoItem.json?view=all").json
    #expect(json.object?.names == ["table", "view", "columns", "rows", "count", "next"])
    #expect(json["table"] == "TodoItem" && json["view"] == "all")
    #expect(json["count"] == ["value": 3, "exact": true])
    #expect(json["next"] == .null)
    let row = json["rows"]?.array?.first
    #expect(row?.object?.names == ["id", "state", "deleted", "values"])
    #expect(row?["state"] == "synced")
    #expect(json["columns"]?.array?.first == ["name": "id", "type": "text", "system": true])
    let names = json["columns"]?.array?.compactMap { $0["name"]?.string } ?? []
    #expect(row?["values"]?.object?.names == names)
  }

  @Test func deletedRowsLeaveTheLiveView() async throws {
    let console = try await filled(9)
    let live = await console.get("/s/todo/t/TodoItem.json").json
    let deleted = await console.get("/s/todo/t/TodoItem.json?view=deleted").json
    #expect(live["rows"]?.array?.count == 6)
    #expect(deleted["rows"]?.array?.count == 3)
    #expect(deleted["rows"]?.array?.allSatisfy { $0["deleted"] == true } == true)
  }

  @Test func theSearchBoxKeepsTheViewAndTheFilters() async throws {
    let console = try await filled(12)
    let list = "/s/todo/t/TodoItem"
    let json = await console.get("\(list).json?view=all&_text=ROW%201").json
    #expect(
      json["rows"]?.array?.compactMap { $0["id"]?.string }.sorted() == ["id-1", "id-10", "id-11"])
    #expect(json["count"]?["value"] == 3)
    let page = await console.page("\(list)?view=all&estimate__gt=0&_text=row%201").page
    #expect(page.contains("name=\"_text\" value=\"row 1\""))
    #expect(page.contains("<input type=\"hidden\" name=\"estimate__gt\" value=\"0\">"))
    #expect(page.contains("2 of 12 rows"))
    // The filter's form keeps the text.
    #expect(page.contains("<input type=\"hidden\" name=\"_text\" value=\"row 1\">"))
  }

  @Test func pagingVisitsEveryRowOnce() async throws {
    let console = try await filled(47)
    var seen: [String] = []
    var link = "/s/todo/t/TodoItem.json?view=all&size=10&sort=estimate"
    while true {
      let json = await console.get(link).json
      seen += json["rows"]?.array?.compactMap { $0["id"]?.string } ?? []
      guard let next = json["next"]?.string else { break }
      link =
        "/s/todo/t/TodoItem.json?view=all&size=10&sort=estimate&after="
        + PercentEncoding.encodeQuery(next)
    }
    #expect(seen.count == 47)
    #expect(Set(seen).count == 47)
  }

  @Test func theNextLinkOfThePageLeadsOn() async throws {
    let console = try await filled(30)
    let page = await console.page("/s/todo/t/TodoItem?view=all")
    #expect(page.page.contains("Rows 1–25 of 30"))
    let link = try #require(page.page.link(before: ">Next page</a>"))
    let second = await console.page(link)
    #expect(second.page.contains("Rows 26–30 of 30"))
    #expect(second.page.contains(">First page</a>"))
  }

  @Test func thePreviousLinkOfThePageLeadsBack() async throws {
    let console = try await filled(60)
    func turn(_ page: String, _ words: String) async throws -> String {
      let link = try #require(page.link(before: ">\(words)</a>"))
      return await console.page(link).page
    }
    let first = await console.page("/s/todo/t/TodoItem?view=all&size=25").page
    #expect(!first.contains(">Previous page</a>"))
    let third = try await turn(try await turn(first, "Next page"), "Next page")
    #expect(third.contains("Rows 51–60 of 60"))
    let second = try await turn(third, "Previous page")
    #expect(second.contains("Rows 26–50 of 60") && second.contains(">Next page</a>"))
    let again = try await turn(second, "Previous page")
    #expect(again.contains("Rows 1–25 of 60") && !again.contains(">Previous page</a>"))
    #expect(again.contains(">Next page</a>"))
    #expect(try await turn(again, "Next page").contains("Rows 26–50 of 60"))
  }

  @Test func filtersNarrowAndUnknownColumnsAreSaid() async throws {
    let console = try await filled(10)
    let link = "/s/todo/t/TodoItem?view=all&text__contains=row%207&colour=red"
    let page = await console.page(link)
    #expect(page.status == 200)
    #expect(page.page.contains("has no column “colour”"))
    #expect(
      page.page.contains("href=\"/s/todo/t/TodoItem?view=all&amp;text__contains=row%207\""))
    let json = await console.get(
      link.replacingOccurrences(of: "TodoItem?", with: "TodoItem.json?")
    ).json
    #expect(json["rows"]?.array?.map { $0["id"] } == ["id-7"])
  }

  @Test(arguments: [
    ("estimate__gt=many", "Edit filter"), ("view=gone", "Add a filter"),
    ("size=0", "Add a filter"), ("after=nonsense", "Add a filter"),
    ("complete=perhaps", "Edit filter"),
  ])
  func aBadValueIsA400ThatKeepsTheForm(query: String, form: String) async throws {
    let console = try await filled(2)
    let json = await console.get("/s/todo/t/TodoItem.json?\(query)")
    #expect(json.status == 400)
    #expect(json.json["error"]?["message"]?.string?.isEmpty == false)
    let page = await console.page("/s/todo/t/TodoItem?\(query)")
    #expect(page.status == 400)
    #expect(page.page.contains("This list can’t be shown."))
    #expect(page.page.contains("aria-label=\"\(form)\""))
  }

  @Test func theSortedColumnSaysSo() async throws {
    let console = try await filled(2)
    let page = await console.page("/s/todo/t/TodoItem?sort=-estimate").page
    let link = "/s/todo/t/TodoItem?sort=estimate#list"
    #expect(page.contains("aria-sort=\"descending\"><a href=\"\(link)\""))
    #expect(page.components(separatedBy: "aria-sort").count == 2)
  }

  @Test func aUnknownTableIsA404() async throws {
    let console = try await RowsConsole()
    #expect(await console.get("/s/todo/t/Nothing.json").status == 404)
    #expect(await console.get("/s/nothing/t/TodoItem.json").status == 404)
    #expect(await console.page("/s/todo/t/Movie").status == 200)
  }

  @Test func aTableThatWasNeverPulledOffersAPull() async throws {
    let console = try await RowsConsole()
    let page = await console.page("/s/todo/t/Movie").page
    #expect(page.contains("Movie has not been pulled yet"))
    #expect(page.contains("<button class=\"btn\" data-server>Pull Movie</button>"))
  }

  @Test func filesHoldTheSameRowsAsTheList() async throws {
    let console = try await filled(1_203)
    let csv = await console.get("/s/todo/t/TodoItem.csv?view=all&sort=text")
    #expect(csv.headers["Content-Type"] == "text/csv; charset=utf-8")
    let lines = try await csv.whole().split(separator: "\r\n")
    #expect(lines.count == 1_204)
    #expect(Set(lines).count == 1_204)
    let ndjson = try await console.get("/s/todo/t/TodoItem.ndjson?view=deleted").whole()
    let rows = try ndjson.split(separator: "\n").map { try JSONValue(parsing: String($0)) }
    #expect(rows.count == 401)
    #expect(rows.allSatisfy { $0["deleted"] == true && $0["values"]?["complete"] == true })
  }

  @Test func aFileThatASpreadsheetOpensRunsNothing() async throws {
    let console = try await RowsConsole()
    try await console.pull("Movie", [("m", ["title": "=HYPERLINK(\"http://x\")"])])
    let link = "/s/todo/t/Movie.csv?cols=title"
    #expect(try await console.get(link).whole() == "title\r\n\"'=HYPERLINK(\"\"http://x\"\")\"\r\n")
    #expect(
      try await console.get(link + "&raw=1").whole()
        == "title\r\n\"=HYPERLINK(\"\"http://x\"\")\"\r\n")
  }

  @Test func theOverviewHasTheShapeOfTheContract() async throws {
    let console = try await filled(3)
    let json = await console.get("/s/todo.json").json
    #expect(json.object?.names == ["store", "remote", "online", "counts", "lastRun"])
    #expect(json["remote"] == ["kind": "fake", "url": "fake://server"])
    #expect(
      json["counts"] == ["live": 2, "deleted": 1, "pending": 0, "failed": 0, "conflicts": 0])
    #expect(json["lastRun"] == .null)
    let page = await console.page("/s/todo")
    #expect(page.status == 200)
    #expect(page.page.contains("Not pulled yet: Movie, Draft."))
    #expect(page.page.contains("Movie has not been pulled yet"))
  }

  @Test func tablesHaveTheShapeOfTheContract() async throws {
    let console = try await filled(3)
    let tables = await console.get("/s/todo/tables.json").json["tables"]?.array ?? []
    #expect(tables.compactMap { $0["name"]?.string } == ["TodoItem", "Movie", "Draft"])
    #expect(
      tables.first?.object?.names == [
        "name", "live", "deleted", "pending", "failed", "conflicts", "lastPull", "readOnly",
      ])
    let page = await console.page("/s/todo/tables").page
    #expect(page.contains("<a href=\"/s/todo/t/TodoItem?view=deleted\">1"))
  }
}

@Suite struct RowsAddressOnlineTests {
  private func filled(_ count: Int) async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull(
      "TodoItem",
      (0..<count).map { ("id-\($0)", ["text": .string("row \($0)"), "complete": false]) })
    return console
  }

  @Test(arguments: ["9223372036854775807", "-9223372036854775808", "99999999999999999999", "x"])
  func aMadeUpPlaceInTheListIsPassedOver(place: String) async throws {
    let console = try await filled(5)
    let next = await console.get("/s/todo/t/TodoItem.json?size=2").json["next"]?.string ?? ""
    let page = await console.page("/s/todo/t/TodoItem?size=2&after=\(next)&_at=\(place)")
    #expect(page.status == 200)
    #expect(page.page.contains("2 rows of 5"))
  }

  @Test(arguments: [
    ("colour=red", "colour"), ("colour__gt=1", "colour__gt"), ("sort=-colour", "sort=-colour"),
    ("text__like=x", "text__like"),
  ])
  func dataSaysWhichParameterNamesNoColumn(query: String, parameter: String) async throws {
    let console = try await filled(2)
    let json = await console.get("/s/todo/t/TodoItem.json?\(query)").json
    #expect(json["ignored"] == [.string(parameter)])
    #expect(json["rows"]?.array?.count == 2)
    #expect(await console.get("/s/todo/t/TodoItem.json").json["ignored"] == nil)
  }
}

extension String {
  /// The `href` of the link whose tag ends right before `text`.
  func link(before text: String) -> String? {
    guard let end = range(of: text),
      let start = self[..<end.lowerBound].range(of: "href=\"", options: .backwards)
    else { return nil }
    return self[start.upperBound...].prefix { $0 != "\"" }
      .replacingOccurrences(of: "&amp;", with: "&")
  }
}

@Suite struct RowsFormOfAnswerTests {
  @Test func aProgramGetsThePageUnlessItAsksForJSON() async throws {
    let console = try await RowsConsole()
    let bearer = ["Authorization": "Bearer \(console.viewerToken)", "Accept": "*/*"]
    let page = await console.console.send(.get, "/s/todo/t/Movie", bearer)
    #expect(page.headers["Content-Type"] == "text/html; charset=utf-8")
    let json = await console.console.send(.get, "/s/todo/t/Movie.json", bearer)
    #expect(json.json["table"] == "Movie")
    let missing = await console.console.send(.get, "/s/todo/t/Nothing", bearer)
    #expect(missing.status == 404 && missing.json["error"]?["code"] == "no_such_table")
  }
}

extension RowsListTests {
  @Test func theColumnOfTheLongestTextsTakesTheWidthThatIsLeft() async throws {
    let console = try await RowsConsole()
    let long = "A note that is much longer than a code"
    try await console.pull(
      "Movie", [("a", ["title": "Film", "code": "ZAF", "note": .string(long), "rank": 1])])
    let page = await console.page("/s/todo/t/Movie").page
    #expect(page.contains("class=\"grow\"><a href=\"/s/todo/t/Movie?sort=note#list\">"))
    #expect(!page.contains("class=\"grow\"><a href=\"/s/todo/t/Movie?sort=code#list\">"))
    try await console.sync.table("Movie").update("a", ["note": "short"], by: nil)
    #expect(!(await console.page("/s/todo/t/Movie").page.contains("class=\"grow\"")))
  }
}
