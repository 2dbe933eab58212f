import JSONKit
import SQLiteKit
import Support
import SyncInspection
import TestSupport
import Testing

@testable import SyncCore

/// Counters that are the same as what counting every row gives, whoever changed the rows.
@Suite struct RowCountsTests {
  private static let deletions: [SoftDelete] = [
    .system, .none, .flag(column: "done"), .date(column: "deletedAt"),
  ]

  @Test(arguments: deletions, 1...4 as ClosedRange<UInt64>)
  func countersFollowPulledPages(_ softDelete: SoftDelete, _ seed: UInt64) async throws {
    let bench = try await Bench(
      settings: Bench.settings([TableSettings(name: "T", softDelete: softDelete)]))
    var pages = RandomPages(seed: seed)
    let job = PullJob(table: "T", query: PullQuery(queryID: nil))
    for step in 0..<12 {
      let text = pages.next()
      let batch = try step % 3 == 2 ? BatchStorerTests.records(text) : BatchStorerTests.wire(text)
      // The first ones fill the table, a change made here comes in between.
      _ = try await bench.context.store(
        [PullPage(batch: batch, next: step < 6 ? "more" : nil)], of: job, after: SyncCursor())
      if step == 3 { try await bench.table.insert(["id": "mine", "title": "here"]) }
      try await bench.expectTrueCounts("after page \(step)")
      if step == 7 {
        try await bench.context.completeTables()
        try await bench.expectTrueCounts("when the pull is over")
      }
    }
  }

  @Test func countersFollowLocalChangesAndPurges() async throws {
    let bench = try await Bench()
    for id in ["a", "b", "c"] { try await bench.synced(id, ["title": .string(id)]) }
    try await bench.table.delete("a")
    try await bench.expectTrueCounts("after a delete")
    try await bench.table.undelete("a")
    try await bench.table.hardDelete("b")
    try await bench.expectTrueCounts("after a hard delete")
    _ = try await bench.context.push()
    try await bench.table.delete("c")
    _ = try await bench.context.push()
    try await bench.expectTrueCounts("after a push")
    try await bench.table.purge(RowQuery(view: .deleted))
    try await bench.expectTrueCounts("after a purge")
    #expect(try await bench.context.counts().deleted == 0)
  }

  @Test(arguments: deletions)
  func countersFollowRowsThatAreChangedByHand(_ softDelete: SoftDelete) async throws {
    let bench = try await Bench(
      settings: Bench.settings([TableSettings(name: "T", softDelete: softDelete)]))
    for id in ["a", "b", "c", "d"] { try await bench.synced(id, ["title": .string(id)]) }
    let mark =
      switch softDelete {
      case .system, .none: "deleted = 1"
      case .flag: "done = 1"
      case .date: "deletedAt = '2024-05-01T00:00:00.000Z'"
      }
    for statement in [
      "INSERT INTO T(id, title) VALUES ('e', 'by hand')", "UPDATE T SET \(mark) WHERE id < 'c'",
      "UPDATE T SET title = 'other', \(mark) WHERE id = 'a'", "DELETE FROM T WHERE id = 'a'",
      "UPDATE T SET id = 'bb' WHERE id = 'b'", "INSERT INTO T(id, deleted) VALUES ('f', 1)",
      "UPDATE T SET deleted = 0 WHERE id = 'f'", "REPLACE INTO T(id, title) VALUES ('d', 'new')",
      "DELETE FROM T",
    ] {
      try await bench.context.database.write { try $0.execute(statement) }
      // REPLACE fires no delete triggers unless triggers may call each other.
      if statement.hasPrefix("REPLACE") { try await bench.recount() }
      try await bench.expectTrueCounts(statement)
    }
  }

  @Test func aTableThatBeginsToDeleteByAColumnIsCountedAnew() async throws {
    let bench = try await Bench()
    bench.server.put("T", "a", ["done": true])
    bench.server.put("T", "b", ["done": false])
    _ = try await bench.context.pull()
    #expect(try await bench.context.counts().deleted == 0)
    let settings = Bench.settings([TableSettings(name: "T", softDelete: .flag(column: "done"))])
    let again = try await SyncContext(
      path: bench.context.path, remote: bench.remote, settings: settings, time: bench.time)
    #expect(try await again.counts().deleted == 1)
    try await again.database.write { try $0.execute("UPDATE T SET done = 1") }
    #expect(try await again.counts().deleted == 2)
  }

  @Test func filesOfOlderProgramsAreCounted() async throws {
    let bench = try await Bench()
    for id in ["a", "b", "c"] { try await bench.synced(id, ["title": .string(id)]) }
    try await bench.table.delete("a")
    try await bench.context.database.write { db in
      try dropNewest(on: db)
      try db.execute("PRAGMA user_version = 10")
      try db.execute("INSERT INTO syncline_trash VALUES ('T', 'gone', 1, NULL)")
    }
    let again = try await bench.reopened()
    let counts = try await again.counts()
    #expect(counts.live == 2 && counts.deleted == 1)
  }

  @Test func aFirstPullThatBrokeOffLeavesNoTableUncounted() async throws {
    let bench = try await Bench()
    let job = PullJob(table: "T", query: PullQuery(queryID: nil))
    let batch = try BatchStorerTests.wire(#"[{"id":"a","version":"1"},{"id":"b","version":"1"}]"#)
    _ = try await bench.context.store(
      [PullPage(batch: batch, next: "more")], of: job, after: SyncCursor())
    try await bench.context.database.write { try $0.execute("INSERT INTO T(id) VALUES ('c')") }
    let again = try await bench.reopened()
    #expect(try await again.counts().live == 3)
    try await again.database.write { try $0.execute("INSERT INTO T(id) VALUES ('d')") }
    #expect(try await again.counts().live == 4)
  }
}

/// Takes away what the newest steps of the schema add.
func dropNewest(on connection: Connection) throws {
  let triggers = try connection.query("SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
    (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self)
  }
  for name in triggers where name.hasPrefix("syncline_rows_") || name.hasPrefix("syncline_trash_") {
    try connection.execute("DROP TRIGGER \(Connection.quoted(name))")
  }
  try connection.execute("DROP TRIGGER syncline_operation_went")
  try connection.execute("DROP TABLE syncline_write_only")
  try connection.execute("DROP TABLE syncline_counts")
  try connection.execute("DROP TABLE syncline_conflicts")
  try connection.execute("DROP TABLE syncline_copied")
  try connection.execute("DROP TABLE syncline_files")
  try connection.execute("DROP INDEX syncline_history_table")
  try connection.execute("ALTER TABLE syncline_operations DROP COLUMN failedSince")
  try connection.execute("ALTER TABLE syncline_columns DROP COLUMN isLocal")
  try connection.execute("ALTER TABLE syncline_columns DROP COLUMN isDeclared")
  try connection.execute("ALTER TABLE syncline_columns DROP COLUMN firstSeenAt")
  for column in ["changed", "\"table\"", "itemId"] {
    try connection.execute("ALTER TABLE syncline_outbox DROP COLUMN \(column)")
  }
}

extension Bench {
  fileprivate func recount() async throws {
    try await context.database.write { db in
      guard let schema = try Catalogue.table("T", on: db) else { return }
      try RowCounts.install(schema, on: db)
    }
  }

  /// Compares the counters with what counting finds.
  fileprivate func expectTrueCounts(
    _ moment: String, _ location: SourceLocation = #_sourceLocation
  ) async throws {
    let (counted, kept, trashed) = try await context.database.read { db in
      guard let schema = try Catalogue.table("T", on: db) else {
        return (RowCounts(), RowCounts(), 0)
      }
      let records = try db.query("SELECT \(schema.columnList) FROM \(schema.quoted)") {
        (row) throws(SQLiteError) in try schema.decode(row)
      }
      let trashed = try db.query(
        "SELECT itemId FROM syncline_trash JOIN \(schema.quoted) ON id = itemId"
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
      let deleted = records.count(where: schema.isDeleted)
      return (
        RowCounts(rows: records.count, deleted: deleted), try RowCounts.of("T", on: db),
        trashed.count
      )
    }
    #expect(kept == counted, "\(moment)", sourceLocation: location)
    #expect(trashed == counted.deleted, "\(moment)", sourceLocation: location)
  }
}
