import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import Console

/// Deleting rows that the server never had: they go with their insert, and nothing of them is lost.
@Suite struct NeverSentTests {
  private static let bulk = "/s/todo/t/Movie/bulk"

  /// `a`, `b` and `c` came with a pull; `new-0`, `new-1`, … were made here.
  private func console(new count: Int) async throws -> RowsConsole {
    let console = try await RowsConsole()
    try await console.pull("Movie", ["a", "b", "c"].map { ($0, ["title": .string("Film \($0)")]) })
    for index in 0..<count {
      try await console.sync.table("Movie").insert(
        ["id": .string("new-\(index)"), "title": .string("New \(index)")], by: "mira")
    }
    return console
  }

  private func operations(_ console: RowsConsole) async throws -> [OperationInfo] {
    try await console.sync.operations(OperationQuery()).operations
  }

  private func lastEntry(_ console: RowsConsole) async throws -> AuditEntry {
    try #require(try await console.console.data.auditEntries(AuditFilter(), limit: 1).first)
  }

  @Test func undoBringsBackARowThatWasNeverSent() async throws {
    let console = try await console(new: 2)
    try await console.sync.table("Movie").update("new-0", ["title": "Better"], by: "mira")
    let before = try await operations(console)
    let deleted = await console.post("/s/todo/t/Movie/r/new-0/delete", [:])
    #expect(deleted.status == 200)
    #expect(deleted.json["state"] == JSONValue.null && deleted.json["deleted"] == true)
    #expect(try await console.record("Movie", "new-0") == nil)
    #expect(try await console.queued() == 1)
    let entry = try #require(deleted.json["entry"]?.integer)
    let undone = await console.post("/undo/\(entry)", [:])
    #expect(undone.status == 200)
    #expect(undone.json["changed"] == 1 && undone.json["left"] == [])
    #expect(try await console.record("Movie", "new-0")?.values["title"] == "Better")
    // In its old place of the queue, so that rows which name it still go out behind it.
    #expect(try await operations(console) == before)
    #expect(await console.post("/undo/\(entry)", [:]).status == 409)
  }

  @Test func aRefusedInsertComesBackWithItsError() async throws {
    let console = try await SyncConsole()
    try await console.sync.table(SyncConsole.table).insert(["id": "n", "text": "x"])
    console.remote.script("n", [.refused])
    _ = try await console.sync.push()
    let errors = try await console.sync.errors()
    #expect(errors.count == 1)
    let done = await console.post("/s/todo/t/TodoItem/bulk", ["action": "delete", "ids": ["n"]])
    #expect(done.json["neverSent"] == 1)
    #expect(try await console.sync.errors().isEmpty)
    let entry = try #require(done.json["entry"]?.integer)
    #expect(await console.post("/undo/\(entry)", [:]).status == 200)
    #expect(try await console.sync.errors() == errors)
    #expect(try await console.sync.row(SyncConsole.table, "n")?.state == .failed)
  }

  @Test func oneRowThatWasNeverSentTakesUndoFromNoOther() async throws {
    let console = try await console(new: 1)
    let done = await console.post(Self.bulk, ["action": "delete", "ids": ["a", "new-0", "b"]])
    #expect(done.json["changed"] == 3 && done.json["neverSent"] == 1)
    #expect(done.json["undo"] == true)
    let entry = try #require(done.json["entry"]?.integer)
    // Its id was taken by another row meanwhile: that one stays, the others come back.
    try await console.sync.table("Movie").insert(["id": "new-0", "title": "Another"])
    let undone = await console.post("/undo/\(entry)", [:])
    #expect(undone.json["changed"] == 2)
    let left = try #require(undone.json["left"]?.array)
    #expect(left.compactMap { $0["id"]?.string } == ["new-0"])
    #expect(
      undone.json["problems"] == [
        ["id": "new-0", "message": "Row new-0 of Movie changed since."]
      ])
    #expect(try await console.sync.counts().live == 4)
    #expect(try await console.record("Movie", "new-0")?.values["title"] == "Another")
  }

  @Test func deletingManyForGoodIsTakenBackWithThoseThatWereNeverSent() async throws {
    let console = try await console(new: 1_200)
    let done = await console.post(
      Self.bulk, ["action": "hard-delete", "query": "view=live", "expect": 1_203],
      token: console.adminToken)
    #expect(done.json["changed"] == 1_203 && done.json["neverSent"] == 1_200)
    #expect(try await console.sync.counts().live == 0)
    let entry = try #require(done.json["entry"]?.integer)
    let undone = await console.post("/undo/\(entry)", [:], token: console.adminToken)
    #expect(undone.json["changed"] == 1_203)
    #expect(try await console.sync.counts().live == 1_203)
    #expect(try await console.queued() == 1_200)
  }

  @Test func deletingFromItsOwnPageLeadsToTheListWithUndo() async throws {
    let console = try await console(new: 1)
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    let done = await browser.submit("/s/todo/t/Movie/r/new-0/delete", [], token: token)
    #expect(done.headers["Location"] == "/s/todo/t/Movie")
    let list = await browser.get("/s/todo/t/Movie").page
    #expect(list.contains("<b>“New 0” deleted.</b>"))
    #expect(list.contains("Never sent, so it is not in the trash."))
    let undo = try #require(list.action(containing: "/undo/"))
    #expect(await browser.submit(undo, [], token: token).status == 303)
    #expect(try await console.record("Movie", "new-0")?.values["title"] == "New 0")
  }

  @Test func theAuditKeepsTheValuesAndLeadsToTheHistory() async throws {
    let console = try await console(new: 1)
    _ = await console.post("/s/todo/t/Movie/r/new-0/delete", [:])
    let entry = try await lastEntry(console)
    #expect(entry.record.before?["title"] == "New 0")
    let page = await console.page("/audit/\(entry.id)").page
    #expect(page.contains("href=\"/s/todo/t/Movie/r/new-0?tab=history\""))
    let history = await console.page("/s/todo/t/Movie/r/new-0?tab=history")
    #expect(history.status == 200)
    #expect(history.page.contains("This row is no longer in the store."))
    #expect(history.page.contains("</b> inserted the row"))
    #expect(history.page.contains("</b> deleted the row"))
    #expect(!history.page.contains("/r/new-0/delete") && !history.page.contains(">Edit</a>"))
    #expect(await console.page("/s/todo/t/Movie/r/nobody?tab=history").status == 404)
  }

  @Test func theAddressOfARowThatIsGoneLeadsToItsHistory() async throws {
    let console = try await console(new: 1)
    _ = await console.post("/s/todo/t/Movie/r/new-0/delete", [:])
    let gone = await console.page("/s/todo/t/Movie/r/new-0")
    #expect(gone.status == 404 && gone.page.contains("This row is no longer in the store"))
    #expect(gone.page.contains("href=\"/s/todo/t/Movie/r/new-0?tab=history\""))
    let nobody = await console.page("/s/todo/t/Movie/r/nobody")
    #expect(nobody.status == 404 && nobody.page.contains("no history of it"))
    #expect(nobody.page.contains("href=\"/s/todo/t/Movie\""))
    #expect(!nobody.page.contains("tab=history"))
    for id in ["new-0", "nobody"] {
      let json = await console.get("/s/todo/t/Movie/r/\(id).json")
      #expect(json.status == 404 && json.json["error"]?["code"] == "no_such_row")
    }
  }

  // MARK: - Questions

  @Test func theQuestionSaysWhatBecomesOfRowsThatWereNeverSent() async throws {
    let console = try await console(new: 120)
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    func ask(_ query: String, _ count: Int) async -> String {
      await browser.submit(
        Self.bulk, [("action", "delete"), ("query", query), ("expect", "\(count)")], token: token
      ).page
    }
    let new = await ask("id__starts=new-", 120)
    #expect(new.contains("They were never sent, so they are removed from this store"))
    #expect(new.contains("not affected: never sent"))
    #expect(!new.contains("undeleted until") && !new.contains("Not sent yet"))
    let mixed = await ask("view=live", 123)
    #expect(
      mixed.contains(
        "120 rows were never sent: they are removed from this store and do not go to the trash."))
    #expect(mixed.contains("can be undeleted until they are purged"))
  }

  @Test func theQuestionBeforeAHardDeleteKnowsThatTheServerNeverHadTheRow() async throws {
    let console = try await console(new: 1)
    let link = "/s/todo/t/Movie/r/new-0/hard-delete"
    #expect(await console.get(link, token: console.adminToken).json["neverSent"] == true)
    let page = await console.page(link).page
    #expect(page.contains("It was never sent, so it is removed"))
    #expect(
      !page.contains("goes to the server with the next push") && !page.contains("lost with it"))
    let sent = await console.get(
      "/s/todo/t/Movie/r/a/hard-delete", token: console.adminToken)
    #expect(sent.json["neverSent"] == false)
  }

  @Test func aQuestionIsConfirmedForTheRowsThatItNamedOnly() async throws {
    let console = try await console(new: 120)
    var browser = try await console.browser(.operate)
    let token = try await browser.csrfToken
    let order = [("action", "delete"), ("query", "view=live"), ("expect", "123")]
    let asked = await browser.submit(Self.bulk, order, token: token).page
    let mark = try #require(asked.value(of: "asked"))
    let answer = order + [("confirmed", "delete"), ("asked", mark)]
    // As many, but not the same.
    try await console.sync.table("Movie").delete("new-0")
    try await console.sync.table("Movie").insert(["id": "other", "title": "Other"])
    let others = await browser.submit(Self.bulk, answer, token: token)
    #expect(others.status == 200)
    #expect(others.page.contains("but not the ones you confirmed"))
    try await console.sync.table("Movie").insert(["id": "more", "title": "More"])
    let more = await browser.submit(Self.bulk, answer, token: token)
    #expect(more.page.contains("124 rows match now; you confirmed 123."))
    #expect(more.page.contains(">Delete 124 rows</button>"))
    #expect(try await console.sync.counts().live == 124)
    let again = try #require(more.page.value(of: "asked"))
    let done = await browser.submit(
      Self.bulk, order + [("confirmed", "delete"), ("asked", again)], token: token)
    #expect(done.status == 303)
    #expect(try await console.sync.counts().live == 0)
  }

  @Test func deletingManyWhereNothingIsKeptTakesTheRightAndTheNumber() async throws {
    let console = try await RowsConsole()
    try await console.pull("Draft", [("d", ["text": "x"])])
    let path = "/s/todo/t/Draft/bulk"
    let refused = await console.post(path, ["action": "delete", "ids": ["d"]])
    #expect(refused.status == 403)
    var browser = try await console.browser(.admin)
    let token = try await browser.csrfToken
    let order = [("action", "delete"), ("id", "d")]
    let asked = await browser.submit(path, order, token: token)
    #expect(asked.page.contains("Hard delete 1 row of Draft?"))
    #expect(try await console.record("Draft", "d") != nil)
    let done = await browser.submit(path, order + [("typed", "1")], token: token)
    #expect(done.status == 303)
    let entry = try await lastEntry(console)
    #expect(entry.record.action == "rows.hardDelete" || entry.record.undo != nil)
    #expect(await browser.submit("/undo/\(entry.id)", [], token: token).status == 303)
    #expect(try await console.record("Draft", "d") != nil)
  }
}
