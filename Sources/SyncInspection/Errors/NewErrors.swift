internal import SQLiteKit
package import Support
package import SyncCore

/// Open errors that came after a moment.
package struct NewErrors: Sendable, Hashable {
  package var conflicts = 0
  package var rejections = 0

  package init() {}
}

extension SyncContext {
  /// Conflicts and rejections that are open and came after `moment`.
  package func newErrors(since moment: Timestamp) async throws -> NewErrors {
    try await database.read { connection in
      var errors = NewErrors()
      let lines = try connection.query(
        """
        SELECT state, count(*) FROM syncline_operations
        WHERE state IN (?, ?) AND failedSince > ? GROUP BY state
        """,
        [
          .integer(OperationState.conflict.code),
          .integer(OperationState.failed.code), .text(moment.description),
        ]
      ) { (row) throws(SQLiteError) in
        (state: try row.decode(at: 0, as: Int64.self), count: try row.decode(at: 1, as: Int.self))
      }
      for line in lines {
        if line.state == OperationState.conflict.code {
          errors.conflicts = line.count
        } else {
          errors.rejections = line.count
        }
      }
      return errors
    }
  }
}
