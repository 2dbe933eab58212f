internal import SQLiteKit
package import Support
package import SyncCore

/// Which rows of a table are asked for as they were.
package struct PastRowsQuery: Sendable {
  package var at: Timestamp
  /// The moment to compare with; nil compares with the rows as they are.
  package var to: Timestamp?
  /// True for rows that changed since, those that changed last first; false for all, by id.
  package var isOfChanged = true
  /// `next` of the page before.
  package var after: String?
  package var size = 50

  package init(at: Timestamp) { self.at = at }
}

/// A page of the rows of a table as they were.
package struct PastRows: Sendable {
  package var rows: [RowAtTime]
  package var columns: [Column]
  package var next: String?
  /// When the store's history begins; nil when it has none.
  package var historyBegins: Timestamp?
}

extension SyncContext {
  /// - Throws: `SyncError.noSuchTable`; `SyncError.badCursor` for an `after` that no page gave.
  package func pastRows(_ table: String, _ query: PastRowsQuery) async throws -> PastRows {
    let cover = cover
    return try await database.read { connection in
      let reader = try PastRowReader(table, query, on: connection)
      let (ids, next) = try query.isOfChanged ? reader.changed() : reader.all()
      let rows = try ids.map(reader.row)
      return PastRows(
        rows: cover.map { cover in rows.map { $0.covered(cover, table) } } ?? rows,
        columns: reader.columns, next: next, historyBegins: try reader.historyBegins())
    }
  }

  /// What one row was.
  package func pastState(
    _ table: String, _ id: String, at moment: Timestamp
  ) async throws -> PastState {
    let cover = cover
    return try await database.read { connection in
      let row = try PastRowReader(table, PastRowsQuery(at: moment), on: connection).row(id)
      return (cover.map { row.covered($0, table) } ?? row).then
    }
  }
}

extension RowAtTime {
  fileprivate func covered(_ cover: ValueMasking, _ table: String) -> RowAtTime {
    var row = self
    if case .row(let record) = then { row.then = .row(cover.record(record, table)) }
    if case .row(let record) = later { row.later = .row(cover.record(record, table)) }
    return row
  }
}
