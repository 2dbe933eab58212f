import JSONKit
import Support
import TestSupport
import Testing

@testable import SyncCore

@Suite struct PendingCopyTests {
  /// Rows that are in both stores and on both servers; then the old store is changed and goes offline.
  private func changed(
    _ change: (Bench) async throws -> Void
  ) async throws -> TwoStores {
    let stores = try await TwoStores()
    for id in ["a", "b", "c"] { stores.old.server.put("T", id, ["n": 1, "text": .string(id)]) }
    try await stores.pullOld()
    try await stores.copy()
    try await stores.pushNew()
    try await change(stores.old)
    try await stores.old.context.setOffline(true)
    return stores
  }

  private func copyPending(_ stores: TwoStores) async throws -> PendingCopyReport {
    try await stores.new.context.copyPendingChanges(from: stores.old.context, table: "T")
  }

  @Test func pendingChangesGoToTheNewServer() async throws {
    let stores = try await changed { old in
      try await old.table.insert(["id": "d", "n": 4], by: "eve")
      try await old.table.update("a", ["n": 2])
      try await old.table.delete("b")
    }
    let preview = try await stores.new.context.previewPendingChanges(
      from: stores.old.context, table: "T")
    #expect(preview.copied == 3 && preview.skipped.count == 0)
    #expect(try await stores.new.operations().isEmpty)
    #expect(try await copyPending(stores) == preview)
    let operations = try await stores.new.operations()
    #expect(operations.map(\.itemID) == ["d", "a", "b"])
    #expect(operations.first?.queuedBy == "eve")
    // Nothing is lost there, and nothing is queued twice.
    #expect(try await stores.old.operations().count == 3)
    #expect(try await copyPending(stores).same == 3)
    #expect(try await stores.new.operations().count == 3)
    try await stores.pushNew()
    let server = stores.new.server
    #expect(server.row("T", "d")?.values["n"] == 4)
    #expect(server.row("T", "a")?.values["n"] == 2 && server.row("T", "a")?.values["text"] == "a")
    #expect(server.row("T", "b")?.deleted == true)
    #expect(try await copyPending(stores).same == 3)
  }

  @Test func aRowThatSomebodyChangedHereIsLeft() async throws {
    let stores = try await changed { old in
      try await old.table.update("a", ["n": 2])
      try await old.table.delete("b")
    }
    stores.new.server.put("T", "a", ["n": 9])
    stores.new.server.put("T", "b", ["n": 9])
    _ = try await stores.new.context.pull()
    let report = try await copyPending(stores)
    #expect(report.copied == 0)
    #expect(report.skipped.rows.map(\.reason) == [.changedHere, .changedHere])
    #expect(try await stores.new.row("a")?.values["n"] == 9)
    #expect(try await stores.new.operations().isEmpty)
  }

  @Test func aConflictIsResolvedWhereItIs() async throws {
    let stores = try await changed { old in
      try await old.table.update("a", ["n": 2])
      old.server.put("T", "a", ["n": 3])
      _ = try await old.context.push()
    }
    #expect(
      try await copyPending(stores).skipped.rows == [.init(id: "a", reason: .conflictInSource)])
  }

  @Test func aStoreThatIsOnlineKeepsItsQueue() async throws {
    let stores = try await changed { try await $0.table.update("a", ["n": 2]) }
    try await stores.old.context.setOffline(false)
    await #expect(throws: CopyError.sourceIsOnline) { try await copyPending(stores) }
    #expect(try await stores.new.operations().isEmpty)
  }

  @Test func aRunOfTheOtherStoreIsWaitedFor() async throws {
    let stores = try await changed { try await $0.table.update("a", ["n": 2]) }
    try await stores.old.context.alone { () async throws -> Void in
      _ = await #expect(throws: SyncError.runInProgress(path: stores.old.context.path)) {
        try await copyPending(stores)
      }
    }
    #expect(try await stores.new.operations().isEmpty)
    #expect(try await copyPending(stores).copied == 1)
  }

  @Test func aDeleteWithoutTrashIsADeleteHere() async throws {
    let old = try await Bench(
      settings: Bench.settings([TableSettings(name: "T", softDelete: SoftDelete.none)]))
    let new = try await Bench()
    old.server.put("T", "a", ["n": 1])
    new.server.put("T", "a", ["n": 1])
    _ = try await old.context.pull()
    _ = try await new.context.pull()
    try await old.table.delete("a")
    try await old.context.setOffline(true)
    let report = try await new.context.copyPendingChanges(from: old.context, table: "T")
    #expect(report.copied == 1 && report.removals == 0)
    #expect(try await new.row("a")?.deleted == true)
  }

  @Test func aNewRowThatWasDeletedHereIsNotInsertedAgain() async throws {
    let stores = try await changed { try await $0.table.insert(["id": "d", "n": 4]) }
    #expect(try await copyPending(stores).copied == 1)
    try await stores.pushNew()
    try await stores.new.table.hardDelete("d")
    try await stores.pushNew()
    #expect(try await copyPending(stores).skipped.rows == [.init(id: "d", reason: .deletedHere)])
  }

  @Test func aRowThatWasNotCopiedIsNotMadeUp() async throws {
    let stores = try await changed { old in
      old.server.put("T", "late", ["n": 1])
      _ = try await old.context.pull()
      try await old.table.update("late", ["n": 2])
    }
    #expect(try await copyPending(stores).skipped.rows == [.init(id: "late", reason: .missingHere)])
    try await stores.copy()
    #expect(try await copyPending(stores).copied == 1)
    try await stores.pushNew()
    #expect(stores.new.server.row("T", "late")?.values["n"] == 2)
  }

  @Test func anUndeleteIsTakenOver() async throws {
    let stores = try await changed { old in
      try await old.table.delete("c")
      _ = try await old.context.push()
      try await old.table.undelete("c")
    }
    stores.new.server.put("T", "c", ["n": 1, "text": "c"], deleted: true)
    _ = try await stores.new.context.pull()
    #expect(try await copyPending(stores).copied == 1)
    try await stores.pushNew()
    #expect(stores.new.server.row("T", "c")?.deleted == false)
  }
}
