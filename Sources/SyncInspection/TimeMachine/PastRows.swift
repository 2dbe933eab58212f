internal import JSONKit
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
  /// Only rows whose id, or one of whose texts then or later, has this in it; nil for all.
  package var text: String?
  /// `next` of the page before.
  package var after: String?
  package var size = 50
  /// A page looks for a text in so many rows; the next one goes on behind them.
  package static let searchedMax = 5_000

  package init(at: Timestamp) { self.at = at }
}

/// A page of the rows of a table as they were.
package struct PastRows: Sendable {
  package var rows: [RowAtTime]
  package var columns: [Column]
  /// With a text also behind a page with fewer rows than asked for.
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
      var past = PastRows(
        rows: [], columns: reader.columns, next: query.after,
        historyBegins: try reader.historyBegins())
      var (part, searched) = (query, 0)
      repeat {
        (part.size, part.after) = (query.size - past.rows.count, past.next)
        let found = try PastRowReader(table, part, on: connection).page()
        past.rows += found.rows.map { row in cover.map { row.covered($0, table) } ?? row }
          .filter { $0.contains(query.text) }
        past.next = found.next
        searched += found.rows.count
      } while query.text != nil && past.next != nil && past.rows.count < query.size
        && searched < PastRowsQuery.searchedMax
      return past
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
  /// True where the id or a text has `text` in it, whatever its case; nil is in all.
  fileprivate func contains(_ text: String?) -> Bool {
    guard let text = text?.lowercased() else { return true }
    return ([id] + texts(of: then) + texts(of: later)).contains { $0.lowercased().contains(text) }
  }

  private func texts(of state: PastState) -> [String] {
    guard case .row(let record) = state else { return [] }
    return record.values.compactMap(\.value.string)
  }

  fileprivate func covered(_ cover: ValueMasking, _ table: String) -> RowAtTime {
    var row = self
    if case .row(let record) = then { row.then = .row(cover.record(record, table)) }
    if case .row(let record) = later { row.later = .row(cover.record(record, table)) }
    return row
  }
}
