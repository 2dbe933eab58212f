import JSONKit
import SQLiteKit
import Support
import SyncInspection
import Testing

@testable import SyncCore

@Suite struct BulkAndPurgeTests {
  private func filled(_ count: Int) async throws -> SyncContext {
    let context = try await StoreFixture().open()
    try await context.seed(
      "todo",
      (0..<count).map { Record(id: "\($0)", version: "1", values: ["n": .integer(Int64($0))]) })
    return context
  }

  @Test func bulkCountsWhatReallyChangedAndNamesTheRest() async throws {
    let context = try await filled(5)
    let table = context.table("todo")
    try await table.delete("1")
    let outcome = try await table.bulk(.delete, ids: ["0", "1", "nobody", "2"], by: "mira")
    #expect(outcome.changed == 2)
    #expect(outcome.problems.map(\.id) == ["1", "nobody"])
    #expect(outcome.problems.allSatisfy { $0.message.hasSuffix(".") })
    let back = try await table.bulk(.undelete, matching: RowQuery(view: .deleted), expect: 3)
    #expect(back == BulkOutcome(changed: 3))
    #expect(try await context.counts() == StoreCounts(live: 5))
  }

  @Test func bulkOverManyBatchesReachesEveryMatchingRow() async throws {
    let context = try await filled(1_203)
    let table = context.table("todo")
    let query = RowQuery(filters: [RowFilter("n", .gte, "2")], size: 5)
    let refused = try await storeRefusal {
      _ = try await table.bulk(.hardDelete, matching: query, expect: 5)
    }
    #expect(refused == .countChanged(expected: 5, found: 1_201))
    #expect(try await context.counts().live == 1_203)
    let outcome = try await table.bulk(.hardDelete, matching: query, expect: 1_201)
    #expect(outcome == BulkOutcome(changed: 1_201))
    let left = StoreCounts(live: 2, pending: 1_201)
    var counts = try await context.counts()
    counts.oldestPendingAt = nil
    #expect(counts == left)
    let cancelled = try await table.bulk(.cancel, ids: (0..<1_203).map(String.init))
    #expect(cancelled == BulkOutcome(changed: 1_201))
    #expect(try await context.counts() == StoreCounts(live: 1_203))
  }

  @Test func bulkRetryTouchesOnlyWhatIsStuck() async throws {
    let context = try await filled(3)
    let table = context.table("todo")
    for id in ["0", "1"] { try await table.update(id, ["n": 9]) }
    try await context.fail("todo", "0")
    let outcome = try await table.bulk(.retry, ids: ["0", "1", "2"])
    #expect(outcome == BulkOutcome(changed: 1))
    #expect(try await context.counts().pending == 2)
  }

  @Test func bulkOnAColumnThatIsNotThereChangesNothing() async throws {
    let context = try await filled(3)
    let query = RowQuery(filters: [RowFilter("typo", .equals, "1")])
    let refused = try await storeRefusal {
      _ = try await context.table("todo").bulk(.delete, matching: query, expect: nil)
    }
    guard case .badFilter("typo", _) = refused else {
      Issue.record("taken")
      return
    }
    #expect(try await storeRefusal { try await context.table("todo").purge(query) } != nil)
    #expect(try await context.counts() == StoreCounts(live: 3))
  }

  @Test func purgeDropsLocalCopiesAndForgetsTokens() async throws {
    let context = try await filled(5)
    try await context.seed("todo", [Record(id: "dead", version: "1", deleted: true)])
    try await context.database.write { connection in
      for table in ["todo", "other"] {
        try TokenStore.put(
          TokenStore.Token(value: "2020", filter: nil), table: table, queryID: "all", id: table,
          on: connection)
      }
    }
    let table = context.table("todo")
    let some = RowQuery(filters: [RowFilter("n", .lt, "2")])
    #expect(try await table.purge(some) == 2)
    #expect(try await context.deltaTokens().map(\.table) == ["other"])
    #expect(try await context.counts() == StoreCounts(live: 3, deleted: 1))
    #expect(try await table.purge() == 4)
    #expect(try await context.counts() == StoreCounts())
    #expect(try await context.operations(OperationQuery()).count == 0)
  }

  @Test func purgeNeverDropsWhatTheServerDoesNotHave() async throws {
    let context = try await filled(3)
    let table = context.table("todo")
    try await table.update("0", ["n": 9])
    try await context.table("other").insert(["n": 1])
    let dirty = SyncError.tableIsDirty(table: "todo", count: 1)
    #expect(try await storeRefusal { try await table.purge() } == dirty)
    try await context.fail("todo", "0")
    #expect(try await storeRefusal { try await table.purge() } == dirty)

    #expect(try await table.forcePurge() == 3)
    #expect(try await context.errors().isEmpty)
    #expect(try await context.operations(OperationQuery()).operations.map(\.table) == ["other"])
    let kept = try await context.kept("todo", "0")
    #expect(kept.base == nil && kept.server == nil)
  }

  @Test func purgeWaitsForARunUnderWay() async throws {
    let context = try await filled(1)
    let table = context.table("todo")
    try await table.update("0", ["n": 9])
    let lock = try #require(try FileLock(tryLocking: context.lockPath))
    let busy = SyncError.runInProgress(path: context.path)
    #expect(try await storeRefusal { try await table.forcePurge() } == busy)
    #expect(try await storeRefusal { try await table.purge() } == busy)
    #expect(try await context.counts().live == 1)
    withExtendedLifetime(lock) {}
  }

  @Test func aRowThatIsChangedWhileItsTableIsPurgedStaysWithItsChange() async throws {
    let count = 5_000
    let context = try await filled(count)
    let table = context.table("todo")
    async let purge = table.purge(nil, isForced: false, by: "mira")
    while try await context.counts().live == count { try await Task.sleep(for: .milliseconds(1)) }
    try await table.insert(["id": "zz", "n": 1])
    // It did not have to wait for the end of the purge.
    #expect(try await context.counts().live > 1)
    let purged = try await purge
    #expect(purged.count == count)
    #expect(try await table.read(id: "zz")?.values["n"] == 1)
    #expect(try await context.operations(OperationQuery()).count == 1)
    let undo = try #require(purged.decision)
    #expect(try await context.undo(undo, by: "mira").rows == count)
    #expect(try await context.counts().live == count + 1)
  }

  @Test func aForcedPurgeTakesUnsentChangesOfAllBatchesAlong() async throws {
    let count = 1_200
    let context = try await filled(count)
    let table = context.table("todo")
    let ids = try await context.allRows("todo").map(\.id)
    for id in ids.prefix(150) { try await table.update(id, ["n": -1]) }
    try await table.hardDelete(ids[150])
    let purged = try await table.purge(nil, isForced: true, by: "mira")
    #expect(purged.count == count - 1)
    #expect(try await context.counts() == StoreCounts())
    #expect(try await context.operations(OperationQuery()).count == 0)
    try await context.undo(try #require(purged.decision), by: "mira")
    #expect(try await context.operations(OperationQuery()).count == 151)
    #expect(try await table.read(id: ids[0])?.values["n"] == -1)
    #expect(try await context.counts().live == count - 1)
  }
}
