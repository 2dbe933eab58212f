import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import Console

/// A column set, cleared or replaced in many rows.
@Suite struct BulkEditTests {
  private static let path = "/s/todo/t/TodoItem/bulk"

  private func console(
    _ count: Int, softDelete: SoftDelete = .flag(column: "complete")
  ) async throws -> RowsConsole {
    let console = try await RowsConsole(
      settings: StoreSettings(tables: [TableSettings(name: "TodoItem", softDelete: softDelete)]))
    try await console.pull(
      "TodoItem",
      (0..<count).map { index in
        (
          "id-\(index)",
          [
            "text": .string("row \(index)"), "complete": false, "rank": .integer(Int64(index)),
          ]
        )
      })
    return console
  }

  private func value(
    _ console: RowsConsole, _ column: String, _ id: String
  ) async throws -> JSONValue? {
    try await console.record("TodoItem", id)?.values[column]
  }

  /// The hidden fields of a preview that its answer carries.
  private func answer(_ page: String, _ fields: [(String, String)]) throws -> [(String, String)] {
    fields + [
      ("asked", try #require(page.value(of: "asked"))),
      ("seen", try #require(page.value(of: "seen"))),
    ]
  }

  private func edit(
    _ column: String, _ change: String, _ fields: [(String, String)] = [], ids: [String]
  ) -> [(String, String)] {
    [("action", "edit"), ("back", "view=live"), ("column", column), ("change", change)] + fields
      + ids.map { ("id", $0) }
  }

  @Test func bulkEditLeavesRowsThatAlreadyHaveTheValue() async throws {
    let console = try await console(4)
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    let fields = edit("rank", "set", [("value", "2")], ids: ["id-1", "id-2", "id-3"])
    let preview = await browser.submit(Self.path, fields, token: token).page
    #expect(preview.contains("2 of 3 rows change"), "\(preview)")
    #expect(preview.contains("Already this value") && preview.contains("Update 2 rows"))
    #expect(try await console.queued() == 0)
    let done = await browser.submit(
      Self.path, try answer(preview, fields) + [("confirmed", "edit")], token: token)
    #expect(done.headers["Location"] == "/s/todo/t/TodoItem?view=live")
    let list = await browser.get("/s/todo/t/TodoItem").page
    #expect(list.contains("rank is now 2 in 2 of 3 rows.") && list.contains("1 already had it."))
    #expect(try await console.queued() == 2)
    #expect(try await value(console, "rank", "id-3") == 2)
  }

  @Test func updateAndPushSendsWhatWasEditedAndOpensTheRun() async throws {
    let console = try await console(3)
    #expect(
      await console.post("/s/todo/t/TodoItem/r/id-2", ["values": ["rank": 9]]).status == 200)
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    let fields = edit("rank", "set", [("value", "7")], ids: ["id-0", "id-1"])
    let preview = await browser.submit(Self.path, fields, token: token).page
    #expect(preview.contains("value=\"edit-and-push\" data-server>Update and push</button>"))
    let done = await browser.submit(
      Self.path, try answer(preview, fields) + [("confirmed", "edit-and-push")], token: token)
    #expect(done.headers["Location"] == "/s/todo/runs/1")
    #expect(await browser.get("/s/todo/runs/1").page.contains("rank is now 7 in 2 rows."))
    _ = try await console.console.runs.wait(1, store: "todo")
    #expect(console.server.row("TodoItem", "id-0")?.values["rank"] == 7)
    #expect(try await console.queued() == 1)

    try await console.sync.setOffline(true)
    let others = edit("rank", "set", [("value", "8")], ids: ["id-0", "id-1"])
    let offline = await browser.submit(Self.path, others, token: token).page
    #expect(offline.contains("value=\"edit-and-push\" disabled aria-describedby=\"offline\""))
  }

  @Test func nothingIsPushedWhereARowWasNotChanged() async throws {
    let console = try await console(2)
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    let fields = edit("rank", "set", [("value", "7")], ids: ["id-0", "id-1"])
    let preview = await browser.submit(Self.path, fields, token: token).page
    try await console.sync.table("TodoItem").delete("id-1", by: nil)
    let done = await browser.submit(
      Self.path, try answer(preview, fields) + [("confirmed", "edit-and-push")], token: token)
    let report = await browser.get(try #require(done.headers["Location"])).page
    #expect(
      report.contains("Nothing was pushed. Review what was not changed, then push the rest."))
    #expect(console.server.row("TodoItem", "id-0")?.values["rank"] != 7)
    #expect(try await value(console, "rank", "id-0") == 7)
  }

  @Test(arguments: [
    ("text", "clear", [], "text is now NULL in 3 rows."),
    ("text", "set", [("value", "")], "text is now empty in 3 rows."),
    ("text", "set", [("value", "x")], "text is now “x” in 3 rows."),
    (
      "text", "replace", [("find", "row 1"), ("with", "line")],
      "“row 1” replaced with “line” in text of 1 of 3 rows."
    ),
    ("text", "replace", [("find", "row "), ("with", "")], "“row ” removed from text in 3 rows."),
  ])
  func theMessageNamesTheColumnAndItsValue(
    column: String, change: String, fields: [(String, String)], sentence: String
  ) async throws {
    let console = try await console(3)
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    let fields = edit(column, change, fields, ids: ["id-0", "id-1", "id-2"])
    let preview = await browser.submit(Self.path, fields, token: token).page
    _ = await browser.submit(
      Self.path, try answer(preview, fields) + [("confirmed", "edit")], token: token)
    let list = await browser.get("/s/todo/t/TodoItem").page
    #expect(list.contains(sentence), "\(list)")
    #expect(list.contains("2 did not contain it.") == sentence.contains("1 of 3"))
  }

  @Test func bulkEditIsUndoneAsOne() async throws {
    let console = try await console(3)
    let done = await console.post(
      Self.path,
      ["action": "edit", "ids": ["id-0", "id-1", "id-2"], "values": ["text": "same"]])
    #expect(done.json["changed"] == 3 && done.json["undo"] == true)
    #expect(try await console.queued() == 3)
    let entry = try #require(done.json["entry"]?.integer)
    let audit = try await console.console.data.auditEntry(entry)
    #expect(audit?.record.count == 3 && audit?.record.target == "TodoItem")
    #expect(audit?.record.before?["TodoItem id-1"]?["text"] == "row 1")
    #expect(audit?.record.after?["TodoItem id-1"]?["text"] == "same")
    let undone = await console.post("/undo/\(entry)", [:])
    #expect(undone.json["changed"] == 3)
    #expect(try await value(console, "text", "id-2") == "row 2")
    #expect(try await console.queued() == 0)
  }

  @Test func bulkEditThatWasPushedIsUndoneAsOne() async throws {
    let console = try await console(3)
    let done = await console.post(
      Self.path, ["action": "edit", "ids": ["id-0", "id-1"], "values": ["rank": 9]])
    _ = try await console.sync.push()
    let undone = await console.post("/undo/\(done.json["entry"]?.integer ?? 0)", [:])
    #expect(undone.json["changed"] == 2)
    #expect(try await value(console, "rank", "id-1") == 1)
    #expect(try await console.queued() == 2)
  }

  @Test func bulkEditLeavesOutWhatChangedSinceThePreview() async throws {
    let console = try await console(3)
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    let fields = edit("text", "clear", ids: ["id-0", "id-1", "id-2"])
    let preview = await browser.submit(Self.path, fields, token: token).page
    #expect(preview.contains("3 of 3 rows change"))
    try await console.sync.table("TodoItem").update("id-1", ["text": "theirs"], by: "dean")
    let done = await browser.submit(
      Self.path, try answer(preview, fields) + [("confirmed", "edit")], token: token)
    let report = try #require(done.headers["Location"])
    #expect(report.hasPrefix("/s/todo/reports/"))
    let page = await browser.get(report).page
    #expect(page.contains("2 of 3 rows edited.") && page.contains("id-1"))
    #expect(try await value(console, "text", "id-1") == "theirs")
    #expect(try await value(console, "text", "id-0")?.isNull ?? true)
  }

  @Test func anotherEditThanThePreviewedOneIsPreviewedFirst() async throws {
    let console = try await console(2)
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    func fields(_ value: String) -> [(String, String)] {
      edit("rank", "set", [("value", value)], ids: ["id-0", "id-1"])
    }
    let preview = await browser.submit(Self.path, fields("7"), token: token).page
    let again = await browser.submit(
      Self.path, try answer(preview, fields("70")) + [("confirmed", "edit")], token: token)
    #expect(again.page.contains("Nothing was changed") && again.page.contains("70"))
    let without = await browser.submit(
      Self.path, fields("7") + [("confirmed", "edit")], token: token)
    #expect(without.page.contains("2 of 2 rows change"))
    #expect(try await console.queued() == 0)
  }

  @Test func bulkEditOfAllMatchingRowsCountsThem() async throws {
    let console = try await console(12)
    var browser = try await console.browser(.operate)
    let list = await browser.get("/s/todo/t/TodoItem?_pick=all&rank__gte=2")
    #expect(list.page.contains(">Edit 10…</button>"))
    let token = list.csrfToken
    let moved = await browser.submit(
      Self.path, [("action", "edit"), ("query", "rank__gte=2"), ("expect", "3")], token: token)
    #expect(moved.headers["Location"]?.contains("_pick=all") == true)
    let rows = [("action", "edit"), ("query", "rank__gte=2"), ("expect", "10")]
    let form = await browser.submit(Self.path, rows, token: token).page
    #expect(form.contains("<h1>Edit 10 rows</h1>") && form.contains("Set to"))
    let fields = rows + [("column", "rank"), ("change", "set"), ("value", "1")]
    let preview = await browser.submit(Self.path, fields, token: token).page
    #expect(preview.contains("10 of 10 rows change"))
    _ = await browser.submit(
      Self.path, try answer(preview, fields) + [("confirmed", "edit")], token: token)
    #expect(try await console.queued() == 10)
  }

  @Test func moreThanAThousandRowsAreEditedAndUndone() async throws {
    let console = try await console(1_100)
    var look: JSONObject = [
      "action": "edit", "query": "", "expect": 1_100, "values": ["rank": 5], "preview": true,
    ]
    let preview = await console.post(Self.path, .object(look)).json
    #expect(preview["changed"] == 1_099 && preview["unchanged"] == 1)
    #expect(preview["rows"]?.array?.count == 20)
    #expect(try await console.queued() == 0)
    look["preview"] = nil
    look["seen"] = preview["seen"]
    let done = await console.post(Self.path, .object(look)).json
    #expect(done["changed"] == 1_099 && done["undo"] == true)
    let entry = try #require(done["entry"]?.integer)
    #expect(await console.post("/undo/\(entry)", [:]).json["changed"] == 1_099)
    #expect(try await value(console, "rank", "id-1099") == 1_099)
    #expect(try await console.queued() == 0)
  }

  @Test(arguments: [
    ("rank", "set", "value", "", "enter a value"), ("rank", "set", "value", "1,5", "not a number"),
    ("due", "set", "value", "soon", "not a date"), ("complete", "set", "flag", "", "enter a value"),
    ("rank", "replace", "find", "1", "only text can be replaced"),
    ("text", "replace", "find", "", "enter the text to find"),
  ])
  func badInputIsNamedAtItsFieldAndChangesNothing(
    _ column: String, _ change: String, _ field: String, _ typed: String, _ words: String
  ) async throws {
    let console = try await console(2, softDelete: .date(column: "due"))
    var browser = try await console.browser(.operate)
    let form = edit(
      column, change, [(field, typed), ("confirmed", "edit")], ids: ["id-0", "id-1"])
    let answer = await browser.submit(Self.path, form, token: try await browser.csrfToken)
    #expect(answer.status == 422 && answer.page.contains(words), "\(answer.page)")
    #expect(answer.page.contains("Nothing was changed"))
    #expect(try await console.queued() == 0)
  }

  @Test(arguments: [
    (#"{"values":{"rank":"x"}}"#, 422), (#"{"values":{"version":"x"}}"#, 422),
    (#"{"values":{"nope":1}}"#, 422), (#"{"column":"text"}"#, 400), (#"{"values":{}}"#, 400),
    (#"{"values":{"rank":1,"text":"a"}}"#, 400),
    (#"{"column":"text","find":"a"}"#, 400), (#"{"column":"rank","find":"1","with":"2"}"#, 422),
    (#"{"column":"text","values":{"text":"a"},"find":"b","with":"c"}"#, 400),
  ])
  func aBadEditByJSONIsRefused(_ body: String, _ status: Int) async throws {
    let console = try await console(2)
    var order = try #require(try JSONValue(parsing: body).object)
    order["action"] = "edit"
    order["ids"] = ["id-0"]
    let answer = await console.post(Self.path, .object(order))
    #expect(answer.status == status, "\(answer.page)")
    #expect(try await console.queued() == 0)
  }

  @Test func valuesAreTypedAsInTheFormOfARow() async throws {
    let console = try await console(1, softDelete: .date(column: "due"))
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    for (column, field, typed, expected) in [
      ("rank", "value", " 2.50 ", JSONValue.real(2.5)),
      ("text", "value", "two\r\nlines", "two\nlines"), ("complete", "flag", "true", true),
      ("due", "value", "2026-12-07", "2026-12-07T00:00:00.000Z"),
    ] {
      let fields = edit(column, "set", [(field, typed)], ids: ["id-0"])
      let preview = await browser.submit(Self.path, fields, token: token).page
      #expect(preview.contains("1 of 1 row changes"), "\(column)")
      _ = await browser.submit(
        Self.path, try answer(preview, fields) + [("confirmed", "edit")], token: token)
      let saved = try await value(console, column, "id-0")
      #expect(saved?.serializedText == expected.serializedText, "\(column)")
    }
  }

  @Test func deletedRowsAreSkippedWithTheReasonOfOtherActions() async throws {
    let console = try await console(3)
    try await console.sync.table("TodoItem").delete("id-1", by: nil)
    let body: JSONObject = ["action": "edit", "ids": ["id-0", "id-1", "nobody"]]
    var order = body
    order["column"] = "text"
    order["find"] = "row"
    order["with"] = "line"
    let done = await console.post(Self.path, .object(order)).json
    #expect(done["changed"] == 1)
    #expect(done["problems"]?.array?.compactMap { $0["id"]?.string } == ["id-1", "nobody"])
    let message = done["problems"]?.array?.first?["message"]?.string
    #expect(message == "Row id-1 of TodoItem is deleted. Nothing was changed; undelete it first.")
    #expect(try await value(console, "text", "id-0") == "line 0")
  }

  @Test func aViewerCannotEditManyRows() async throws {
    let console = try await console(1)
    let body: JSONValue = ["action": "edit", "ids": ["id-0"], "values": ["rank": 1]]
    #expect(await console.post(Self.path, body, token: console.viewerToken).status == 403)
    var browser = try await console.browser(.operate)
    let forged = await browser.submit(
      Self.path, edit("rank", "clear", ids: ["id-0"]), token: "forged")
    #expect(forged.status == 403)
    #expect(try await console.queued() == 0)
  }

  @Test func editsOfManyRowsAreStagedLikeThoseOfOne() async throws {
    let console = try await console(3)
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    let fields = edit(
      "text", "replace", [("find", "row"), ("with", "line")], ids: ["id-0", "id-2"])
    let preview = await browser.submit(Self.path, fields, token: token).page
    #expect(preview.contains("Stage for review"))
    _ = await browser.submit(
      Self.path, try answer(preview, fields) + [("stage", "1")], token: token)
    #expect(try await console.queued() == 0)
    let review = await browser.get("/s/todo/changes").page
    #expect(review.contains("2 values in 2 rows"))
    let asked = try #require(review.value(of: "asked"))
    _ = await browser.submit("/s/todo/changes/save", [("asked", asked)], token: token)
    #expect(try await value(console, "text", "id-2") == "line 2")
    #expect(try await console.queued() == 2)
  }

  @Test func maskedColumnsAreNoneThatCanBeEdited() async throws {
    var table = TableSettings(name: "TodoItem")
    table.masked = ["text"]
    let console = try await RowsConsole(settings: StoreSettings(tables: [table]))
    try await console.pull("TodoItem", [("a", ["text": "secret", "rank": 1])])
    var browser = try await console.browser(.operate)
    let form = await browser.submit(
      Self.path, [("action", "edit"), ("id", "a")], token: try await browser.csrfToken)
    #expect(form.page.contains("rank (Number)") && !form.page.contains("text (String)"))
    let refused = await console.post(
      Self.path, ["action": "edit", "ids": ["a"], "values": ["text": "x"]])
    #expect(refused.status == 403, "\(refused.page)")
    #expect(try await console.queued() == 0)
  }

  @Test func anEditThatReplacesARejectedChangeIsUndoneWithIt() async throws {
    let store = try await SyncConsole()
    _ = try await store.failure("ralph")
    let done = await store.post(
      Self.path, ["action": "edit", "ids": ["ralph"], "values": ["text": "short"]])
    #expect(done.json["changed"] == 1)
    #expect(try await store.state("ralph") == .pending)
    let undone = await store.post("/undo/\(done.json["entry"]?.integer ?? 0)", [:])
    #expect(undone.json["changed"] == 1)
    #expect(try await store.state("ralph") == .failed)
    #expect(try await store.items.read(id: "ralph")?.values["text"] == "too long")
  }
}
