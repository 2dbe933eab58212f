import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

/// A push or a sync from a page sends what the page counted, and nothing that was queued since.
@Suite struct PushAsShownTests {
  private func ended(
    _ kind: String, _ store: SyncConsole, _ fields: [(String, String)],
    _ browser: inout TestBrowser
  ) async throws -> Run {
    let token = try await browser.csrfToken
    let started = await browser.submit("/s/todo/\(kind)", fields, token: token)
    let id = try #require(
      started.headers["Location"]?.split(separator: "/").last.flatMap { Int64($0) })
    return try await store.console.runs.wait(id, store: "todo")
  }

  @Test(arguments: ["/s/todo/queue", "/s/todo/sync"])
  func whatWasQueuedAfterThePageStaysInTheQueue(_ path: String) async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ivan"])
    try await store.items.update("dean", ["text": "shown"])
    var browser = try await store.console.signIn("mira", .operate)
    let page = await browser.get(path).page
    #expect(page.contains("Push 1 change</"))
    let upTo = try #require(page.value(of: "upTo"))
    try await store.items.update("ivan", ["text": "later"])
    let run = try await ended("push", store, [("upTo", upTo)], &browser)
    #expect(run.outcome.pushed == 1)
    #expect(store.server.row("TodoItem", "ivan")?.values["text"] == "ivan")
    let report = await store.page("/s/todo/runs/\(run.id)").page
    #expect(report.contains("1 operation was queued after this run was requested"))
    #expect(!report.contains("id=\"h-prob\"") && !report.contains("All tables"))
    #expect(report.contains(">Push 1 change</button>"))
    #expect(try await store.run("push")["pushed"] == 1)
    let later = await store.page("/s/todo/runs/\(run.id)").page
    #expect(!later.contains(">Push 1 change</button>"))
  }

  @Test(arguments: ["/s/todo", "/s/todo/sync"])
  func aSyncKeepsWhatWasQueuedAfterItsPageAndTheRowsOfIt(_ path: String) async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ivan"])
    try await store.items.update("dean", ["text": "shown"])
    var browser = try await store.console.signIn("mira", .operate)
    let page = await browser.get(path).page
    let form = try #require(
      page.firstMatch(of: #/action="/s/todo/sync">.*?name="upTo" value="(\d+)"/#))
    try await store.items.update("ivan", ["text": "later"])
    let run = try await ended("sync", store, [("upTo", String(form.1))], &browser)
    #expect(run.state == .succeeded && run.outcome.pushed == 1)
    #expect(store.server.row("TodoItem", "dean")?.values["text"] == "shown")
    #expect(store.server.row("TodoItem", "ivan")?.values["text"] == "ivan")
    #expect(try await store.queue().map(\.itemID) == ["ivan"])
    #expect(try await store.items.read(id: "ivan")?.values["text"] == "later")
    let report = await store.page("/s/todo/runs/\(run.id)").page
    #expect(report.contains("1 operation was queued after this run was requested"))
  }

  @Test func theRemedyOfACauseSendsNothingElseOfItsTable() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ivan"])
    try await store.items.update("dean", ["text": "lost"])
    store.remote.script("dean", [.lostRequest])
    store.remote.scriptReads([.unreachable])
    _ = try await store.sync.push()
    try await store.items.update("ivan", ["text": "pending"])
    var browser = try await store.console.signIn("mira", .operate)
    let page = await browser.get("/s/todo/errors").page
    let form = try #require(
      page.firstMatch(
        of:
          #/action="/s/todo/push" hidden>.*?name="query" value="([^"]+)".*?name="upTo" value="(\d+)"/#
      ))
    let query = String(form.1).replacing("&amp;", with: "&")
    let run = try await ended(
      "push", store, [("query", query), ("upTo", String(form.2))], &browser)
    #expect(run.outcome.pushed == 1)
    #expect(store.server.row("TodoItem", "dean")?.values["text"] == "lost")
    #expect(try await store.queue().map(\.itemID) == ["ivan"])
  }

  @Test func aProgramMaySayUpToWhichOperation() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean", "ivan"])
    try await store.items.update("dean", ["text": "first"])
    try await store.items.update("ivan", ["text": "second"])
    let first = try #require(try await store.queue().first?.id)
    let both: JSONValue = ["upTo": .integer(first), "tables": ["TodoItem"]]
    #expect(await store.post("/s/todo/push", both).status == 422)
    let run = try await store.run("push", ["upTo": .integer(first)])
    #expect(run["pushed"] == 1 && run["report"]?["newer"] == 1)
  }
}
