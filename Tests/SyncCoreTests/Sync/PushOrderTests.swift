import JSONKit
import Support
import TestSupport
import Testing

@testable import SyncCore

@Test func aWindowOfOneSendsInQueueOrder() async throws {
  let bench = try await Bench(settings: Bench.settings(window: 1))
  let ids = ["d", "b", "c", "a"]
  for id in ids { try await bench.table.insert(["id": .string(id)]) }
  bench.remote.script("b", [.lostAnswer])
  bench.remote.script("c", [.failedBefore, .throttled])
  _ = try await bench.context.push()
  let order = bench.remote.sends.map(\.id)
  #expect(order == ["d", "b", "c", "c", "c", "a"])
  #expect(bench.remote.inFlightMax == 1)
}

@Test func differentRowsShareAWindow() async throws {
  let bench = try await Bench(settings: Bench.settings(window: 4))
  for number in 0..<12 { try await bench.table.insert(["id": .string("r\(number)")]) }
  let latch = Latch(count: 4)
  // Every send waits until four are under way, so a smaller window would never end.
  bench.remote.beforeSend { _ in await latch.arriveAndWait() }
  let report = try await bench.context.push()
  #expect(report.succeeded == 12)
  #expect(bench.remote.inFlightMax == 4)
}

@Test func anEditDuringTheSendGoesAfterItOnTheNewVersion() async throws {
  let bench = try await Bench()
  try await bench.queue(.update)
  let table = bench.table
  bench.remote.beforeSend { change in
    guard change.values["title"] == "new" else { return }
    await expectNoThrow { try await table.update("a", ["title": "newer", "n": 2]) }
  }
  let report = try await bench.context.push()
  #expect(report.succeeded == 2)
  #expect(report.conflicts == 0)
  #expect(bench.remote.sends.map(\.name) == ["update", "update"])
  #expect(bench.server.row("T", "a")?.values["title"] == "newer")
  #expect(
    bench.server.commits.last?.previousVersion
      == bench.server.commits.dropLast().last?.record.version)
  try await bench.expectSame("a")
}

@Test(arguments: [FakeFault?.none, .lostAnswer, .lostRequest, .failedAfter, .throttled])
func anEditDuringTheSendSurvivesWhateverHappensToTheSend(_ fault: FakeFault?) async throws {
  let bench = try await Bench()
  try await bench.queue(.insert)
  let table = bench.table
  let isFirst = Locked(true)
  bench.remote.script("a", fault.map { [$0] } ?? [])
  bench.remote.beforeSend { _ in
    guard
      isFirst.withLock({ first in
        defer { first = false }
        return first
      })
    else { return }
    await expectNoThrow { try await table.update("a", ["title": "newer"]) }
  }
  let report = try await bench.context.push()
  #expect(report.remaining == 0)
  #expect(bench.server.commits.map(\.kind) == [.insert, .update])
  try await bench.expectSame("a")
}

@Test func aRowDeletedDuringItsInsertIsDeletedAfterIt() async throws {
  let bench = try await Bench()
  try await bench.queue(.insert)
  let table = bench.table
  bench.remote.beforeSend { change in
    guard change.kind == .insert else { return }
    await expectNoThrow { try await table.delete("a") }
  }
  _ = try await bench.context.push()
  #expect(bench.server.commits.map(\.kind) == [.insert, .delete])
  #expect(try await bench.operations().isEmpty)
  try await bench.expectSame("a")
}

@Test func rowsQueuedDuringAPushAreSentToo() async throws {
  let bench = try await Bench()
  try await bench.table.insert(["id": "a"])
  let table = bench.table
  bench.remote.beforeSend { change in
    guard change.id == "a" else { return }
    await expectNoThrow { try await table.insert(["id": "b"]) }
  }
  let report = try await bench.context.push()
  #expect(report.succeeded == 2)
  #expect(bench.server.row("T", "b") != nil)
}

@Test func endlessEditsDoNotKeepAPushRunning() async throws {
  let bench = try await Bench(settings: Bench.settings(window: 1))
  try await bench.table.insert(["id": "a", "n": 0])
  let (table, count) = (bench.table, Locked(0))
  bench.remote.beforeSend { _ in
    let number = count.withLock {
      $0 += 1
      return $0
    }
    await expectNoThrow { try await table.update("a", ["n": .integer(Int64(number))]) }
  }
  let report = try await bench.context.push()
  #expect(report.succeeded == 1 + ReadyOperations.lateMax)
  #expect(report.remaining == 1)
}

@Test func tablesWaitForThoseTheyDependOn() async throws {
  let bench = try await Bench(
    settings: Bench.settings([
      TableSettings(name: "Child", dependsOn: ["Parent"]), TableSettings(name: "Parent"),
    ]))
  for id in ["c1", "c2"] { try await bench.context.table("Child").insert(["id": .string(id)]) }
  for id in ["p1", "p2"] { try await bench.context.table("Parent").insert(["id": .string(id)]) }
  bench.remote.script("p2", [.failedBefore, .lostRequest])
  _ = try await bench.context.push()
  let tables = bench.remote.sends.map(\.table)
  #expect(tables == tables.sorted(by: >))
  #expect(bench.server.commits.count == 4)
}

/// A parent that waits and is not part of the push holds its children back; the push says so.
@Test(arguments: [false, true])
func aPushOfAPartHoldsBackWhatOtherTablesGoBefore(_ isOneOperation: Bool) async throws {
  let bench = try await Bench(
    settings: Bench.settings([
      TableSettings(name: "Child", dependsOn: ["Middle"]),
      TableSettings(name: "Middle", dependsOn: ["Parent"]), TableSettings(name: "Parent"),
    ]))
  for table in ["Child", "Parent", "Free"] {
    try await bench.context.table(table).insert(["id": "x"])
  }
  let child = try #require(try await bench.operations().first { $0.table == "Child" }?.id)
  let report = try await bench.context.push(
    isOneOperation ? .operations([child]) : .tables(["Child", "Free"]))
  #expect(bench.remote.sends.map(\.table) == (isOneOperation ? [] : ["Free"]))
  #expect(report.remaining == 1 && report.stopped == nil)
  #expect(
    report.warnings == [
      "Changes of Child were not sent: those of Parent go first, and were not part of this push."
    ])
  // With the parent it goes, behind it.
  let both = try await bench.context.push(.tables(["Child", "Parent"]))
  #expect(both.remaining == 0 && both.warnings.isEmpty)
  #expect(bench.remote.sends.suffix(2).map(\.table) == ["Parent", "Child"])
}

@Test func aCircleOfDependenciesIsCut() {
  let settings = StoreSettings(tables: [
    TableSettings(name: "A", dependsOn: ["B"]), TableSettings(name: "B", dependsOn: ["A"]),
    TableSettings(name: "C", dependsOn: ["C"]),
  ])
  #expect(TableDependencyOrder(settings).count <= 3)
}

@Test func aFailingRowHoldsNoOtherUp() async throws {
  let bench = try await Bench(settings: Bench.settings(window: 2))
  for number in 0..<10 { try await bench.table.insert(["id": .string("r\(number)")]) }
  bench.remote.script("r0", Array(repeating: .failedBefore, count: 50))
  bench.remote.script("r1", [.refused])
  let report = try await bench.context.push()
  #expect(report.succeeded == 8)
  #expect(report.failed == 1 && report.unknown == 1)
  #expect(report.stopped == nil)
  #expect(bench.remote.sends.filter { $0.id == "r0" }.count == 1 + InFlightOperation.retriesMax)
}

@Test func aServerThatFailsOnEverythingEndsTheRun() async throws {
  let bench = try await Bench(settings: Bench.settings(window: 1))
  for number in 0..<50 { try await bench.table.insert(["id": .string("r\(number)")]) }
  bench.remote.script(Array(repeating: .failedBefore, count: 1_000))
  let report = try await bench.context.push()
  #expect(report.stopped?.code == "failing")
  #expect(report.remaining == 50)
  #expect(bench.remote.sends.count == PushTally.brokenAfter * (1 + InFlightOperation.retriesMax))
}

@Test func aPushOfATableOrOfOperationsLeavesTheRest() async throws {
  let bench = try await Bench(
    settings: Bench.settings([TableSettings(name: "T"), TableSettings(name: "U")]))
  for id in ["a", "b", "c"] { try await bench.table.insert(["id": .string(id)]) }
  try await bench.context.table("U").insert(["id": "u"])
  let b = try #require(try await bench.operations().first { $0.itemID == "b" })
  let one = try await bench.context.push(.operations([b.id]))
  #expect(bench.server.commits.map(\.record.id) == ["b"])
  #expect(one.remaining == 0)
  _ = try await bench.context.push(.tables(["U"]))
  #expect(bench.server.commits.map(\.record.id) == ["b", "u"])
  #expect(try await bench.operations().map(\.itemID) == ["a", "c"])
}

func expectNoThrow(_ body: () async throws -> Void) async {
  do { try await body() } catch { Issue.record(error) }
}
