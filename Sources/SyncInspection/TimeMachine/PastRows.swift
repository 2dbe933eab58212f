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
  /// `previous` of the page behind; takes precedence over ``after``.
  ///
  /// Where fewer rows than a page are before it, the first page comes.
  package var before: String?
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
  /// As `before` it leads to the page before; nil on the first page.
  package var previous: String?
  /// When the store's history begins; nil when it has none.
  package var historyBegins: Timestamp?
}

extension SyncContext {
  /// - Throws: `SyncError.noSuchTable`; `SyncError.badCursor` for a cursor that no page gave.
  package func pastRows(_ table: String, _ query: PastRowsQuery) async throws -> PastRows {
    let cover = cover
    return try await database.read { connection in
      let reader = try PastRowReader(table, query, on: connection)
      let search = PastRowSearch(reader: reader, query: query) { row in
        let row = try reader.row(row)
        return cover.map { row.covered($0, table) } ?? row
      }
      var past = PastRows(
        rows: [], columns: reader.columns, historyBegins: try reader.historyBegins())
      if let before = query.before, let found = try search.backwards(from: before) {
        (past.rows, past.previous, past.next) = (found.rows, found.previous, before)
      } else {
        let start = query.before == nil ? query.after : nil
        (past.rows, past.next) = try search.forwards(from: start)
        past.previous = start
      }
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

/// Fills a page with rows that have a text, as far as it looks for one.
private struct PastRowSearch {
  let reader: PastRowReader
  let query: PastRowsQuery
  let row: (String) throws -> RowAtTime

  private func matching(_ ids: [String]) throws -> [RowAtTime] {
    try ids.map(row).filter { $0.contains(query.text) }
  }

  func forwards(from start: String?) throws -> (rows: [RowAtTime], next: String?) {
    var (rows, cursor, searched): ([RowAtTime], String?, Int) = ([], start, 0)
    repeat {
      let found = try reader.ids(after: cursor, size: query.size - rows.count)
      rows += try matching(found.ids)
      cursor = found.next
      searched += found.ids.count
    } while query.text != nil && cursor != nil && rows.count < query.size
      && searched < PastRowsQuery.searchedMax
    return (rows, cursor)
  }

  /// Nil where no row with the text is before those of the page, which then belong to the first page.
  func backwards(from end: String) throws -> (rows: [RowAtTime], previous: String)? {
    var (rows, cursor, searched) = ([RowAtTime](), end, 0)
    var previous: String?
    repeat {
      let missing = query.size - rows.count
      let found = try reader.ids(before: cursor, size: missing == 0 ? query.size : missing)
      guard let before = found.previous else {
        // One more row was looked for, and the list has none.
        guard missing == 0, let previous, try !matching(found.ids).isEmpty else { return nil }
        return (rows, previous)
      }
      let matching = try matching(found.ids)
      cursor = before
      searched += found.ids.count
      if missing > 0 {
        rows = matching + rows
        previous = before
      } else if !matching.isEmpty {
        break
      }
    } while query.text != nil && searched < PastRowsQuery.searchedMax
    return previous.map { (rows, $0) }
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
