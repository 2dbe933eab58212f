internal import SQLiteKit

extension SyncContext {
  /// What the server refused, and conflicts: operations that wait for a decision, oldest first.
  public func errors(table: String? = nil) async throws -> [OperationError] {
    let errors = try await database.read { try ErrorReader.all(table, on: $0) }
    guard let cover else { return errors }
    return errors.map(cover.error)
  }

  package func error(_ id: String) async throws -> OperationError? {
    let error = try await database.read { try ErrorReader.one(id, on: $0) }
    guard let cover else { return error }
    return error.map(cover.error)
  }
}
