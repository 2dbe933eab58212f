import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// What the pages say of an error is one story, whichever page it is.
@Suite struct ErrorPagesTests {
  private func unknown(_ store: SyncConsole) async throws -> OperationError {
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "changed"])
    store.remote.script("dean", Array(repeating: .failedBefore, count: 8))
    _ = try await store.sync.push()
    return try #require(try await store.sync.errors().first)
  }

  @Test func anUnknownOutcomeIsNowhereCalledRefused() async throws {
    let store = try await SyncConsole()
    let error = try await unknown(store)
    let paths = [
      "/s/todo/errors/\(error.id)", "/s/todo/queue/\(error.operationID)",
      "/s/todo/t/TodoItem/r/dean", "/s/todo/errors", "/s/todo/queue", "/s/todo",
    ]
    for path in paths {
      let page = await store.page(path).page
      #expect(
        page.contains("unknown") || page.contains("may or may not have this change"), "\(path)")
      for phrase in [
        "rejected this", "rejected the change", "rejected again", "edit the row",
        "chip failed",
      ] { #expect(!page.contains(phrase), "\(phrase) in \(path)") }
    }
    for path in paths.prefix(4) {
      #expect(await store.page(path).page.contains("Push 1 change<"), "\(path)")
    }
    #expect(await store.get("/s/todo/errors.json?kind=unknown").json["count"] == 1)
    #expect(await store.get("/s/todo/errors.json?kind=failed").json["count"] == 0)
    #expect(
      await store.get("/s/todo/errors.json").json["errors"]?.array?.first?["state"] == "unknown")
  }

  @Test func anErrorInTheListShowsWhatTellsItFromOthersOfItsCause() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ivan"])
    try await store.items.update("dean", ["text": "too long"])
    try await store.items.update("ivan", ["text": "here", "estimate": 7])
    store.remote.script("dean", [.refused])
    store.server.put("TodoItem", "ivan", ["text": "there", "estimate": 1])
    _ = try await store.sync.push()
    let page = await store.page("/s/todo/errors").page
    #expect(page.contains("text · 1 attempt</td>"), "\(page)")
    #expect(!page.contains("estimate"))
    #expect(!page.contains("Changed here and on the server</td>"))
  }

  @Test func withoutErrorsTheTitleCountsNone() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    let page = await store.page("/s/todo/errors").page
    #expect(page.contains("<h1>Errors</h1>") && page.contains("No errors."))
  }

  @Test func afterADecisionAPushIsAllThatIsMissing() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    _ = try await store.run("push")
    _ = await store.post("/s/todo/errors/\(error.id)/resolve", ["choice": "keep-local"])
    let why = await store.get("/s/todo/t/TodoItem/r/ivan.json").json["why"]?.array ?? []
    let stop = try #require(why.first { $0["result"] == "no" })
    #expect(stop["finding"] == "No push has run since the decision")
    #expect(stop["fix"]?["action"] == "push")
    let row = await store.page("/s/todo/t/TodoItem/r/ivan").page
    #expect(row.contains("No push has run since the decision") && row.contains("Push 1 change<"))
    let operation = await store.page("/s/todo/queue/\(error.operationID)").page
    #expect(operation.contains("No push has run since the decision"))
  }

  /// Two moments stand on the page then, and each is said of what happened at it.
  @Test func whatWasChangedAfterItWasQueuedWaitsSinceThen() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    _ = try await store.run("push")
    var findings: [String?] = []
    for text in ["one", "two"] {
      store.time.advance(milliseconds: 60_000)
      try await store.items.update("dean", ["text": .string(text)])
      let why = await store.get("/s/todo/t/TodoItem/r/dean.json").json["why"]?.array ?? []
      findings.append(why.first { $0["result"] == "no" }?["finding"]?.string)
    }
    #expect(
      findings == [
        "No push has run since it was queued", "No push has run since the last edit",
      ])
  }

  @Test func aPullThatPushedFirstCountsAsAPush() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "one"])
    let run = try await store.run("pull")
    let id = try #require(run["run"]?.integer)
    store.time.advance(milliseconds: 60_000)
    try await store.items.update("dean", ["text": "two"])
    let why = await store.get("/s/todo/t/TodoItem/r/dean.json").json["why"]?.array ?? []
    let stop = try #require(why.first { $0["result"] == "no" })
    #expect(stop["finding"] == "No push has run since it was queued")
    #expect(stop["evidence"]?.string?.hasPrefix("The last one, Pull \(id), started at ") == true)
  }

  @Test func aRefusedSignInAndARequestToWaitHaveAHeadlineAndAButton() async throws {
    for (fault, headline, button) in [
      (FakeFault.unauthorized, "The server rejected the sign-in", "Push 1 change"),
      (
        FakeFault.throttled, "Rate limited by the server",
        "Push now, before "
      ),
    ] {
      let store = try await SyncConsole()
      try await store.fill(["dean"])
      try await store.items.update("dean", ["text": "one"])
      store.remote.set(retryAfter: 120)
      store.remote.script("dean", [fault])
      _ = try await store.run("push")
      let why = await store.get("/s/todo/t/TodoItem/r/dean.json").json["why"]?.array ?? []
      let stop = try #require(why.first { $0["result"] == "no" })
      #expect(stop["finding"] == .string(headline))
      let page = await store.page("/s/todo/t/TodoItem/r/dean").page
      #expect(page.contains(headline) && page.contains(button))
    }
  }

  @Test func aRowThatWaitsAlongSaysUntilWhenToo() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ivan"])
    try await store.items.update("dean", ["text": "one"])
    store.remote.set(retryAfter: 120)
    store.remote.script("dean", [.throttled])
    _ = try await store.run("push")
    try await store.items.update("ivan", ["text": "two"])
    let operation = try #require(try await store.queue().last)
    let path = "/s/todo/queue/\(operation.id)"
    #expect(await store.page(path).page.contains("Push now, before "))
    #expect(await store.get("\(path).json").json["nextAttemptAt"]?.string != nil)
    #expect(await store.page("/s/todo/sync").page.contains("Push anyway"))
    #expect(try await store.run("push", ["anyway": true])["pushed"] == 2)
    #expect(try await store.sync.pausedUntil == nil)
  }

  @Test func anOperationBehindAnotherLeadsToThatOne() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.delete("dean")
    _ = try await store.sync.push()
    try await store.items.undelete("dean")
    try await store.items.update("dean", ["text": "later"])
    let ids = try await store.queue().map(\.id)
    #expect(ids.count == 2)
    let page = await store.page("/s/todo/queue/\(ids[1])").page
    #expect(page.contains("Operation \(ids[0]) of this row comes first"))
    #expect(page.contains("Open operation \(ids[0])"))
    #expect(page.contains("Operation \(ids[1]), update"))
    let why = await store.get("/s/todo/queue/\(ids[1]).json").json["why"]?.array ?? []
    #expect(why.first { $0["result"] == "no" }?["fix"]?["operation"] == .integer(ids[0]))
  }

  @Test func theListCountsWhatTheFilterMatches() async throws {
    let store = try await SyncConsole()
    _ = try await store.failure()
    _ = try await store.conflict()
    let page = await store.page("/s/todo/errors?table=TodoItem&kind=failed&status=400").page
    #expect(page.contains("All <span class=\"n\">1</span>"))
    #expect(page.contains("\">Conflicts <span class=\"n\">0</span>"))
    #expect(page.contains(">1 of 2 changes need attention</span></h1>"))
    let whole = await store.page("/s/todo/errors").page
    #expect(whole.contains(">2 changes need attention</span></h1>"))
    let cause = "The%20title%20is%20too%20long."
    let one = await store.page("/s/todo/errors?table=TodoItem&cause=\(cause)").page
    #expect(
      one.contains(
        "<span>Cause: The title is too long.</span><a href=\"/s/todo/errors?table=TodoItem\">"))
    let groups = await store.get("/s/todo/errors.json?kind=conflict").json["families"]?.array
    let query = try #require(groups?.first?["query"]?.string)
    let group = await store.page("/s/todo/errors?\(query)").page
    #expect(group.contains("<span>Cause: Changed here and on the server</span>"))
    #expect(!group.contains("<span>HTTP 412</span>"))
  }

  @Test func bothListsAreNarrowedByATextAndSayOfHowMany() async throws {
    let store = try await SyncConsole()
    try await store.fill(["anna", "bert", "carl"])
    for id in ["bert", "carl"] { store.remote.script(id, [.refused]) }
    try await store.items.update("bert", ["text": "100% Lost & found"])
    try await store.items.update("carl", ["text": "odd"])
    _ = try await store.sync.push()
    try await store.items.update("anna", ["text": "Nothing is lost"])

    #expect(await store.get("/s/todo/errors.json?text=LOST").json["count"] == 1)
    #expect(await store.get("/s/todo/errors.json?text=too%20long").json["count"] == 2)
    let errors = await store.page("/s/todo/errors?text=100%25%20lost%20%26&kind=failed").page
    #expect(errors.contains("value=\"100% lost &amp;\"") && !errors.contains("Remove filter"))
    #expect(errors.contains("<summary>Table: any</summary>") && errors.contains(">Clear filters<"))
    let cause = await store.page("/s/todo/errors?text=lost&status=400").page
    #expect(cause.contains("<span>HTTP 400</span><a href=\"/s/todo/errors?text=lost\">"))
    #expect(errors.contains("Errors 1–1 of 1") && errors.contains("name=\"kind\""))

    let queue = await store.get("/s/todo/queue.json?text=lost").json
    #expect(queue["operations"]?.array?.map { $0["itemId"] } == ["bert", "anna"])
    let page = await store.page("/s/todo/queue?text=lost&state=failed").page
    #expect(page.contains("2 of 3 operations") && page.contains("Operations 1–1 of 1"))
    #expect(page.contains("All <span class=\"n\">2</span>"))
    // A push is of the whole store, so its number is too.
    try await store.items.insert(["id": "new", "text": "other"])
    #expect(await store.page("/s/todo/queue?text=lost").page.contains(">Push 2 changes<"))
    let none = await store.page("/s/todo/queue?text=zebra").page
    #expect(none.contains("0 of 4 operations") && none.contains("Clear the filter"))
    #expect(!none.contains("No pending changes"))
    let long = String(repeating: "a", count: ListFilter.textMax + 1)
    #expect(await store.page("/s/todo/queue?text=\(long)").status == 400)
  }

  @Test func allThatAreRetriedAreThoseThatTheTextFinds() async throws {
    let store = try await SyncConsole()
    try await store.fill(["bert", "carl"])
    for id in ["bert", "carl"] {
      store.remote.script(id, [.refused])
      try await store.items.update(id, ["text": .string("new \(id)")])
    }
    _ = try await store.sync.push()
    for (path, verb) in [("errors/bulk", "choice"), ("queue/bulk", "action")] {
      let done = await store.post(
        "/s/todo/\(path)",
        .object([verb: "retry", "query": "text=new%20bert", "expect": 1]))
      #expect(done.status == 200)
      #expect(try await store.queue().map(\.state) == [.pending, .failed], "\(path)")
      _ = await store.post("/undo/\(done.json["entry"]?.integer ?? 0)")
      #expect(try await store.queue().map(\.state) == [.failed, .failed], "\(path)")
    }
  }

  @Test func causesBeyondTheFirstAreCountedAndLeadSomewhere() async throws {
    let store = try await SyncConsole()
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    let count = 53
    try await store.fill((0..<count).map { "row\($0)" })
    // Each table of its own is a cause of its own.
    for number in 0..<count {
      let table = "T\(letters[number / 26])\(letters[number % 26])"
      store.remote.script("n\(number)", [.refused])
      try await store.sync.table(table).insert(["id": .string("n\(number)"), "text": "x"])
    }
    _ = try await store.sync.push()
    for path in ["/s/todo/errors"] {
      let page = await store.page(path).page
      #expect(page.contains("3 more causes with 3 changes"), "\(path)")
      #expect(page.contains("/s/todo/errors?causes=all"))
    }
    let all = await store.page("/s/todo/errors?causes=all").page
    #expect(
      !all.contains("more causes with") && all.components(">Retry and push 1<").count - 1 == count)
  }

  @Test func bothSidesAreShownWhereOneDeletedTheRow() async throws {
    let store = try await SyncConsole()
    try await store.fill(["gone", "kept"])
    store.server.put("TodoItem", "gone", ["text": "theirs, newer"])
    try await store.items.delete("gone")
    store.server.put("TodoItem", "kept", [:], deleted: true)
    try await store.items.update("kept", ["text": "mine, newer"])
    _ = try await store.sync.push()
    let errors = try await store.sync.errors()
    let here = try #require(errors.first { $0.itemID == "gone" })
    let there = try #require(errors.first { $0.itemID == "kept" })
    let deletedHere = await store.page("/s/todo/errors/\(here.id)").page
    #expect(deletedHere.contains("theirs, newer") || deletedHere.contains("theirs"))
    #expect(deletedHere.contains("This store <span class=\"chip deleted\">Deleted</span>"))
    #expect(deletedHere.contains("Deleting the row discards the server’s changes below."))
    let deletedThere = await store.page("/s/todo/errors/\(there.id)").page
    #expect(deletedThere.contains("mine"))
    #expect(deletedThere.contains("Server <span class=\"chip deleted\">Deleted</span>"))
    #expect(deletedThere.contains("discards your changes below."))
    for path in ["/s/todo", "/s/todo/errors"] {
      #expect(await store.page(path).page.lowercased().contains("deleted on the server"), "\(path)")
    }
  }

  @Test func aRowDeletedForGoodSaysSoUntilItsDeleteIsSent() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ricky"])
    try await store.items.hardDelete("dean")
    let row = await store.page("/s/todo/t/TodoItem/r/dean").page
    #expect(row.contains("The next push hard-deletes this row on the server."))
    #expect(!row.contains("Hard delete…") && row.contains("Undelete"))
    let list = await store.page("/s/todo/t/TodoItem?view=pending").page
    #expect(list.contains("1 row hard-deleted here is still in the queue."))
    #expect(list.contains("/s/todo/t/TodoItem/r/dean"))
    #expect(!(await store.page("/s/todo/t/TodoItem").page.contains("hard-deleted here")))
    #expect(await store.post("/s/todo/t/TodoItem/r/dean/undelete").status == 200)
    #expect(try await store.items.read(id: "dean")?.values["text"] == "dean")
  }
}

extension String {
  fileprivate func components(_ separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let found = rest.firstRange(of: separator) {
      parts.append(rest[..<found.lowerBound])
      rest = rest[found.upperBound...]
    }
    return parts + [rest]
  }
}
