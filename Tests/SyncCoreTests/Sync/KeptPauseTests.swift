import JSONKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// A server that asked one run to wait is not asked earlier by the next one.
@Suite struct KeptPauseTests {
  private enum Told { case pushing, pulling }

  /// A bench whose last run was told to wait for so many seconds.
  private func told(_ seconds: Double, _ run: Told = .pushing) async throws -> Bench {
    let bench = try await Bench()
    bench.remote.set(retryAfter: seconds)
    let stopped: PushStop?
    switch run {
    case .pushing:
      try await bench.table.insert(["id": "a"])
      bench.remote.script([.throttled])
      stopped = try await bench.context.push().stopped
    case .pulling:
      bench.server.put("T", "a", [:])
      bench.remote.scriptReads([.throttled])
      stopped = try await bench.context.pull().stopped
    }
    #expect(stopped?.code == "throttled")
    bench.remote.clearLog()
    return bench
  }

  @Test func theNextRunWaitsUntilThenAlsoAfterARestart() async throws {
    let bench = try await told(120)
    let end = bench.time.now.adding(seconds: 120)
    let context = try await bench.reopened()
    #expect(try await context.pausedUntil == end)
    let time = bench.time
    let sentAt = Locked<[Timestamp]>([])
    bench.remote.beforeSend { _ in sentAt.withLock { $0.append(time.now) } }
    let said = Locked<[String]>([])
    let report = try await context.push { progress in
      if let message = progress.steps.first?.message { said.withLock { $0.append(message) } }
    }
    #expect(report.succeeded == 1)
    #expect(sentAt.withLock { $0.allSatisfy { $0 >= end } })
    #expect(
      said.withLock { $0.first }
        == "Rate limited by the server until \(end.words). Everything is kept here.")
    #expect(try await context.pausedUntil == nil)
  }

  @Test func whoeverWantsToSendsAtOnce() async throws {
    let bench = try await told(120)
    let now = bench.time.now
    let report = try await bench.context.push(.all, ignoresPause: true)
    #expect(report.succeeded == 1)
    #expect(bench.time.now == now)
    #expect(try await bench.context.pausedUntil == nil)
  }

  @Test func aLongPauseEndsTheNextRunAtOnceAndNothingIsSent() async throws {
    let bench = try await told(3_600)
    let (now, end) = (bench.time.now, bench.time.now.adding(seconds: 3_600))
    let report = try await bench.context.push()
    #expect(report.stopped?.description.contains("until \(end.words)") == true)
    #expect(report.sent == 0 && bench.time.now == now && bench.remote.calls.isEmpty)
  }

  @Test func whatAPullWasToldHoldsForTheNextPullAndReconcile() async throws {
    let bench = try await told(120, .pulling)
    let end = bench.time.now.adding(seconds: 120)
    #expect(try await bench.context.pausedUntil == end)
    let pull = try await bench.reopened().pull()
    #expect(pull.isComplete && bench.time.now >= end)
    #expect(try await bench.context.table("T").reconcile().isComplete)
  }

  @Test func aLongPauseEndsAPullAndAReconcileAtOnce() async throws {
    let bench = try await told(3_600, .pulling)
    let (now, end) = (bench.time.now, bench.time.now.adding(seconds: 3_600))
    let pull = try await bench.context.pull()
    #expect(pull.stopped?.description.contains("until \(end.words)") == true)
    let report = try await bench.context.table("T").reconcile()
    #expect(report.failure?.contains("until \(end.words)") == true && !report.isComplete)
    #expect(bench.time.now == now && bench.remote.calls.isEmpty)
  }

  @Test func aPullThatWasToldToWaitHoldsUpThePush() async throws {
    let bench = try await told(3_600, .pulling)
    try await bench.table.insert(["id": "b"])
    #expect(try await bench.context.push().stopped?.code == "throttled")
    #expect(bench.remote.calls.isEmpty)
  }

  @Test func aLivePullDoesNotWaitForThePause() async throws {
    let bench = try await told(120, .pulling)
    let now = bench.time.now
    #expect(try await bench.context.pullLive(tables: ["T"]).stopped?.code == "throttled")
    #expect(bench.time.now == now && bench.remote.calls.isEmpty)
  }

  @Test func pullIgnoresThePauseWhenTold() async throws {
    let bench = try await told(3_600, .pulling)
    let report = try await bench.context.pull(pushing: nil, ignoresPause: true)
    #expect(report.isComplete && report.tables.first?.inserted == 1)
    #expect(try await bench.context.pausedUntil == nil)
  }

  @Test func aClockThatWasSetBackMakesThePauseVoid() async throws {
    let bench = try await told(120)
    bench.time.advance(milliseconds: -86_400_000)
    #expect(try await bench.context.pausedUntil == nil)
  }

  @Test(arguments: [86_401, 1e10, 9.1e15, 1e20, 1e300])
  func noServerHoldsAStoreForLongerThanADay(_ seconds: Double) async throws {
    let bench = try await told(seconds)
    let end = bench.time.now.adding(seconds: 86_400)
    #expect(try await bench.context.pausedUntil == end)
    #expect(try await bench.operations().first?.state == .pending)
    bench.time.advance(milliseconds: 86_400_000)
    #expect(try await bench.context.push().succeeded == 1)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan])
  func whatIsNoNumberOfSecondsCountsAsNotSaid(_ seconds: Double) async throws {
    let bench = try await Bench()
    try await bench.table.insert(["id": "a"])
    bench.remote.set(retryAfter: seconds)
    bench.remote.script([.throttled])
    #expect(try await bench.context.push().succeeded == 1)
    #expect(try await bench.context.pausedUntil == nil)
  }

  @Test func aPauseThatWasKeptForYearsEndsAfterADay() async throws {
    let bench = try await Bench()
    let now = bench.time.now
    try await bench.context.persistRetryAfter(until: now.adding(seconds: 100_000_000_000))
    #expect(try await bench.context.pausedUntil == now.adding(seconds: 86_400))
  }

  @Test func everyRowSaysUntilWhen() async throws {
    let bench = try await told(120)
    let end = bench.time.now.adding(seconds: 120)
    try await bench.table.insert(["id": "b"])
    for id in ["a", "b"] {
      let detail = try #require(try await bench.context.row("T", id))
      let operation = try #require(detail.operations.first)
      #expect(operation.pausedUntil == end)
      let stop = try #require(detail.why.first { $0.result == .no })
      #expect(stop.code == .pause && stop.evidence.contains(end.words))
      #expect(stop.fix == .pushAnyway(operation.info.id, until: end))
    }
  }
}
