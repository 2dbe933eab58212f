import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import Console

@Suite struct ScheduleTests {
  private func minutes(_ count: Int64, on store: SyncConsole) {
    store.console.time.advance(milliseconds: count * 60_000)
  }

  /// Starts what is due and waits for its end.
  private func step(_ store: SyncConsole) async throws {
    await store.console.scheduler.startDue()
    if let id = await store.console.runs.running(in: "todo") {
      _ = try await store.console.runs.wait(id, store: "todo")
    }
  }

  private func runs(_ store: SyncConsole) async throws -> [Run] {
    try await store.console.data.runs(store: "todo", RunQuery(limit: 100))
  }

  private func status(_ store: SyncConsole) async throws -> ScheduleStatus {
    try #require(try await store.console.scheduler.status(of: "todo"))
  }

  @Test func syncsAtTheStartAndThenEveryInterval() async throws {
    let store = try await SyncConsole(schedule: Schedule(everyMinutes: 15))
    store.server.put("TodoItem", "dean", ["text": "dean"])
    try await step(store)
    let first = try #require(try await runs(store).first)
    #expect(first.kind == .sync && first.state == .succeeded && first.who == "schedule")
    #expect(try await store.sync.row("TodoItem", "dean") != nil)

    minutes(14, on: store)
    try await step(store)
    #expect(try await runs(store).count == 1)
    minutes(1, on: store)
    try await step(store)
    #expect(try await runs(store).count == 2)
    let audit = try await store.console.data.auditEntries(AuditFilter(), limit: 10)
    #expect(audit.map(\.record.who) == ["schedule", "schedule"])
    #expect(audit.first?.record.action == "sync.run")
  }

  @Test func theJitterIsDrawnOnceForEachSync() async throws {
    let store = try await SyncConsole(schedule: Schedule(everyMinutes: 15, jitterSeconds: 60))
    let first = try await status(store).nextAt
    let late = first.seconds(since: store.console.time.now)
    #expect(late > 0 && late <= 60)
    #expect(try await status(store).nextAt == first)
    try await step(store)
    #expect(try await runs(store).isEmpty)
    minutes(1, on: store)
    try await step(store)
    #expect(try await runs(store).count == 1)
  }

  @Test func failedSyncsMakeItWaitLongerAndASuccessEndsThat() async throws {
    let store = try await SyncConsole(schedule: Schedule(everyMinutes: 15))
    store.remote.scriptReads(.init(repeating: .unreachable, count: 3))
    for (failures, wait) in [(1, 30.0), (2, 60), (3, 60)] {
      try await step(store)
      let status = try await status(store)
      let ended = try #require(status.last?.finishedAt)
      #expect(status.failures == failures)
      #expect(status.nextAt.seconds(since: ended) == wait * 60)
      minutes(Int64(wait), on: store)
    }
    try await step(store)
    let status = try await status(store)
    #expect(status.failures == 0 && status.last?.state == .succeeded)
    #expect(status.nextAt.seconds(since: try #require(status.last?.finishedAt)) == 900)
  }

  @Test func aSlowScheduleStaysAsSlowAsItIs() {
    #expect(Schedule(everyMinutes: 240).minutes(afterFailures: 5) == 240)
    #expect(Schedule(everyMinutes: 1).minutes(afterFailures: 3) == 8)
    #expect(Schedule(everyMinutes: 1).minutes(afterFailures: 1_000) == 60)
  }

  @Test func aRowThatFailsAloneDoesNotSlowItDown() async throws {
    let store = try await SyncConsole(schedule: Schedule(everyMinutes: 15))
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "too long"])
    store.remote.script("dean", [.refused])
    try await step(store)
    let status = try await status(store)
    #expect(status.last?.state == .failed && status.failures == 0)
  }

  @Test func neverASecondRunBesideAnother() async throws {
    let (store, gate, id) = try await SyncConsole.pulling(schedule: Schedule(everyMinutes: 15))
    await store.console.scheduler.startDue()
    #expect(try await status(store).phase == .running(id))
    #expect(try await runs(store).map(\.id) == [id])
    gate.open()
    _ = try await store.console.runs.wait(id, store: "todo")
    try await step(store)
    #expect(try await runs(store).map(\.kind) == [.sync, .pull])
  }

  @Test func waitsWhileTheStoreIsOffline() async throws {
    let store = try await SyncConsole(schedule: Schedule(everyMinutes: 15))
    try await store.sync.setOffline(true)
    minutes(20, on: store)
    try await step(store)
    #expect(try await runs(store).isEmpty)
    #expect(try await status(store).phase == .offline)
    try await store.sync.setOffline(false)
    try await step(store)
    #expect(try await runs(store).count == 1)
  }

  @Test func pausesItselfAfterSoManyFailures() async throws {
    let store = try await SyncConsole(
      schedule: Schedule(everyMinutes: 15, pauseAfterFailures: 2))
    store.remote.scriptReads([.unreachable, .unreachable])
    for _ in 0..<4 {
      try await step(store)
      minutes(60, on: store)
    }
    #expect(try await runs(store).count == 2)
    let page = await store.page("/s/todo/sync").page
    #expect(page.contains("paused by schedule") && page.contains("2 syncs in a row failed"))
    #expect(await store.post("/s/todo/schedule", ["paused": false]).status == 200)
    try await step(store)
    #expect(try await runs(store).first?.state == .succeeded)
  }

  @Test func aPauseIsKeptOverARestart() async throws {
    let store = try await SyncConsole(schedule: Schedule(everyMinutes: 15))
    let answer = await store.post("/s/todo/schedule", ["paused": true], as: .operate)
    #expect(answer.status == 200 && answer.json["paused"] == true)
    minutes(30, on: store)
    try await step(store)
    #expect(try await runs(store).isEmpty)

    let sync = store.sync
    let restarted = Scheduler(
      ["todo": Schedule(everyMinutes: 15)], data: store.console.data, runs: store.console.runs,
      time: store.console.time, stores: { _ in sync }, log: { _ in })
    await restarted.startDue()
    #expect(try await runs(store).isEmpty)
    let json = await store.get("/s/todo/sync.json").json["schedule"]
    #expect(json?["pausedBy"] == "token operate" || json?["pausedBy"]?.string != nil)
    #expect(json?["state"] == "paused" && json?["nextAt"] == .null)
  }

  @Test func anIntervalGoesOnOverARestart() async throws {
    let store = try await SyncConsole(schedule: Schedule(everyMinutes: 15))
    try await step(store)
    minutes(5, on: store)
    let sync = store.sync
    let restarted = Scheduler(
      ["todo": Schedule(everyMinutes: 15)], data: store.console.data, runs: store.console.runs,
      time: store.console.time, stores: { _ in sync }, log: { _ in })
    let next = try #require(try await restarted.status(of: "todo")).nextAt
    #expect(next == (try await status(store).nextAt))
    #expect(next.seconds(since: store.console.time.now) <= 600)
  }

  @Test func aReadOnlyConsoleStartsNothing() async throws {
    let store = try await SyncConsole(
      schedule: Schedule(everyMinutes: 15), configure: { $0.isReadOnly = true })
    try await step(store)
    await store.console.scheduler.run()
    #expect(try await runs(store).isEmpty)
    #expect(await store.page("/s/todo/sync").page.contains("never: this console is read-only"))
  }

  @Test func runsUntilItsTaskIsCancelled() async throws {
    let store = try await SyncConsole(schedule: Schedule(everyMinutes: 15))
    let scheduler = store.console.scheduler
    let task = Task { await scheduler.run() }
    while try await store.console.data.endedSyncs(store: "todo", limit: 2).count < 2 {
      await Task.yield()
    }
    task.cancel()
    await task.value
    await store.console.runs.stop()
  }
}
