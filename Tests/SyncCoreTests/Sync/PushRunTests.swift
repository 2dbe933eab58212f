import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import SyncCore

@Test func throttlingWaitsAsLongAsTold() async throws {
  let bench = try await Bench(settings: Bench.settings(window: 1))
  try await bench.table.insert(["id": "a"])
  bench.remote.set(retryAfter: 7)
  bench.remote.script([.throttled, .throttled])
  let start = bench.time.now
  let report = try await bench.context.push()
  #expect(report.succeeded == 1)
  let waited = bench.time.now.seconds(since: start)
  #expect(waited >= 14 && waited <= 14 * 1.1 + 0.01)
}

@Test func aLongWaitEndsTheRunInsteadOfAskingTooEarly() async throws {
  let bench = try await Bench()
  try await bench.table.insert(["id": "a"])
  bench.remote.set(retryAfter: 3_600)
  bench.remote.script([.throttled])
  let start = bench.time.now
  let report = try await bench.context.push()
  #expect(report.stopped?.description.contains("3600 s") == true)
  #expect(bench.time.now == start)
  #expect(try await bench.operations().map(\.state) == [.pending])
  #expect(try await bench.errors().isEmpty)
}

@Test func nothingIsSentDuringAPause() async throws {
  let bench = try await Bench(settings: Bench.settings(window: 4))
  for number in 0..<8 { try await bench.table.insert(["id": .string("r\(number)")]) }
  bench.remote.set(retryAfter: 5)
  bench.remote.script("r0", [.throttled])
  let time = bench.time
  let sentAt = Locked<[Timestamp]>([])
  let latch = Latch(count: 4)
  bench.remote.beforeSend { _ in
    sentAt.withLock { $0.append(time.now) }
    await latch.arriveAndWait()
  }
  let start = time.now
  _ = try await bench.context.push()
  let late = sentAt.withLock { $0.dropFirst(4) }
  #expect(late.count == 5)
  #expect(late.allSatisfy { $0 >= start.adding(seconds: 5) })
}

@Test(arguments: [FakeFault.unauthorized, .unreachable])
func aStopKeepsEverythingWithoutErrorEntries(_ fault: FakeFault) async throws {
  let bench = try await Bench(settings: Bench.settings(window: 3))
  for number in 0..<20 { try await bench.table.insert(["id": .string("r\(number)")]) }
  bench.remote.script(Array(repeating: fault, count: 100))
  let report = try await bench.context.push()
  #expect(report.remaining == 20)
  #expect(report.sent <= 3)
  #expect(try await bench.errors().isEmpty)
  #expect(try await bench.operations().allSatisfy { $0.state == .pending })
}

@Test func anOfflineStoreSendsNothingAndStaysSo() async throws {
  let bench = try await Bench()
  try await bench.table.insert(["id": "a"])
  try await bench.context.setOffline(true)
  let again = try await bench.reopened()
  #expect(try await again.isOffline)
  await #expect(throws: SyncError.offline) { _ = try await again.push() }
  await #expect(throws: SyncError.offline) { _ = try await again.pull() }
  #expect(bench.remote.calls.isEmpty)
  try await again.setOffline(false)
  #expect(try await bench.context.push().succeeded == 1)
}

@Test func oneRunAtATimeWorksOnAStore() async throws {
  let bench = try await Bench()
  try await bench.table.insert(["id": "a"])
  let other = try await bench.reopened()
  let refused = Locked<[SyncError]>([])
  bench.remote.beforeSend { _ in
    do { _ = try await other.push() } catch let error as SyncError {
      refused.withLock { $0.append(error) }
    } catch { Issue.record(error) }
  }
  _ = try await bench.context.push()
  #expect(refused.withLock { $0 } == [.runInProgress(path: bench.context.path)])
  #expect(bench.server.commits.count == 1)
  bench.remote.beforeSend(nil)
  #expect(try await other.push().stopped == nil)
}

/// Cancels a push while two of its six operations are on the server and their answers are not here.
private func cancelledPush(
  _ bench: Bench, _ context: SyncContext,
  beforeTheAnswer: @escaping @Sendable () async -> Void = {}
) async throws -> PushReport {
  for number in 0..<6 { try await bench.table.insert(["id": .string("r\(number)")]) }
  let latch = Latch(count: 2)
  let push = Locked<Task<PushReport, any Error>?>(nil)
  bench.remote.afterCommit { _ in
    await latch.arriveAndWait()
    push.withLock { $0 }?.cancel()
    await beforeTheAnswer()
  }
  let started = Latch(count: 2)
  let task = Task {
    await started.arriveAndWait()
    return try await context.push()
  }
  push.withLock { $0 = task }
  await started.arriveAndWait()
  return try await task.value
}

@Test func aCancelledPushWaitsAWhileForTheAnswersUnderWay() async throws {
  let bench = try await Bench(settings: Bench.settings(window: 2))
  // In real time the answers are here long before the wait is over.
  let context = try await SyncContext(
    path: bench.context.path, remote: bench.remote, settings: bench.context.settings,
    time: SystemTime())
  let report = try await cancelledPush(bench, context)
  #expect(report.stopped == .cancelled && report.succeeded == 2 && report.unknown == 0)
  #expect(try await bench.operations().map(\.state) == Array(repeating: .pending, count: 4))
  #expect(bench.server.commits.count == 2)
}

@Test func aCancelledPushKeepsWhatItDidNotFinish() async throws {
  let bench = try await Bench(settings: Bench.settings(window: 2))
  let report = try await cancelledPush(bench, bench.context) {
    // Until the request itself is given up.
    while !Task.isCancelled { await Task.yield() }
  }
  #expect(report.stopped == .cancelled)
  let operations = try await bench.operations()
  #expect(operations.map(\.state) == [.unknown, .unknown, .pending, .pending, .pending, .pending])
  bench.remote.afterCommit(nil)
  #expect(try await bench.context.push().remaining == 0)
  #expect(bench.server.commits.count == 6)
}

@Test(arguments: [false, true])
func aCrashDuringASendIsSettledByReading(_ arrived: Bool) async throws {
  let bench = try await Bench()
  try await bench.queue(.update)
  let id = try #require(try await bench.operations().first?.id)
  let time = bench.time
  try await bench.context.database.write { db in
    try OperationStore.markSending([id], at: time.now, on: db)
  }
  if arrived { bench.server.put("T", "a", ["title": "new"]) }
  let again = try await bench.reopened()
  _ = try await again.push()
  #expect(bench.remote.calls.map(\.name) == (arrived ? ["read"] : ["read", "update"]))
  #expect(bench.server.row("T", "a")?.values["title"] == "new")
  try await bench.expectSame("a")
}

@Test func progressCountsEveryOperation() async throws {
  let bench = try await Bench()
  for number in 0..<5 { try await bench.table.insert(["id": .string("r\(number)")]) }
  let broadcaster = ProgressBroadcaster()
  var updates = broadcaster.updates().makeAsyncIterator()
  #expect(await updates.next() == SyncProgress())
  let report = try await bench.context.push(progress: broadcaster.sink)
  broadcaster.finish()
  var last = SyncProgress(steps: [
    SyncProgress.Step(kind: .push, state: .done, done: 5, total: 5)
  ])
  last.push = report
  // The inserts wrote the first five entries, the push one more for each.
  last.history = HistorySpan(after: 5, upTo: 10)
  #expect(await updates.next() == last)
  #expect(await updates.next() == nil)
  #expect(broadcaster.latest == last)
}

@Test func aPreviewOnlyReads() async throws {
  let bench = try await Bench()
  for id in ["same", "theirs", "gone", "done"] { try await bench.synced(id, ["title": "old"]) }
  for id in ["same", "theirs", "gone", "done"] {
    try await bench.table.update(id, ["title": "new"])
  }
  try await bench.table.insert(["id": "fresh"])
  bench.server.put("T", "theirs", ["title": "theirs"])
  bench.server.put("T", "done", ["title": "new"])
  bench.server.remove("T", "gone")
  let commits = bench.server.commits.count
  let before = try await bench.operations()

  let preview = try await bench.context.pushPreview()

  let expected: [String: PreviewedOperation.Expectation] = [
    "same": .accepted, "theirs": .conflict, "gone": .missing, "done": .alreadyDone,
    "fresh": .accepted,
  ]
  for one in preview { #expect(one.expectation == expected[one.itemID], "\(one.itemID)") }
  #expect(preview.count == 5)
  #expect(bench.remote.calls.allSatisfy { $0.name == "read" })
  #expect(bench.server.commits.count == commits)
  #expect(try await bench.operations() == before)
}
