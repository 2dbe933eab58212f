import JSONKit
import SQLiteKit
import Support

/// Answers one list query over one table.
struct ListReader {
  let schema: StoredSchema
  let query: StoredQuery

  func page(on connection: Connection) throws -> StoredRowPage {
    let compiler = ExpressionCompiler(schema: schema, version: query.version)
    let (condition, values) = try condition(compiler)
    let outputs = try query.columns.map(outputs) ?? allColumns
    var page = StoredRowPage()
    let table = schema.quotedName
    if query.counts {
      page.count = try connection.first(
        "SELECT count(*) FROM \(table)\(condition)", values
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
    }
    guard query.take > 0 else { return page }
    let (order, orderValues) = try order(compiler)
    let selected = outputs.map(\.sql).joined(separator: ", ")
    let asked = query.take + (query.looksBeyond ? 1 : 0)
    let limits: [SQLiteValue] = [.integer(Int64(asked)), .integer(Int64(query.skip))]
    var printer = RowPrinter(
      outputs.map { ($0.name, $0.type, query.omitsNulls && !$0.isDeclared) })
    try connection.forEach(
      "SELECT \(selected) FROM \(table)\(condition) ORDER BY \(order) LIMIT ? OFFSET ?",
      values + orderValues + limits
    ) { (row) throws(SQLiteError) in
      if printer.count < query.take { printer.add(row) } else { page.hasMore = true }
    }
    page.rowCount = printer.count
    page.rows = printer.finished()
    return page
  }

  private func condition(
    _ compiler: ExpressionCompiler
  ) throws -> (sql: String, values: [SQLiteValue]) {
    var conditions: [String] = query.hidesDeleted ? ["deleted = 0"] : []
    var values: [SQLiteValue] = []
    if let filter = query.filter {
      let fragment = try compiler.condition(filter)
      conditions.append(fragment.sql)
      values = fragment.values
    }
    return (conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND "), values)
  }

  /// Always ends in the id, so that pages neither repeat nor leave out a row.
  private func order(
    _ compiler: ExpressionCompiler
  ) throws -> (sql: String, values: [SQLiteValue]) {
    let terms = try query.order.map(compiler.order)
    return ((terms.map(\.sql) + ["id ASC"]).joined(separator: ", "), terms.flatMap(\.values))
  }
}

// MARK: - Columns

extension ListReader {
  private struct Output {
    let name: String
    let sql: String
    let type: StoredType
    var isDeclared = false
  }

  private var allColumns: [Output] {
    let system = ReservedColumn.allCases.filter { query.version == .v2 || $0 != .createdAt }
    return system.map(output) + schema.columns.map(output)
  }

  /// A column that no row has brought yet is null in every row of version 2.0.0, so that a client
  /// that is ahead of the data gets its rows; version 3.0.0 refuses it.
  private func outputs(_ names: [String]) throws -> [Output] {
    var seen: UTF8Set = []
    return try names.filter { seen.insert(Name.folded($0)).inserted }.map { name in
      if let column = ReservedColumn(anyCase: name) { return output(column) }
      if let column = schema[name] { return output(column) }
      if query.version == .v3 { throw UnknownColumn(column: name, table: schema.name) }
      return Output(name: name, sql: "NULL", type: .text)
    }
  }

  private func output(_ column: ReservedColumn) -> Output {
    Output(
      name: column.rawValue, sql: Connection.quoted(column.rawValue),
      type: column == .deleted ? .boolean : .text)
  }

  private func output(_ column: StoredColumn) -> Output {
    Output(
      name: column.name, sql: Connection.quoted(column.name), type: column.type,
      isDeclared: column.declaration != nil)
  }
}
