import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console
@testable import ConsoleData

/// Runs whose program ended before they did: what is known is told, and no more.
@Suite struct AbandonedRunTests {
  /// A run that was saved like this a moment before its program ended.
  private func cutOff(
    _ store: SyncConsole, _ kind: Run.Kind, _ progress: SyncProgress
  ) async throws -> Int64 {
    var other: ConsoleData? = try await ConsoleData(
      path: store.console.data.path, time: store.console.time, random: .system,
      passwordCost: .testing)
    let id = try #require(try await other?.startRun(kind, store: "todo", who: "mira"))
    let report = RunReport(RunRequest(kind, store: "todo", by: "mira"), soFar: progress)
    store.console.time.advance(milliseconds: 7_000)
    try await other?.updateRun(id, RunOutcome(report, progress))
    other = nil
    store.console.time.advance(milliseconds: 9 * 3_600_000)
    return id
  }

  private func pushing(_ done: Int, of total: Int, refused: Int = 0) -> SyncProgress {
    var progress = SyncProgress(steps: [
      .init(kind: .push, state: .running, done: done + refused, total: total),
      .init(kind: .pull, name: "TodoItem"),
    ])
    var push = PushReport()
    push.succeeded = done
    push.failed = refused
    push.remaining = total - done
    progress.push = push
    return progress
  }

  @Test func aPushSaysHowManyWereSentAtLeast() async throws {
    let store = try await SyncConsole()
    try await store.items.insert(["text": "waits"])
    let id = try await cutOff(store, .push, pushing(112, of: 152))
    let run = await store.get("/s/todo/runs/\(id).json").json
    #expect(run["state"] == "failed" && run["pushed"] == 112)
    #expect(run["steps"]?.array?.map { $0["state"] } == ["failed", "skipped"])
    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(page.contains("<b>The program ended during this run.</b>"))
    #expect(
      page.contains(
        "At least 112 of 152 operations are on the server; the queue shows which of the rest were "
          + "not sent."))
    let push =
      "name=\"upTo\" value=\"1\"><button class=\"btn primary\" data-server>Push 1 remaining<"
    #expect(page.contains(push))
    #expect(page.contains(">Preview push<"))
    #expect(page.contains("took at least 7 s") && page.contains("Nothing was lost"))
    #expect(!page.contains("Nothing was changed") && !page.contains("Running"))
    #expect(await store.post("/s/todo/runs/\(id)/cancel").status == 409)
    #expect(!(await store.page("/s/todo").page.contains("under way")))
  }

  @Test func whatWasRefusedIsNotAmongWhatIsNotKnown() async throws {
    let store = try await SyncConsole()
    let id = try await cutOff(store, .push, pushing(1, of: 10, refused: 4))
    #expect(
      await store.page("/s/todo/runs/\(id)").page.contains(
        "At least 1 of 10 operations is on the server, 4 rejected; the queue shows which of "
          + "the rest were not sent."))
    let none = try await cutOff(store, .push, pushing(0, of: 10))
    #expect(
      await store.page("/s/todo/runs/\(none)").page.contains(
        "None of 10 operations is confirmed by the server; the queue shows which were not sent."))
    let one = try await cutOff(store, .push, pushing(0, of: 1))
    #expect(
      await store.page("/s/todo/runs/\(one)").page.contains(
        "The outcome of 1 operation is unknown."))
  }

  /// A push that ended before the answer to its one request came.
  private func cutOffWithoutAnAnswer(_ store: SyncConsole) async throws -> Int64 {
    try await store.items.insert(["id": "dean", "text": "new"])
    store.remote.script("dean", [.lostRequest])
    store.remote.scriptReads([.unreachable])
    _ = try await store.sync.push()
    return try await cutOff(store, .push, pushing(0, of: 1))
  }

  @Test func aReportKeepsHowManyOutcomesNobodyKnewAtItsEnd() async throws {
    let store = try await SyncConsole()
    let id = try await cutOffWithoutAnAnswer(store)
    let entry = try await store.console.data.record(
      AuditRecord(
        who: "mira", address: "local", action: "sync.run", store: "todo", target: "push",
        requestID: "r", run: id))
    for isSettled in [false, true] {
      if isSettled { #expect(try await store.run("push")["pushed"] == 1) }
      let run = await store.get("/s/todo/runs/\(id).json").json
      #expect(run["unknown"] == 1 && run["report"]?["push"]?["unknown"] == 1)
      #expect(await store.get("/audit/\(entry).json").json["outcome"]?["unknown"] == 1)
      #expect(await store.page("/audit/\(entry)").page.contains("Failed, 1 with unknown outcome"))
      let page = await store.page("/s/todo/runs/\(id)").page
      #expect(page.contains(">with unknown outcome when the run ended<"))
    }
  }

  @Test func theNextPushFindsNothingOpenThatTheRunBeforeDidNotCount() async throws {
    let store = try await SyncConsole()
    let id = try await cutOffWithoutAnAnswer(store)
    // Nobody looked at the run that was cut off.
    _ = try await store.console.runs.start(.push, store: "todo", by: "jo")
    #expect(try await store.console.data.run(id, store: "todo")?.outcome.unknown == 1)
  }

  @Test func aPullSaysHowManyRowsCameInAtLeast() async throws {
    let store = try await SyncConsole()
    var progress = SyncProgress(steps: [.init(kind: .pull, name: "TodoItem", state: .running)])
    var table = TablePullReport(table: "TodoItem", queryID: "all")
    table.inserted = 1_200
    table.deleted = 3
    progress.pulled = [table]
    let id = try await cutOff(store, .pull, progress)
    let page = await store.page("/s/todo/runs/\(id)").page
    #expect(page.contains("At least 1,200 rows were pulled; at least 3 deletions were pulled."))
    #expect(page.contains("Pulled rows are kept; the next pull fetches the rest."))
    #expect(await store.get("/s/todo/runs/\(id).json").json["pulled"] == 1_200)
  }

  @Test func aRunThatHadNothingToTellYetSaysSo() async throws {
    let store = try await SyncConsole()
    let id = try await cutOff(store, .sync, SyncProgress())
    #expect(
      await store.page("/s/todo/runs/\(id)").page.contains("Its results are unknown."))
  }

  @Test func aRunUnderWaySavesWhatItDidSoFar() async throws {
    let store = try await SyncConsole()
    for number in 0..<3 { try await store.items.insert(["id": .string("r\(number)")]) }
    let gate = Gate()
    store.remote.beforeSend { if $0.id == "r2" { await gate.wait() } }
    let id = try #require(await store.post("/s/todo/push").json["run"]?.integer)
    var saved: Run?
    while saved?.outcome.pushed != 2 {
      saved = try await store.console.data.run(id, store: "todo")
      try await SystemTime().sleep(for: .milliseconds(5))
    }
    #expect(saved?.state == .running && saved?.report.push?.remaining == 1)
    gate.open()
    #expect(try await store.console.runs.wait(id, store: "todo").outcome.pushed == 3)
  }
}
