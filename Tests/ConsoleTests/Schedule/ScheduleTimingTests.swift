import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing

@testable import Console

/// Not too early, and never beside another program.
@Suite struct ScheduleTimingTests {
  private func step(_ store: SyncConsole) async throws {
    await store.console.scheduler.startDue()
    if let id = await store.console.runs.running(in: "todo") {
      _ = try await store.console.runs.wait(id, store: "todo")
    }
  }

  private func count(_ store: SyncConsole) async throws -> Int {
    try await store.console.data.runs(store: "todo", RunQuery(limit: 100)).count
  }

  @Test func waitsAfterTheStartOfTheProgram() async throws {
    let store = try await SyncConsole(
      schedule: Schedule(everyMinutes: 15, startDelaySeconds: 30))
    store.console.time.advance(milliseconds: 29_000)
    try await step(store)
    #expect(try await count(store) == 0)
    store.console.time.advance(milliseconds: 1_000)
    try await step(store)
    #expect(try await count(store) == 1)
  }

  @Test func waitsUntilNobodyHasChangedARowForAWhile() async throws {
    let store = try await SyncConsole(schedule: Schedule(everyMinutes: 15, quietSeconds: 20))
    try await store.fill(["dean"])
    // The store and the console have clocks of their own here; both stand at the same moment.
    try await store.items.update("dean", ["text": "first"])
    try await step(store)
    #expect(try await count(store) == 0)
    store.console.time.advance(milliseconds: 19_000)
    try await step(store)
    #expect(try await count(store) == 0)
    store.console.time.advance(milliseconds: 1_000)
    try await step(store)
    #expect(try await count(store) == 1)
    #expect(try await store.queue().isEmpty)
  }

  @Test func changesThatNeverEndDoNotPutItOffForEver() async throws {
    let store = try await SyncConsole(schedule: Schedule(everyMinutes: 1, quietSeconds: 3_600))
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "first"])
    store.console.time.advance(milliseconds: 59_000)
    try await step(store)
    #expect(try await count(store) == 0)
    store.console.time.advance(milliseconds: 1_000)
    try await step(store)
    #expect(try await count(store) == 1)
  }

  @Test func waitsForARunOfAnotherProgramAndThenSyncs() async throws {
    let store = try await SyncConsole(schedule: Schedule(everyMinutes: 15))
    var lock: FileLock? = try FileLock(tryLocking: store.sync.path + ".lock")
    #expect(lock != nil)
    let (waits, isFree) = (Gate(), Gate())
    store.console.time.whenSleeping {
      waits.open()
      await isFree.wait()
    }
    await store.console.scheduler.startDue()
    let id = try #require(await store.console.runs.running(in: "todo"))
    await waits.wait()
    #expect(
      await store.console.runs.progress(id)?.steps.first?.message
        == "Waiting for a run of another program on this store.")
    lock = nil
    isFree.open()
    let run = try await store.console.runs.wait(id, store: "todo")
    #expect(run.state == .succeeded)
    #expect(try await store.console.scheduler.status(of: "todo")?.failures == 0)
  }

  @Test func aRunThatSomebodyAsksForDoesNotWait() async throws {
    let store = try await SyncConsole()
    let lock = try #require(try FileLock(tryLocking: store.sync.path + ".lock"))
    let run = try await store.run("push")
    #expect(run["state"] == "failed")
    withExtendedLifetime(lock) {}
  }

  @Test func otherSchedulesHoldFromNowOn() async throws {
    let store = try await SyncConsole()
    try await step(store)
    #expect(try await count(store) == 0)
    await store.console.scheduler.setSchedules(
      ["todo": Schedule(everyMinutes: 15)], drift: [:], live: [])
    try await step(store)
    #expect(try await count(store) == 1)
    await store.console.scheduler.setSchedules([:], drift: [:], live: [])
    #expect(try await store.console.scheduler.status(of: "todo") == nil)
  }
}
