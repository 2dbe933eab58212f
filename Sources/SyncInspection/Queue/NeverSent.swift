internal import SQLiteKit
package import SyncCore

extension SyncContext {
  /// How many of these rows the server surely does not have: deleting takes them away altogether.
  package func neverSent(_ table: String, _ ids: [String]) async throws -> Int {
    try await database.read {
      try OperationStore.last(table, ids, on: $0).count(where: \.isUnsentInsert)
    }
  }
}

extension RowDetail {
  /// True where the server surely does not have the row: deleting takes it away altogether.
  package var isNeverSent: Bool {
    guard let last = operations.last?.info else { return false }
    return last.kind == .insert && !last.state.mayHaveArrived
  }
}
