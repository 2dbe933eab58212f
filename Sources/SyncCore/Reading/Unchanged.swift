internal import SQLiteKit

/// What an action left of a row.
public indirect enum RowMark: Sendable, Hashable {
  /// The row itself, as the fingerprint says.
  case row(RowFingerprint)
  /// It is gone here, and its delete waits to be sent.
  case removed
  /// This decision keeps what it was with its place in the queue; where more than the row changed
  /// since, it is as the other mark says.
  case kept(Int64, RowMark)
}

extension SyncContext {
  /// The fingerprints of what these rows hold; rows that are not there are left out.
  public func contentFingerprints(
    _ table: String, _ ids: [String]
  ) async throws -> [String: RowFingerprint] {
    try await database.read { connection in
      guard let schema = try Catalogue.table(table, on: connection) else { return [:] }
      var found: [String: RowFingerprint] = [:]
      for id in ids {
        guard let record = try RowStore.fetch(id, in: schema, on: connection) else { continue }
        found[id] = RowFingerprint(content: record)
      }
      return found
    }
  }

  /// Those of the rows that are not as their mark says, each with what became of it, to be said of
  /// the row: "changed since".
  public func changedRows(
    _ table: String, _ rows: [(id: String, mark: RowMark)]
  ) async throws -> [String: String] {
    try await database.read { connection in
      let look = MarkedRows(
        table: table, schema: try Catalogue.table(table, on: connection), connection: connection)
      var changed: [String: String] = [:]
      for row in rows { changed[row.id] = try look.change(of: row.id, since: row.mark) }
      return changed
    }
  }
}

/// Looks at rows of a table as they are now.
private struct MarkedRows {
  let table: String
  let schema: TableSchema?
  let connection: Connection

  /// Nil when the row is as its mark says.
  func change(of id: String, since mark: RowMark) throws -> String? {
    if case .kept(let decision, let other) = mark {
      let obstacle = try DecisionLog(connection: connection).obstacle(decision, table, id)
      return try obstacle == nil || change(of: id, since: other) == nil ? nil : obstacle
    }
    let record = try schema.flatMap { try RowStore.fetch(id, in: $0, on: connection) }
    switch (record, mark) {
    case (let record?, .row(let fingerprint)):
      return fingerprint.matches(record) ? nil : "changed since"
    case (nil, .row): return "is gone"
    case (nil, _):
      let last = try OperationStore.of(table, id, on: connection).last
      return last?.kind == .delete ? nil : "cannot come back: its deletion was sent"
    case (_?, _): return "changed since"
    }
  }
}
