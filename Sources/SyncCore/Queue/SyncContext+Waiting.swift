internal import JSONKit
internal import SQLiteKit

extension SyncContext {
  /// Those of these rows that have a change in the queue.
  package func waiting(_ table: String, _ ids: [String]) async throws -> PendingRowCounts {
    try await database.read { try Self.waiting(table, ids, on: $0) }
  }

  /// The operations of these rows, oldest first, without their values.
  package func queuedOperations(of table: String, _ ids: [String]) async throws -> [QueuedOperation]
  {
    if ids.isEmpty { return [] }
    return try await database.read { connection in
      try connection.query(
        """
        SELECT operationId, itemId, state FROM syncline_operations
        WHERE "table" = ? AND itemId IN (SELECT value FROM json_each(?)) ORDER BY operationId
        """, [.text(table), .list(ids)]
      ) { (row) throws(SQLiteError) in
        QueuedOperation(
          id: try row.decode(at: 0), itemID: try row.decode(at: 1),
          state: OperationState(code: try row.decode(at: 2)))
      }
    }
  }

  /// Those of these operations that are in the queue and have not failed, as rows.
  package func waiting(ofOperations ids: [Int64]) async throws -> PendingRowCounts {
    try await database.read { connection in
      try connection.first(
        """
        SELECT count(*), count(*) FILTER (WHERE state = ?) FROM syncline_operations
        WHERE operationId IN (SELECT value FROM json_each(?)) AND state <> ?
        """,
        [
          .integer(Int64(OperationState.conflict.code)), .list(ids),
          .integer(Int64(OperationState.failed.code)),
        ]
      ) { (row) throws(SQLiteError) in
        PendingRowCounts(rows: try row.decode(at: 0), undecided: try row.decode(at: 1))
      } ?? PendingRowCounts()
    }
  }

  /// How many operations wait for a push that were queued after `operation`.
  package func waitingOperations(after operation: Int64) async throws -> Int {
    try await database.read { connection in
      try connection.first(
        "SELECT count(*) FROM syncline_operations WHERE operationId > ? AND state IN (0, 1, 2)",
        [.integer(operation)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
    }
  }

  /// The highest number that an operation of this store was ever given; 0 when there was none.
  package func highestOperation() async throws -> Int64 {
    try await database.read { try OperationStore.highest(on: $0) }
  }

  static func waiting(
    _ table: String, _ ids: [String], on connection: Connection
  ) throws -> PendingRowCounts {
    guard !ids.isEmpty else { return PendingRowCounts() }
    return try connection.first(
      """
      SELECT count(DISTINCT itemId), count(DISTINCT itemId) FILTER (WHERE state = ?)
      FROM syncline_operations
      WHERE "table" = ? AND itemId IN (SELECT value FROM json_each(?))
      """, [.integer(Int64(OperationState.conflict.code)), .text(table), .list(ids)]
    ) { (row) throws(SQLiteError) in
      PendingRowCounts(rows: try row.decode(at: 0), undecided: try row.decode(at: 1))
    } ?? PendingRowCounts()
  }
}
