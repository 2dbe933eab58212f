import ConsoleData
import HTTPKit
import JSONKit
import Support
import SyncCore
import TestSupport
import Testing
import Zones

@testable import Console

/// What alerts are about, in a real store.
@Suite struct AlertConditionTests {
  private func open(_ store: SyncConsole) async throws -> [String] {
    await store.console.lookForAlerts()
    return try await store.console.data.openAlerts().map(\.cause.condition.rawValue)
  }

  private static func store(
    schedule: Schedule? = nil, _ change: (inout AlertSettings) -> Void = { _ in }
  ) async throws -> (SyncConsole, FakeGateway) {
    let gateway = FakeGateway(change)
    return (try await SyncConsole(schedule: schedule, alerts: gateway), gateway)
  }

  @Test func nothingIsToldOfAStoreThatIsWell() async throws {
    let (store, gateway) = try await Self.store()
    try await store.fill()
    #expect(try await open(store).isEmpty)
    #expect(gateway.titles.isEmpty)
  }

  @Test func aServerThatStaysAwayIsToldOnceAndItsReturnToo() async throws {
    let (store, gateway) = try await Self.store { $0.publicURL = "https://console.example.com" }
    try await store.fill()
    store.remote.scriptReads([.unreachable])
    #expect(try await store.run("pull")["state"] == "failed")
    #expect(try await open(store).isEmpty)
    store.console.time.advance(milliseconds: 15 * 60_000)
    #expect(try await open(store) == ["sync-failing"])
    #expect(gateway.titles == ["Sync of todo is failing"])
    let message = gateway.sent.withLock { $0[0].message }
    #expect(message["link"] == "https://console.example.com/s/todo/sync")
    #expect(message["detail"]?.string?.isEmpty == false)
    _ = try await store.run("pull")
    #expect(try await open(store).isEmpty)
    #expect(gateway.titles.last == "Recovered: Sync of todo is failing")
  }

  @Test func conflictsAndRejectionsBeyondTheirLimitsAreTold() async throws {
    let (store, gateway) = try await Self.store {
      $0.thresholds.conflicts = 0
      $0.thresholds.rejections = 1
    }
    _ = try await store.conflict()
    _ = try await store.failure()
    // One rejected change is no more than one.
    #expect(try await open(store) == ["conflicts"])
    #expect(gateway.titles == ["Conflicts in todo"])
  }

  @Test func changesThatWaitTooLongAreTold() async throws {
    let (store, _) = try await Self.store { $0.thresholds.unsentMinutes = 30 }
    try await store.fill(["dean"])
    try await store.items.update("dean", ["text": "waits"], by: "mira")
    let ahead = store.time.now.seconds(since: store.console.time.now)
    store.console.time.advance(milliseconds: Int64(ahead * 1_000) + 20 * 60_000)
    #expect(try await open(store).isEmpty)
    store.console.time.advance(milliseconds: 10 * 60_000)
    #expect(try await open(store) == ["changes-unsent"])
  }

  @Test func rowsThatDifferFromTheServerAreToldUntilTheyAreRepaired() async throws {
    let (store, gateway) = try await Self.store()
    try await store.fill()
    store.server.remove(SyncConsole.table, "dean")
    let run = try await store.run("reconcile", ["table": "TodoItem"])
    #expect(try await open(store) == ["drift"])
    #expect(gateway.titles == ["todo differs from its server"])
    #expect(
      gateway.sent.withLock { $0[0].message["detail"] }
        == "1 row of TodoItem differs from the server.")
    let id = try #require(run["run"]?.integer)
    _ = await store.post("/s/todo/reconcile/\(id)/apply", ["missingOnServer": "remove-here"])
    #expect(try await open(store).isEmpty)
    #expect(gateway.titles.last == "Recovered: todo differs from its server")
  }

  @Test func aPausedScheduleIsTold() async throws {
    let (store, _) = try await Self.store(schedule: Schedule(everyMinutes: 60))
    _ = try await store.console.scheduler.setPaused(true, store: "todo", by: "mira")
    #expect(try await open(store) == ["schedule-paused"])
    #expect(try await store.console.data.openAlerts().first?.detail == "It was paused by mira.")
  }

  @Test func credentialsThatEndSoonAreTold() async throws {
    let (store, gateway) = try await Self.store()
    let data = store.console.data
    _ = try await data.addToken("build", role: .viewer, by: "mira", days: 10)
    _ = try await data.addToken("later", role: .viewer, by: "mira", days: 20)
    let now = store.console.time.now
    gateway.known.withLock {
      $0 = [StoreCredential(store: "todo", expiresAt: now.adding(seconds: 86_400))]
    }
    #expect(try await open(store) == ["credential-expiring", "credential-expiring"])
    #expect(
      gateway.titles.sorted() == [
        "The API token build is expiring", "The sign-in token of todo is expiring",
      ])
    // One that can't be read just now has not recovered.
    gateway.known.withLock { $0 = [StoreCredential(store: "todo", expiresAt: nil)] }
    #expect(try await open(store).count == 2)
  }

  @Test func aFullDiskAndAFailedBackupAreTold() async throws {
    let (store, gateway) = try await Self.store()
    gateway.space.withLock { $0 = DiskSpace(path: "/data", free: 9, total: 100) }
    let data = store.console.data
    try await data.addBackup(
      by: "mira", startedAt: store.console.time.now, folder: "/b", failure: "full")
    #expect(try await open(store) == ["disk-nearly-full"])
    try await data.addBackup(
      by: Scheduler.name, startedAt: store.console.time.now, folder: "/b", failure: "full")
    #expect(try await open(store) == ["disk-nearly-full", "backup-failed"])
    try await data.addBackup(by: "mira", startedAt: store.console.time.now, folder: "/b")
    gateway.space.withLock { $0 = nil }
    // The disk can't be looked at.
    #expect(try await open(store) == ["disk-nearly-full"])
  }

  @Test func messagesWaitForTheEndOfTheQuietHours() async throws {
    // The clock of the tests begins at 22:13.
    let (store, gateway) = try await Self.store(schedule: Schedule(everyMinutes: 60)) {
      $0.quietHours = QuietHours(fromMinute: 22 * 60, toMinute: 23 * 60, zone: .utc)
    }
    _ = try await store.console.scheduler.setPaused(true, store: "todo", by: "mira")
    gateway.space.withLock { $0 = DiskSpace(path: "/data", free: 1, total: 100) }
    #expect(try await open(store).count == 2)
    #expect(gateway.titles == ["The disk is nearly full"])
    #expect(await store.page("/alerts").text?.contains("Quiet hours: messages wait") == true)
    store.console.time.advance(milliseconds: 3_600_000)
    _ = try await open(store)
    #expect(gateway.titles == ["The disk is nearly full", "The schedule of todo is paused"])
  }

  @Test func quietHoursGoByTheClockOfTheirZone() throws {
    let berlin = try ZoneDatabase.system.zone("Europe/Berlin")
    let night = QuietHours(fromMinute: 22 * 60, toMinute: 7 * 60, zone: berlin)
    let moment = { (text: String) in try #require(Timestamp(text)) }
    #expect(night.quiet(at: try moment("2026-07-01T19:59:59Z")) == .none)
    #expect(night.quiet(at: try moment("2026-07-01T20:00:00Z")) == .notUrgent)
    #expect(night.quiet(at: try moment("2026-07-02T04:59:00Z")) == .notUrgent)
    #expect(night.quiet(at: try moment("2026-07-02T05:00:00Z")) == .none)
    let lunch = QuietHours(fromMinute: 720, toMinute: 780, zone: .utc, holdsUrgent: true)
    #expect(lunch.quiet(at: try moment("2026-07-02T12:30:00Z")) == .all)
    #expect(lunch.quiet(at: try moment("2026-07-02T13:00:00Z")) == .none)
  }
}
