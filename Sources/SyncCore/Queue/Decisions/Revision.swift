package import SQLiteKit
internal import Support

/// A fingerprint of what is decided about: the row, its pending operations and the server's copy.
///
/// A push that was tried in between does not change it.
package struct Revision: RawRepresentable, Sendable, Hashable {
  package var rawValue: String
  package init(rawValue: String) { self.rawValue = rawValue }
}

extension Revision {
  init(of operation: StoredOperation, on connection: Connection) throws {
    let (table, id) = (operation.table, operation.itemID)
    let schema = try Catalogue.table(table, on: connection)
    let row = try schema.flatMap { try RowStore.fetch(id, in: $0, on: connection) }
    let waiting = try OperationStore.of(table, id, on: connection)
    let server =
      try ServerCopyStore.fetch(table, id, on: connection)
      ?? waiting.lazy.compactMap { waiting in
        try ErrorStore.of(waiting.id, on: connection).compactMap(\.server).last
      }.first
    let parts =
      [
        row.map { RowFingerprint(content: $0).rawValue } ?? "none",
        server.map { RowFingerprint(of: $0).rawValue } ?? "none",
      ] + waiting.map { "\($0.id) \($0.kind.name)" }
    rawValue = String(quickHash(Array(parts.joined(separator: "\n").utf8)), radix: 36)
  }

  package static func all(
    of ids: [Int64], on connection: Connection
  ) throws -> [Int64: Revision] {
    var revisions: [Int64: Revision] = [:]
    for id in ids {
      guard let operation = try OperationStore.fetch(id, on: connection) else { continue }
      revisions[id] = try Revision(of: operation, on: connection)
    }
    return revisions
  }
}

extension SyncContext {
  /// An error with what stands to be decided about it, both of one moment; nil for one that is
  /// settled.
  package func errorToDecide(
    _ id: String
  ) async throws -> (error: OperationError, revision: Revision)? {
    let cover = cover
    return try await database.read { connection in
      guard let error = try ErrorReader.one(id, on: connection),
        let operation = try OperationStore.fetch(error.operationID, on: connection)
      else { return nil }
      return (
        cover?.error(error) ?? error, try Revision(of: operation, on: connection)
      )
    }
  }

  /// What stands to be decided about each of these operations; those that have left the queue are
  /// left out.
  ///
  /// To be read before what is shown, so that a change in between is noticed and not passed over.
  package func revisions(ofOperations ids: [Int64]) async throws -> [Int64: Revision] {
    try await database.read { try Revision.all(of: ids, on: $0) }
  }
}
