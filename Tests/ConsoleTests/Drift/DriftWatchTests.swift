import ConsoleData
import JSONKit
import Support
import SyncCore
import SyncInspection
import TestSupport
import Testing

@testable import Console

@Suite struct DriftWatchTests {
  private func store(_ schedule: DriftSchedule = DriftSchedule()) async throws -> SyncConsole {
    let store = try await SyncConsole(drift: schedule)
    try await store.fill()
    pass(seconds: 10, on: store)
    return store
  }

  private func pass(seconds: Int64, on store: SyncConsole) {
    store.console.time.advance(milliseconds: seconds * 1_000)
  }

  /// Starts what is due and waits for its end.
  private func step(_ store: SyncConsole) async throws {
    await store.console.scheduler.startDue()
    if let id = await store.console.runs.running(in: "todo") {
      _ = try await store.console.runs.wait(id, store: "todo")
    }
  }

  private func checks(_ store: SyncConsole) async throws -> [Run] {
    try await store.console.data.runs(store: "todo", RunQuery(kind: .reconcile, limit: 100))
  }

  private func remaining(_ store: SyncConsole) async throws -> [Int] {
    try await store.console.data.driftChecks(store: "todo").map(\.remaining)
  }

  @Test func tablesAreComparedAtTheStartAndThenEveryInterval() async throws {
    let store = try await store()
    store.server.remove("TodoItem", "dean")
    try await step(store)
    #expect(try await checks(store).map(\.who) == ["schedule"])
    #expect(try await remaining(store) == [1])
    #expect(try await store.sync.row("TodoItem", "dean") != nil)
    pass(seconds: 24 * 3_600 - 60, on: store)
    try await step(store)
    #expect(try await checks(store).count == 1)
    pass(seconds: 60, on: store)
    try await step(store)
    #expect(try await checks(store).count == 2)
    let audit = try await store.console.data.auditEntries(AuditFilter(), limit: 10)
    #expect(audit.map(\.record.who) == ["schedule", "schedule"])
  }

  @Test func aCheckOfAllTablesByHandCountsAsTheLastOne() async throws {
    let store = try await store(DriftSchedule(everyHours: 2))
    _ = try await store.run("reconcile")
    pass(seconds: 3_600, on: store)
    _ = try await store.run("reconcile", ["table": "TodoItem"])
    try await step(store)
    #expect(try await checks(store).count == 2)
    pass(seconds: 3_600, on: store)
    try await step(store)
    #expect(try await checks(store).count == 3)
  }

  @Test func aCheckThatFoundNoServerIsTriedAgainAfterAnHour() async throws {
    let store = try await store()
    store.remote.scriptReads(.init(repeating: .unreachable, count: 20))
    try await step(store)
    #expect(try await checks(store).map(\.state) == [.failed])
    store.remote.scriptReads([])
    pass(seconds: 3_500, on: store)
    try await step(store)
    #expect(try await checks(store).count == 1)
    pass(seconds: 100, on: store)
    try await step(store)
    #expect(try await checks(store).count == 2)
  }

  @Test func aCheckThatSomebodyCancelledWaitsForItsNextTime() async throws {
    let store = try await store()
    let (arrived, gate) = (Gate(), Gate())
    store.remote.beforeListing { _ in
      arrived.open()
      await gate.wait()
    }
    await store.console.scheduler.startDue()
    await arrived.wait()
    let id = try #require(await store.console.runs.running(in: "todo"))
    _ = try await store.console.runs.requestCancel(id, by: "mira")
    gate.open()
    #expect(try await store.console.runs.wait(id, store: "todo").state == .cancelled)
    #expect(try await store.console.data.driftChecks(store: "todo").isEmpty)
    pass(seconds: 2 * 3_600, on: store)
    try await step(store)
    #expect(try await checks(store).count == 1)
  }

  @Test func nothingIsComparedWhileTheStoreIsOffline() async throws {
    let store = try await store()
    try await store.sync.setOffline(true)
    try await step(store)
    #expect(try await checks(store).isEmpty)
    try await store.sync.setOffline(false)
    try await step(store)
    #expect(try await checks(store).count == 1)
  }
}
