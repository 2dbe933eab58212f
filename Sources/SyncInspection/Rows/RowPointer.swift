package import JSONKit
internal import SQLiteKit
package import Support
package import SyncCore

/// A value that names a row of another table by itself, as Parse and CloudKit write them.
package struct RowPointer: Sendable, Hashable {
  @UTF8Key public var table: String
  @UTF8Key public var id: String

  package init(table: String, id: String) {
    self.table = table
    self.id = id
  }

  /// Nil when `value` is not such a value.
  package init?(_ value: JSONValue) {
    guard value["__type"]?.string == "Pointer", let table = value["className"]?.string,
      let id = value["objectId"]?.string
    else { return nil }
    self.init(table: table, id: id)
  }
}

/// Rows of one table whose column names the row that a page is about.
package struct IncomingReference: Sendable, Hashable {
  package var table: String
  package var column: String
  /// Selects them in that table's list.
  package var filter: RowFilter
  /// Of `table`, system columns first.
  package var columns: [Column]
  /// The first few.
  package var rows: [Record]
  /// Not exact when there are more than are counted, or when the time was over.
  package var count: RowCount
  /// False when the time was over before the whole table was looked at.
  package var isWhole: Bool
}

/// Which columns name rows of other tables: by configuration, else by their names.
struct ReferenceMap: Sendable {
  private let targets: UTF8Dictionary<UTF8Dictionary<String>>

  func outgoing(of table: String) -> UTF8Dictionary<String> { targets[table] ?? [:] }

  static func of(_ settings: StoreSettings, on connection: Connection) throws -> ReferenceMap {
    try connection.memo("references") {
      let names = try Catalogue.names(on: connection)
      var targets: UTF8Dictionary<UTF8Dictionary<String>> = [:]
      for name in names {
        guard let schema = try Catalogue.table(name, on: connection) else { continue }
        let configured = settings.table(name).references
        for column in schema.own {
          guard
            let target = configured[column.name]
              ?? (column.type == .text ? Self.target(of: column.name, among: names) : nil)
          else { continue }
          targets[name, default: [:]][column.name] = target
        }
      }
      return ReferenceMap(targets: targets)
    }
  }

  /// `movieId`, `movieID` and `movie_id` name a table `Movie`, `movie`, `Movies` or `movies`.
  static func target(of column: String, among tables: [String]) -> String? {
    guard let ending = ["_id", "Id", "ID"].first(where: { column.hasSuffix($0) }) else {
      return nil
    }
    let base = column.dropLast(ending.count).lowercased()
    guard !base.isEmpty else { return nil }
    var wanted = [base, base + "s", base + "es"]
    if base.hasSuffix("y") { wanted.append(base.dropLast() + "ies") }
    return wanted.lazy.compactMap { name in tables.first { $0.lowercased() == name } }.first
  }
}

extension SyncContext {
  /// Rows of every table that name the row `id` of `table`.
  ///
  /// A table without an index on the column is read whole, but for no longer than `limit`.
  package func incomingReferences(
    to table: String, id: String, rowsMax: Int = 5, countMax: Int = 1_000,
    within limit: Duration = .milliseconds(60)
  ) async throws -> [IncomingReference] {
    let (settings, cover) = (settings, cover)
    return try await database.read { connection in
      let reader = IncomingReader(
        table: table, id: id, rowsMax: rowsMax, countMax: countMax, limit: limit,
        connection: connection)
      let all = try reader.all(try ReferenceMap.of(settings, on: connection))
      guard let cover else { return all }
      // A column that is covered says of no row what it names.
      return all.filter { !cover.columns(of: $0.table).contains($0.column) }.map { found in
        var found = found
        found.rows = found.rows.map { cover.record($0, found.table) }
        return found
      }
    }
  }
}

/// Looks for the rows that name one row.
private struct IncomingReader {
  let table: String
  let id: String
  let rowsMax: Int
  let countMax: Int
  let limit: Duration
  let connection: Connection

  func all(_ map: ReferenceMap) throws -> [IncomingReference] {
    var found: [IncomingReference] = []
    for name in try Catalogue.names(on: connection) {
      guard let schema = try Catalogue.table(name, on: connection) else { continue }
      let columns = map.outgoing(of: name)
      for column in schema.own {
        if columns[column.name] === table {
          found.append(try byID(column, in: schema))
        } else if column.type == .json, try pointsHere(column, in: schema) {
          found.append(try byPointer(column, in: schema))
        }
      }
    }
    return found.filter { !$0.rows.isEmpty || !$0.isWhole }
  }

  private func byID(
    _ column: TableSchema.OwnColumn, in schema: TableSchema
  ) throws -> IncomingReference {
    try read(
      "\(column.quoted) = ?", [.text(id)], RowFilter(column.name, .equals, id), column, schema)
  }

  private func byPointer(
    _ column: TableSchema.OwnColumn, in schema: TableSchema
  ) throws -> IncomingReference {
    let member = "\"objectId\":" + JSONValue.string(id).serializedText
    let name = "\"className\":" + JSONValue.string(table).serializedText
    return try read(
      "instr(\(column.quoted), ?) > 0 AND instr(\(column.quoted), ?) > 0",
      [.text(member), .text(name)], RowFilter(column.name, .contains, member), column, schema)
  }

  /// Whether the column's first value is a pointer to this table.
  private func pointsHere(
    _ column: TableSchema.OwnColumn, in schema: TableSchema
  ) throws -> Bool {
    let target = try connection.memo("pointer \(schema.name) \(column.name)") {
      var target: String?
      _ = try RowReader.within(limit, on: connection) {
        target =
          try connection.first(
            "SELECT \(column.quoted) FROM \(schema.quoted) WHERE \(column.quoted) IS NOT NULL LIMIT 1"
          ) { (row) throws(SQLiteError) in
            RowPointer(CellCoding.decode(row[0], as: .json))?.table
          } ?? nil
      }
      return target
    }
    return target === table
  }

  private func read(
    _ condition: String, _ values: [SQLiteValue], _ filter: RowFilter,
    _ column: TableSchema.OwnColumn, _ schema: TableSchema
  ) throws -> IncomingReference {
    var rows: [Record] = []
    var count = 0
    let isWhole = try RowReader.within(limit, on: connection) {
      _ = try connection.query(
        """
        SELECT \(schema.columnList) FROM \(schema.quoted) WHERE \(condition)
        LIMIT \(countMax + 1)
        """, values
      ) { (row) throws(SQLiteError) in
        if count < rowsMax { rows.append(try schema.decode(row)) }
        count += 1
      }
    }
    return IncomingReference(
      table: schema.name, column: column.name, filter: filter, columns: schema.columns, rows: rows,
      count: RowCount(min(count, countMax), exact: isWhole && count <= countMax),
      isWhole: isWhole)
  }
}
