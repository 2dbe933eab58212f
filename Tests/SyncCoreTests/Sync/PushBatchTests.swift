import JSONKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

private func bench(
  rows: Int, batchSize: Int = 100, window: Int = 4, isOn: Bool = true
) async throws -> Bench {
  var settings = Bench.settings(window: window)
  settings.pushesBatches = isOn
  let bench = try await Bench(settings: settings)
  bench.remote.set(batchSize: batchSize)
  for number in 0..<rows {
    try await bench.table.insert(["id": .string("r\(number)"), "title": "mine"])
  }
  return bench
}

extension Bench {
  /// Every row was inserted once, and the queue is empty.
  fileprivate func expectAllOnce(_ count: Int) async throws {
    #expect(server.commits.count == count)
    #expect(Set(server.commits.map(\.record.id)).count == count)
    #expect(try await operations().isEmpty)
    #expect(try await errors().isEmpty)
    #expect(try await rows() == server.rows("T"))
  }
}

@Test func changesOfDifferentRowsShareABatch() async throws {
  let bench = try await bench(rows: 10, batchSize: 4)
  let report = try await bench.context.push()
  #expect(bench.remote.batches == [4, 4])
  #expect(bench.remote.sends.filter { $0.batch == nil }.count == 2)
  #expect(report.succeeded == 10)
  #expect(report.sent == 10)
  try await bench.expectAllOnce(10)
}

@Test(arguments: [1, 2])
func aSmallQueueGoesWithoutABatch(_ count: Int) async throws {
  let bench = try await bench(rows: count)
  _ = try await bench.context.push()
  #expect(bench.remote.batches.isEmpty)
  try await bench.expectAllOnce(count)
}

@Test(arguments: [(1, true), (16, false)])
func aWindowOfOneAndTheSettingSendChangesAlone(_ window: Int, _ isOn: Bool) async throws {
  let bench = try await bench(rows: 10, window: window, isOn: isOn)
  _ = try await bench.context.push()
  #expect(bench.remote.batches.isEmpty)
  if window == 1 { #expect(bench.remote.sends.map(\.id) == (0..<10).map { "r\($0)" }) }
  try await bench.expectAllOnce(10)
}

@Test func severalBatchesAreUnderWayAtOnce() async throws {
  let bench = try await bench(rows: 12, batchSize: 3, window: 4)
  let latch = Latch(count: 4)
  let arrived = Locked<Set<String>>([])
  bench.remote.beforeSend { change in
    // The first change of each batch waits for the other batches.
    guard ["r0", "r3", "r6", "r9"].contains(change.id) else { return }
    arrived.withLock { _ = $0.insert(change.id) }
    await latch.arriveAndWait()
  }
  _ = try await bench.context.push()
  #expect(bench.remote.inFlightMax == 4)
  #expect(bench.remote.batches == [3, 3, 3, 3])
  try await bench.expectAllOnce(12)
}

@Test func aRemoteLimitsItsBatchesInFlight() async throws {
  let bench = try await bench(rows: 30, batchSize: 3, window: 8)
  bench.remote.set(batchesInFlightMax: 2)
  // The first two batches wait for each other.
  let latch = Latch(count: 2)
  bench.remote.beforeSend { if ["r0", "r3"].contains($0.id) { await latch.arriveAndWait() } }
  _ = try await bench.context.push()
  #expect(bench.remote.inFlightMax == 2)
  #expect(bench.remote.batches == Array(repeating: 3, count: 10))
  try await bench.expectAllOnce(30)
}

@Test func aLostBatchIsReadBackWithinTheLimit() async throws {
  let bench = try await bench(rows: 12, batchSize: 3, window: 8)
  bench.remote.set(batchesInFlightMax: 1)
  bench.remote.script(batches: [.all(.lostAnswer)])
  _ = try await bench.context.push()
  try await bench.expectAllOnce(12)
}

@Test func aBatchHoldsEachRowOnceAndKeepsItsOrder() async throws {
  let bench = try await bench(rows: 6)
  let table = bench.table
  bench.remote.beforeSend { change in
    guard change.kind == .insert else { return }
    await expectNoThrow { try await table.update(change.id, ["title": "edited"]) }
  }
  let report = try await bench.context.push()
  #expect(report.succeeded == 12)
  #expect(bench.remote.batches == [6, 6])
  for number in 0..<6 {
    let calls = bench.remote.sends.filter { $0.id == "r\(number)" }
    #expect(calls.map(\.name) == ["insert", "update"])
    #expect(calls.map(\.batch) == [1, 2])
  }
  #expect(try await bench.rows() == bench.server.rows("T"))
}

@Test func eachChangeOfABatchHasItsOwnOutcome() async throws {
  let bench = try await bench(rows: 8)
  bench.server.put("T", "r1", ["title": "theirs"])
  bench.remote.script("r2", [.refused])
  bench.remote.script("r3", [.failedAfter])
  bench.remote.script("r4", [.lostRequest])
  let report = try await bench.context.push()
  #expect(report.succeeded == 6)
  #expect(report.conflicts == 1)
  #expect(report.failed == 1)
  let left = try await bench.operations()
  #expect(left.map(\.itemID) == ["r1", "r2"])
  #expect(left.map(\.state) == [.conflict, .failed])
  #expect(bench.server.commits.filter { $0.record.id == "r3" }.count == 1)
  let refused = try #require(left.last)
  #expect(try await bench.attempts(refused.id).map(\.outcome) == ["refused"])
}

@Test(arguments: [FakeFault.lostAnswer, .lostRequest, .failedAfter, .failedBefore, .lateRequest])
func aBatchWhoseAnswerIsLostIsSettledByAsking(_ fault: FakeFault) async throws {
  let bench = try await bench(rows: 9)
  bench.remote.script(batches: [.all(fault)])
  let report = try await bench.context.push()
  #expect(report.succeeded == 9)
  #expect(bench.remote.calls.filter { $0.name == "read" }.count == 9)
  try await bench.expectAllOnce(9)
}

@Test func aBatchAndTheRepeatAreTwoRequests() async throws {
  let bench = try await bench(rows: 3)
  bench.remote.script(batches: [.all(.failedBefore)])
  for id in ["r0", "r1", "r2"] { bench.remote.script(id, [.refused]) }
  _ = try await bench.context.push()
  for operation in try await bench.operations() {
    let detail = try #require(try await bench.context.operation(operation.id))
    #expect(detail.info.attempts == 2 && detail.attempts.map(\.number) == [1, 2])
    #expect(detail.attempts.map(\.outcome) == ["failed", "refused"])
    #expect(detail.attempts.first?.message?.hasPrefix("In a batch of 3") == true)
  }
}

@Test func whatNeverLeftIsNoAttempt() async throws {
  let bench = try await bench(rows: 1)
  bench.remote.script("r0", [.unreachable])
  _ = try await bench.context.push()
  let id = try #require(try await bench.operations().first?.id)
  let unsent = try #require(try await bench.context.operation(id))
  #expect(unsent.info.attempts == 0 && unsent.attempts.map(\.number) == [0])
  bench.remote.script("r0", [.refused])
  _ = try await bench.context.push()
  let refused = try #require(try await bench.context.operation(id))
  #expect(refused.info.attempts == 1 && refused.attempts.map(\.number) == [0, 1])
}

@Test func whatAnAnswerDoesNotNameIsAskedFor() async throws {
  let bench = try await bench(rows: 9)
  bench.remote.script(batches: [.cutShort(4)])
  _ = try await bench.context.push()
  #expect(bench.remote.calls.filter { $0.name == "read" }.count == 5)
  #expect(bench.remote.batches == [9])
  try await bench.expectAllOnce(9)
}

@Test func aBatchThatIsTurnedDownGoesInSmallerOnes() async throws {
  let bench = try await bench(rows: 16, window: 2)
  bench.remote.script(batches: [.notTaken, .notTaken])
  _ = try await bench.context.push()
  #expect(bench.remote.batches == [16, 8, 8, 4, 4])
  #expect(bench.remote.calls.allSatisfy { $0.name == "insert" })
  try await bench.expectAllOnce(16)
}

@Test func aServerThatTurnsDownEveryBatchGetsTheChangesAlone() async throws {
  let bench = try await bench(rows: 40, window: 4)
  bench.remote.script(batches: Array(repeating: .notTaken, count: 1_000))
  let report = try await bench.context.push()
  #expect(bench.remote.batches.count <= 12)
  #expect(report.sent == 40)
  try await bench.expectAllOnce(40)
}

@Test func anEndpointThatIsGoneSendsTheRestAlone() async throws {
  let bench = try await bench(rows: 30, batchSize: 10, window: 2)
  bench.remote.script(batches: [nil, .gone])
  _ = try await bench.context.push()
  #expect(bench.remote.batches.count <= 3)
  try await bench.expectAllOnce(30)
}

@Test(arguments: [FakeFault.unauthorized, .unreachable])
func aStopKeepsTheWholeBatch(_ fault: FakeFault) async throws {
  let bench = try await bench(rows: 20)
  bench.remote.script(batches: Array(repeating: .all(fault), count: 20))
  let report = try await bench.context.push()
  #expect(report.stopped != nil)
  #expect(report.remaining == 20)
  #expect(bench.remote.batches.count == 1)
  #expect(try await bench.errors().isEmpty)
  #expect(try await bench.operations().allSatisfy { $0.state == .pending })
}

@Test func aThrottledBatchWaitsOnceForAll() async throws {
  let bench = try await bench(rows: 20)
  bench.remote.set(retryAfter: 7)
  bench.remote.script(batches: [.all(.throttled)])
  let start = bench.time.now
  _ = try await bench.context.push()
  let waited = bench.time.now.seconds(since: start)
  #expect(waited >= 7 && waited < 8)
  #expect(bench.remote.batches == [20, 20])
  try await bench.expectAllOnce(20)
}

@Test func aRunThatLearnsOfBatchesOnTheWayUsesThem() async throws {
  let bench = try await bench(rows: 50, batchSize: 1, window: 2)
  let remote = bench.remote
  remote.afterCommit { _ in remote.set(batchSize: 100) }
  _ = try await bench.context.push()
  #expect(bench.remote.sends.filter { $0.batch == nil }.count <= 4)
  #expect(bench.remote.batches.reduce(0, +) >= 46)
  try await bench.expectAllOnce(50)
}

@Test func aCancelledBatchIsSettledByTheNextPush() async throws {
  let bench = try await bench(rows: 10, window: 2)
  let push = Locked<Task<PushReport, any Error>?>(nil)
  bench.remote.afterCommit { change in
    guard change.id == "r4" else { return }
    push.withLock { $0 }?.cancel()
    // Until the request itself is given up.
    while !Task.isCancelled { await Task.yield() }
  }
  let context = bench.context
  let started = Latch(count: 2)
  let task = Task {
    await started.arriveAndWait()
    return try await context.push()
  }
  push.withLock { $0 = task }
  await started.arriveAndWait()
  #expect(try await task.value.stopped == .cancelled)
  let states = try await bench.operations().map(\.state)
  #expect(states.count == 6)
  #expect(states.first == .unknown)
  bench.remote.afterCommit(nil)
  _ = try await bench.context.push()
  try await bench.expectAllOnce(10)
}
