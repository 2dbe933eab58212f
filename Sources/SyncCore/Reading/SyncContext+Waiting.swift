internal import JSONKit
internal import SQLiteKit

extension SyncContext {
  /// How many of these rows have a change in the queue, and how many of those are in conflict, which
  /// no push sends; a row counts once.
  public func waiting(
    _ table: String, _ ids: [String]
  ) async throws -> (rows: Int, undecided: Int) {
    try await database.read { try Self.waiting(table, ids, on: $0) }
  }

  /// How many operations wait for a push that were queued after `operation`.
  public func waitingOperations(after operation: Int64) async throws -> Int {
    try await database.read { connection in
      try connection.first(
        "SELECT count(*) FROM syncline_operations WHERE operationId > ? AND state IN (0, 1, 2)",
        [.integer(operation)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
    }
  }

  static func waiting(
    _ table: String, _ ids: [String], on connection: Connection
  ) throws -> (rows: Int, undecided: Int) {
    guard !ids.isEmpty else { return (0, 0) }
    return try connection.first(
      """
      SELECT count(DISTINCT itemId), count(DISTINCT itemId) FILTER (WHERE state = ?)
      FROM syncline_operations
      WHERE "table" = ? AND itemId IN (SELECT value FROM json_each(?))
      """, [.integer(Int64(OperationState.conflict.code)), .text(table), .list(ids)]
    ) { (row) throws(SQLiteError) in
      (rows: try row.decode(at: 0, as: Int.self), undecided: try row.decode(at: 1, as: Int.self))
    } ?? (0, 0)
  }
}
