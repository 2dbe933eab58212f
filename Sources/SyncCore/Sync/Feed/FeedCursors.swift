import SQLiteKit
import Support

/// Which rows a walk from a feed's beginning has brought, kept in the file so that a walk that was
/// interrupted goes on.
enum FeedCursors {
  private static func key(_ feed: String) -> String { "sweep:" + feed }

  /// Begins marking when the store has rows that the walk may not bring; forgets earlier marks.
  static func begin(_ feed: ChangeFeed, on db: Connection) throws -> Bool {
    try end(feed.name, on: db)
    for name in try Catalogue.names(on: db) where feed.has(name) {
      guard let schema = try Catalogue.table(name, on: db) else { continue }
      let hasSynced = try db.first(
        "SELECT 1 FROM \(schema.quoted) WHERE version IS NOT NULL LIMIT 1"
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
      if hasSynced != nil {
        try SettingStore.put("due", for: key(feed.name), on: db)
        return true
      }
    }
    return false
  }

  static func isDue(_ feed: String, on db: Connection) throws -> Bool {
    try SettingStore.fetch(key(feed), on: db) != nil
  }

  static func add(_ records: FeedRecords, in feed: String, on db: Connection) throws {
    for record in records.records {
      try db.execute(
        "INSERT OR IGNORE INTO syncline_feed_marks(feed, \"table\", itemId) VALUES (?, ?, ?)",
        [.text(feed), .text(records.table), .text(record.id)])
    }
  }

  static func end(_ feed: String, on db: Connection) throws {
    try db.execute("DELETE FROM syncline_feed_marks WHERE feed = ?", [.text(feed)])
    try SettingStore.put(nil, for: key(feed), on: db)
  }
}

extension SyncContext {
  /// The tables whose rows may be gone; none while no sweep is due.
  func tablesToSweep(_ job: FeedJob) async throws -> [String] {
    let configured = settings.tables.map(\.name)
    return try await database.read { db in
      guard try FeedCursors.isDue(job.feed, on: db) else { return [] }
      let known = try Catalogue.names(on: db).filter(job.source.has)
      return configured.isEmpty ? known : known.filter(UTF8Set(configured + job.tables).contains)
    }
  }

  func endSweep(_ feed: String) async throws {
    try await database.write { db in
      if try FeedCursors.isDue(feed, on: db) { try FeedCursors.end(feed, on: db) }
    }
  }

  /// True when a walk that marks brought no row at all.
  func isUnmarked(_ feed: String) async throws -> Bool {
    try await database.read { db in
      try db.first("SELECT 1 FROM syncline_feed_marks WHERE feed = ? LIMIT 1", [.text(feed)]) {
        (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self)
      } == nil
    }
  }

  /// The synced live rows without a mark and without an operation, and how many live ones there are.
  func unmarked(_ table: String, in feed: String) async throws -> (ids: [String], total: Int) {
    try await database.read { db in
      guard let schema = try Catalogue.table(table, on: db) else { return ([], 0) }
      let synced = """
        \(schema.quoted) t WHERE t.version IS NOT NULL AND t.deleted = 0
        AND NOT EXISTS (SELECT 1 FROM syncline_operations s
          WHERE s."table" = ?1 AND s.itemId = t.id)
        """
      let total = try db.first("SELECT count(*) FROM \(synced)", [.text(table)]) {
        (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self)
      }
      let ids = try db.query(
        """
        SELECT t.id FROM \(synced) AND NOT EXISTS (SELECT 1 FROM syncline_feed_marks m
          WHERE m.feed = ?2 AND m."table" = ?1 AND m.itemId = t.id)
        ORDER BY t.id
        """, [.text(table), .text(feed)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
      return (ids, total ?? 0)
    }
  }
}
