import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import Console

/// A figure means the same on every page and in every answer.
@Suite struct FiguresTests {
  /// A store with one conflict and one change that rejected.
  private func stuck() async throws -> SyncConsole {
    let store = try await SyncConsole()
    try await store.fill(["ivan", "olga"])
    store.server.put("TodoItem", "ivan", ["text": "there", "estimate": 1])
    store.remote.script("olga", [.refused])
    for id in ["ivan", "olga"] { try await store.items.update(id, ["text": "here"]) }
    return store
  }

  @Test func conflictsAreNoFailuresInListsOfRuns() async throws {
    let store = try await stuck()
    let run = try await store.run("push")
    #expect(run["failed"] == 2 && run["conflicts"] == 1)
    for list in ["/s/todo", "/s/todo/sync", "/s/todo/runs"] {
      let page = await store.page(list).page
      #expect(page.contains(">1 rejected, 1 conflict</span>"), "\(list)")
      // What the badge says is no remark.
      #expect(!page.contains(">1 rejected, 1 conflict</td>"), "\(list)")
    }
  }

  @Test func theAuditCountsARunAsTheListOfRunsDoes() async throws {
    let store = try await SyncConsole()
    try await store.fill(["ivan", "olga"])
    store.server.put("TodoItem", "ivan", ["text": "there", "estimate": 1])
    for id in ["ivan", "olga"] { try await store.items.update(id, ["text": "here"]) }
    let run = try await store.run("push")
    #expect(run["pushed"] == 1 && run["conflicts"] == 1)
    let data = store.console.data
    let id = try #require(try await data.auditEntries(AuditFilter(), limit: 1).first?.id)
    let list = await store.page("/audit").page
    #expect(list.contains("<span class=\"chip conflict\">1 conflict</span>"))
    #expect(list.contains("1 pushed, 1 conflict") && !list.contains("1 rejected"))
    let entry = await store.page("/audit/\(id)").page
    #expect(entry.contains(": 1 pushed, 1 conflict</dd>") && entry.contains("<dd>1 conflict</dd>"))
    #expect(!entry.contains("1 rejected") && !entry.contains("<dd>failed</dd>"))
    #expect(await store.get("/audit/\(id).json").json["result"] == "failed")
  }

  @Test(arguments: [true, false])
  func aDecisionOnASettledErrorIsStale(saysWhatItSaw: Bool) async throws {
    let store = try await stuck()
    _ = try await store.run("push")
    let error = try #require(try await store.sync.errors().first { $0.itemID == "olga" })
    let path = "/s/todo/errors/\(error.id)/resolve"
    let seen = await store.get("/s/todo/errors/\(error.id).json").json["seen"] ?? .null
    #expect(await store.post(path, ["choice": "discard"]).status == 200)
    let again: JSONValue =
      saysWhatItSaw ? ["choice": "discard", "seen": seen] : ["choice": "discard"]
    let late = await store.post(path, again)
    #expect(late.status == 409)
    #expect(late.json["error"]?["code"] == "stale_decision")
    let bulk: JSONValue = ["choice": "retry", "ids": [.string(error.id)]]
    let many = await store.post("/s/todo/errors/bulk", bulk)
    #expect(many.status == 409 && many.json["error"]?["code"] == "stale_decision")
    #expect(
      await store.post("/s/todo/errors/none/resolve", ["choice": "discard"]).status == 404)
  }

  @Test func aFullPullSaysHowManyRowsItReceived() async throws {
    let store = try await SyncConsole()
    try await store.fill(["ivan", "olga"])
    let run = try await store.run("pull", ["full": true])
    #expect(run["received"] == 2 && run["pulled"] == 0)
    let id = try #require(run["run"]?.integer)
    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(page.contains("2 rows received, none changed here."))
    #expect(!page.contains("of 2 rows received"))
  }

  @Test func rowsThatCameAreNotCalledStored() {
    let step = SyncProgress.Step(kind: .pull, name: "Movie", state: .running, done: 1_994)
    let words = RunProgressText(steps: [step], startedAt: .epoch, now: .epoch)
    #expect(words.say == "Pulling Movie: 1,994 rows received.")
  }

  @Test func previewSaysThatAnOperationWasRejectedLastTime() async throws {
    let store = try await stuck()
    _ = try await store.run("push")
    let error = try #require(try await store.sync.errors().first { $0.itemID == "olga" })
    try await store.sync.retry(error.operationID, by: "mira")
    let preview = await store.post("/s/todo/push/preview").json
    let line = try #require(
      preview["operations"]?.array?.first { $0["itemId"] == "olga" })
    #expect(line["expected"] == "rejected-before" && line["lastStatus"] == 400)
    let key = try #require(preview["preview"]?.string)
    let page = await store.page("/s/todo/push/preview/\(key)").page
    #expect(page.contains("Rejected last time (400), likely again"))
    #expect(page.contains("Expected: 1 rejected last time, likely again."))
  }
}

/// A server that keeps deleted rows lets none be hard-deleted from here.
@Suite struct KeptByServerTests {
  private func store(_ softDelete: SoftDelete = .system) async throws -> SyncConsole {
    let store = try await SyncConsole(
      StoreSettings(tables: [TableSettings(name: SyncConsole.table, softDelete: softDelete)]))
    store.remote.capabilities.remove(.hardDelete)
    try await store.fill(["ivan", "olga"])
    return store
  }

  private static let row = "/s/todo/t/TodoItem/r/ivan"

  @Test func pagesOfferNoHardDeleteAndSayWhy() async throws {
    let store = try await store()
    let page = await store.page(Self.row).page
    #expect(!page.contains("Hard delete…"))
    #expect(page.contains("the server keeps deleted rows and only marks them"))
    let question = await store.page(Self.row + "/hard-delete")
    #expect(question.status == 409)
    #expect(question.page.contains("The server keeps deleted rows"))
    #expect(try await store.sync.counts().pending == 0)
  }

  @Test(arguments: [SoftDelete.flag(column: "complete"), .date(column: "deletedAt")])
  func aColumnOfTheTablesOwnDecidesNothingOnTheServer(_ softDelete: SoftDelete) async throws {
    let store = try await store(softDelete)
    let page = await store.page(Self.row).page
    #expect(!page.contains("Hard delete…"))
    #expect(page.contains("the server may only mark them as deleted, and the next pull"))
    let question = await store.page(Self.row + "/hard-delete")
    #expect(question.status == 409)
    #expect(question.page.contains("The server may keep deleted rows"))
    let answer = await store.post(Self.row + "/hard-delete")
    #expect(answer.json["stays"]?.string?.contains("If the server keeps deleted rows") == true)
  }

  @Test func rowsOfATableWithoutSoftDeleteCanGo() async throws {
    let store = try await store(.none)
    #expect(await store.page(Self.row).page.contains("Hard delete…"))
    #expect(await store.post(Self.row + "/hard-delete").json["stays"] == .null)
  }

  @Test func programsAreToldWhatStays() async throws {
    let store = try await store()
    let answer = await store.post(Self.row + "/hard-delete")
    #expect(answer.status == 200)
    #expect(answer.json["stays"]?.string?.contains("tombstone") == true)
    let bulk = await store.post(
      "/s/todo/t/TodoItem/bulk", ["action": "hard-delete", "ids": ["olga"]])
    #expect(bulk.json["changed"] == 1)
    #expect(bulk.json["stays"]?.string?.contains("tombstone") == true)
  }

  @Test func rowsThatWereNeverSentCanGo() async throws {
    let store = try await store()
    try await store.items.insert(["id": "new", "text": "here"])
    let page = await store.page("/s/todo/t/TodoItem/r/new").page
    #expect(page.contains("Delete row</button>") && !page.contains("Hard delete…"))
    let answer = await store.post("/s/todo/t/TodoItem/r/new/hard-delete").json
    #expect(answer["stays"] == .null)
  }

  @Test func serversThatRemoveRowsLeaveNothing() async throws {
    let store = try await SyncConsole()
    try await store.fill(["ivan"])
    #expect(await store.page(Self.row).page.contains("Hard delete…"))
    let answer = await store.post(Self.row + "/hard-delete").json
    #expect(answer["stays"] == .null)
  }
}
