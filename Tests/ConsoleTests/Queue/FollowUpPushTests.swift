import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@testable import Console

/// A button that promises a push says why none was started, and what to do.
@Suite struct FollowUpPushTests {
  /// What the page says after `Save and push` of the row.
  private func saved(
    _ id: String, was text: String, in store: SyncConsole
  ) async throws -> String {
    var browser = try await store.console.signIn("mira", .operate)
    let row = "/s/todo/t/TodoItem/r/\(id)"
    let form = await browser.get("\(row)/edit").page
    let answer = await browser.submit(
      row,
      [
        ("v.text", "other"), ("w.text", "\"\(text)\""),
        ("ifState", try #require(form.value(of: "ifState"))), ("then", "push"),
      ],
      token: try await browser.csrfToken)
    #expect(answer.headers["Location"] == row)
    let page = await browser.get(row).page
    #expect(page.contains("text is now “other”"))
    return page
  }

  @Test func whileAnotherRunWorksTheMessageNamesIt() async throws {
    let (store, gate, run) = try await SyncConsole.pulling()
    try await store.items.insert(["id": "new", "text": "x"])
    let page = try await saved("new", was: "x", in: store)
    #expect(page.contains("Nothing was pushed: Pull \(run) is running. Push when it has ended."))
    #expect(page.contains("href=\"/s/todo/runs/\(run)\">View run</a>"))
    gate.open()
    _ = try await store.console.runs.wait(run, store: "todo")
  }

  @Test func aConflictOfTheRowIsToBeResolvedFirst() async throws {
    let store = try await SyncConsole()
    try await store.fill(["ivan"])
    store.server.put("TodoItem", "ivan", ["text": "there"])
    try await store.items.update("ivan", ["text": "here"], by: "mira")
    _ = try await store.sync.push()
    let operation = try #require(try await store.queue().first?.id)
    let page = try await saved("ivan", was: "here", in: store)
    #expect(page.contains("Nothing was pushed: resolve the conflict first, then push."))
    #expect(page.contains("href=\"/s/todo/queue/\(operation)\">Review</a>"))
  }

  @Test func rowsThatAreUndeletedOfflineSayThatNothingWasPushed() async throws {
    let store = try await SyncConsole()
    try await store.fill(["ivan", "dean"])
    for id in ["ivan", "dean"] { try await store.items.delete(id) }
    try await store.sync.setOffline(true)
    var browser = try await store.console.signIn("mira", .operate)
    let done = await browser.submit(
      "/s/todo/trash/undelete",
      [("do", "undelete-and-push"), ("row", "TodoItem/ivan"), ("row", "TodoItem/dean")],
      token: try await browser.csrfToken)
    let page = await browser.get(try #require(done.headers["Location"])).page
    #expect(page.contains("2 rows undeleted."))
    #expect(
      page.contains("Nothing was pushed: the store is offline. Go online, then push."))
  }

  @Test func aPushThatTheServerTurnedAwaySaysThatTheChangeIsStillQueued() async throws {
    let store = try await SyncConsole()
    store.remote.script("one", [.refused, .unauthorized])
    try await store.items.insert(["id": "one", "text": "too long"])
    _ = try await store.sync.push()
    let error = try #require(try await store.sync.errors().first)
    var browser = try await store.console.signIn("mira", .operate)
    let answer = await browser.submit(
      "/s/todo/errors/\(error.id)/resolve", [("choice", "retry-and-push")],
      token: try await browser.csrfToken)
    let place = try #require(answer.headers["Location"])
    let run = try #require(Int64(place.dropFirst("/s/todo/runs/".count)))
    _ = try await store.console.runs.wait(run, store: "todo")
    let page = await browser.get(place).page
    #expect(
      page.contains(
        "Nothing was pushed. The changes stay queued: see the cause below, then push again."))
    #expect(try await store.queue().map(\.state) == [.pending])
  }
}
