internal import JSONKit
internal import SQLiteKit
internal import Support
internal import SyncCore

/// Deleted rows of all tables, newest deletion first.
enum TrashReader {
  private struct Entry {
    var table: String
    var id: String
    var deletedAt: Int64
    var by: String?
  }

  static func page(
    _ query: TrashQuery, _ cover: ValueMasking?, on connection: Connection
  ) throws -> TrashPage {
    let size = min(max(query.size, 1), RowQuery.sizeMax)
    let found = try KeysetPage(size: size, after: query.after, before: query.before) {
      place, isReversed, limit in
      try entries(query, cover, behind: place, isReversed, limit: limit, on: connection)
    }
    var page = TrashPage(
      rows: try rows(found.lines, on: connection),
      count: query.wantsCount ? try count(query, cover, on: connection) : 0,
      next: found.next.map(cursor))
    page.previous = found.previous.map(cursor)
    return page
  }

  private static func count(
    _ query: TrashQuery, _ cover: ValueMasking?, on connection: Connection
  ) throws -> Int {
    try figure("count", of: query, cover, on: connection) { condition, values in
      try connection.first("SELECT count(*) FROM syncline_trash WHERE \(condition)", values) {
        (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self)
      } ?? 0
    }
  }

  /// A figure about every line that `query` matches: made once for each state of the store, as it
  /// takes time in proportion to the number of deleted rows.
  ///
  /// - Parameter name: Names the figure; one name always stands for one type.
  static func figure<Figure: Sendable>(
    _ name: String, of query: TrashQuery, _ cover: ValueMasking?, on connection: Connection,
    _ make: (_ condition: String, _ values: [SQLiteValue]) throws -> Figure
  ) throws -> Figure {
    let (condition, values) = try condition(query, cover, on: connection)
    return try connection.memo("trash \(name) \(condition) \(values)") {
      try make(condition, values)
    }
  }

  private static func entries(
    _ query: TrashQuery, _ cover: ValueMasking?, behind place: String?, _ isReversed: Bool,
    limit: Int, on connection: Connection
  ) throws -> [Entry] {
    var (condition, values) = try condition(query, cover, on: connection)
    if let place {
      guard let items = Base64.decode(place).flatMap({ try? JSONValue(parsing: $0) })?.array,
        items.count == 3, let moment = items[0].integer, let table = items[1].string,
        let id = items[2].string
      else { throw SyncError.badCursor }
      let (earlier, later) = isReversed ? (">", "<") : ("<", ">")
      condition += """
         AND (deletedAt \(earlier)= ?
          AND (+deletedAt \(earlier) ? OR (+"table", +itemId) \(later) (?, ?)))
        """
      values += [.integer(moment), .integer(moment), .text(table), .text(id)]
    }
    let order =
      isReversed ? "deletedAt, \"table\" DESC, itemId DESC" : "deletedAt DESC, \"table\", itemId"
    return try connection.query(
      """
      SELECT "table", itemId, deletedAt, "by" FROM syncline_trash WHERE \(condition)
      ORDER BY \(order) LIMIT ?
      """, values + [.integer(Int64(limit))]
    ) { (row) throws(SQLiteError) in
      Entry(
        table: try row.decode(at: 0), id: try row.decode(at: 1), deletedAt: try row.decode(at: 2),
        by: try row.decode(at: 3))
    }
  }

  /// Which lines of `syncline_trash` the query means, whatever its page.
  ///
  /// - Parameter cover: Columns that the query's text is not looked for in.
  static func condition(
    _ query: TrashQuery, _ cover: ValueMasking?, on connection: Connection
  ) throws -> (sql: String, values: [SQLiteValue]) {
    var conditions = ["1"]
    var values: [SQLiteValue] = []
    if let table = query.table {
      conditions.append("\"table\" = ?")
      values.append(.text(table))
    }
    switch query.by {
    case .named(let name)?:
      conditions.append("\"by\" = ?")
      values.append(.text(name))
    case .elsewhere?: conditions.append("\"by\" IS NULL")
    case nil: break
    }
    if let text = query.text {
      let sought = CaseInsensitiveSearch(text)
      let texts = try RowText.condition(
        sought, cover, (table: "syncline_trash.\"table\"", id: "syncline_trash.itemId"),
        on: connection)
      conditions.append(
        "(\(sought.position(in: "syncline_trash.itemId")) > 0 OR \(texts.sql))")
      values += [sought.value] + texts.values
    }
    if let from = query.from {
      conditions.append("deletedAt >= ?")
      values.append(.integer(max(1, from.ticks)))
    }
    if let until = query.until {
      // 0 stands for a moment that is not known.
      conditions.append("deletedAt BETWEEN 1 AND ?")
      values.append(.integer(until.ticks - 1))
    }
    return (conditions.joined(separator: " AND "), values)
  }

  private static func rows(_ entries: [Entry], on connection: Connection) throws -> [TrashedRow] {
    var schemas: UTF8Dictionary<TableSchema> = [:]
    var rows: [TrashedRow] = []
    for entry in entries {
      if schemas[entry.table] == nil {
        schemas[entry.table] = try Catalogue.table(entry.table, on: connection)
      }
      guard let schema = schemas[entry.table] else { continue }
      let name = SQLiteValue.text(entry.table)
      let listed = try connection.first(
        """
        SELECT \(RowReader.stateAndTrash), \(schema.columnList) FROM \(schema.quoted) t
        WHERE t.id = ?
        """, [name, name, .text(entry.id)]
      ) { (row) throws(SQLiteError) in try RowReader.listed(row, in: schema) }
      guard let listed else { continue }
      rows.append(
        TrashedRow(
          table: entry.table, record: listed.record, state: listed.state,
          deletedAt: entry.deletedAt == 0 ? nil : Timestamp(ticks: entry.deletedAt),
          by: entry.by))
    }
    return rows
  }

  private static func cursor(_ entry: Entry) -> String {
    let items: JSONValue = [.integer(entry.deletedAt), .string(entry.table), .string(entry.id)]
    return Base64.encodeForURL(items.serialized)
  }
}
