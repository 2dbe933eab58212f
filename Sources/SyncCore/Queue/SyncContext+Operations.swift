internal import SQLiteKit

extension SyncContext {
  /// The operation queue, oldest first, of one table or of all: what is not on the server yet.
  ///
  /// An operation that waits for another one is ``OperationState/pending`` here.
  public func pendingOperations(of table: String? = nil) async throws -> [OperationInfo] {
    let cover = cover
    return try await database.read { connection in
      try OperationStore.all(of: table, on: connection).map { stored in
        let info = OperationInfo(stored)
        return try cover?.info(info, on: connection) ?? info
      }
    }
  }
}
