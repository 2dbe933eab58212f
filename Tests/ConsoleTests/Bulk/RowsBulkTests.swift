import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import Console

@Suite struct RowsBulkTests {
  private func console(_ count: Int) async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull(
      "TodoItem",
      (0..<count).map { index in
        ("id-\(index)", ["text": .string("row \(index)"), "complete": false])
      })
    return console
  }

  private func live(_ console: RowsConsole) async throws -> Int {
    try await console.sync.counts().live
  }

  @Test func aBulkActionSaysHowManyReallyChanged() async throws {
    let console = try await console(5)
    try await console.sync.table("TodoItem").delete("id-0", by: nil)
    let answer = await console.post(
      "/s/todo/t/TodoItem/bulk",
      ["action": "delete", "ids": ["id-0", "id-1", "id-2", "id-2", "nobody"]])
    #expect(answer.status == 200)
    #expect(answer.json["changed"] == 2)
    #expect(answer.json["problems"]?.array?.compactMap { $0["id"]?.string } == ["id-0", "nobody"])
    #expect(try await live(console) == 2)
    let entry = try await console.console.data.auditEntries(AuditFilter(), limit: 1).first
    #expect(entry?.record.count == 2)
    let undo = entry?.record.undo.flatMap { UndoPlan($0) }
    #expect(undo?.action == .undelete && undo?.rows.map(\.id) == ["id-1", "id-2"])
  }

  @Test func aQueryActsOnWhatItMatches() async throws {
    let console = try await console(30)
    let answer = await console.post(
      "/s/todo/t/TodoItem/bulk",
      ["action": "delete", "query": "text__starts=row%201", "expect": 11])
    #expect(answer.json["changed"] == 11 && answer.json["problems"] == [])
    #expect(try await live(console) == 19)
  }

  @Test(arguments: [("9223372036854775807", 409), ("-9223372036854775808", 400), ("-1", 400)])
  func aNumberThatNobodySawStopsTheAction(expect: String, status: Int) async throws {
    let console = try await console(3)
    let body = try JSONValue(
      parsing: Array("{\"action\":\"delete\",\"query\":\"\",\"expect\":\(expect)}".utf8))
    let answer = await console.post("/s/todo/t/TodoItem/bulk", body)
    #expect(answer.status == status)
    #expect(try await live(console) == 3)
  }

  @Test(arguments: ["delete", "hard-delete", "cancel"], ["", "view=all", "sort=text"])
  func aQueryWithoutAFilterNeedsTheNumberOfRows(_ action: String, _ query: String) async throws {
    let console = try await console(3)
    let path = "/s/todo/t/TodoItem/bulk"
    let body: JSONObject = ["action": .string(action), "query": .string(query)]
    let token = console.adminToken
    let refused = await console.post(path, .object(body), token: token)
    #expect(refused.status == 400 && refused.page.contains("\\\"expect\\\":N"), "\(refused.page)")
    #expect(try await live(console) == 3)
    var counted = body
    counted["expect"] = 3
    #expect(await console.post(path, .object(counted), token: token).status == 200)
  }

  @Test func jsonThatIsSentAsAFormIsRefused() async throws {
    let console = try await console(1)
    let body = #"{"values":{"id":"curl","text":"x"}}"#
    for path in ["/s/todo/t/TodoItem", "/s/todo/t/TodoItem/r/id-0", "/s/todo/pull"] {
      let answer = await console.console.send(
        .post, path,
        [
          "Authorization": "Bearer \(console.adminToken)",
          "Content-Type": "application/x-www-form-urlencoded",
        ], body: body)
      #expect(answer.status == 415 && answer.page.contains("application/json"), "\(answer.page)")
    }
    let empty = await console.console.send(
      .post, "/s/todo/t/TodoItem",
      [
        "Authorization": "Bearer \(console.adminToken)",
        "Content-Type": "application/x-www-form-urlencoded",
      ], body: "a=1")
    #expect(empty.status == 400)
    #expect(try await live(console) == 1)
  }

  @Test func anInsertCanRefuseNewColumns() async throws {
    let console = try await console(1)
    let path = "/s/todo/t/TodoItem"
    let refused = await console.post(path, ["values": ["txet": "x"], "addColumns": false])
    #expect(refused.status == 422 && refused.page.contains("txet"))
    #expect(
      await console.post(path, ["values": ["id": "n", "text": "x"], "addColumns": false]).status
        == 201)
  }

  @Test(arguments: [(10, 409), (27, 409), (28, 200), (30, 200), (33, 200), (34, 409)])
  func theNumberExpectedMayBeOffByATenth(expect: Int64, status: Int) async throws {
    let console = try await console(30)
    let answer = await console.post(
      "/s/todo/t/TodoItem/bulk",
      ["action": "delete", "query": "view=live", "expect": .integer(expect)])
    #expect(answer.status == status)
    #expect(try await live(console) == (status == 200 ? 0 : 30))
  }

  @Test(arguments: [
    #"{"action":"explode","ids":["id-1"]}"#, #"{"action":"delete"}"#,
    #"{"action":"delete","ids":[1]}"#, #"{"action":"delete","ids":["a"],"query":"view=all"}"#,
    #"{"action":"delete","query":"colour=red"}"#, #"{"action":"delete","query":"size=0"}"#,
    #"{"action":"delete","query":"view=live","expect":"all"}"#,
    #"{"action":"delete","query":"%zz"}"#,
  ])
  func aBadOrderIsA400AndNothingChanges(body: String) async throws {
    let console = try await console(3)
    let answer = await console.console.send(
      .post, "/s/todo/t/TodoItem/bulk",
      ["Authorization": "Bearer \(console.operatorToken)", "Content-Type": "application/json"],
      body: body)
    #expect(answer.status == 400)
    #expect(try await live(console) == 3)
  }

  @Test func cancelledChangesOfManyRowsComeBackWithUndo() async throws {
    let console = try await console(4)
    for index in 0..<3 {
      try await console.sync.table("TodoItem").update("id-\(index)", ["text": "mine"])
    }
    func texts() async throws -> [JSONValue?] {
      var texts: [JSONValue?] = []
      for index in 0..<3 {
        texts.append(try await console.record("TodoItem", "id-\(index)")?.values["text"])
      }
      return texts
    }
    let answer = await console.post(
      "/s/todo/t/TodoItem/bulk",
      ["action": "cancel", "ids": ["id-0", "id-1", "id-2", "id-3", "nobody"]])
    #expect(answer.json["changed"] == 3)
    #expect(try await texts() == ["row 0", "row 1", "row 2"])
    #expect(try await console.queued() == 0)
    let entry = try await console.console.data.auditEntries(AuditFilter(), limit: 1).first
    let undone = await console.post("/undo/\(entry?.id ?? 0)", [:])
    #expect(undone.status == 200)
    #expect(try await texts() == ["mine", "mine", "mine"])
    #expect(try await console.queued() == 3)
  }

  @Test func moreThanAThousandRowsComeBackWithUndo() async throws {
    let console = try await console(1_100)
    let deleted = await console.post(
      "/s/todo/t/TodoItem/bulk", ["action": "delete", "query": "view=live", "expect": 1_100],
      token: console.adminToken)
    #expect(deleted.json["changed"] == 1_100)
    let audit = try await console.console.data.auditEntries(AuditFilter(), limit: 1)
    let entry = try #require(audit.first)
    #expect(entry.record.undo != nil)
    let undone = await console.post("/undo/\(entry.id)", [:], token: console.adminToken)
    #expect(undone.json["changed"] == 1_100)
    #expect(try await live(console) == 1_100)
  }

  @Test func hardDeletesInBulkTakeTheRight() async throws {
    let console = try await console(3)
    let body: JSONValue = ["action": "hard-delete", "ids": ["id-1"]]
    #expect(await console.post("/s/todo/t/TodoItem/bulk", body).status == 403)
    let allowed = await console.post("/s/todo/t/TodoItem/bulk", body, token: console.adminToken)
    #expect(allowed.json["changed"] == 1)
  }

  @Test func tickedRowsAreChangedWithoutAScript() async throws {
    let console = try await console(4)
    var browser = try await console.browser(.operate)
    let page = await browser.get("/s/todo/t/TodoItem?_pick=page")
    #expect(page.page.contains("<b>4 selected</b>"))
    #expect(page.page.contains(">Delete 4</button>"))
    let done = await browser.submit(
      "/s/todo/t/TodoItem/bulk",
      [("action", "delete"), ("id", "id-1"), ("id", "id-2"), ("back", "view=live")],
      token: page.csrfToken)
    #expect(done.headers["Location"] == "/s/todo/t/TodoItem?view=live")
    #expect(await browser.get("/s/todo/t/TodoItem").page.contains("<b>2 rows deleted.</b>"))
    let none = await browser.submit(
      "/s/todo/t/TodoItem/bulk", [("action", "delete")], token: page.csrfToken)
    #expect(none.status == 303)
    #expect(await browser.get("/s/todo/t/TodoItem").page.contains("No row selected."))
  }

  @Test func selectedRowsAreExportedAsTheListShowsThem() async throws {
    let console = try await console(4)
    var browser = try await console.browser(.operate)
    let page = await browser.get("/s/todo/t/TodoItem?_pick=page")
    #expect(page.page.contains(">Export 4</button>"))
    let back = "cols=id&cols=text&sort=-id"
    let file = await browser.submit(
      "/s/todo/t/TodoItem/bulk",
      [("action", "export"), ("id", "id-1"), ("id", "id-2"), ("back", back)],
      token: page.csrfToken)
    #expect(file.status == 200 && file.headers["Content-Type"] == "text/csv; charset=utf-8")
    let lines = file.page.split(whereSeparator: \.isNewline)
    #expect(lines.first == "id,text" && lines.count == 3)
    #expect(lines.last?.hasPrefix("id-1,") == true)
    let all = await browser.get("/s/todo/t/TodoItem?_pick=all&_count=exact&sort=-id").page
    let link = try #require(all.link(before: ">Export 4</a>"))
    #expect(link.hasPrefix("/s/todo/t/TodoItem.csv?") && link.contains("sort=-id"))
    #expect(await browser.get(link).status == 200)
  }

  @Test func manyRowsAreAskedAboutFirst() async throws {
    let console = try await console(120)
    var browser = try await console.browser(.operate)
    let page = await browser.get("/s/todo/t/TodoItem")
    let link = try #require(page.page.link(before: ">Select all 120</a>"))
    let all = await browser.get(link)
    #expect(all.page.contains("All 120 rows selected"))
    #expect(all.page.contains(">Delete 120</button>"))
    let order = [("action", "delete"), ("query", "view=live"), ("expect", "120")]
    let asked = await browser.submit(
      "/s/todo/t/TodoItem/bulk", order, token: page.csrfToken)
    #expect(asked.status == 200)
    #expect(asked.page.contains("Delete 120 rows of TodoItem?"))
    #expect(try await live(console) == 120)
    let done = await browser.submit(
      "/s/todo/t/TodoItem/bulk", order + [("confirmed", "delete")], token: page.csrfToken)
    #expect(done.status == 303)
    #expect(try await live(console) == 0)
  }

  // MARK: - Trash

  @Test func theTrashListsAllTablesNewestFirstAndGivesRowsBack() async throws {
    let console = try await console(3)
    try await console.pull("Movie", [("m", ["title": "Heat"])])
    try await console.sync.table("TodoItem").delete("id-1", by: "mira")
    try await console.sync.table("Movie").delete("m", by: "mira")
    let json = await console.get("/s/todo/trash.json").json
    #expect(json.object?.names == ["rows", "next", "count", "deletions"])
    #expect(json["rows"]?.array?.count == 2)
    #expect(json["rows"]?.array?.allSatisfy { $0["by"] == "mira" } == true)
    let one = await console.get("/s/todo/trash.json?table=Movie").json
    #expect(one["rows"]?.array?.compactMap { $0["id"]?.string } == ["m"])
    #expect(await console.get("/s/todo/trash.json?table=Nothing").status == 404)
    #expect(await console.get("/s/todo/trash.json?size=0").status == 400)
    var browser = try await console.browser(.operate)
    let page = await browser.get("/s/todo/trash?_pick=page")
    #expect(page.page.contains(">Undelete 2 rows</button>"))
    let done = await browser.submit(
      "/s/todo/trash/undelete", [("row", "TodoItem/id-1"), ("row", "Movie/m")],
      token: page.csrfToken)
    #expect(done.headers["Location"] == "/s/todo/trash")
    #expect(await browser.get("/s/todo/trash").page.contains("<b>2 rows undeleted.</b>"))
    #expect(try await console.sync.counts().deleted == 0)
  }

  @Test func theTrashIsPagedWithoutGapsOrRepeats() async throws {
    let console = try await console(23)
    let ids = (0..<23).map { "id-\($0)" }
    _ = try await console.sync.table("TodoItem").bulk(.delete, ids: ids, by: nil)
    var seen: [String] = []
    var link = "/s/todo/trash.json?size=5"
    while true {
      let json = await console.get(link).json
      seen += json["rows"]?.array?.compactMap { $0["id"]?.string } ?? []
      guard let next = json["next"]?.string else { break }
      link = "/s/todo/trash.json?size=5&after=\(PercentEncoding.encodeQuery(next))"
    }
    #expect(seen.count == 23 && Set(seen).count == 23)
  }

  // MARK: - Purge

  @Test func aPurgeTakesTheNumberAndLeavesTheServerAlone() async throws {
    let console = try await console(4)
    #expect(await console.post("/s/todo/t/TodoItem/purge", [:]).status == 403)
    var browser = try await console.browser(.admin)
    let page = await browser.get("/s/todo/t/TodoItem/purge")
    #expect(page.page.contains("Purge 4 rows of TodoItem from store todo?"))
    let wrong = await browser.submit(
      "/s/todo/t/TodoItem/purge", [("query", ""), ("typed", "3")], token: page.csrfToken)
    #expect(wrong.status == 422)
    #expect(try await live(console) == 4)
    let right = await browser.submit(
      "/s/todo/t/TodoItem/purge", [("query", ""), ("typed", "4")], token: page.csrfToken)
    #expect(right.status == 303)
    #expect(try await live(console) == 0)
    #expect(console.server.rows("TodoItem").count == 4)
    #expect(try await console.sync.deltaTokens().isEmpty)
  }

  @Test func aPurgeRefusesToLoseUnsentChangesUnlessForced() async throws {
    let console = try await console(4)
    try await console.sync.table("TodoItem").update("id-1", ["text": "unsent"], by: nil)
    let refused = await console.post(
      "/s/todo/t/TodoItem/purge", ["query": "view=all"], token: console.adminToken)
    #expect(refused.status == 409)
    let both = await console.post(
      "/s/todo/t/TodoItem/purge", ["query": "view=all", "force": true],
      token: console.adminToken)
    #expect(both.status == 400)
    #expect(try await live(console) == 4)
    let forced = await console.post(
      "/s/todo/t/TodoItem/purge", ["force": true], token: console.adminToken)
    #expect(forced.json["purged"] == 4)
    #expect(try await console.queued() == 0)
  }

  @Test func aForcedPurgeCanBeTakenBackWithItsUnsentChanges() async throws {
    let console = try await console(4)
    try await console.sync.table("TodoItem").update("id-1", ["text": "unsent"], by: nil)
    try await console.sync.table("TodoItem").hardDelete("id-2", by: nil)
    let forced = await console.post(
      "/s/todo/t/TodoItem/purge", ["force": true], token: console.adminToken)
    #expect(forced.json["purged"] == 3)
    #expect(try await live(console) == 0)
    let entry = try #require(forced.json["undo"]?.integer)
    let undone = await console.post("/undo/\(entry)", [:], token: console.adminToken)
    #expect(undone.status == 200)
    #expect(try await live(console) == 3)
    #expect(try await console.record("TodoItem", "id-1")?.values["text"] == "unsent")
    #expect(try await console.queued() == 2)
  }

  @Test func aPurgeIsNotTakenBackOverRowsThatCameBack() async throws {
    let console = try await console(4)
    let purged = await console.post(
      "/s/todo/t/TodoItem/purge", ["query": "view=all"], token: console.adminToken)
    _ = try await console.sync.pull(tables: ["TodoItem"])
    let entry = try #require(purged.json["undo"]?.integer)
    let undone = await console.post("/undo/\(entry)", [:], token: console.adminToken)
    #expect(undone.status == 409)
    #expect(try await live(console) == 4)
  }
}
