import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// The page of an old run tells what is true now of what it left undone.
@Suite struct RunFollowUpTests {
  private func page(_ store: SyncConsole, _ run: JSONValue) async throws -> String {
    await store.page("/s/todo/runs/\(try #require(run["run"]?.integer))").page
  }

  @Test func aReportSaysWhatWasSettledSince() async throws {
    let store = try await SyncConsole()
    let ids = ["a", "b", "c"]
    for id in ids {
      store.remote.script(id, [.refused])
      try await store.items.insert(["id": .string(id), "text": "too long"])
    }
    let run = try await store.run("push")
    let before = try await page(store, run)
    #expect(before.contains("Done, 3 problems</span></h1>"))
    #expect(before.contains("Resolve 3 problems"))
    #expect(before.contains("the 3 operations that were not accepted are still in the queue."))

    let errors = try await store.sync.errors().map(\.id)
    let discard: JSONValue = ["choice": "discard"]
    #expect(await store.post("/s/todo/errors/\(errors[0])/resolve", discard).status == 200)
    let between = try await page(store, run)
    #expect(between.contains("Done, 3 problems</span></h1>"))
    #expect(between.contains("Resolve 2 problems"))
    #expect(
      between.contains(
        "Of the 3 operations that were not accepted, 2 are still in the queue; the rest have "
          + "been resolved since."
      ))

    for error in errors.dropFirst() {
      #expect(await store.post("/s/todo/errors/\(error)/resolve", discard).status == 200)
    }
    let after = try await page(store, run)
    #expect(after.contains("The 3 operations that were not accepted have been resolved since."))
    let rows = "/s/todo/runs/\(try #require(run["run"]?.integer))/rows?result=rejected"
    #expect(after.contains("<a href=\"\(rows)\"><span class=\"v bad\">3</span>"))
    #expect(await store.page(rows).page.contains("Rejected <span class=\"n\">3</span>"))
    #expect(after.contains("Done, 3 problems</span></h1>"))
    #expect(!after.contains("still in the queue"))
    #expect(!after.contains("Resolve "))
    for list in ["/s/todo", "/s/todo/sync"] {
      let page = await store.page(list).page
      #expect(page.contains("3 rejected</span>"), "\(list)")
    }
  }

  @Test func resolveOpensTheProblemsOfTheRunAndNoOthers() async throws {
    let store = try await SyncConsole()
    _ = try await store.failure("old")
    try await store.fill(["lost", "here"])
    try await store.items.update("lost", ["text": "new"])
    store.remote.script("lost", Array(repeating: .failedBefore, count: 8))
    for id in ["a", "b", "c"] {
      store.remote.script(id, [.refused])
      try await store.items.insert(["id": .string(id), "text": "too long"])
    }
    let run = try await store.run("push")
    let number = try #require(run["run"]?.integer)
    let link = "/s/todo/errors?run=\(number)"
    #expect(try await page(store, run).contains("href=\"\(link)\">Resolve 3 problems</a>"))
    let list = "/s/todo/errors.json?run=\(number)"
    let found = await store.get(list).json
    #expect(found["count"] == 3 && found["run"]?["problems"] == 3)
    #expect(await store.get(list + "&kind=unknown").json["count"] == 1)

    let page = await store.page(link).page
    #expect(page.contains("Remove filter: Run \(number)</span>"))
    #expect(page.contains("All <span class=\"n\">3</span>") && !page.contains("already resolved"))
    let first = try #require(found["errors"]?.array?.first?["id"]?.string)
    let discard: JSONValue = ["choice": "discard"]
    #expect(await store.post("/s/todo/errors/\(first)/resolve", discard).status == 200)
    #expect(await store.page(link).page.contains("1 of 3 is already resolved."))
    // A decision on all that the list shows leaves other errors alone.
    let all: JSONValue = ["choice": "discard", "query": .string("run=\(number)"), "expect": 2]
    #expect(await store.post("/s/todo/errors/bulk", all).json["changed"] == 2)
    #expect(await store.get("/s/todo/errors.json?kind=failed").json["count"] == 1)
    #expect(await store.get("/s/todo/errors.json?run=99").status == 404)
  }

  @Test func anOperationThatIsStillInTheQueueIsNotSettled() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "new"])
    store.remote.script("dean", [.lostRequest])
    store.remote.scriptReads([.unreachable])
    let first = try await store.run("push")
    #expect(first["unknown"] == 1)
    store.remote.script("dean", [.refused])
    let second = try await store.run("push")
    #expect(second["failed"] == 1)
    let operation = try #require(try await store.queue().first)
    #expect(operation.state == .failed)

    let shown = try await page(store, first)
    #expect(
      shown.contains("still in the queue, rejected later") && !shown.contains("resolved since"))
    #expect(shown.contains("href=\"/s/todo/queue/\(operation.id)\">View operation<"))
    #expect(shown.contains("Resolve 1 problem"))
    let error = try #require(try await store.sync.errors().first)
    // Decided is not sent: the operation waits.
    let retry = await store.post("/s/todo/errors/\(error.id)/resolve", ["choice": "retry"])
    #expect(retry.status == 200)
    #expect(try await page(store, first).contains("still in the queue, sent with the next"))
    _ = try await store.run("push")
    #expect(try await page(store, first).contains("resolved since"))
  }

  @Test func aRunThatDidItsWorkLeadsToAnErrorThatIsLeft() async throws {
    let store = try await SyncConsole()
    let error = try await store.failure("dean")
    try await store.items.insert(["id": "new", "text": "new"])
    let run = try await store.run("push")
    #expect(run["state"] == "succeeded")
    #expect(
      try await page(store, run).contains(
        "href=\"/s/todo/errors/\(error.id)\">Next error</a>"))
    let refused = await store.post("/s/todo/errors/\(error.id)/resolve", ["choice": "discard"])
    #expect(refused.status == 200)
    #expect(!(try await page(store, run)).contains(">Next error<"))
  }

  @Test func unknownOutcomesAreNoProblemsToResolve() async throws {
    let store = try await SyncConsole()
    try await store.items.insert(["id": "dean", "text": "new"])
    store.remote.script("dean", [.lostAnswer])
    store.remote.scriptReads([.unreachable])
    let shown = try await page(store, try await store.run("push"))
    #expect(
      shown.contains("href=\"/s/todo/errors?kind=unknown&amp;run=1\">View 1 unknown outcome</a>"))
    #expect(!shown.contains("Resolve "))
  }

  @Test func numbersOfNoneAndOneReadWell() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "new"])
    store.remote.script("dean", Array(repeating: .failedBefore, count: 8))
    let shown = try await page(store, try await store.run("push"))
    #expect(shown.contains(/"v bad">1<.span><span class="l">with unknown outcome/))
    #expect(shown.contains("Nothing was lost: the operation is still in the queue."))
    #expect(!shown.contains("No operations confirmed by the server."))
  }

  @Test func aConflictWithADeletedRowIsNotCalledANewerVersion() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    store.server.put("TodoItem", "dean", [:], deleted: true)
    try await store.items.update("dean", ["text": "new"])
    let shown = try await page(store, try await store.run("push"))
    #expect(shown.contains("1 row changed here and deleted on the server"))
    #expect(shown.contains("Changed here, deleted on the server</td>"))
    #expect(!shown.contains("newer version") && !shown.contains("other values"))
  }
}
