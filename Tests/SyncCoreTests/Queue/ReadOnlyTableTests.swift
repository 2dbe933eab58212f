import JSONKit
import SQLiteKit
import Support
import TestSupport
import Testing

@testable import SyncCore

@Suite struct ReadOnlyTableTests {
  /// A store with the rows a and b in both of its tables, of which Shared takes no changes.
  private func bench() async throws -> FeedBench {
    let bench = try await FeedBench(
      ["Note", "Shared"].map { TableSettings(name: $0) },
      remote: ScriptedFeed(readOnly: ["Shared": "It is somebody's.", "": "New tables are theirs."]))
    let tables = ["Note", "Shared"].map {
      FeedRecords(table: $0, records: ["a", "b"].map(bench.record))
    }
    bench.remote.script(FeedPage(tables: tables, token: "t1"))
    _ = try await bench.context.pull()
    return bench
  }

  private func expectRefused(
    _ table: String = "Shared", _ change: () async throws -> Void
  ) async throws {
    let error = await #expect(throws: SyncError.self) { try await change() }
    guard case .tableIsReadOnly(table, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func everyChangeOfARowIsRefusedAndNothingIsQueued() async throws {
    let bench = try await bench()
    let shared = bench.context.table("Shared")
    try await expectRefused { try await shared.insert(["title": "new"]) }
    try await expectRefused { try await shared.update("a", ["title": "new"]) }
    try await expectRefused { try await shared.delete("a") }
    try await expectRefused { try await shared.hardDelete("a") }
    try await expectRefused { _ = try await shared.remove("a", forGood: false, by: nil) }
    bench.remote.script(FeedPage(removals: [Removal(id: "b", table: "Shared")], token: "t2"))
    #expect(try await bench.context.pull().deleted == 1)
    try await expectRefused { try await shared.undelete("b") }
    #expect(try await bench.row("Shared", "a")?.values["title"] == "a")
    #expect(try await bench.context.queued() == 0)
    try await bench.context.table("Note").update("a", ["title": "new"])
    #expect(try await bench.context.queued() == 1)
  }

  @Test(arguments: [BulkAction.delete, .undelete, .hardDelete])
  func changesOfManyRowsAreRefusedAsAWhole(action: BulkAction) async throws {
    let bench = try await bench()
    let shared = bench.context.table("Shared")
    try await expectRefused { _ = try await shared.bulk(action, ids: ["a", "b"]) }
    #expect(try await bench.context.queued() == 0)
  }

  @Test func editsOfAColumnImportsAndCopiesAreRefusedBeforeTheyBegin() async throws {
    let bench = try await bench()
    let shared = bench.context.table("Shared")
    let edit = ColumnEdit(Column("title", .text), .set("x"))
    try await expectRefused { _ = try await shared.edit(edit, ids: ["a"]) }
    try await expectRefused {
      _ = try await bench.context.beginImport(into: "Shared", from: "a.csv", rows: 1, by: nil)
    }
    let source = try await FeedBench(["Note", "Shared"].map { TableSettings(name: $0) })
    let tables = try await bench.context.tablesToCopy(from: source.context)
    #expect(tables.shared == ["Note"] && tables.missing == [])
    try await expectRefused {
      _ = try await bench.context.copyRows(
        of: "Shared", from: source.context, named: "other", options: CopyOptions(), expecting: 0,
        by: nil)
    }
  }

  @Test func changesMadeTogetherComeToNothingWhenOneIsOfAReadOnlyTable() async throws {
    let bench = try await bench()
    let outcome = try await bench.context.change([
      RowChange(.update, table: "Note", id: "a", values: ["title": "x"]),
      RowChange(.update, table: "Shared", id: "a", values: ["title": "x"]),
    ])
    #expect(outcome.problems.map(\.position) == [1])
    #expect(outcome.problems.first?.message.contains("It is somebody's.") == true)
    #expect(try await bench.row("Note", "a")?.values["title"] == "a")
  }

  @Test func aTableThatIsNotListedIsAsTheRemoteSaysOfOthers() async throws {
    let bench = try await bench()
    try await expectRefused("New") { _ = try await bench.context.createTable("New", columns: []) }
    try await expectRefused("New") { try await bench.context.table("New").insert(["n": 1]) }
    #expect(try await bench.context.storedTables() == ["Note", "Shared"])
  }

  @Test func whatWaitedBeforeCanBeDiscardedAndNotBroughtBack() async throws {
    let bench = try await FeedBench([TableSettings(name: "Shared")])
    try await bench.synced("Shared", "a")
    try await bench.context.table("Shared").update("a", ["title": "mine"])
    await bench.context.close()
    let remote = ScriptedFeed(readOnly: ["Shared": "It is somebody's."])
    let context = try await SyncContext(
      path: bench.context.path, remote: remote, settings: bench.context.settings,
      time: ManualTime())
    let outcome = try await context.table("Shared").bulk(.cancel, ids: ["a"])
    #expect(outcome.changed == 1)
    #expect(try await context.table("Shared").read(id: "a")?.values["title"] == "a")
    #expect(try await context.queued() == 0)
    await context.close()
  }

  @Test func aTableThatTakesChangesAgainTakesThem() async throws {
    let bench = try await bench()
    await bench.context.close()
    let context = try await bench.reopenedWritable()
    try await context.table("Shared").update("a", ["title": "mine"])
    #expect(try await context.queued() == 1)
    await context.close()
  }
}

extension FeedBench {
  fileprivate func reopenedWritable() async throws -> SyncContext {
    try await SyncContext(
      path: context.path, remote: ScriptedFeed(), settings: context.settings, time: ManualTime())
  }
}

extension SyncContext {
  fileprivate func queued() async throws -> Int {
    try await database.read { try OperationStore.count(on: $0) }
  }
}
