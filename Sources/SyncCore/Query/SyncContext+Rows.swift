package import SQLiteKit

extension SyncContext {
  /// System columns first.
  package func columns(of table: String) async throws -> [Column] {
    try await database.read { try Self.schema(table, on: $0).columns }
  }

  package func rows(_ table: String, _ query: RowQuery) async throws -> RowPage {
    try demandOpen(query, of: table)
    let page = try await database.read { connection in
      try RowReader.page(query, in: Self.schema(table, on: connection), on: connection)
    }
    return cover?.page(page) ?? page
  }

  /// How many rows ``rows(_:_:)`` would count, without reading any.
  package func count(_ table: String, _ query: RowQuery) async throws -> RowCount {
    try demandOpen(query, of: table)
    return try await database.read { connection in
      let schema = try Self.schema(table, on: connection)
      let selection = try RowSelection(query, in: schema)
      return try RowCounter(query, selection, in: schema, on: connection).count()
    }
  }

  /// The columns that ``rows(_:_:)`` would pass over, since the table has none of that name; reads no
  /// row.
  package func ignoredColumns(of table: String, in query: RowQuery) async throws -> [String] {
    try await database.read { connection in
      try RowReader.ignored(query, in: Self.schema(table, on: connection))
    }
  }

  /// Throws what ``rows(_:_:)`` would throw of what the query selects, and reads nothing.
  package func check(_ table: String, _ query: RowQuery) async throws {
    try demandOpen(query, of: table)
    try await database.read { connection in
      guard let schema = try Catalogue.table(table, on: connection) else { return }
      _ = try RowSelection(query, in: schema)
    }
  }

  package static func schema(_ table: String, on connection: Connection) throws -> TableSchema {
    guard let schema = try Catalogue.table(table, on: connection) else {
      throw SyncError.noSuchTable(table)
    }
    return schema
  }
}
