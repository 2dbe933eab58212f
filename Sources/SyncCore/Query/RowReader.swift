package import SQLiteKit
internal import Support

/// Pages of one table's rows.
package enum RowReader {
  package static func page(
    _ query: RowQuery, in schema: TableSchema, on connection: Connection
  ) throws -> RowPage {
    let selection = try RowSelection(query, in: schema)
    var keyset = Keyset(query.sort, in: schema)
    let size = min(max(query.size, 1), RowQuery.sizeMax)
    var found: [Found] = []
    found.reserveCapacity(size + 1)
    var isBefore = query.before != nil
    let isWhole = try within(query.timeLimit, on: connection) {
      try keyset.lookForMixedNumbers(in: schema, on: connection)
      if let place = try query.before.map(keyset.position) {
        try read(
          into: &found, selection, keyset.reversed, after: place, size, in: schema, on: connection)
        isBefore = found.count > size
        if !isBefore { found = [] }
      }
      guard !isBefore else { return }
      let place = query.before == nil ? try query.after.map(keyset.position) : nil
      try read(into: &found, selection, keyset, after: place, size, in: schema, on: connection)
    }
    let hasMore = isBefore || found.count > size
    if found.count > size { found.removeLast(found.count - size) }
    if isBefore { found.reverse() }
    var page = RowPage(
      table: schema.name, view: query.view, columns: schema.columns, rows: found.map(\.row),
      count: query.wantsCount
        ? try RowCounter(query, selection, in: schema, on: connection).count() : nil,
      next: hasMore || !isWhole ? found.last.map { keyset.cursor($0.keys) } : nil,
      ignored: ignored(selection, keyset))
    if isBefore || (query.after != nil && query.before == nil) {
      page.previous = found.first.map { keyset.cursor($0.keys) }
    }
    page.isCut = !isWhole && !hasMore
    return page
  }

  /// The columns that filters and order name and the table has not, each once.
  static func ignored(_ query: RowQuery, in schema: TableSchema) throws -> [String] {
    ignored(try RowSelection(query, in: schema), Keyset(query.sort, in: schema))
  }

  private static func ignored(_ selection: RowSelection, _ keyset: Keyset) -> [String] {
    (selection.ignored + keyset.ignored).unique
  }

  /// Runs `body`; false when its time was over before its end.
  package static func within(
    _ limit: Duration?, on connection: Connection, _ body: () throws -> Void
  ) throws -> Bool {
    guard let limit else {
      try body()
      return true
    }
    do {
      try connection.limited(to: limit) { _ in try body() }
      return true
    } catch let error as SQLiteError where error.isInterrupted {
      return false
    }
  }

  /// The ids of all matching rows.
  static func ids(
    _ query: RowQuery, in schema: TableSchema, on connection: Connection
  ) throws -> [String] {
    let selection = try RowSelection(query, in: schema)
    if let column = selection.ignored.first {
      throw SyncError.badFilter(column: column, reason: FilterRefusal.noColumn(in: schema.name))
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

  /// Adds the rows behind `place` up to one more than a page.
  private static func read(
    into found: inout [Found], _ selection: RowSelection, _ keyset: Keyset,
    after place: [SQLiteValue]?,
    _ size: Int, in schema: TableSchema, on connection: Connection
  ) throws {
    for phase in keyset.phases(after: place) {
      guard found.count <= size else { break }
      try read(
        into: &found, selection, phase, keyset, limit: size + 1 - found.count, in: schema,
        on: connection)
    }
  }

  /// Adds what it finds as it finds it, so that being stopped leaves the beginning.
  private static func read(
    into found: inout [Found], _ selection: RowSelection, _ phase: Keyset.Phase,
    _ keyset: Keyset, limit: Int, in schema: TableSchema, on connection: Connection
  ) throws {
    let positions = keyset.keys.compactMap { key in
      schema.columns.firstIndex { $0.name === key.name }
    }
    let table = SQLiteValue.text(schema.name)
    // The live view has looked for each row in the trash already.
    let (first, names) =
      selection.view == .live ? ("\(state), 0", [table]) : (stateAndTrash, [table, table])
    _ = try connection.query(
      """
      SELECT \(first), \(schema.columnList) FROM \(schema.quoted) t\
      \(selection.whereClause(and: [phase.condition]))\(phase.orderBy) LIMIT ?
      """,
      names + selection.values + phase.values + [.integer(Int64(limit))]
    ) { (row) throws(SQLiteError) in
      found.append(
        Found(
          row: try listed(row, in: schema), keys: positions.map { row[stateAndTrashCount + $0] }))
    }
  }

  // MARK: - State

  /// A column and a parameter, the table's name.
  private static let state =
    #"(SELECT max(state) FROM syncline_operations s WHERE s."table" = ? AND s.itemId = t.id)"#

  /// Two columns and two parameters, both the table's name.
  package static let stateAndTrash = """
    \(state),
    EXISTS (SELECT 1 FROM syncline_trash d WHERE d."table" = ? AND d.itemId = t.id)
    """
  static let stateAndTrashCount = 2

  package static func listed(
    _ row: borrowing Row, in schema: TableSchema
  ) throws(SQLiteError) -> ListedRow {
    ListedRow(
      record: try schema.decode(row, at: stateAndTrashCount),
      state: try row.decode(at: 0, as: Int64?.self).map { OperationState(code: $0).rowState }
        ?? .synced,
      deleted: try row.decode(at: 1))
  }
}
