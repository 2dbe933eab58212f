internal import SQLiteKit
package import Support

/// What an action left of a row.
package indirect enum UndoPrecondition: Sendable, Hashable {
  /// The row itself, as the fingerprint says.
  case row(RowFingerprint)
  /// It is gone here, and its delete waits to be sent.
  case removed
  /// This decision keeps what it was with its place in the queue; where more than the row changed
  /// since, it is as the other mark says.
  case kept(Int64, UndoPrecondition)
}

extension SyncContext {
  /// Those of the rows that are not as their mark says, each with what became of it, to be said of
  /// the row: "changed since".
  ///
  /// - Parameter history: What the action wrote that left the rows so; nil where that is not known.
  package func changedRows(
    _ table: String, _ rows: [(id: String, mark: UndoPrecondition)], since history: HistoryRange?
  ) async throws -> UTF8Dictionary<String> {
    try await database.read { connection in
      let look = MarkedRows(
        table: table, schema: try Catalogue.table(table, on: connection), history: history,
        connection: connection)
      var changed: UTF8Dictionary<String> = [:]
      for row in rows { changed[row.id] = try look.change(of: row.id, since: row.mark) }
      return changed
    }
  }
}

/// Looks at rows of a table as they are now.
private struct MarkedRows {
  let table: String
  let schema: TableSchema?
  let history: HistoryRange?
  let connection: Connection

  /// Nil when the row is as its mark says.
  func change(of id: String, since mark: UndoPrecondition) throws -> String? {
    if case .kept(let decision, let other) = mark {
      let obstacle = try UndoJournal(connection: connection).obstacle(decision, table, id)
      return try obstacle == nil || change(of: id, since: other) == nil ? nil : obstacle
    }
    let record = try schema.flatMap { try RowStore.fetch(id, in: $0, on: connection) }
    switch (record, mark) {
    case (let record?, .row(let fingerprint)):
      return fingerprint.matches(record) ? try wayBack(of: id, record) : "changed since"
    case (nil, .row): return "is gone"
    case (nil, _):
      let last = try OperationStore.of(table, id, on: connection).last
      guard last?.kind == .delete else { return "cannot come back: its deletion was sent" }
      return try wayBack(of: id, nil)
    case (_?, _): return "changed since"
    }
  }

  /// Nil when the row was never another than it is.
  private func wayBack(of id: String, _ record: Record?) throws -> String? {
    try RowHistory(table: table, id: id, connection: connection).isChanged(
      since: history, of: record)
      ? "changed since and back again" : nil
  }
}
