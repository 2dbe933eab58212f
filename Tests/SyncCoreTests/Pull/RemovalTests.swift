import JSONKit
import TestSupport
import Testing

@testable import SyncCore

/// A page that only tells of deletions.
private func gone(_ removals: Removal..., token: String = "t2") -> FeedPage {
  FeedPage(removals: removals, token: token)
}

@Test func aDeletionMakesATombstoneThatCanBeUndeleted() async throws {
  let bench = try await FeedBench()
  try await bench.synced("Note", "a")
  bench.remote.script(gone(Removal(id: "a")))
  let report = try await bench.context.pull()
  #expect(report.deleted == 1)
  let row = try #require(try await bench.row("Note", "a"))
  #expect(row.deleted)
  #expect(row.values["title"] == "a")
  // Told again, it is no news.
  bench.remote.script(gone(Removal(id: "a"), token: "t3"))
  #expect(try await bench.context.pull().deleted == 0)

  try await bench.context.table("Note").undelete("a")
  bench.remote.script(.accepted(bench.record("a")))
  #expect(try await bench.context.push().succeeded == 1)
  let sent = try #require(bench.remote.sent.last)
  #expect(sent.kind == .undelete)
  #expect(sent.allValues == ["title": "a"])
}

@Test func aTableWithoutSoftDeleteLosesTheRow() async throws {
  let bench = try await FeedBench([TableSettings(name: "Note", softDelete: .none)])
  try await bench.synced("Note", "a")
  bench.remote.script(gone(Removal(id: "a")))
  #expect(try await bench.context.pull().deleted == 1)
  #expect(try await bench.row("Note", "a") == nil)
}

@Test func aDeletionNeverOverwritesAPendingChangeAndBecomesAConflict() async throws {
  let bench = try await FeedBench()
  try await bench.synced("Note", "a")
  try await bench.context.table("Note").update("a", ["title": "mine"])
  bench.remote.script(gone(Removal(id: "a")))
  var settings = bench.context.settings
  settings.pushesBeforePull = false
  let context = try await SyncContext(
    path: bench.context.path, remote: bench.remote, settings: settings, time: ManualTime())
  let report = try await context.pull()
  #expect(report.keptBeside == 1)
  #expect(try await bench.row("Note", "a")?.values["title"] == "mine")
  bench.remote.script(.missing)
  #expect(try await context.push().conflicts == 1)
  let conflict = try #require(try await context.errors().first)
  #expect(conflict.isConflict)
  #expect(conflict.server?.deleted == true)

  // Mine: the row is made again as it was, and then changed.
  try await context.resolve(conflict.id, .keepLocal, by: "someone")
  bench.remote.script(.accepted(bench.record("a")))
  #expect(try await context.push().succeeded == 2)
  #expect(bench.remote.sent.suffix(2).map(\.kind) == [.undelete, .update])
  #expect(bench.remote.sent.last?.values == ["title": "mine"])
}

@Test func aDeletionOfARowThatIsDeletedHereTooIsNoConflict() async throws {
  let bench = try await FeedBench()
  try await bench.synced("Note", "a", "b")
  try await bench.context.table("Note").delete("a")
  try await bench.context.table("Note").hardDelete("b")
  var settings = bench.context.settings
  settings.pushesBeforePull = false
  let context = try await SyncContext(
    path: bench.context.path, remote: bench.remote, settings: settings, time: ManualTime())
  bench.remote.script(gone(Removal(id: "a"), Removal(id: "b")))
  let report = try await context.pull()
  #expect(report.keptBeside == 0)
  #expect(report.tables[0].warnings.isEmpty)
  bench.remote.script(.missing, .missing)
  #expect(try await context.push().succeeded == 2)
  #expect(try await bench.row("Note", "a")?.deleted == true)
  #expect(try await bench.row("Note", "b") == nil)
}

@Test func theStoresRowsTellTheTableOfADeletion() async throws {
  let bench = try await FeedBench()
  try await bench.synced("Task", "Note|~|1")
  bench.remote.script(gone(Removal(id: "Note|~|1", suggestedTable: "Note")))
  let report = try await bench.context.pull()
  #expect(try await bench.row("Task", "Note|~|1")?.deleted == true)
  #expect(report.tables[0].warnings.first?.contains("was applied to Task") == true)
  #expect(try await bench.context.removals().isEmpty)
}

@Test func aRowThatWasRemovedHereForGoodIsStillKnownByItsHistory() async throws {
  let bench = try await FeedBench()
  try await bench.synced("Note", "a")
  try await bench.context.table("Note").hardDelete("a")
  _ = try await bench.context.push()
  bench.remote.script(gone(Removal(id: "a")))
  let report = try await bench.context.pull()
  #expect(report.tables[0].warnings.isEmpty)
  #expect(try await bench.context.removals().map(\.table) == ["Note"])
}

@Test func theFormOfTheNameCountsWhereTheStoreKnowsNothing() async throws {
  let bench = try await FeedBench()
  bench.remote.script(
    gone(
      Removal(id: "Note|~|1", suggestedTable: "Note"),
      Removal(id: "Recipe|~|1", suggestedTable: "Recipe"), Removal(id: "plain"),
      Removal(id: "named", table: "Task")))
  let report = try await bench.context.pull()
  #expect(report.isComplete)
  #expect(try await bench.token() == "t2")
  let listed = try await bench.context.removals()
  #expect(Set(listed.map(\.id)) == ["Note|~|1", "Recipe|~|1", "plain", "named"])
  #expect(listed.first { $0.id == "Note|~|1" }?.table == "Note")
  let lost = try await bench.context.removals(withoutTable: true)
  #expect(Set(lost.map(\.id)) == ["Recipe|~|1", "plain"])
  let found = try await bench.context.removals(withoutTable: true, text: "RECIPE|")
  #expect(found.map(\.id) == ["Recipe|~|1"])
  #expect(try await bench.context.removals(withoutTable: true, text: "zebra").isEmpty)
  #expect(report.tables[0].warnings.count == 2)
  // Who comes back is not listed as gone.
  bench.remote.script(bench.page("Note", ["Note|~|1"], token: "t3"))
  _ = try await bench.context.pull()
  #expect(try await bench.context.removals().contains { $0.id == "Note|~|1" } == false)
}

@Test func aNameThatSeveralTablesHaveIsNotGuessed() async throws {
  let bench = try await FeedBench()
  try await bench.synced("Note", "x")
  bench.remote.script(bench.page("Task", ["x"], token: "t1b"))
  _ = try await bench.context.pull()
  bench.remote.script(gone(Removal(id: "x")))
  _ = try await bench.context.pull()
  #expect(try await bench.row("Note", "x")?.deleted == false)
  #expect(try await bench.row("Task", "x")?.deleted == false)
  #expect(try await bench.context.removals(withoutTable: true).map(\.id) == ["x"])
}

@Test func aPurgeForgetsTheFeedsToken() async throws {
  let bench = try await FeedBench()
  try await bench.synced("Note", "a")
  _ = try await bench.context.table("Note").purge()
  #expect(try await bench.token() == nil)
  bench.remote.script(bench.page("Note", ["a"], token: "t2"))
  #expect(try await bench.context.pull().inserted == 1)
}
