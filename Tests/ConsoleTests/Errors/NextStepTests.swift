import Console
import ConsoleData
import FoundationEssentials
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// After a decision the next step is offered, or taken by the same button.
@Suite struct NextStepTests {
  private func retried(
    _ store: SyncConsole, _ path: String, _ fields: [(String, String)]
  )
    async throws -> String
  {
    var browser = try await store.console.signIn("mira", .operate)
    let answer = await browser.submit(path, fields, token: try await browser.csrfToken)
    #expect(answer.status == 303)
    return answer.headers["Location"] ?? ""
  }

  /// A store whose new rows `one` and `two` were rejected.
  private func twoRejections() async throws -> SyncConsole {
    let store = try await SyncConsole()
    for id in ["one", "two"] {
      store.remote.script(id, [.refused])
      try await store.items.insert(["id": .string(id), "text": "too long"])
    }
    _ = try await store.sync.push()
    return store
  }

  @Test func retryAndPushStartsAPushOfTheGroup() async throws {
    let store = try await twoRejections()
    try await store.items.insert(["id": "three", "text": "not part of it"])
    #expect(await store.page("/s/todo/errors").page.contains(">Retry and push 2<"))
    let place = try await retried(
      store, "/s/todo/errors/bulk",
      [("choice", "retry-and-push"), ("query", "kind=failed"), ("expect", "2")])
    let id = try #require(Int64(place.dropFirst("/s/todo/runs/".count)))
    let run = try await store.console.runs.wait(id, store: "todo")
    #expect(run.kind == .push && run.outcome.pushed == 2)
    #expect(try await store.queue().map(\.itemID) == ["three"])
  }

  @Test(arguments: [true, false])
  func oneErrorIsRetriedAndPushed(_ fromOperation: Bool) async throws {
    let store = try await SyncConsole()
    let error = try await store.failure()
    let path =
      fromOperation
      ? "/s/todo/queue/\(error.operationID)" : "/s/todo/errors/\(error.id)"
    #expect(await store.page(path).page.contains(">Retry and push<"))
    let place =
      fromOperation
      ? try await retried(store, "\(path)/retry", [("action", "retry-and-push")])
      : try await retried(store, "\(path)/resolve", [("choice", "retry-and-push")])
    #expect(place.hasPrefix("/s/todo/runs/"))
    let refused = await store.post(
      "/s/todo/errors/\(error.id)/resolve", ["choice": "retry-and-push"])
    #expect(refused.status >= 400, "programs start the push themselves")
  }

  @Test func offlineItIsRetriedAlone() async throws {
    let store = try await SyncConsole()
    let error = try await store.failure()
    try await store.sync.setOffline(true)
    let page = await store.page("/s/todo/errors/\(error.id)").page
    #expect(page.contains(">Retry<") && !page.contains("Retry and push"))
    let place = try await retried(
      store, "/s/todo/errors/\(error.id)/resolve", [("choice", "retry-and-push")])
    #expect(place == "/s/todo/errors")
    #expect(try await store.queue().map(\.state) == [.pending])
  }

  @Test func aPushThatWasPromisedBeforeTheStoreWentOfflineIsDenied() async throws {
    let store = try await SyncConsole()
    let error = try await store.failure()
    var browser = try await store.console.signIn("ann", .operate)
    let form = await browser.get("/s/todo/errors/\(error.id)")
    #expect(form.page.contains("Retry and push"))
    try await store.sync.setOffline(true)
    _ = await browser.submit(
      "/s/todo/errors/\(error.id)/resolve", [("choice", "retry-and-push")],
      token: form.csrfToken)
    let page = await browser.get("/s/todo/errors").page
    #expect(page.contains("Nothing was pushed: the store is offline. Go online, then push."))
  }

  /// A store with the rows `ivan` and `dean` in conflict.
  private func twoConflicts() async throws -> (
    store: SyncConsole, first: OperationError, second: OperationError
  ) {
    let store = try await SyncConsole()
    try await store.fill(["ivan", "dean"])
    for id in ["ivan", "dean"] {
      store.server.put("TodoItem", id, ["text": "there"])
      try await store.items.update(id, ["text": .string("here \(id)")], by: "mira")
    }
    _ = try await store.sync.push()
    let errors = try await store.sync.errors()
    let first = try #require(errors.first { $0.itemID == "ivan" })
    let second = try #require(errors.first { $0.itemID == "dean" })
    return (store, first, second)
  }

  @Test func aResolvedConflictLeadsToThePushAndTheNextConflict() async throws {
    let (store, first, second) = try await twoConflicts()
    var browser = try await store.console.signIn("mira", .operate)
    let answer = await browser.submit(
      "/s/todo/errors/\(first.id)/resolve", [("choice", "keep-local")],
      token: try await browser.csrfToken)
    #expect(answer.headers["Location"] == "/s/todo/errors")
    let page = await browser.get("/s/todo/errors").page
    #expect(page.contains("“here ivan” resolved and queued."))
    #expect(page.contains(">Push 1<"))
    #expect(page.contains("href=\"/s/todo/errors/\(second.id)\">Next conflict</a>"))
    #expect(page.contains(">Undo<"))
  }

  /// The message on the page of the run that a button started, once that has ended.
  private func message(
    after button: String, of error: OperationError, in store: SyncConsole
  ) async throws -> String? {
    var browser = try await store.console.signIn("mira", .operate)
    let answer = await browser.submit(
      "/s/todo/errors/\(error.id)/resolve", [("choice", button)],
      token: try await browser.csrfToken)
    let place = try #require(answer.headers["Location"])
    let id = try #require(Int64(place.dropFirst("/s/todo/runs/".count)))
    _ = try await store.console.runs.wait(id, store: "todo")
    let parts = await browser.get(place).page.components(separatedBy: "<div class=\"status ")
    return parts.first { $0.contains("data-flash") }?.components(separatedBy: "<main").first
  }

  @Test func aPushedResolutionLeadsToTheNextConflictAndOffersNoUndo() async throws {
    let (store, first, second) = try await twoConflicts()
    let message = try #require(
      try await message(after: "keep-local-and-push", of: first, in: store))
    #expect(message.hasPrefix("good"))
    #expect(message.contains("“here ivan” resolved and pushed."))
    #expect(message.contains("href=\"/s/todo/errors/\(second.id)\">Next conflict</a>"))
    #expect(!message.contains(">Undo<"))
  }

  @Test func aRetryThatIsRejectedAgainIsNotReportedAsDone() async throws {
    let store = try await SyncConsole()
    for id in ["one", "two"] {
      store.remote.script(id, [.refused, .refused])
      try await store.items.insert(["id": .string(id), "text": "too long"])
    }
    _ = try await store.sync.push()
    let errors = try await store.sync.errors()
    let first = try #require(errors.first { $0.itemID == "one" })
    let second = try #require(errors.first { $0.itemID == "two" })
    let message = try #require(try await message(after: "retry-and-push", of: first, in: store))
    #expect(message.hasPrefix("off"))
    #expect(message.contains("“too long” was rejected by the server."))
    #expect(!message.contains("queued for retry"))
    #expect(message.contains("href=\"/s/todo/errors/\(second.id)\">Next error</a>"))
  }

  @Test func aRunsPageRepeatsNothingThatItsMessageSays() async throws {
    let store = try await SyncConsole()
    store.remote.script("one", [.refused, .refused])
    try await store.items.insert(["id": "one", "text": "too long"])
    _ = try await store.sync.push()
    let error = try #require(try await store.sync.errors().first)
    var browser = try await store.console.signIn("mira", .operate)
    let answer = await browser.submit(
      "/s/todo/errors/\(error.id)/resolve", [("choice", "retry-and-push")],
      token: try await browser.csrfToken)
    let link = try #require(answer.headers["Location"])
    let id = try #require(link.split(separator: "/").last.flatMap { Int64($0) })
    _ = try await store.console.runs.wait(id, store: "todo")
    let sentence = "“too long” was rejected by the server."
    let first = await browser.get(link).page
    let again = await browser.get(link).page
    for page in [first, again] {
      #expect(page.ranges(of: sentence).count == 1, "\(page)")
    }
  }

  @Test func aRetryThatEndsInAConflictIsNotCalledRejected() async throws {
    let store = try await SyncConsole()
    try await store.fill(["one", "two"])
    for id in ["one", "two"] {
      store.remote.script(id, [.refused])
      try await store.items.update(id, ["text": "here"])
    }
    _ = try await store.sync.push()
    store.server.put("TodoItem", "one", ["text": "there"])
    let error = try #require(try await store.sync.errors().first { $0.itemID == "one" })
    let message = try #require(try await message(after: "retry-and-push", of: error, in: store))
    #expect(message.contains("“here” is in conflict."))
    #expect(!message.contains("rejected by the server"))
  }

  @Test func aRejectionWithNothingAfterItHasNoMessageBesideTheReport() async throws {
    let store = try await SyncConsole()
    store.remote.script("one", [.refused, .refused])
    try await store.items.insert(["id": "one", "text": "too long"])
    _ = try await store.sync.push()
    let error = try #require(try await store.sync.errors().first)
    let message = try await message(after: "retry-and-push", of: error, in: store)
    #expect(message?.contains("queued for retry") != true)
    #expect(message?.hasPrefix("good") != true)
  }

  @Test func aDiscardedErrorLeadsToTheNextOne() async throws {
    let store = try await twoRejections()
    try await store.items.insert(["id": "three", "text": "waits"])
    let errors = try await store.sync.errors()
    let first = try #require(errors.first { $0.itemID == "one" })
    let second = try #require(errors.first { $0.itemID == "two" })
    var browser = try await store.console.signIn("mira", .operate)
    let answer = await browser.submit(
      "/s/todo/errors/\(first.id)/resolve", [("choice", "retry")],
      token: try await browser.csrfToken)
    #expect(answer.status == 303)
    let page = await browser.get("/s/todo/errors").page
    #expect(page.contains("href=\"/s/todo/errors/\(second.id)\">Next error</a>"))
    #expect(page.contains(">Push 2<"), "all that is pending")
  }

  @Test func aDecisionOnSelectedConflictsLeadsToTheNextConflict() async throws {
    let (store, first, second) = try await twoConflicts()
    store.remote.script("one", [.refused])
    try await store.items.insert(["id": "one", "text": "too long"])
    _ = try await store.sync.push()
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let order = [("choice", "take-server"), ("id", first.id)]
    let asked = await browser.submit("/s/todo/errors/bulk", order, token: token).page
    let mark = [("confirmed", "1"), ("asked", try #require(asked.value(of: "asked")))]
    _ = await browser.submit("/s/todo/errors/bulk", order + mark, token: token)
    let page = await browser.get("/s/todo/errors").page
    #expect(page.contains("href=\"/s/todo/errors/\(second.id)\">Next conflict</a>"))
  }

  @Test func anEditOfARejectedRowLeadsToTheNextError() async throws {
    let store = try await twoRejections()
    let second = try #require(try await store.sync.errors().first { $0.itemID == "two" })
    var browser = try await store.console.signIn("mira", .operate)
    let row = "/s/todo/t/TodoItem/r/one"
    let state = try #require(await browser.get("\(row)/edit").page.value(of: "ifState"))
    let values = [("ifState", state), ("v.text", "shorter"), ("w.text", "\"too long\"")]
    _ = await browser.submit(row, values, token: try await browser.csrfToken)
    let page = await browser.get(row).page
    #expect(page.contains("href=\"/s/todo/errors/\(second.id)\">Next error</a>"))
  }

  @Test(arguments: [false, true])
  func aMessageOffersToPushWhileTheStoreIsOnline(isOffline: Bool) async throws {
    let store = try await SyncConsole()
    try await store.fill(["ivan"])
    try await store.sync.setOffline(isOffline)
    var browser = try await store.console.signIn("mira", .operate)
    let row = "/s/todo/t/TodoItem/r/ivan"
    _ = await browser.submit("\(row)/delete", [], token: try await browser.csrfToken)
    let page = await browser.get(row).page
    #expect(page.contains("“ivan” deleted."))
    #expect(page.contains("<button class=\"btn s\">Push 1</button>") == !isOffline)
  }

  @Test func aCancelledOperationIsNamedByItsRow() async throws {
    let store = try await SyncConsole()
    try await store.fill(["ivan"])
    try await store.items.update("ivan", ["text": "other"])
    try await store.items.insert(["id": "new", "text": "new"])
    let operation = try #require(try await store.queue().first { $0.itemID == "ivan" })
    var browser = try await store.console.signIn("mira", .operate)
    _ = await browser.submit(
      "/s/todo/queue/\(operation.id)/cancel", [("confirmed", "1")],
      token: try await browser.csrfToken)
    let page = await browser.get("/s/todo/queue").page
    #expect(page.contains("Update \(operation.id) of “other” cancelled."))
    #expect(page.contains("<button class=\"btn s\">Push 1</button>"))
  }

  @Test func theQueueCountsWhatRetryChanges() async throws {
    let store = try await SyncConsole()
    store.remote.script("one", [.refused])
    try await store.items.insert(["id": "one", "text": "too long"])
    _ = try await store.sync.push()
    try await store.items.insert(["id": "two", "text": "waits"])
    let pages = [
      await store.page("/s/todo/queue?_pick=page").page,
      await store.page("/s/todo/queue?_pick=all").page,
    ]
    for page in pages {
      #expect(page.contains(">Retry and push 1 change<"))
      #expect(page.contains(">Cancel 2 changes…<"))
    }
    #expect(pages[0].contains("data-lines=\"tr.r-failed, tr.r-conflict\""))
  }

  @Test func aConflictIsSavedAndPushed() async throws {
    let store = try await SyncConsole()
    let error = try await store.conflict()
    let place = try await retried(
      store, "/s/todo/errors/\(error.id)/resolve",
      [
        ("choice", "merge-and-push"), ("p-text", ""), ("v-text", "of both"), ("f-text", "local"),
        ("f-estimate", "local"), ("f-note", "server"),
      ])
    let id = try #require(Int64(place.dropFirst("/s/todo/runs/".count)))
    _ = try await store.console.runs.wait(id, store: "todo")
    #expect(store.server.row("TodoItem", "ivan")?.values["text"] == "of both")
  }

  @Test func theQueueCancelsALineAtOnceAsItIsShown() async throws {
    let store = try await SyncConsole()
    try await store.items.insert(["id": "new", "text": "mine"])
    let operation = try #require(try await store.queue().first)
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let page = await browser.get("/s/todo/queue").page
    let button = try #require(
      page.firstMatch(of: /name="seen" value="([^"]+)" formaction="([^"]+)"/))
    #expect(button.2 == "/s/todo/queue/\(operation.id)/cancel")
    // The row was changed after the page was shown.
    try await store.items.update("new", ["text": "mine, newer"])
    let stale = await browser.submit(
      String(button.2), [("seen", String(button.1))], token: token)
    #expect(stale.status == 409)
    let again = await browser.get("/s/todo/queue").page
    let fresh = try #require(again.firstMatch(of: /name="seen" value="([^"]+)"/))
    let done = await browser.submit(String(button.2), [("seen", String(fresh.1))], token: token)
    #expect(done.headers["Location"] == "/s/todo/queue")
    #expect(try await store.queue().isEmpty)
    #expect(await browser.get("/s/todo/queue").page.contains(">Undo<"))
  }
}
