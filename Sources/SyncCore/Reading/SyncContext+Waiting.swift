internal import JSONKit
internal import SQLiteKit

extension SyncContext {
  /// How many of these rows have a change in the queue; a row counts once.
  public func waiting(_ table: String, _ ids: [String]) async throws -> Int {
    try await database.read { try Self.waiting(table, ids, on: $0) }
  }

  /// How many of these rows have a conflict in the queue, which no push sends.
  public func undecided(_ table: String, _ ids: [String]) async throws -> Int {
    try await database.read {
      try Self.waiting(table, ids, "AND state = \(OperationState.conflict.code)", on: $0)
    }
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

  /// - Parameter condition: What holds for the operations that count.
  static func waiting(
    _ table: String, _ ids: [String], _ condition: String = "", on connection: Connection
  ) throws -> Int {
    guard !ids.isEmpty else { return 0 }
    return try connection.first(
      """
      SELECT count(DISTINCT itemId) FROM syncline_operations
      WHERE "table" = ? AND itemId IN (SELECT value FROM json_each(?)) \(condition)
      """, [.text(table), .list(ids)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
  }
}
