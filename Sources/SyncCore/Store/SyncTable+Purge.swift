internal import SQLiteKit

extension SyncTable {
  public func read(_ query: RowQuery = RowQuery()) async throws -> RowPage {
    try await context.rows(name, query)
  }

  /// Nil when the store has no such row; deleted rows are found too.
  public func read(id: String) async throws -> Record? {
    let table = name
    return try await context.database.read { connection in
      guard let schema = try Catalogue.table(table, on: connection) else { return nil }
      return try RowStore.fetch(id, in: schema, on: connection)
    }
  }

  /// Drops local copies and sends nothing; refuses while changes of the table wait or a run works.
  ///
  /// The table's delta tokens are forgotten, so that the rows can come back. A pull that was under
  /// way would put its token in their place, with the rows that it had stored before gone.
  ///
  /// - Parameter query: Nil for every row.
  /// - Returns: How many rows went.
  @discardableResult
  public func purge(_ query: RowQuery? = nil) async throws -> Int {
    let table = name
    return try await context.writeAlone { connection in
      let waiting = try OperationStore.count(table, on: connection)
      guard waiting == 0 else { throw SyncError.tableIsDirty(table: table, count: waiting) }
      return try Self.purge(table, query, on: connection)
    }
  }

  /// Drops the table's rows, operations, errors and delta tokens; what was not pushed is lost.
  ///
  /// - Returns: How many rows went.
  @discardableResult
  public func forcePurge() async throws -> Int {
    let table = name
    return try await context.writeAlone { connection in
      let operations = try connection.query(
        "SELECT operationId FROM syncline_operations WHERE \"table\" = ?", [.text(table)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
      for operation in operations { try OperationStore.remove(operation, on: connection) }
      for copies in ["syncline_bases", "syncline_server_copies"] {
        try connection.execute("DELETE FROM \(copies) WHERE \"table\" = ?", [.text(table)])
      }
      return try Self.purge(table, nil, on: connection)
    }
  }

  private static func purge(
    _ table: String, _ query: RowQuery?, on connection: Connection
  ) throws -> Int {
    let schema = try SyncContext.schema(table, on: connection)
    let selection = try RowSelection(query ?? RowQuery(view: .all), in: schema)
    if let column = selection.ignored.first {
      throw SyncError.badFilter(column: column, reason: "\(table) has no such column.")
    }
    try connection.execute(
      """
      DELETE FROM \(schema.quoted) WHERE id IN (
        SELECT t.id FROM \(schema.quoted) t\(selection.whereClause()))
      """, selection.values)
    let count = connection.changes
    try connection.execute(
      """
      DELETE FROM syncline_trash
      WHERE "table" = ? AND itemId NOT IN (SELECT id FROM \(schema.quoted))
      """, [.text(table)])
    try TokenStore.forgetAll(table, on: connection)
    return count
  }
}

extension SyncContext {
  /// Writes while no run works on the store.
  fileprivate func writeAlone<Output: Sendable>(
    _ body: @Sendable (Connection) throws -> Output
  ) async throws -> Output {
    try await alone { try await database.write(body) }
  }
}
