package import JSONKit
internal import SQLiteKit
package import Support

extension SyncContext {
  /// What to cover for whoever reads now; nil for nothing.
  package var cover: ValueMasking? { ValueMasking.isOn ? masked : nil }

  /// The columns of `table` whose values are masked for readers without the right to see them.
  package func maskedColumns(of table: String) -> [String] { settings.table(table).masked }

  /// Those that whoever reads now does not see.
  package func coveredColumns(of table: String) -> UTF8Set {
    cover?.columns(of: table) ?? []
  }

  /// Those of any table.
  package var coveredColumns: UTF8Set { cover?.allColumns ?? [] }

  /// JSON about rows of any table as whoever reads now may see it.
  package func covered(_ json: JSONValue) -> JSONValue {
    guard let cover else { return json }
    return ValueMasking.members(cover.allColumns, of: json)
  }

  /// A text about a row as whoever reads now may see it.
  package func covered(_ text: String, about id: String, of table: String) async throws -> String {
    guard let cover, !cover.columns(of: table).isEmpty else { return text }
    return try await database.read { connection in
      try cover.scrubber(table, id, on: connection).scrub(text)
    }
  }

  /// An error as whoever works on it may see it, though it was read to be worked on.
  package func coveredForAnswer(_ error: OperationError) -> OperationError {
    coverForAnswer?.error(error) ?? error
  }

  private var coverForAnswer: ValueMasking? {
    ValueMasking.isOn || ValueMasking.isOnForAnswers ? masked : nil
  }

  /// Refuses a query whose result would tell covered values: one can be found by filters, and by
  /// the order of rows, also by how many rows an action says that it meant.
  package func demandOpen(_ query: RowQuery, of table: String) throws {
    try coverForAnswer?.demandOpen(query, of: table)
  }

  package func demandOpen(_ column: String, of table: String) throws {
    try coverForAnswer?.demandOpen(column, of: table)
  }
}
