internal import SQLiteKit

extension SyncTable {
  /// A page of rows; of live ones unless the query says otherwise.
  public func read(_ query: RowQuery = RowQuery()) async throws -> RowPage {
    try await context.rows(name, query)
  }

  /// Nil when the store has no such row; deleted rows are found too.
  public func read(id: String) async throws -> Record? {
    let table = name
    let record = try await context.database.read { connection -> Record? in
      guard let schema = try Catalogue.table(table, on: connection) else { return nil }
      return try RowStore.fetch(id, in: schema, on: connection)
    }
    return context.cover?.record(record, table) ?? record
  }
}
