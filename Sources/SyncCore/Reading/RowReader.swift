internal import SQLiteKit

/// Pages of one table's rows.
enum RowReader {
  static func page(
    _ query: RowQuery, in schema: TableSchema, on connection: Connection
  ) throws -> RowPage {
    let selection = try RowSelection(query, in: schema)
    let keyset = Keyset(query.sort, in: schema)
    let size = min(max(query.size, 1), RowQuery.sizeMax)
    var found: [Found] = []
    for phase in keyset.phases(after: try query.after.map(keyset.position)) {
      guard found.count <= size else { break }
      found += try rows(
        selection, phase, keyset, limit: size + 1 - found.count, in: schema, on: connection)
    }
    let hasMore = found.count > size
    if hasMore { found.removeLast(found.count - size) }
    var ignored = selection.ignored
    for column in keyset.ignored where !ignored.contains(column) { ignored.append(column) }
    return RowPage(
      table: schema.name, view: query.view, columns: schema.columns, rows: found.map(\.row),
      count: query.wantsCount
        ? try count(selection, exact: query.exactCount, in: schema, on: connection) : nil,
      next: hasMore ? found.last.map { keyset.cursor($0.keys) } : nil, ignored: ignored)
  }

  static func count(
    _ selection: RowSelection, exact: Bool, in schema: TableSchema, on connection: Connection
  ) throws -> RowCount {
    let limit = exact ? "" : " LIMIT \(RowCount.bound + 1)"
    let value =
      try connection.first(
        "SELECT count(*) FROM "
          + "(SELECT 1 FROM \(schema.quoted) t\(selection.whereClause())\(limit))",
        selection.values
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
    let isCut = !exact && value > RowCount.bound
    return RowCount(isCut ? RowCount.bound : value, exact: !isCut)
  }

  /// The ids of all matching rows.
  static func ids(
    _ query: RowQuery, in schema: TableSchema, on connection: Connection
  ) throws -> [String] {
    let selection = try RowSelection(query, in: schema)
    if let column = selection.ignored.first {
      throw SyncError.badFilter(column: column, reason: "\(schema.name) has no such column.")
    }
    return try connection.query(
      "SELECT t.id FROM \(schema.quoted) t\(selection.whereClause()) ORDER BY t.id",
      selection.values
    ) { (row) throws(SQLiteError) in try row.decode(at: 0) }
  }

  private struct Found {
    var row: ListedRow
    var keys: [SQLiteValue]
  }

  private static func rows(
    _ selection: RowSelection, _ phase: Keyset.Phase, _ keyset: Keyset, limit: Int,
    in schema: TableSchema, on connection: Connection
  ) throws -> [Found] {
    let positions = keyset.keys.compactMap { key in
      schema.columns.firstIndex { $0.name == key.name }
    }
    let table = SQLiteValue.text(schema.name)
    return try connection.query(
      """
      SELECT \(stateAndTrash), \(schema.columnList) FROM \(schema.quoted) t\
      \(selection.whereClause(and: [phase.condition]))\(keyset.orderBy) LIMIT ?
      """,
      [table, table] + selection.values + phase.values + [.integer(Int64(limit))]
    ) { (row) throws(SQLiteError) in
      Found(
        row: try listed(row, in: schema), keys: positions.map { row[stateAndTrashCount + $0] })
    }
  }

  // MARK: - State

  /// Two columns and two parameters, both the table's name.
  static let stateAndTrash = """
    (SELECT max(state) FROM syncline_operations s WHERE s."table" = ? AND s.itemId = t.id),
    EXISTS (SELECT 1 FROM syncline_trash d WHERE d."table" = ? AND d.itemId = t.id)
    """
  static let stateAndTrashCount = 2

  static func listed(
    _ row: borrowing Row, in schema: TableSchema
  ) throws(SQLiteError) -> ListedRow {
    ListedRow(
      record: try schema.decode(row, at: stateAndTrashCount),
      state: try row.decode(at: 0, as: Int64?.self).map { OperationState(code: $0).rowState }
        ?? .synced,
      deleted: try row.decode(at: 1))
  }
}
