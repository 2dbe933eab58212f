internal import SQLiteKit
package import Support

/// A deletion that a feed told of a row which this store does not have.
package struct ListedRemoval: Sendable, Equatable {
  package var feed: String
  package var id: String
  /// Nil when no table could be found.
  package var table: String?
  /// How the table was found, or why not.
  package var reason: String
  package var at: Timestamp
}

extension SyncContext {
  /// The deletions of rows that this store never had, newest first.
  ///
  /// - Parameters:
  ///   - text: In the record's name, the feed or the reason; nil for all.
  ///   - size: At most so many.
  package func removals(
    withoutTable: Bool = false, text: String? = nil, size: Int = 1_000
  ) async throws -> [ListedRemoval] {
    let sought = text.map(CaseInsensitiveSearch.init)
    let found = sought?.position(
      in: "itemId || char(10) || feed || char(10) || reason", parameter: "?3")
    return try await database.read { db in
      try db.query(
        """
        SELECT feed, itemId, "table", reason, at FROM syncline_removals
        WHERE (?1 = 0 OR "table" IS NULL) AND (?3 IS NULL OR \(found ?? "1") > 0)
        ORDER BY at DESC, itemId LIMIT ?2
        """, [.integer(withoutTable ? 1 : 0), .integer(Int64(size)), sought?.value ?? .null]
      ) { (row) throws(SQLiteError) in
        ListedRemoval(
          feed: try row.decode(at: 0), id: try row.decode(at: 1), table: try row.decode(at: 2),
          reason: try row.decode(at: 3), at: Timestamp(stored: try row.decode(at: 4)))
      }
    }
  }
}

/// What feeds told of deleted rows that the store does not have.
enum RemovalLog {
  /// The first telling stays: a feed may repeat itself.
  static func add(
    _ id: String, in feed: String, table: String?, reason: String, at moment: Timestamp,
    on db: Connection
  ) throws {
    try db.execute(
      """
      INSERT INTO syncline_removals(feed, itemId, "table", reason, at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET "table" = excluded."table", reason = excluded.reason
      """,
      [
        .text(feed), .text(id), .init(table), .text(reason), .text(moment.description),
      ])
  }

  /// Rows that came back are not gone any more.
  static func forget(_ ids: [String], in feed: String, on db: Connection) throws {
    let isEmpty =
      try db.first("SELECT 1 FROM syncline_removals WHERE feed = ? LIMIT 1", [.text(feed)]) {
        (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self)
      } == nil
    if isEmpty { return }
    for id in ids {
      try db.execute(
        "DELETE FROM syncline_removals WHERE feed = ? AND itemId = ?", [.text(feed), .text(id)])
    }
  }
}
