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
  /// Those of the rows that are not as their mark says, each with a sentence about what became of it.
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

  /// Why the row is not as its mark says, as a sentence; nil when it is.
  func change(of id: String, since mark: UndoPrecondition) throws -> String? {
    if case .kept(let decision, let other) = mark {
      let obstacle = try UndoJournal(connection: connection).obstacle(decision, table, id)
      return try obstacle == nil || change(of: id, since: other) == nil ? nil : obstacle
    }
    let record = try schema.flatMap { try RowStore.fetch(id, in: $0, on: connection) }
    switch (record, mark) {
    case (let record?, .row(let fingerprint)):
      return fingerprint.matches(record)
        ? try wayBack(of: id, record)
        : UndoRefusal.changed(id, in: table)
    case (nil, .row): return UndoRefusal.gone(id, in: table)
    case (nil, _):
      let last = try OperationStore.of(table, id, on: connection).last
      guard last?.kind == .delete else { return UndoRefusal.deletionSent(id, in: table) }
      return try wayBack(of: id, nil)
    case (_?, _): return UndoRefusal.changed(id, in: table)
    }
  }

  /// Nil when the row was never another than it is.
  private func wayBack(of id: String, _ record: Record?) throws -> String? {
    try RowHistory(table: table, id: id, connection: connection).isChanged(
      since: history, of: record)
      ? UndoRefusal.changedAndBack(id, in: table) : nil
  }
}
