import SQLiteKit
public import Support

/// Who paused or resumed a store's schedule last.
public struct SchedulePause: Sendable, Equatable {
  public let isPaused: Bool
  public let who: String
  public let at: Timestamp
  /// Why, where nobody asked for it.
  public let reason: String?
}

extension ConsoleData {
  /// Nil while nobody has ever paused the store's schedule.
  public func schedulePause(_ store: String) async throws -> SchedulePause? {
    try await database.read { connection in
      try connection.first(
        "SELECT * FROM schedulePauses WHERE store = ?", [.text(store)], decode: decodePause)
    }
  }

  /// Pauses or resumes; it holds over restarts.
  ///
  /// - Returns: False when it was so already; who did that stays noted then.
  @discardableResult
  public func setSchedulePaused(
    _ isPaused: Bool, store: String, who: String, reason: String? = nil
  ) async throws -> Bool {
    let now = time.now.milliseconds
    return try await database.write { connection in
      let known = try connection.first(
        "SELECT * FROM schedulePauses WHERE store = ?", [.text(store)], decode: decodePause)
      guard known?.isPaused ?? false != isPaused else { return false }
      try connection.execute(
        """
        INSERT OR REPLACE INTO schedulePauses (store, isPaused, who, at, reason)
        VALUES (?, ?, ?, ?, ?)
        """,
        [.text(store), .integer(isPaused ? 1 : 0), .text(who), .integer(now), text(reason)])
      return true
    }
  }

  /// The syncs that have ended, the newest first, without their steps and reports.
  public func endedSyncs(store: String, limit: Int) async throws -> [Run] {
    try await database.read { connection in
      try connection.query(
        """
        SELECT id, store, kind, state, who, startedAt, finishedAt, pushed, failed, unknown, pulled,
          deleted, message, '[]' AS steps, NULL AS report, cancelledBy, NULL AS applied
        FROM runs WHERE store = ? AND kind = 'sync' AND state <> 'running'
        ORDER BY id DESC LIMIT ?
        """,
        [.text(store), .integer(Int64(limit))], decode: decodeRun)
    }
  }
}

private func decodePause(_ row: borrowing Row) throws(SQLiteError) -> SchedulePause {
  SchedulePause(
    isPaused: try row.decode("isPaused", as: Int.self) != 0, who: try row.decode("who"),
    at: Timestamp(milliseconds: try row.decode("at")), reason: try row.decode("reason"))
}
