import ConsoleData
import Foundation
import HTTPKit
import JSONKit
import SyncCore
import SyncInspection
import Testing

@testable import Console

@Suite struct RowActionsTests {
  private func console(_ count: Int = 3) async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull(
      "TodoItem",
      (0..<count).map { index in
        ("id-\(index)", ["text": .string("row \(index)"), "complete": false, "estimate": 1])
      })
    return console
  }

  private func lastEntry(_ console: RowsConsole) async throws -> AuditEntry? {
    try await console.console.data.auditEntries(AuditFilter(), limit: 1).first
  }

  // MARK: - One row

  @Test func aRowHasTheShapeOfTheContract() async throws {
    let console = try await console()
    let response = await console.get("/s/todo/t/TodoItem/r/id-1.json")
    #expect(
      response.json.object?.names == [
        "table", "id", "state", "deleted", "values", "base", "operations", "errors", "why",
        "notes",
      ])
    #expect(response.headers["ETag"]?.hasPrefix("\"") == true)
    #expect(await console.get("/s/todo/t/TodoItem/r/nobody.json").status == 404)
  }

  @Test(arguments: ["", "?tab=history", "?tab=raw"])
  func everyTabOfARowShowsIt(query: String) async throws {
    let console = try await console()
    try await console.sync.table("TodoItem").update("id-1", ["text": "changed"], by: "mira")
    let page = await console.page("/s/todo/t/TodoItem/r/id-1\(query)")
    #expect(page.status == 200)
    #expect(page.page.contains("changed"))
    #expect(page.page.contains("<span class=\"chip pending\">Pending</span>"))
  }

  @Test func aChangedValueStandsBesideTheOneSyncedLast() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    #expect(!(await store.page("/s/todo/t/TodoItem/r/dean").page.contains("r-pending")))
    try await store.items.update("dean", ["text": "changed"])
    let page = await store.page("/s/todo/t/TodoItem/r/dean").page
    #expect(page.contains("<tr class=\"r-pending\"><th scope=\"row\"><code>text</code></th>"))
    #expect(page.contains("<small>Base: dean</small>"))
  }

  @Test func insertAnswersTheIdAndQueuesTheRow() async throws {
    let console = try await console()
    let made = await console.post(
      "/s/todo/t/TodoItem", ["values": ["id": "new", "text": "x", "rank": 2]])
    #expect(made.status == 201)
    #expect(made.json == ["id": "new"])
    #expect(made.headers["Location"] == "/s/todo/t/TodoItem/r/new")
    #expect(try await console.record("TodoItem", "new")?.values["rank"] == 2)
    let again = await console.post("/s/todo/t/TodoItem", ["values": ["id": "new"]])
    #expect(again.status == 409)
    let entry = try #require(try await lastEntry(console))
    #expect(entry.record.action == "rows.edit" && entry.record.who == "token op")
    #expect(entry.record.undo.flatMap { UndoPlan($0) }?.action == .insertRemove)
  }

  @Test func anUpdateIsBoundToTheStateThatItWasMadeOn() async throws {
    let console = try await console()
    let link = "/s/todo/t/TodoItem/r/id-1"
    let tag = try #require(await console.get(link + ".json").headers["ETag"])
    let state = JSONValue.string(String(tag.dropFirst().dropLast()))
    let first = await console.post(link, ["values": ["text": "a"], "ifState": state])
    #expect(first.status == 200)
    for tag in [tag, "W/\(tag)"] {
      let quoted = await console.post(link, ["values": ["text": "b"], "ifState": .string(tag)])
      #expect(quoted.status == 409)
      let now = try #require(await console.get(link + ".json").headers["ETag"])
      let form = tag.hasPrefix("W/") ? "W/\(now)" : now
      let taken = await console.post(link, ["values": ["text": "a"], "ifState": .string(form)])
      #expect(taken.status == 200, "\(form)")
    }
    let second = await console.post(link, ["values": ["text": "b"], "ifState": state])
    #expect(second.status == 409)
    #expect(second.json["error"]?["code"] == "stale_edit")
    #expect(try await console.record("TodoItem", "id-1")?.values["text"] == "a")
    let entry = try #require(try await lastEntry(console))
    let undo = try #require(entry.record.undo.flatMap { UndoPlan($0) })
    #expect(undo.action == .update && undo.rows.first?.values == ["text": "row 1"])
  }

  @Test(arguments: [
    (#"{"values":{"estimate":"many"}}"#, 422), (#"{"values":{"version":"x"}}"#, 422),
    (#"{"values":[1]}"#, 400), (#"{}"#, 400), (#"{"values":"#, 400), (#"[]"#, 400),
    (#"{"values":{"text":"a"},"ifState":7}"#, 400),
  ])
  func aBadBodyIsRefusedAndNothingChanges(body: String, status: Int) async throws {
    let console = try await console()
    for target in ["/s/todo/t/TodoItem/r/id-1", "/s/todo/t/TodoItem"] {
      // An insert has no state to be bound to, so the last body is a good insert.
      if body.contains("ifState"), target.hasSuffix("TodoItem") { continue }
      let response = await console.console.send(
        .post, target,
        [
          "Authorization": "Bearer \(console.operatorToken)", "Content-Type": "application/json",
        ], body: body)
      #expect(response.status == status, "\(target)")
      #expect(response.json["error"]?["message"]?.string?.isEmpty == false)
    }
    #expect(try await console.queued() == 0)
    #expect(try await console.sync.counts().live == 3)
  }

  @Test func deletingTakesARowOutOfTheLiveViewAndUndeletingBringsItBack() async throws {
    let console = try await console()
    let link = "/s/todo/t/TodoItem/r/id-1"
    let deleted = await console.post(link + "/delete", [:])
    #expect(deleted.status == 200)
    #expect(deleted.json == ["id": "id-1", "state": "pending", "deleted": true])
    #expect(try await console.record("TodoItem", "id-1")?.values["complete"] == true)
    #expect(
      await console.get("/s/todo/t/TodoItem.json").json["rows"]?.array?.count == 2)
    #expect(await console.post(link + "/delete", [:]).status == 409)
    let undeleted = await console.post(link + "/undelete", [:])
    #expect(undeleted.json["deleted"] == false)
    #expect(await console.post(link + "/undelete", [:]).status == 409)
    #expect(try await lastEntry(console)?.record.action == "rows.undelete")
  }

  @Test func aHardDeleteTakesTheRightAndTheWord() async throws {
    let console = try await console()
    let link = "/s/todo/t/TodoItem/r/id-1/hard-delete"
    #expect(await console.post(link, [:]).status == 403)
    var browser = try await console.browser(.admin)
    let page = await browser.get(link)
    #expect(page.page.contains("Type <code>delete</code> to confirm"))
    let wrong = await browser.submit(link, [("typed", "yes")], token: page.csrfToken)
    #expect(wrong.status == 422)
    #expect(try await console.record("TodoItem", "id-1") != nil)
    let right = await browser.submit(
      link, [("typed", "delete"), ("reason", "asked to")], token: page.csrfToken)
    #expect(right.status == 303)
    #expect(try await console.record("TodoItem", "id-1") == nil)
    let entry = try #require(try await lastEntry(console))
    #expect(entry.record.reason == "asked to")
    #expect(entry.record.before?["text"] == "row 1")
    // Until it is pushed it can be brought back, and not afterwards.
    let undo = "/undo/\(entry.id)"
    #expect(await browser.submit(undo, [], token: page.csrfToken).status == 303)
    #expect(try await console.record("TodoItem", "id-1")?.values["text"] == "row 1")
    _ = await browser.submit(link, [("typed", "delete")], token: page.csrfToken)
    let second = try #require(try await lastEntry(console))
    _ = try await console.sync.push()
    #expect(await browser.submit("/undo/\(second.id)", [], token: page.csrfToken).status == 409)
    #expect(try await console.record("TodoItem", "id-1") == nil)
  }

  @Test func deletingInATableWithoutSoftDeleteAsksFirst() async throws {
    let console = try await RowsConsole()
    try await console.pull("Draft", [("d", ["text": "x"])])
    #expect(await console.post("/s/todo/t/Draft/r/d/delete", [:]).status == 403)
    var browser = try await console.browser(.admin)
    let token = try await browser.csrfToken
    let asked = await browser.submit("/s/todo/t/Draft/r/d/delete", [], token: token)
    #expect(asked.headers["Location"] == "/s/todo/t/Draft/r/d/hard-delete")
    #expect(try await console.record("Draft", "d") != nil)
  }

  // MARK: - Forms

  @Test func theToggleOfTheListComesBackToItWithUndo() async throws {
    let console = try await console()
    var browser = try await console.browser(.operate)
    let page = await browser.get("/s/todo/t/TodoItem?sort=text")
    #expect(page.page.contains(">Complete<span class=\"vh\"> row 1</span></button>"))
    let done = await browser.submit(
      "/s/todo/t/TodoItem/r/id-1/delete", [("from", "list"), ("back", "sort=text")],
      token: page.csrfToken)
    #expect(done.status == 303)
    #expect(done.headers["Location"] == "/s/todo/t/TodoItem?sort=text")
    let after = await browser.get("/s/todo/t/TodoItem?sort=text")
    #expect(after.page.contains("<b>“row 1” marked complete.</b>"))
    #expect(!after.page.contains("/r/id-1/delete"))
    let undo = try #require(after.page.action(containing: "/undo/"))
    #expect(await browser.submit(undo, [], token: page.csrfToken).status == 303)
    let back = await browser.get("/s/todo/t/TodoItem/r/id-1")
    #expect(back.page.contains("Undone: deletion of “row 1”."))
  }

  @Test func aFormChangesOnlyWhatWasTouched() async throws {
    let console = try await console()
    var browser = try await console.browser(.operate)
    let page = await browser.get("/s/todo/t/TodoItem/r/id-1/edit")
    let state = try #require(page.page.value(of: "ifState"))
    let saved = await browser.submit(
      "/s/todo/t/TodoItem/r/id-1",
      [
        ("ifState", state), ("w.text", "\"row 1\""), ("v.text", ""), ("w.estimate", "1"),
        ("v.estimate", "1"), ("w.complete", "false"), ("v.complete", "false"),
      ], token: page.csrfToken)
    #expect(saved.status == 303)
    let operation = try await console.sync.operation(
      try #require(try await console.sync.operations(OperationQuery()).operations.first?.id))
    #expect(operation?.changed == ["text": ""])
  }

  @Test func aMisspeltColumnIsNamedAndNotAddedWhereThatIsAskedFor() async throws {
    let console = try await console()
    let link = "/s/todo/t/TodoItem/r/id-1"
    let refused = await console.post(
      link, ["values": ["txet": "a", "text": "b"], "addColumns": false])
    #expect(refused.status == 422)
    #expect(refused.json["error"]?["code"] == "no_such_column")
    #expect(refused.json["error"]?["message"]?.string?.contains("“txet”") == true)
    #expect(try await console.record("TodoItem", "id-1")?.values["text"] == "row 1")
    #expect(try await console.sync.columns(of: "TodoItem").contains { $0.name == "txet" } == false)
    let added = await console.post(link, ["values": ["note": "a"]])
    #expect(added.status == 200)
    #expect(try await console.record("TodoItem", "id-1")?.values["note"] == "a")
  }

  @Test func aStaleFormSavesNothingAndKeepsTheTyping() async throws {
    let console = try await console()
    var browser = try await console.browser(.operate)
    let page = await browser.get("/s/todo/t/TodoItem/r/id-1/edit")
    let state = try #require(page.page.value(of: "ifState"))
    try await console.sync.table("TodoItem").update("id-1", ["estimate": 4], by: "tablet")
    let queued = try await console.queued()
    let answer = await browser.submit(
      "/s/todo/t/TodoItem/r/id-1",
      [
        ("ifState", state), ("w.text", "\"row 1\""), ("v.text", "my typing"),
        ("w.estimate", "1"), ("v.estimate", "1"),
      ], token: page.csrfToken)
    #expect(answer.status == 409)
    #expect(
      answer.page.contains("This row changed while you were editing.</b> tablet changed the row, "))
    #expect(answer.page.contains("\nmy typing</textarea>"))
    #expect(answer.page.contains("not changed"))
    #expect(answer.page.contains("name=\"v.estimate\" value=\"4\""))
    #expect(answer.page.value(of: "ifState") != state)
    #expect(try await console.record("TodoItem", "id-1")?.values["text"] == "row 1")
    #expect(try await console.queued() == queued)
  }

  @Test func aRowDeletedWhileItsFormWasOpenIsCalledDeleted() async throws {
    let console = try await console()
    var browser = try await console.browser(.operate)
    let page = await browser.get("/s/todo/t/TodoItem/r/id-1/edit")
    let state = try #require(page.page.value(of: "ifState"))
    try await console.sync.table("TodoItem").delete("id-1", by: "tablet")
    let answer = await browser.submit(
      "/s/todo/t/TodoItem/r/id-1",
      [("ifState", state), ("w.text", "\"row 1\""), ("v.text", "my typing")],
      token: page.csrfToken)
    #expect(answer.status == 409)
    #expect(
      answer.page.contains(
        "This row was deleted while you were editing.</b> tablet deleted the row, "))
    #expect(answer.page.contains("\nmy typing</textarea>"))
  }

  @Test func whereOnlyTheDeletionHappenedNothingIsSaidOfValues() async throws {
    let console = try await console()
    try await console.pull("Movie", [("m", ["title": "Heat"])])
    var browser = try await console.browser(.operate)
    let page = await browser.get("/s/todo/t/Movie/r/m/edit")
    let state = try #require(page.page.value(of: "ifState"))
    try await console.sync.table("Movie").delete("m", by: "tablet")
    let answer = await browser.submit(
      "/s/todo/t/Movie/r/m",
      [("ifState", state), ("w.title", "\"Heat\""), ("v.title", "my typing")],
      token: page.csrfToken)
    #expect(answer.page.contains("This row was deleted while you were editing."))
    #expect(!answer.page.contains("What changed since you opened the form"))
    #expect(!answer.page.contains("sync state"))
    #expect(answer.page.contains("\nmy typing</textarea>"))
  }

  @Test func aMistakeStandsBesideItsField() async throws {
    let console = try await console()
    var browser = try await console.browser(.operate)
    let page = await browser.get("/s/todo/t/TodoItem/new")
    let answer = await browser.submit(
      "/s/todo/t/TodoItem", [("v.estimate", "3 h"), ("w.estimate", "null")],
      token: page.csrfToken)
    #expect(answer.status == 422)
    #expect(answer.page.contains("“3 h” is not a number"))
    #expect(answer.page.contains("aria-invalid=\"true\""))
    #expect(try await console.queued() == 0)
    let made = await browser.submit(
      "/s/todo/t/TodoItem",
      [("id", "mine"), ("v.text", "hello"), ("w.text", "null"), ("more", "{\"rank\":1}")],
      token: page.csrfToken)
    #expect(made.headers["Location"] == "/s/todo/t/TodoItem/r/mine")
    #expect(try await console.record("TodoItem", "mine")?.values["rank"] == 1)
    let twice = await browser.submit(
      "/s/todo/t/TodoItem", [("id", "mine"), ("v.text", "kept"), ("w.text", "null")],
      token: page.csrfToken)
    #expect(twice.status == 409)
    #expect(twice.page.contains("\nkept</textarea>"))
  }

  /// The store would keep them, and the push be refused.
  @Test(arguments: [
    ("{\"my column\": 1}", "“my column” is not a valid column name"),
    ("{\"1st\": 1}", "“1st” is not a valid column name"),
    ("{\"größe\": 1}", "“größe” is not a valid column name"),
    ("{\"Estimate\": 1}", "the column is named “estimate”"),
  ])
  func aFurtherColumnHasANameThatServersTake(_ more: String, _ words: String) async throws {
    let console = try await console()
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    let refused = await browser.submit(
      "/s/todo/t/TodoItem", [("v.text", "kept"), ("w.text", "null"), ("more", more)],
      token: token)
    #expect(refused.status == 422)
    #expect(refused.page.contains(words))
    #expect(refused.page.contains("\nkept</textarea>"))
    #expect(try await console.queued() == 0)
  }

  @Test func aFormWithoutItsTokenChangesNothing() async throws {
    let console = try await console()
    var browser = try await console.browser(.admin)
    for path in Self.posts {
      let answer = await browser.submit(path, [("typed", "3"), ("action", "delete")], token: nil)
      #expect(answer.status == 403, "\(path)")
    }
    #expect(try await console.queued() == 0)
    #expect(try await console.sync.counts().live == 3)
  }

  @Test func aViewerChangesNothing() async throws {
    let console = try await console()
    var browser = try await console.browser(.viewer)
    let token = try await browser.csrfToken
    for path in Self.posts {
      let byToken = await console.post(path, ["values": [:]], token: console.viewerToken)
      #expect(byToken.status == 403, "\(path)")
      #expect(await browser.submit(path, [], token: token).status == 403, "\(path)")
    }
    #expect(await console.get("/s/todo/t/TodoItem/new", token: console.viewerToken).status == 403)
    #expect(try await console.queued() == 0)
    let list = await browser.get("/s/todo/t/TodoItem").page
    #expect(!list.contains("New row"))
    #expect(!list.contains("name=\"action\""))
  }

  private static let posts = [
    "/s/todo/t/TodoItem", "/s/todo/t/TodoItem/bulk", "/s/todo/t/TodoItem/purge",
    "/s/todo/t/TodoItem/r/id-1", "/s/todo/t/TodoItem/r/id-1/delete",
    "/s/todo/t/TodoItem/r/id-1/undelete", "/s/todo/t/TodoItem/r/id-1/hard-delete",
    "/s/todo/trash/undelete",
  ]
}

extension String {
  /// The value of the first input of this name.
  func value(of name: String) -> String? {
    guard let start = range(of: "name=\"\(name)\" value=\"") else { return nil }
    return String(self[start.upperBound...].prefix { $0 != "\"" })
  }
}
