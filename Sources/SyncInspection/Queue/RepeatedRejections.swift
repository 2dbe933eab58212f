internal import JSONKit
internal import SQLiteKit
internal import Support
package import SyncCore

extension SyncContext {
  /// Those of the operations that the server rejected again, with no change of the row in between.
  package func rejectedAgain(among ids: [Int64]) async throws -> Set<Int64> {
    try await database.read { connection in
      // A change of the row forgets since when its operation is rejected.
      let found = try connection.query(
        """
        SELECT o.operationId FROM syncline_operations o
          JOIN syncline_attempts a ON a.operationId = o.operationId
        WHERE o.operationId IN (SELECT value FROM json_each(?)) AND o.state = ?
          AND a.outcome = ? AND a.startedAt > o.failedSince AND a.number = (
            SELECT max(number) FROM syncline_attempts WHERE operationId = o.operationId)
        """,
        [
          .text(JSONValue.array(ids.map { .integer($0) }).serializedText),
          .integer(OperationState.failed.code), .text(SendOutcome.refused.name),
        ]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
      return Set(found)
    }
  }
}
