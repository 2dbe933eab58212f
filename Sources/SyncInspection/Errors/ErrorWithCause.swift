internal import SQLiteKit
package import SyncCore

/// The error of an operation with what tells its cause from others.
package struct ErrorWithCause: Sendable, Hashable {
  package var operation: Int64
  package var table: String
  package var kind: ErrorKind
  package var status: Int
  /// As ``ErrorGroup/cause`` has it.
  package var cause: String

  /// The list of all errors that have it.
  package var query: ErrorQuery {
    ErrorQuery(table: table, kind: kind, status: status, cause: cause)
  }
}

extension SyncContext {
  /// The causes of the errors that `query` matches, whatever its page.
  package func errorCauses(_ query: ErrorQuery) async throws -> [ErrorWithCause] {
    let cover = cover
    return try await database.read { connection in
      try ErrorPager(connection: connection, cover: cover).causes(query)
    }
  }
}
