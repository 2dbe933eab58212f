import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import SyncCore

@Test func aPullBringsRowsAndTombstonesAndThenOnlyWhatChanged() async throws {
  let bench = try await Bench()
  for id in ["a", "b", "c"] { bench.server.put("T", id, ["title": .string(id), "n": 1]) }
  bench.server.put("T", "c", [:], deleted: true)
  let first = try await bench.context.pull()
  #expect(first.tables.map(\.inserted) == [2])
  #expect(first.deleted == 1)
  #expect(try await bench.rows() == bench.server.rows("T"))
  #expect(try await bench.token() == bench.server.rows("T").compactMap(\.updatedAt).max())

  bench.server.put("T", "a", ["title": "changed", "color": "red"])
  bench.server.put("T", "b", [:], deleted: true)
  let second = try await bench.context.pull()
  #expect(second.updated == 1)
  #expect(second.deleted == 1)
  #expect(try await bench.row("a")?.values["color"] == "red")
  #expect(try await bench.row("b")?.values["title"] == "b")
  #expect(try await bench.row("b")?.deleted == true)

  let third = try await bench.context.pull()
  #expect(third.tables.map { $0.inserted + $0.updated + $0.deleted } == [0])
}

@Test func aPullKeepsRowsWithOperationsAndTheServersCopyBeside() async throws {
  let bench = try await Bench()
  try await bench.synced("a", ["title": "old"])
  try await bench.synced("gone", ["title": "old"])
  try await bench.table.update("a", ["title": "mine"])
  try await bench.table.hardDelete("gone")
  let theirs = bench.server.put("T", "a", ["title": "theirs"])
  let revived = bench.server.put("T", "gone", ["title": "revived"])
  var settings = bench.context.settings
  settings.pushesBeforePull = false
  let context = try await SyncContext(
    path: bench.context.path, remote: bench.remote, settings: settings, time: bench.time)
  let report = try await context.pull()
  #expect(report.keptBeside == 2)
  #expect(try await bench.row("a")?.values["title"] == "mine")
  #expect(try await bench.row("gone") == nil)
  #expect(try await bench.serverCopy("a") == theirs)
  #expect(try await bench.serverCopy("gone") == revived)
  // The same copy again is no news.
  #expect(try await context.pull(full: true).keptBeside == 0)
}

@Test func aPullOfADirtyTablePushesFirst() async throws {
  let bench = try await Bench()
  try await bench.table.insert(["id": "a", "title": "mine"])
  let report = try await bench.context.pull()
  #expect(report.push?.succeeded == 1)
  #expect(report.isComplete)
  #expect(bench.remote.calls.map(\.name) == ["insert", "changes"])
}

@Test func aPullDoesNotRunWhenThePushBeforeItWasStopped() async throws {
  let bench = try await Bench()
  try await bench.table.insert(["id": "a"])
  bench.remote.script([.unreachable])
  let report = try await bench.context.pull()
  #expect(report.stopped?.code == "unreachable")
  #expect(report.tables.isEmpty)
}

@Test func aRefusedOperationDoesNotHoldUpThePull() async throws {
  let bench = try await Bench()
  try await bench.table.insert(["id": "a"])
  bench.remote.script([.refused])
  bench.server.put("T", "b", ["title": "b"])
  let report = try await bench.context.pull()
  #expect(report.isComplete)
  #expect(try await bench.row("b") != nil)
  bench.remote.clearLog()
  _ = try await bench.context.pull()
  #expect(bench.remote.calls.map(\.name) == ["changes"])
}

@Test func aPullThatBreaksOffGoesOnFromItsLastPage() async throws {
  let bench = try await Bench()
  bench.server.change { $0.pageMax = 2 }
  for number in 0..<7 { bench.server.put("T", "r\(number)", ["n": .integer(Int64(number))]) }
  bench.remote.scriptReads([nil, nil, .unreachable])
  let report = try await bench.context.pull()
  #expect(report.stopped?.code == "unreachable")
  let stored = try await bench.rows()
  #expect(stored.count == 4)
  #expect(try await bench.token() == stored.compactMap(\.updatedAt).max())

  let again = try await bench.reopened()
  #expect(try await again.pull().isComplete)
  #expect(try await bench.rows() == bench.server.rows("T"))
}

@Test func aPageIsStoredWithItsTokenOrNotAtAll() async throws {
  let bench = try await Bench()
  bench.server.put("T", "a", ["n": 1])
  let bad = PullPage(
    records: [Record(id: "b", version: "v9", values: ["n": 1]), Record(id: "a\u{0}b")],
    token: "2030-01-01T00:00:00.000Z")
  // A trigger stands for any failure of the store in the middle of a page.
  try await bench.context.pullNothing()
  try await bench.context.database.write { db in
    try db.execute(
      "CREATE TRIGGER broken BEFORE INSERT ON MS_TableConfig BEGIN SELECT raise(ABORT, 'no'); END")
  }
  let job = PullJob(table: "T", query: PullQuery(queryID: "all"))
  await #expect(throws: (any Error).self) {
    _ = try await bench.context.store([bad], of: job, after: SyncCursor())
  }
  #expect(try await bench.rows().isEmpty)
  #expect(try await bench.token() == nil)
}

extension SyncContext {
  /// Makes the table without a row in it.
  fileprivate func pullNothing() async throws {
    try await database.write { db in _ = try Catalogue.ensure("T", on: db) }
  }
}

@Test func manyRowsWithOneStampComeOnceEach() async throws {
  let bench = try await Bench()
  bench.server.change {
    $0.stampStep = 0
    $0.pageMax = 3
  }
  for number in 0..<20 { bench.server.put("T", "r\(number)", ["n": 1]) }
  let report = try await bench.context.pull()
  #expect(report.inserted == 20)
  #expect(try await bench.rows() == bench.server.rows("T"))
}

@Test func aRowThatChangesBetweenTwoPagesIsNotLost() async throws {
  let bench = try await Bench()
  bench.server.change { $0.pageMax = 2 }
  for number in 0..<6 { bench.server.put("T", "r\(number)", ["n": 1]) }
  let server = bench.server
  bench.remote.beforePage { request in
    if request.cursor != nil, server.row("T", "r0")?.values["n"] == 1 {
      server.put("T", "r0", ["n": 2])
      server.put("T", "r5", ["n": 2])
    }
  }
  _ = try await bench.context.pull()
  #expect(try await bench.rows() == bench.server.rows("T"))
}

@Test func aChangedFilterPullsTheQueryAnew() async throws {
  let bench = try await Bench()
  bench.server.change {
    $0.filters = [
      "n gt 5": { ($0.values["n"]?.integer ?? 0) > 5 },
      "n gt 0": { ($0.values["n"]?.integer ?? 0) > 0 },
    ]
  }
  bench.server.put("T", "small", ["n": 1])
  bench.server.put("T", "big", ["n": 9])
  let table = bench.table
  let first = try await table.pull(queryID: "q", filter: "n gt 5")
  #expect(first.inserted == 1)
  let second = try await table.pull(queryID: "q", filter: "n gt 0")
  #expect(second.tables.first?.warnings.count == 1)
  #expect(try await bench.rows().map(\.id) == ["big", "small"])
  #expect(try await table.pull(queryID: "q", filter: "n gt 0").tables.first?.warnings == [])
}

@Test func aQueryThatTheServerRefusesDoesNotStopTheOthers() async throws {
  let bench = try await Bench(
    settings: Bench.settings([
      TableSettings(name: "U", pulls: [PullQuery(queryID: "q", filter: "nonsense")]),
      TableSettings(name: "T"),
    ]))
  bench.server.put("T", "a", ["n": 1])
  let report = try await bench.context.pull()
  #expect(report.stopped == nil)
  #expect(report.tables.map { $0.failure != nil } == [true, false])
  #expect(try await bench.row("a") != nil)
}

@Test func aPullWithoutAQueryIDKeepsNoToken() async throws {
  let bench = try await Bench()
  bench.server.put("T", "a", ["n": 1])
  try await bench.table.pull(queryID: nil)
  #expect(try await bench.row("a") != nil)
  #expect(try await bench.token() == nil)
}

@Test func aConfiguredQueryWithoutAnIDReadsAllRowsEachTime() async throws {
  let pulls = [PullQuery(queryID: nil, filter: "n eq 1"), PullQuery(queryID: "all")]
  let bench = try await Bench(settings: Bench.settings([TableSettings(name: "T", pulls: pulls)]))
  bench.server.put("T", "a", ["n": 1])
  bench.server.put("T", "b", ["n": 0])
  bench.server.change { $0.filters["n eq 1"] = { $0.values["n"] == 1 } }
  _ = try await bench.context.pull()
  let report = try await bench.context.pull()
  // The other query reads its newest row again, and no more.
  #expect(report.tables.map(\.received) == [1, 1])
  #expect(try await bench.context.deltaTokens().map(\.queryID) == ["all"])
  let without = try await bench.context.queriesWithoutToken()
  #expect(without.map(\.keepsToken) == [false])
  #expect(without.first?.lastPullAt != nil && without.first?.filter == "n eq 1")
}

@Test func aTokenResetDuringAPullEndsIt() async throws {
  let bench = try await Bench()
  bench.server.change { $0.pageMax = 2 }
  for number in 0..<8 { bench.server.put("T", "r\(number)", ["n": 1]) }
  let context = bench.context
  bench.remote.beforePage { request in
    guard request.cursor != nil else { return }
    await expectNoThrow {
      try await context.database.write { db in try TokenStore.forgetAll("T", feed: nil, on: db) }
    }
  }
  let report = try await bench.context.pull()
  #expect(report.tables.first?.failure != nil)
  bench.remote.beforePage(nil)
  #expect(try await bench.context.pull().isComplete)
  #expect(try await bench.rows() == bench.server.rows("T"))
}

@Test func aCancelledPullKeepsItsPages() async throws {
  let bench = try await Bench()
  bench.server.change { $0.pageMax = 1 }
  for number in 0..<9 { bench.server.put("T", "r\(number)", ["n": 1]) }
  let pull = Locked<Task<PullReport, any Error>?>(nil)
  let count = Locked(0)
  bench.remote.beforePage { _ in
    if count.withLock({
      $0 += 1
      return $0
    }) == 4 {
      pull.withLock { $0 }?.cancel()
    }
  }
  let context = bench.context
  let started = Latch(count: 2)
  let task = Task {
    await started.arriveAndWait()
    return try await context.pull()
  }
  pull.withLock { $0 = task }
  await started.arriveAndWait()
  let report = try await task.value
  #expect(report.stopped == .cancelled)
  let stored = try await bench.rows()
  #expect(stored.count < 9)
  #expect(try await bench.token() == stored.compactMap(\.updatedAt).max())
  bench.remote.beforePage(nil)
  #expect(try await bench.context.pull().isComplete)
  #expect(try await bench.rows().count == 9)
}

@Test func aServerWithoutTombstonesIsPulledTheSame() async throws {
  let bench = try await Bench(
    settings: Bench.settings([TableSettings(name: "T", softDelete: .none)]))
  try await bench.synced("a", ["n": 1])
  bench.server.put("T", "a", [:], deleted: true)
  let report = try await bench.context.pull()
  #expect(report.deleted == 1)
  #expect(try await bench.row("a") == nil)
}

@Test func aValueOfAnotherTypeIsKeptAndReported() async throws {
  let bench = try await Bench()
  try await bench.synced("a", ["n": 1])
  bench.server.put("T", "a", ["n": "many"])
  let report = try await bench.context.pull()
  #expect(report.tables.first?.warnings.count == 1)
  #expect(try await bench.row("a")?.values["n"] == "many")
}

@Test func syncPushesThenPulls() async throws {
  let bench = try await Bench()
  try await bench.table.insert(["id": "a", "title": "mine"])
  bench.server.put("T", "b", ["title": "theirs"])
  let steps = Locked<[SyncProgress]>([])
  let (push, pull) = try await bench.context.sync { progress in
    steps.withLock { $0.append(progress) }
  }
  #expect(push.isClean)
  #expect(pull.isComplete)
  #expect(try await bench.rows() == bench.server.rows("T"))
  let last = try #require(steps.withLock { $0.last })
  #expect(last.steps.map(\.kind) == [.push, .pull])
  #expect(last.steps.allSatisfy { $0.state == .done })
}
