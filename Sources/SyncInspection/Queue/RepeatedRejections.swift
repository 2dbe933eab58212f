internal import SQLiteKit
internal import Support
package import SyncCore

extension SyncContext {
  /// Those of the operations that the server rejected again, with no change of the row in between.
  package func rejectedAgain(among ids: [Int64]) async throws -> Set<Int64> {
    try await database.read { connection in
      var found = Set<Int64>()
      for id in ids {
        // A change of the row forgets since when its operation is rejected.
        let again = try connection.first(
          """
          SELECT 1 FROM syncline_operations o
            JOIN syncline_attempts a ON a.operationId = o.operationId
          WHERE o.operationId = ?1 AND o.state = ?2 AND a.outcome = ?3
            AND a.startedAt > o.failedSince AND a.number = (
              SELECT max(number) FROM syncline_attempts WHERE operationId = ?1)
          """,
          [
            .integer(id), .integer(OperationState.failed.code), .text(SendOutcome.refused.name),
          ]
        ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
        if again != nil { found.insert(id) }
      }
      return found
    }
  }
}
