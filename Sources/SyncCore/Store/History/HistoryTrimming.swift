import SQLiteKit
import Support

extension SyncContext {
  /// Drops versions of rows that the settings do not keep any longer.
  ///
  /// One step is small, so that a run does not end later for it; what is left goes with the next.
  func trimHistory() async throws {
    let (history, now) = (settings.history, time.now)
    try await database.write { db in
      try HistoryTrimming(history: history, now: now, db: db).step()
    }
  }
}

/// Keeps the history of rows within its settings.
///
/// The newest entry of all stays however old it is: ids would begin anew behind it, and what marks a
/// moment by the newest id of then would take later entries for earlier ones.
struct HistoryTrimming {
  /// Entries that one step looks at.
  static let entriesMax = 20_000
  /// Where the step before ended, in the settings of the store file.
  private static let mark = "historyTrimmedTo"

  let history: HistorySettings
  let now: Timestamp
  let db: Connection

  func step() throws {
    try dropOld()
    try dropBeyondCount()
  }

  /// Entries are in the order of their time, but for what a row was before its first one: that
  /// carries the time of its own change, and goes with the entry behind it.
  private func dropOld() throws {
    let limit = now.adding(seconds: -Int64(history.days) * 86_400)
    let firstKept = try db.first(
      """
      SELECT id FROM (SELECT id, at FROM syncline_history ORDER BY id LIMIT ?) WHERE at >= ? LIMIT 1
      """, [.integer(Int64(Self.entriesMax)), .text(limit.description)]
    ) { row throws(SQLiteError) in try row.integer(at: 0) }
    try db.execute(
      """
      DELETE FROM syncline_history WHERE id IN (
        SELECT id FROM syncline_history
        WHERE id < ?1 AND id < (SELECT max(id) FROM syncline_history)
          AND NOT (id = ?1 - 1 AND source = 'pull' AND kind = 'insert')
        ORDER BY id LIMIT ?2)
      """, [.integer(firstKept ?? .max), .integer(Int64(Self.entriesMax))])
  }

  /// Only a row with a new entry can have too many.
  private func dropBeyondCount() throws {
    var from = try SettingStore.fetch(Self.mark, on: db).flatMap { Int64($0) } ?? 0
    let newest = try db.first("SELECT max(id) FROM syncline_history") { row throws(SQLiteError) in
      try row.decode(at: 0, as: Int64?.self)
    }
    // Ids began anew in files of which every entry was dropped once.
    if let newest = newest ?? nil, newest < from { from = 0 }
    let last = try db.first(
      "SELECT max(id) FROM (SELECT id FROM syncline_history WHERE id > ? ORDER BY id LIMIT ?)",
      [.integer(from), .integer(Int64(Self.entriesMax))]
    ) { row throws(SQLiteError) in try row.decode(at: 0, as: Int64?.self) }
    guard let last = last ?? nil else { return }
    try db.execute(
      """
      DELETE FROM syncline_history WHERE id IN (
        SELECT o.id FROM
          (SELECT r.t, r.i, (SELECT n.id FROM syncline_history n
              WHERE n."table" = r.t AND n.itemId = r.i
              ORDER BY n.id DESC LIMIT 1 OFFSET ?3) AS newest
            FROM (SELECT DISTINCT "table" AS t, itemId AS i FROM syncline_history
              WHERE id > ?1 AND id <= ?2) r) many
          CROSS JOIN syncline_history o ON o."table" = many.t AND o.itemId = many.i
        WHERE many.newest IS NOT NULL AND o.id <= many.newest
          AND o.id < (SELECT max(id) FROM syncline_history))
      """, [.integer(from), .integer(last), .integer(Int64(history.versionsPerRow))])
    try SettingStore.put(String(last), for: Self.mark, on: db)
  }
}
