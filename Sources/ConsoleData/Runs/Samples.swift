import SQLiteKit
public import Support

/// How long the queue of a store was at one moment.
public struct QueueSample: Sendable, Equatable {
  public let at: Timestamp
  /// Waiting or under way.
  public let pending: Int
  public let failed: Int
  public let conflicts: Int
  /// When the change that has waited longest was made; nil when none waits, and in old samples.
  public let oldestAt: Timestamp?

  public init(
    at: Timestamp, pending: Int, failed: Int, conflicts: Int, oldestAt: Timestamp? = nil
  ) {
    self.at = at
    self.pending = pending
    self.failed = failed
    self.conflicts = conflicts
    self.oldestAt = oldestAt
  }

  public var all: Int { pending + failed + conflicts }
  public var needYou: Int { failed + conflicts }
}

/// What one run that has ended moved.
public struct RunTally: Sendable, Equatable {
  public let finishedAt: Timestamp
  public let pushed: Int
  public let failed: Int
  /// Sent, with nobody knowing whether the server has them.
  public let unknown: Int
  public let pulled: Int
}

extension ConsoleData {
  /// Every sample is kept so long, then those of each hour's highest figures, until they are forgotten.
  static let finestMilliseconds: Int64 = 48 * 3_600_000
  static let sampleMillisecondsMax: Int64 = 31 * 86_400_000

  /// Notes how long a queue is now, and thins out what is older.
  public func addSample(store: String, _ sample: QueueSample) async throws {
    let now = sample.at.milliseconds
    try await database.write { connection in
      try connection.execute(
        """
        INSERT OR REPLACE INTO samples (store, at, pending, failed, conflicts, oldestAt)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          .text(store), .integer(now), .integer(Int64(sample.pending)),
          .integer(Int64(sample.failed)), .integer(Int64(sample.conflicts)),
          sample.oldestAt.map { .integer($0.milliseconds) } ?? .null,
        ])
      try connection.execute(
        "DELETE FROM samples WHERE store = ? AND at < ?",
        [.text(store), .integer(now - Self.sampleMillisecondsMax)])
      try connection.execute(
        """
        DELETE FROM samples WHERE store = ?1 AND at < ?2 AND at NOT IN (
          \(Self.highest("pending + failed + conflicts"))
          UNION \(Self.highest("failed + conflicts"))
          UNION \(Self.highest("at - oldestAt")))
        """, [.text(store), .integer(now - Self.finestMilliseconds)])
    }
  }

  /// Selects the sample of each hour in which `figure` is highest.
  private static func highest(_ figure: String) -> String {
    // Of a group, SQLite takes `at` from the line that has the maximum.
    """
    SELECT at FROM (SELECT at, max(\(figure)) FROM samples
      WHERE store = ?1 AND at < ?2 GROUP BY at / 3600000)
    """
  }

  /// The samples from `since` on, oldest first, with the last one before.
  public func samples(store: String, since: Timestamp) async throws -> [QueueSample] {
    try await database.read { connection in
      try connection.query(
        """
        SELECT at, pending, failed, conflicts, oldestAt FROM samples WHERE store = ?1 AND at >= coalesce(
          (SELECT max(at) FROM samples WHERE store = ?1 AND at < ?2), ?2)
        ORDER BY at
        """, [.text(store), .integer(since.milliseconds)]
      ) { (row) throws(SQLiteError) in
        QueueSample(
          at: Timestamp(milliseconds: try row.decode("at")), pending: try row.decode("pending"),
          failed: try row.decode("failed"), conflicts: try row.decode("conflicts"),
          oldestAt: try row.decode("oldestAt", as: Int64?.self).map(Timestamp.init(milliseconds:)))
      }
    }
  }

  /// What the runs that ended from `since` on moved, oldest first; at most the newest 20,000.
  public func runTallies(store: String, since: Timestamp) async throws -> [RunTally] {
    try await database.read { connection in
      try connection.query(
        """
        SELECT finishedAt, pushed, failed, unknown, pulled FROM runs
        WHERE store = ? AND finishedAt >= ? ORDER BY id DESC LIMIT 20000
        """, [.text(store), .integer(since.milliseconds)]
      ) { (row) throws(SQLiteError) in
        RunTally(
          finishedAt: Timestamp(milliseconds: try row.decode("finishedAt")),
          pushed: try row.decode("pushed"), failed: try row.decode("failed"),
          unknown: try row.decode("unknown"), pulled: try row.decode("pulled"))
      }.reversed()
    }
  }
}
