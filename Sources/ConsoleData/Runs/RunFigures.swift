import SQLiteKit
public import Support

/// How many runs a store has had of one kind that ended in one state; under way is a state too.
public struct RunCount: Sendable, Equatable {
  public let kind: Run.Kind
  public let state: Run.State
  public let count: Int
}

/// The end of the newest run of a kind.
public struct RunEnd: Sendable, Equatable {
  public let kind: Run.Kind
  public let startedAt: Timestamp
  public let finishedAt: Timestamp
}

extension ConsoleData {
  /// The runs of a store in numbers, in the order of kind and state.
  public func runCounts(store: String) async throws -> [RunCount] {
    try await failAbandonedRuns(of: store)
    return try await database.read { connection in
      try connection.query(
        """
        SELECT kind, state, count(*) AS count FROM runs WHERE store = ?
        GROUP BY kind, state ORDER BY kind, state
        """,
        [.text(store)]
      ) { (row) throws(SQLiteError) in
        RunCount(
          kind: Run.Kind(rawValue: try row.decode("kind")) ?? .sync,
          state: Run.State(rawValue: try row.decode("state")) ?? .failed,
          count: try row.decode("count"))
      }
    }
  }

  /// The newest run of each kind that has ended.
  public func lastRunEnds(store: String) async throws -> [RunEnd] {
    try await database.read { connection in
      try connection.query(
        """
        SELECT kind, startedAt, finishedAt FROM runs WHERE id IN (
          SELECT max(id) FROM runs WHERE store = ? AND finishedAt IS NOT NULL GROUP BY kind
        ) ORDER BY kind
        """,
        [.text(store)]
      ) { (row) throws(SQLiteError) in
        RunEnd(
          kind: Run.Kind(rawValue: try row.decode("kind")) ?? .sync,
          startedAt: Timestamp(milliseconds: try row.decode("startedAt")),
          finishedAt: Timestamp(milliseconds: try row.decode("finishedAt")))
      }
    }
  }

  /// The newest pushes, pulls and syncs that have ended, the newest first, without steps, and with
  /// reports only where something failed.
  public func endedSyncRuns(store: String, limit: Int) async throws -> [Run] {
    let runs = try await database.read { connection in
      try connection.query(
        """
        SELECT id, store, kind, state, who, startedAt, finishedAt, pushed, failed, unknown, pulled,
          deleted, message, '[]' AS steps, CASE WHEN failed > 0 THEN report END AS report,
          cancelledBy, NULL AS applied
        FROM runs WHERE store = ? AND kind IN ('push', 'pull', 'sync') ORDER BY id DESC LIMIT ?
        """,
        // One may be under way.
        [.text(store), .integer(Int64(limit) + 1)], decode: decodeRun)
    }
    return Array(runs.map(ended).filter { $0.finishedAt != nil }.prefix(limit))
  }
}
