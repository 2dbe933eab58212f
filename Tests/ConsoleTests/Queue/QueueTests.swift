import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@Suite struct QueueTests {
  @Test func theQueueAnswersAsTheContractSays() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    try await store.items.update("dean", ["text": "x"], by: "mira")
    try await store.items.delete("ricky", by: "mira")
    let answer = await store.get("/s/todo/queue.json").json
    #expect(answer.object?.names == ["operations", "count", "next", "states"])
    #expect(answer["states"]?["pending"]?["count"] == 2)
    let first = try #require(answer["operations"]?.array?.first)
    #expect(
      first.object?.names == [
        "id", "table", "itemId", "kind", "state", "attempts", "queuedAt", "lastError",
      ])
    #expect(first["itemId"] == "dean" && first["kind"] == "update" && first["state"] == "pending")
    #expect(answer["count"] == 2 && answer["next"] == .null)

    let page = await store.get("/s/todo/queue.json?size=1").json
    let next = try #require(page["next"]?.string)
    let rest = await store.get("/s/todo/queue.json?size=1&after=\(next)").json
    #expect(rest["operations"]?.array?.map { $0["itemId"] } == ["ricky"])
    #expect(await store.get("/s/todo/queue.json?state=failed").json["operations"] == [])
    for query in ["state=odd", "size=0", "size=x", "after=!"] {
      #expect(await store.get("/s/todo/queue.json?\(query)").status == 400)
    }
  }

  @Test func thePageCountsStatesAndGroupsCauses() async throws {
    let store = try await SyncConsole()
    _ = try await store.failure()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "x"])
    let page = await store.page("/s/todo/queue").page
    #expect(page.contains("2 operations"))
    #expect(page.contains("Rejected <span class=\"n\">1<span aria-hidden=\"true\"> · </span>"))
    #expect(page.contains("The title is too long."))
    #expect(page.contains(">Push 1 change</span>") && page.contains(">Push 1</span>"))
    #expect(!(await store.page("/s/todo/queue", as: .viewer).page.contains("name=\"action\"")))
    #expect(await store.page("/s/todo/queue?state=sending").page.contains("No operations match"))
  }

  /// What waits for a pending change goes with the same push, what waits for a rejected one does not.
  @Test func theButtonsCountWhatAPushSends() async throws {
    let store = try await SyncConsole()
    let ids = ["dean", "ricky"]
    try await store.fill(ids)
    for id in ids { try await store.items.delete(id) }
    _ = try await store.sync.push()
    for id in ids {
      try await store.items.undelete(id)
      try await store.items.update(id, ["text": "back"])
    }
    for path in ["queue", "sync"] {
      #expect(await store.page("/s/todo/\(path)").page.contains("Push 4 changes<"), "\(path)")
    }
    store.remote.script("dean", [.refused])
    _ = try await store.sync.push()
    #expect(!(await store.page("/s/todo/queue").page.contains(">Push ")))
    let sync = await store.page("/s/todo/sync").page
    let skipped = "1 change that needs attention is skipped, and 1 that waits for it."
    #expect(sync.contains("Nothing is ready. \(skipped)"))
    try await store.items.insert(["id": "new", "text": "more"])
    for path in ["queue", "sync"] {
      #expect(await store.page("/s/todo/\(path)").page.contains("Push 1 change<"), "\(path)")
    }
  }

  @Test func aTabWithoutOperationsHasNoNumber() async throws {
    let store = try await SyncConsole()
    _ = try await store.failure()
    let page = await store.page("/s/todo/queue").page
    #expect(page.contains(">All <span class=\"n\">1</span></a>"))
    #expect(page.contains(">Conflicts</a>") && page.contains(">Sending</a>"))
    let empty = await store.page("/s/todo/queue?text=nothing").page
    #expect(empty.contains(">All</a>") && empty.contains(">Rejected</a>"))
  }

  @Test func anOperationShowsItsRequestItsAttemptsAndWhy() async throws {
    let store = try await SyncConsole()
    let error = try await store.failure()
    let path = "/s/todo/queue/\(error.operationID)"
    let answer = await store.get("\(path).json").json
    #expect(answer["changed"]?["text"] == "too long")
    #expect(answer["attemptLog"]?.array?.first?["status"] == 400)
    #expect(answer["request"]?["method"]?.string != nil)
    #expect(answer["why"]?.array?.isEmpty == false)
    let page = await store.page(path).page
    #expect(page.contains("Request") && page.contains("Why is it not sent?"))
    #expect(page.contains("1. Rejected, HTTP 400"))
    #expect(await store.get("/s/todo/queue/999.json").status == 404)
    #expect(await store.get("/s/todo/queue/abc.json").status == 404)
  }

  @Test func theOperationOfAConflictLeadsToTheReview() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    let page = await store.page("/s/todo/queue/\(error.operationID)").page
    #expect(
      page.contains(
        "<a class=\"btn primary\" href=\"/s/todo/errors/\(error.id)\">Review conflict</a>"))
    #expect(page.contains(">Cancel operation…</a>"))
    #expect(page.ranges(of: "btn primary").count == 1)
    #expect(page.contains("<button class=\"item\" name=\"action\" value=\"retry-and-push\">"))
  }

  @Test func retryMakesAFailedOperationReady() async throws {
    let store = try await SyncConsole()
    let error = try await store.failure()
    let path = "/s/todo/queue/\(error.operationID)/retry"
    #expect(await store.post(path, as: .viewer).status == 403)
    #expect(await store.post(path).json["state"] == "pending")
    #expect(try await store.queue().map(\.state) == [.pending])
    #expect(try await store.sync.errors().isEmpty)
  }

  @Test func cancelTakesTheChangeBackAndCanBeUndoneOnce() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "changed"])
    let operation = try #require(try await store.queue().first)
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let path = "/s/todo/queue/\(operation.id)"

    let asked = await browser.submit("\(path)/cancel", [], token: token)
    #expect(asked.headers["Location"] == "\(path)?confirm=cancel")
    #expect(await browser.get("\(path)?confirm=cancel").page.contains("Nothing is sent."))
    let done = await browser.submit("\(path)/cancel", [("confirmed", "1")], token: token)
    #expect(done.headers["Location"] == "/s/todo/queue")
    #expect(try await store.items.read(id: "dean")?.values["text"] == "dean")
    #expect(try await store.queue().isEmpty)

    let entries = try await store.console.data.auditEntries(AuditFilter(), limit: 10)
    let entry = try #require(entries.first { $0.record.action == "queue.cancel" })
    #expect(await browser.get("/s/todo/queue").page.contains("/undo/\(entry.id)"))
    #expect(await browser.submit("/undo/\(entry.id)", [], token: token).status == 303)
    #expect(try await store.items.read(id: "dean")?.values["text"] == "changed")
    #expect(await store.post("/undo/\(entry.id)").status == 409)
  }

  /// Of a check that passed.
  @Test func aPushThatDidNotReachTheServerWasOneAllTheSame() async throws {
    let store = try await SyncConsole()
    try await store.items.insert(["id": "new", "text": "x"])
    store.remote.script("new", [.unreachable])
    _ = try await store.run("push")
    let operation = try #require(try await store.queue().first)
    let page = await store.page("/s/todo/queue/\(operation.id)").page
    let check = page.split(separator: "<li ").first { $0.contains("Pushed since it was queued") }
    #expect(check?.contains("<small>A push has tried to send it.</small>") == true)
  }

  @Test func tickedOperationsAreRetriedOrCancelledTogether() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    for id in ["dean", "ricky"] { try await store.items.update(id, ["text": "x"]) }
    let ids = try await store.queue().map(\.id)
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let ticked = ids.map { ("id", "\($0)") }

    let none = await browser.submit("/s/todo/queue/bulk", [("action", "cancel")], token: token)
    #expect(none.status == 303)
    #expect(try await store.queue().count == 2)
    let question = await browser.submit(
      "/s/todo/queue/bulk", [("action", "cancel")] + ticked, token: token)
    #expect(question.status == 200 && question.page.contains("Cancel 2 changes"))
    #expect(question.page.contains("<b>The changes are discarded.</b>"))
    #expect(question.page.contains(">Keep changes</a>") && !question.page.contains(">Cancel</a>"))
    #expect(try await store.queue().count == 2)
    let done = await browser.submit(
      "/s/todo/queue/bulk", [("action", "cancel"), ("confirmed", "1")] + ticked + [("id", "99")],
      token: token)
    #expect(done.status == 303)
    #expect(try await store.queue().isEmpty)
    #expect(await browser.get("/s/todo/queue").page.contains("2 of 3 changes cancelled."))
    #expect(done.headers["Location"]?.hasPrefix("/s/todo/reports/") == true)
  }
}
