internal import SQLiteKit

extension SyncContext {
  /// Does `body` in a transaction and rolls it back: what would come of it, with nothing changed.
  func rehearse<Output: Sendable>(
    _ body: @Sendable (Connection) throws -> Output
  ) async throws -> Output {
    do {
      return try await database.write { throw Rehearsed(output: try body($0)) }
    } catch let end as Rehearsed<Output> {
      return end.output
    }
  }
}

/// Ends a transaction and carries what it found.
private struct Rehearsed<Output: Sendable>: Error {
  var output: Output
}
