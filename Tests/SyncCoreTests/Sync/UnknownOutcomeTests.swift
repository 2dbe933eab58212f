import JSONKit
import SQLiteKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// Changes of which nobody knows whether the server has them: counted apart, each with its reason.
@Suite struct UnknownOutcomeTests {
  private func inserts(_ count: Int, window: Int = 16) async throws -> Bench {
    let bench = try await Bench(settings: Bench.settings(window: window))
    for number in 0..<count { try await bench.table.insert(["id": .string("r\(number)")]) }
    return bench
  }

  @Test func aRunCountsThemApartAndEachHasAnEntry() async throws {
    let bench = try await inserts(30)
    bench.remote.set(chaos: FakeChaos(seed: 1, percent: 100, faults: [.failedAfter]))
    let report = try await bench.context.push()
    let counts = try await bench.context.counts()
    #expect(report.failed == 0 && report.unknown > 0 && report.unknown == counts.unknown)
    #expect(report.problems.count == report.unknown && !report.isClean)
    let errors = try await bench.context.errorCounts(ErrorQuery())
    #expect(errors[.unknown] == counts.unknown && errors[.failed] == 0)
    bench.remote.set(chaos: nil)
    #expect(try await bench.context.push().isClean)
    #expect(bench.server.commits.count == 30)
  }

  @Test func whatTheProgramLeftOnItsWayHasAnEntryToo() async throws {
    let bench = try await inserts(2)
    let ids = try await bench.operations().map(\.id)
    let now = bench.time.now
    try await bench.context.database.write { db in
      try OperationStore.markSending([ids[0]], at: now, on: db)
    }
    let context = try await bench.reopened()
    let error = try #require(try await context.errors().first)
    #expect(error.isOutcomeUnknown && error.operationID == ids[0] && error.status == 0)
    #expect(error.message.hasPrefix("No answer came (the program ended before it), so it is not"))
    #expect(try await context.unknownOutcomes(among: ids) == [ids[0]])
    #expect(try await context.push().isClean)
  }

  @Test func theReasonSaysWhatWasAskedAndTheHeadlineNamesTheLastOne() async throws {
    let bench = try await inserts(9, window: 1)
    for number in 0..<9 {
      bench.remote.script("r\(number)", Array(repeating: .failedBefore, count: 4))
    }
    let failing = try await bench.context.push()
    #expect(failing.unknown == 8)
    #expect(
      failing.stopped?.description.contains("The last one: The server answered 500 (") == true)
    #expect(try await bench.errors().first?.message.hasPrefix("The server answered 500 (") == true)
    // Now it refuses to be asked.
    bench.remote.scriptReads(Array(repeating: .refused, count: 8))
    let asked = try await bench.context.push()
    #expect(asked.unknown == 8 && asked.failed == 0)
    let why =
      "The answer to an earlier request was lost, and asking for the row failed "
      + "(the server answered 400: bad request)"
    #expect(asked.stopped?.description.contains("The last one: \(why).") == true)
    let messages = try await bench.errors().map(\.message)
    #expect(
      messages.count == 8 && messages.allSatisfy { $0.hasPrefix("\(why), so it is not known") })
  }

  @Test func aCancelledPushKeepsTheReasonOfAnEarlierOne() async throws {
    let bench = try await inserts(1)
    bench.remote.script("r0", Array(repeating: .failedBefore, count: 4))
    _ = try await bench.context.push()
    let error = try #require(try await bench.errors().first)
    bench.remote.scriptReads([.unreachable])
    let report = try await bench.context.push()
    #expect(report.stopped?.code == "unreachable" && report.unknown == 1)
    #expect(report.problems == [error.id])
    #expect(try await bench.errors() == [error])
  }

  @Test func toSendAgainIsNoDecisionOnThem() async throws {
    let bench = try await inserts(1)
    bench.remote.script("r0", Array(repeating: .failedBefore, count: 4))
    _ = try await bench.context.push()
    let id = try #require(try await bench.operations().first?.id)
    for decision in [QueueDecision.retry, .resolve(.retry)] {
      #expect(try await bench.context.decide([(id, decision)], by: nil).changed == 0)
    }
    let waiting = try await bench.table.insert(["id": "later"])
    let fresh = try #require(
      try await bench.context.queuedOperations(of: "T", [waiting]).first?.id)
    let mixed = try await bench.context.decide([(id, .retry), (fresh, .retry)], by: nil)
    #expect(mixed.changedOperations.isEmpty && mixed.problems.isEmpty)
    let kept = try await bench.context.decide([(id, .resolve(.keepLocal))], by: nil)
    #expect(kept.problems.count == 1)
    #expect(try await bench.errors().count == 1)
  }

  @Test func aSnapshotSaysWhatIsKnownSoFar() async throws {
    let bench = try await inserts(6, window: 1)
    let seen = Locked<[SyncProgress]>([])
    _ = try await bench.context.push { progress in seen.withLock { $0.append(progress) } }
    let pushes = seen.withLock { $0 }.compactMap(\.push)
    #expect(pushes.first?.remaining == 6 && pushes.first?.succeeded == 0)
    #expect(pushes.contains { $0.succeeded == 3 && $0.remaining == 3 })
    #expect(pushes.last?.succeeded == 6)
    for number in 0..<5 { bench.server.put("T", "s\(number)", ["n": 1]) }
    seen.withLock { $0 = [] }
    let pull = try await bench.context.pull { progress in seen.withLock { $0.append(progress) } }
    #expect(seen.withLock { $0.last?.pulled } == pull.tables)
  }
}
