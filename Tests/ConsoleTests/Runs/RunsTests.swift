import Console
import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TestSupport
import Testing

@Suite struct RunsTests {
  @Test func aPullAnswersTheRunAndItsReport() async throws {
    let store = try await SyncConsole()
    for id in ["a", "b"] { store.server.put("TodoItem", id, ["text": "x"]) }
    let started = await store.post("/s/todo/pull", ["tables": ["TodoItem"], "full": false])
    #expect(started.status == 202)
    let id = try #require(started.json["run"]?.integer)
    #expect(started.json["url"] == .string("/s/todo/runs/\(id)"))
    _ = try await store.console.runs.wait(id, store: "todo")

    let run = await store.get("/s/todo/runs/\(id).json").json
    #expect(run["run"] == .integer(id))
    #expect(run["kind"] == "pull")
    #expect(run["state"] == "succeeded")
    #expect(run["pulled"] == 2)
    #expect(run["pushed"] == 0 && run["failed"] == 0 && run["deleted"] == 0)
    #expect(run["startedAt"]?.string != nil && run["finishedAt"]?.string != nil)
    #expect(run["steps"]?.array?.first?["state"] == "done")
    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(page.contains("Done") && page.contains(/"v">2<.span><span class="l">pulled/))
  }

  @Test func aPushCountsConflictsAsFailedAndNamesThem() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    store.server.put("TodoItem", "ivan", ["text": "there"])
    try await store.items.update("ivan", ["text": "here"])
    try await store.items.update("dean", ["text": "fine"])
    let run = try await store.run("push")
    #expect(run["state"] == "failed")
    #expect(run["pushed"] == 1)
    #expect(run["failed"] == 1)
    let problems = try #require(run["report"]?["problems"]?.array)
    #expect(problems.map { $0["itemId"] } == ["ivan"])
    let id = try #require(run["run"]?.integer)
    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(page.contains("Resolve 1 problem"))
    #expect(page.contains("Done, 1 problem</span></h1>"))
    #expect(page.contains(/"v bad">1<.span><span class="l">conflict</))
  }

  @Test func aServerThatIsAwayFailsTheRunAndKeepsEverything() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "offline"])
    store.remote.script([.unreachable, .unreachable])
    let run = try await store.run("push")
    #expect(run["state"] == "failed" && run["pushed"] == 0)
    #expect(run["message"]?.string?.contains("reach") == true)
    #expect(try await store.queue().map(\.state) == [.pending])
    #expect(try await store.sync.errors().isEmpty)
  }

  @Test func onlyOneRunAStoreAndASecondStartLeadsToIt() async throws {
    let store = try await SyncConsole()
    store.server.put("TodoItem", "a", ["text": "x"])
    let gate = Gate()
    store.remote.beforePage { _ in await gate.wait() }
    let first = await store.post("/s/todo/pull").json
    let second = await store.post("/s/todo/pull").json
    #expect(first["run"] == second["run"])
    let id = try #require(first["run"]?.integer)
    #expect(await store.console.runs.running(in: "todo") == id)
    let live = await store.page("/s/todo/runs/\(id)").page
    #expect(live.contains("data-events=\"/s/todo/runs/\(id)/events\""))
    #expect(live.contains("Cancel run"))
    #expect(!live.contains("http-equiv"))
    gate.open()
    let run = try await store.console.runs.wait(id, store: "todo")
    #expect(run.state == .succeeded)
    #expect(await store.console.runs.running(in: "todo") == nil)
    let runs = await store.get("/s/todo/sync.json").json["runs"]?.array
    #expect(runs?.count == 1)
  }

  @Test func cancellingEndsTheRunAndKeepsTheQueue() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "changed"])
    let arrived = Gate()
    store.remote.beforeSend { _ in
      arrived.open()
      // Until the request itself is given up.
      while !Task.isCancelled { await Task.yield() }
    }
    let id = try #require(await store.post("/s/todo/push").json["run"]?.integer)
    await arrived.wait()
    #expect(await store.post("/s/todo/runs/\(id)/cancel", as: .viewer).status == 403)
    #expect(await store.post("/s/todo/runs/\(id)/cancel").status == 202)
    let run = try await store.console.runs.wait(id, store: "todo")
    #expect(run.state == .cancelled)
    #expect(try await store.queue().count == 1)
    #expect(await store.post("/s/todo/runs/\(id)/cancel").status == 409)
  }

  @Test func stoppingCancelsTheRunsAndStartsNoMore() async throws {
    let (store, gate, id) = try await SyncConsole.pulling()
    async let stop: Void = store.console.runs.stop()
    // Until it has begun to stop, a start is answered with the run that is there.
    while await store.post("/s/todo/pull").status != 503 { await Task.yield() }
    gate.open()
    await stop
    let run = try await store.console.runs.run(id, store: "todo")
    #expect(run?.state == .cancelled)
    #expect(await store.post("/s/todo/pull").status == 503)
  }

  @Test func eventsAreNumberedAndEndWithTheFinishedRun() async throws {
    let store = try await SyncConsole()
    store.server.put("TodoItem", "a", ["text": "x"])
    let gate = Gate()
    store.remote.beforePage { _ in await gate.wait() }
    let id = try #require(await store.post("/s/todo/pull").json["run"]?.integer)
    let response = await store.get("/s/todo/runs/\(id)/events")
    #expect(response.headers["Content-Type"] == "text/event-stream")
    guard case .events(let stream) = response.body else {
      Issue.record("the answer is no event stream")
      return
    }
    gate.open()
    var events: [ServerSentEvent] = []
    for await event in stream { events.append(event) }
    #expect(events.first?.retryMilliseconds == 3_000)
    #expect(events.map(\.id) == (1...events.count).map { "\($0)" })
    #expect(events.dropLast().allSatisfy { $0.name == "progress" })
    let last = try #require(events.last)
    #expect(last.name == "finished")
    let run = try JSONValue(parsing: Array(last.data.utf8))
    #expect(run["state"] == "succeeded" && run["run"] == .integer(id))
  }

  @Test func eventsOfAnEndedRunAreTheEndAlone() async throws {
    let store = try await SyncConsole()
    let run = try await store.run("pull")
    let id = try #require(run["run"]?.integer)
    let response = await store.console.send(
      .get, "/s/todo/runs/\(id)/events",
      ["Authorization": "Bearer \(store.secrets[.viewer] ?? "")", "Last-Event-ID": "7"])
    guard case .events(let stream) = response.body else {
      Issue.record("the answer is no event stream")
      return
    }
    var events: [ServerSentEvent] = []
    for await event in stream { events.append(event) }
    #expect(events.map(\.name) == ["finished"])
    #expect(events.map(\.id) == ["8"])
  }

  @Test func offlineRefusesRunsUntilSwitchedBack() async throws {
    let store = try await SyncConsole()
    #expect(await store.post("/s/todo/offline", ["offline": true]).json["offline"] == true)
    let refused = await store.post("/s/todo/push")
    #expect(refused.status == 409)
    #expect(refused.json["error"]?["code"] == "offline")
    #expect(await store.page("/s/todo/sync").page.contains("Go online"))
    #expect(await store.post("/s/todo/offline", ["offline": "no"]).status == 400)
    #expect(await store.post("/s/todo/offline", ["offline": false]).status == 200)
    #expect(await store.post("/s/todo/push").status == 202)
  }

  private static let badBodies: [(kind: String, body: JSONValue, status: Int)] = [
    ("pull", ["tables": "TodoItem"], 400), ("pull", ["tables": []], 422),
    ("pull", ["full": "yes"], 400), ("push", ["operations": ["one"]], 400),
    ("reconcile", ["table": ""], 422), ("reconcile", ["table": "Nobody"], 404),
    ("push", [1, 2], 400),
  ]

  @Test(arguments: badBodies)
  func badBodiesStartNothing(_ kind: String, _ body: JSONValue, _ status: Int) async throws {
    let store = try await SyncConsole()
    #expect(await store.post("/s/todo/\(kind)", body).status == status)
    #expect(await store.get("/s/todo/sync.json").json["runs"] == [])
  }

  @Test func viewersStartNothing() async throws {
    let store = try await SyncConsole()
    for path in ["push", "pull", "sync", "reconcile", "push/preview", "offline"] {
      #expect(await store.post("/s/todo/\(path)", as: .viewer).status == 403)
    }
    #expect(await store.get("/s/todo/sync.json").json["runs"] == [])
    #expect(!(await store.page("/s/todo/sync", as: .viewer).page.contains("Go offline")))
  }

  @Test func aFormStartsARunAndLeadsToItsPage() async throws {
    let store = try await SyncConsole()
    var browser = try await store.console.signIn("mira", .operate)
    let token = try await browser.csrfToken
    let refused = await browser.submit("/s/todo/pull", [("tables", "TodoItem")], token: nil)
    #expect(refused.status == 403)
    let started = await browser.submit("/s/todo/pull", [("tables", "TodoItem")], token: token)
    #expect(started.status == 303)
    let location = try #require(started.headers["Location"])
    #expect(location.hasPrefix("/s/todo/runs/"))
    let id = try #require(Int64(location.split(separator: "/").last ?? ""))
    _ = try await store.console.runs.wait(id, store: "todo")
    let page = await browser.get(location)
    #expect(page.status == 200)
    #expect(page.page.contains("by mira"))
  }

  @Test func stepsThatChangedNothingShareASentence() async throws {
    let store = try await SyncConsole(
      StoreSettings(tables: [TableSettings(name: "Movie"), TableSettings(name: "TodoItem")]))
    store.server.put("TodoItem", "new", ["text": "there"])
    let run = try await store.run("sync")
    let page = await store.page("/s/todo/runs/\(try #require(run["run"]?.integer))").page
    #expect(page.contains("2 steps changed nothing: Push, Pull Movie."))
    #expect(page.contains("<span>Pull TodoItem</span>") && !page.contains("<span>Push</span>"))
    #expect(page.contains("pulled: 1 new<") && !page.contains("0 changed"))
  }

  @Test func aStepThatReceivedRowsAgainChangedNothing() async throws {
    let store = try await SyncConsole()
    try await store.fill(["dean"])
    let run = try await store.run("pull", ["full": true])
    #expect(run["received"] == 1)
    let page = await store.page("/s/todo/runs/\(try #require(run["run"]?.integer))").page
    #expect(page.contains("Pull TodoItem changed nothing.</p>"))
    #expect(!page.contains("<ol class=\"steps\""))
  }

  @Test func aPreviewReadsAndWritesNothing() async throws {
    let store = try await SyncConsole()
    try await store.fill()
    try await store.items.update("dean", ["text": "fine"])
    store.server.put("TodoItem", "ivan", ["text": "there"])
    try await store.items.update("ivan", ["text": "here"])
    let commits = store.server.commits.count
    let preview = await store.post("/s/todo/push/preview")
    #expect(preview.status == 200)
    let operations = try #require(preview.json["operations"]?.array)
    #expect(operations.map { $0["itemId"] } == ["dean", "ivan"])
    #expect(operations.map { $0["expected"] } == ["accepted", "conflict"])
    #expect(store.server.commits.count == commits)
    #expect(try await store.queue().map(\.state) == [.pending, .pending])

    var browser = try await store.console.signIn("mira", .operate)
    let asked = await browser.submit(
      "/s/todo/push/preview", [], token: try await browser.csrfToken)
    let page = await browser.get(try #require(asked.headers["Location"]))
    #expect(asked.status == 303 && page.status == 200)
    #expect(page.page.contains("Conflict") && page.page.contains("Push 2 changes<"))
  }
}
