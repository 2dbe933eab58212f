import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import Testing

@testable import Console

/// What a page says after an action: what is really queued, and the way back.
@Suite struct AfterActionTests {
  private func filled(_ count: Int = 3) async throws -> (RowsConsole, TestBrowser, token: String) {
    let console = try await RowsConsole()
    try await console.pull(
      "Movie", (0..<count).map { ("m\($0)", ["title": .string("Film \($0)")]) })
    let browser = try await console.browser(.admin)
    return (console, browser, try await browser.csrfToken)
  }

  @Test(arguments: [
    (1, 1, "It is sent with the next push."), (2, 2, "They are sent with the next push."),
    (5, 0, "This needs no push."),
    (5, 1, "1 of them is sent with the next push."),
    (2, 1, "1 of them is sent with the next push."),
    (5, 4, "4 of them are sent with the next push."),
    (5, 3, "3 of them are sent with the next push."),
  ])
  func wordsFollowWhatIsQueued(_ rows: Int, _ waiting: Int, _ words: String) {
    #expect(SendingText.next(rows: rows, waiting: PendingRowCounts(rows: waiting)) == words)
  }

  @Test func rowsInConflictWaitForTheirDecisionAfterUndeletingAndImporting() async throws {
    let store = try await SyncConsole()
    _ = try await store.conflict("dean")
    try await store.items.delete("dean", by: "mira")
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let words = "Resolve its conflict first."
    let undeleted = await browser.submit(
      "/s/todo/trash/undelete", [("query", ""), ("expect", "1")], token: token)
    #expect(undeleted.status == 303, "\(undeleted.page)")
    #expect(await browser.get(undeleted.headers["Location"] ?? "").page.contains(words))

    let parts = [("_token", token), ("text", "id,text\ndean,x\n"), ("mode", "update")]
      .map { "--X\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n" }
    let draft = await store.console.send(
      .post, "/s/todo/t/TodoItem/import",
      browser.cookieField.merging([
        "Content-Type": "multipart/form-data; boundary=X", "Sec-Fetch-Site": "same-origin",
        "Origin": "http://\(TestConsole.host)",
      ]) { $1 }, body: parts.joined() + "--X--\r\n")
    let link = try #require(draft.headers["Location"])
    let seen = try #require(await browser.get(link).page.value(of: "seen"))
    _ = await browser.submit(link, [("seen", seen)], token: token)
    let list = await browser.get("/s/todo/t/TodoItem").page
    #expect(list.contains("Imported: 1 changed.") && list.contains(words))
    let undo = try #require(list.action(containing: "/undo/"))
    _ = await browser.submit(undo, [], token: token)
    let back = await browser.get("/s/todo/t/TodoItem").page
    #expect(back.contains("Undone: import of 1 row of TodoItem.") && back.contains(words))
    #expect(try await store.queue().map(\.state) == [.conflict])
  }

  @Test func anUnsentDeletionThatIsTakenBackSendsNothing() async throws {
    var (console, browser, token) = try await filled()
    let row = "/s/todo/t/Movie/r/m1"
    _ = await browser.submit("\(row)/delete", [], token: token)
    #expect(await browser.get(row).page.contains("It is sent with the next push."))
    _ = await browser.submit("\(row)/undelete", [], token: token)
    #expect(try await console.queued() == 0)
    #expect(await browser.get(row).page.contains("This needs no push."))
  }

  @Test func undoOfAnImportOrARemovalSaysThatNothingIsSent() async throws {
    var (console, browser, token) = try await filled()
    _ = await browser.submit(
      "/s/todo/t/Movie/r/m1/hard-delete", [("typed", "delete")], token: token)
    let list = await browser.get("/s/todo/t/Movie")
    let undo = try #require(list.page.action(containing: "/undo/"))
    let back = await browser.submit(
      undo, [("back", "/s/todo/t/Movie?title=Film%201")], token: token)
    #expect(back.headers["Location"] == "/s/todo/t/Movie?title=Film%201")
    #expect(try await console.queued() == 0)
    #expect(await browser.get("/s/todo/t/Movie").page.contains("This needs no push."))
  }

  @Test func undoLeadsBackToItsOwnPageAndNowhereElse() async throws {
    var (_, browser, token) = try await filled()
    for foreign in ["https://evil.example/", "//evil.example", "/\\evil", "x", "/a b", ""] {
      _ = await browser.submit("/s/todo/t/Movie/r/m1/delete", [], token: token)
      let page = await browser.get("/s/todo/t/Movie?view=all&sort=title").page
      let kept = "name=\"back\" value=\"/s/todo/t/Movie?view=all&amp;sort=title\""
      #expect(page.contains(kept))
      let undo = try #require(page.action(containing: "/undo/"))
      let answer = await browser.submit(undo, [("back", foreign)], token: token)
      #expect(answer.headers["Location"] == "/s/todo/t/Movie/r/m1", "\(foreign)")
    }
  }

  @Test func undoOfANewRowDoesNotLeadToItsPage() async throws {
    var (_, browser, token) = try await filled()
    _ = await browser.submit(
      "/s/todo/t/Movie", [("id", "new"), ("v-title", "New")], token: token)
    let page = await browser.get("/s/todo/t/Movie/r/new").page
    let undo = try #require(page.action(containing: "/undo/"))
    let answer = await browser.submit(undo, [("back", "/s/todo/t/Movie/r/new")], token: token)
    #expect(answer.headers["Location"] == "/s/todo/t/Movie")
  }

  @Test func bulkActionsAndImportsNameTheirEntry() async throws {
    let (console, _, _) = try await filled()
    let bulk = await console.post(
      "/s/todo/t/Movie/bulk", ["action": "delete", "ids": ["m1"]]
    ).json
    let entry = try #require(bulk["entry"]?.integer)
    let audit = try await console.console.data.auditEntry(entry)
    #expect(audit?.record.target == "Movie m1")
    #expect(await console.post("/undo/\(entry)", [:]).json["changed"] == 1)
    let imported = await console.post(
      "/s/todo/t/Movie/import", ["rows": [["id": "i", "title": "Imported"]]]
    ).json
    let written = try #require(imported["entry"]?.integer)
    #expect(await console.post("/undo/\(written)", [:]).json["changed"] == 1)
    #expect(try await console.record("Movie", "i") == nil)
  }

  @Test func whatHadNothingToChangeSaysWhy() async throws {
    var (_, browser, token) = try await filled()
    _ = await browser.submit(
      "/s/todo/t/Movie/bulk",
      [("action", "retry"), ("id", "m0"), ("id", "m1"), ("id", "m2")], token: token)
    let page = await browser.get("/s/todo/t/Movie").page
    #expect(page.contains("None of these 3 rows has a rejected or conflicting change."))
  }

  @Test func oneRowThatIsLeftIsOne() async throws {
    var (_, browser, token) = try await filled()
    _ = await browser.submit(
      "/s/todo/t/Movie/bulk", [("action", "delete"), ("id", "m0"), ("id", "nobody")], token: token)
    let page = await browser.get("/s/todo/t/Movie").page
    #expect(page.contains("1 row was skipped."))
  }

  @Test func anUndeleteNamesOnlyWhatItChanged() async throws {
    let (console, _, _) = try await filled()
    try await console.sync.table("Movie").delete("m1", by: nil)
    let done = await console.post(
      "/s/todo/trash/undelete",
      ["rows": [["table": "Movie", "id": "m1"], ["table": "Nope", "id": "x"]]]
    ).json
    let entry = try #require(done["entry"]?.integer)
    #expect(try await console.console.data.auditEntry(entry)?.record.target == "Movie m1")
  }

  @Test func operationsThatNeverWereAreToldFromThoseThatAreGone() async throws {
    let (console, _, _) = try await filled()
    try await console.sync.table("Movie").update("m1", ["title": "x"])
    let last = try await console.sync.highestOperation()
    _ = try await console.sync.push()
    let gone = await console.get("/s/todo/queue/\(last).json").json
    #expect(gone["error"]?["message"]?.string?.contains("not in the queue any more") == true)
    let never = await console.page("/s/todo/queue/99999999")
    #expect(never.status == 404)
    #expect(never.page.contains("Operation 99999999"))
  }

  @Test func aViewThatReplacesOneSaysSoAndGivesItBack() async throws {
    var (console, browser, token) = try await filled()
    let views = "/s/todo/t/Movie/views"
    _ = await browser.submit(views, [("name", "Mine"), ("query", "rank=1")], token: token)
    _ = await browser.submit(views, [("name", "Mine"), ("query", "rank=2")], token: token)
    let page = await browser.get("/s/todo/t/Movie").page
    #expect(page.contains("View “Mine” updated."))
    let undo = try #require(page.action(containing: "/undo/"))
    #expect(await browser.submit(undo, [], token: token).status == 303)
    let kept = try await console.console.data.savedViews(
      store: "todo", table: "Movie", owner: "user admin")
    #expect(kept.map(\.query) == ["rank=1"])
    let body: JSONValue = ["name": "Top", "query": "rank=1", "shared": true]
    let first = await console.post(views, body).json
    #expect(first["replaced"] == false && first["undo"]?.integer != nil)
    let second = await console.post(views, body).json
    #expect(second["replaced"] == true && second["undo"]?.integer != nil)
  }
}
