import SQLiteKit
public import Support

/// The runs of a store that failed since the last one that reached its server.
public struct SyncFailure: Sendable, Equatable {
  /// When the first of them ended.
  public let since: Timestamp
  /// The newest of them.
  public let run: Run
  /// How many there are, counted up to ``countMax``.
  public let count: Int

  /// More failed runs than this are not counted.
  public static let countMax = 1_000
}

extension ConsoleData {
  /// Nil unless a push, pull or sync of `store` failed and no run since has reached the server.
  ///
  /// A comparison that succeeded reached it; one that failed, a push that had nothing to send and a
  /// cancelled run count for neither. Two indexes make it cheap enough for every page.
  public func syncFailure(store: String) async throws -> SyncFailure? {
    try await database.read { try syncFailure(store: store, on: $0) }
  }

  func syncFailure(store: String, on connection: Connection) throws -> SyncFailure? {
    // Kept until somebody writes to the file.
    try connection.memo("sync failure \(store)") {
      let reached =
        try connection.first(
          """
          SELECT max(id) FROM runs INDEXED BY runsThatReachedServer WHERE store = ?
          AND kind <> 'copy' AND (state = 'succeeded' OR state = 'failed' AND message IS NULL)
          AND (state = 'succeeded' OR kind NOT IN ('reconcile', 'verify'))
          AND NOT (kind = 'push' AND state = 'succeeded' AND pushed = 0)
          """, [.text(store)]
        ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64?.self) } ?? nil
      let failed =
        """
        FROM runs INDEXED BY runsThatFailed WHERE store = ?1 AND id > ?2
        AND kind <> 'reconcile' AND kind NOT IN ('copy', 'verify')
        AND state = 'failed' AND message IS NOT NULL
        """
      let values: [SQLiteValue] = [.text(store), .integer(reached ?? 0)]
      guard
        let last = try connection.first(
          "SELECT * \(failed) ORDER BY id DESC LIMIT 1", values, decode: decodeRun),
        let first = try connection.first(
          "SELECT * \(failed) ORDER BY id LIMIT 1", values, decode: decodeRun)
      else { return nil }
      let count =
        try connection.first(
          "SELECT count(*) FROM (SELECT 1 \(failed) LIMIT \(SyncFailure.countMax))", values
        ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) } ?? 1
      return SyncFailure(since: first.finishedAt ?? first.startedAt, run: last, count: Int(count))
    }
  }
}
