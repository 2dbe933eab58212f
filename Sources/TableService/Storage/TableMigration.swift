import JSONKit
import SQLiteKit
import Support

/// Why the database can't be brought to the declared tables; nothing was changed.
public struct TablesRefusal: Error, Equatable, CustomStringConvertible {
  /// What stands in the way, a sentence for each.
  public let problems: [String]

  /// All problems, a line for each.
  public var description: String {
    "The database can't be brought to the declared tables. Nothing was changed.\n"
      + problems.map { "  \($0)" }.joined(separator: "\n")
  }
}

/// Brings the tables of a database to what is declared of them, in the caller's transaction.
///
/// Columns that are no longer declared stay in the database with their values. A row that shows other
/// values than before gets a new version, so that every client pulls it.
final class TableMigration {
  private let tables: DeclaredTables
  private let session: WriteSession
  private let connection: Connection
  private var problems: [String] = []

  init(of tables: DeclaredTables, on connection: Connection, now: Timestamp) throws {
    self.tables = tables
    self.connection = connection
    // Without the declarations, so that it has every column as it is stored.
    let catalogue = try TableCatalogue(reading: connection, declared: DeclaredTables())
    session = try WriteSession(connection, catalogue: catalogue, now: now)
  }

  /// False when no table is declared, and none was before.
  static func isNeeded(for tables: DeclaredTables, on connection: Connection) throws -> Bool {
    try !tables.isEmpty || !declaredBefore(connection).isEmpty
  }

  private static func declaredBefore(_ connection: Connection) throws -> [String] {
    try connection.query("SELECT tableName FROM syncline_declarations") {
      (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self)
    }
  }

  /// - Throws: ``TablesRefusal`` with every reason of every table.
  func run() throws {
    // What is written to a table while it is not declared is checked when it is declared again.
    for name in try Self.declaredBefore(connection) where tables[name] == nil {
      try connection.execute(
        "DELETE FROM syncline_declarations WHERE tableName = ?", [.text(name)])
    }
    for table in tables.all { try bring(table) }
    guard problems.isEmpty else { throw TablesRefusal(problems: problems) }
    try session.finish()
  }

  private func bring(_ table: TableDeclaration) throws {
    let schema: StoredSchema
    if let known = session.catalogue[table.name] {
      schema = known
    } else if try isTaken(table.name) {
      problems.append(
        "\(table.name): another program made a table of this name. Take another name.")
      return
    } else {
      schema = try session.create(table.name)
    }
    let settings = table.columns.map { (name: $0.name, value: JSONValue.object($0.settings)) }
    let declared = JSONValue.object(JSONObject(distinct: settings)).serializedText
    let before = try connection.first(
      "SELECT columns FROM syncline_declarations WHERE tableName = ?", [.text(schema.name)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    if before === declared, table.columns.allSatisfy({ schema[$0.name] != nil }) { return }
    let count = problems.count
    try add(table.columns.filter { schema[$0.name] == nil }, to: schema)
    for column in table.columns {
      if let present = schema[column.name] {
        try convert(present, to: column, of: schema)
      }
    }
    // What can't be converted can't be checked.
    guard problems.count == count else { return }
    for column in table.columns { try check(column, of: schema) }
    try fill(table, schema)
    try connection.execute(
      "INSERT OR REPLACE INTO syncline_declarations (tableName, columns) VALUES (?, ?)",
      [.text(schema.name), .text(declared)])
  }

  private func isTaken(_ name: String) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM sqlite_schema WHERE name = ? COLLATE NOCASE", [.text(name)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } != nil
  }
}

// MARK: - Columns

extension TableMigration {
  private func add(_ columns: [ColumnDeclaration], to schema: StoredSchema) throws {
    let present = UTF8Set(
      try connection.query("SELECT name FROM pragma_table_info(?)", [.text(schema.name)]) {
        (row) throws(SQLiteError) in Name.folded(try row.decode(at: 0))
      })
    var definitions: [String] = []
    for column in columns {
      guard !present.contains(Name.folded(column.name)) else {
        problems.append(
          "\(schema.name).\(column.name): another program added a column of this name. Drop it, or "
            + "take another name.")
        continue
      }
      try record(column.type, of: column.name, in: schema)
      definitions.append("\(Connection.quoted(column.name)) \(column.type.declaration)")
    }
    try connection.addColumns(definitions, to: schema.name)
  }

  private func record(_ type: StoredType, of column: String, in schema: StoredSchema) throws {
    try connection.execute(
      """
      INSERT INTO syncline_columns (tableName, name, type) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET type = excluded.type
      """, [.text(schema.name), .text(column), .text(type.rawValue)])
  }

  /// Brings the values of a column to another type.
  private func convert(
    _ present: StoredColumn, to column: ColumnDeclaration, of schema: StoredSchema
  ) throws {
    // A column of numbers becomes one of decimals by itself.
    if present.type == column.type || (present.type, column.type) == (.decimal, .number) { return }
    let name = Connection.quoted(present.name)
    let stored = try connection.query(
      "SELECT id, \(name) FROM \(schema.quotedName) WHERE \(name) IS NOT NULL"
    ) { (row) throws(SQLiteError) in (id: try row.decode(at: 0, as: String.self), value: row[1]) }
    var changes: [(id: String, value: SQLiteValue, isShown: Bool)] = []
    var misfits = Misfits()
    for (id, value) in stored {
      let json = present.type.json(value)
      guard let converted = column.converted(json), let new = column.type.stored(converted) else {
        misfits.add(id, json)
        continue
      }
      changes.append((id, new, converted != json))
    }
    guard misfits.count == 0 else {
      problems.append("\(schema.name).\(column.name): \(misfits.text(column.typeNoun))")
      return
    }
    try record(column.type, of: present.name, in: schema)
    try rebuild(present, as: column.type, changes, schema)
  }

  /// SQLite converts what is put into a column to the column's own type, so a new one takes its place.
  private func rebuild(
    _ present: StoredColumn, as type: StoredType,
    _ changes: [(id: String, value: SQLiteValue, isShown: Bool)], _ schema: StoredSchema
  ) throws {
    let name = Connection.quoted(present.name)
    let new = Connection.quoted("syncline_new")
    let isSame = present.type.declaration == type.declaration
    if !isSame { try connection.addColumns(["\(new) \(type.declaration)"], to: schema.name) }
    for change in changes where change.isShown || !isSame {
      let id: SQLiteValue = .text(change.id)
      try connection.execute(
        "UPDATE \(schema.quotedName) SET \(isSame ? name : new) = ? WHERE id = ?",
        [change.value, id])
      if change.isShown { try touch("id = ?", [id], of: schema) }
    }
    guard !isSame else { return }
    try connection.execute("ALTER TABLE \(schema.quotedName) DROP COLUMN \(name)")
    try connection.execute("ALTER TABLE \(schema.quotedName) RENAME COLUMN \(new) TO \(name)")
  }

  /// Gives rows the stamp of this commit and a version of their own.
  private func touch(
    _ condition: String, _ values: [SQLiteValue], of schema: StoredSchema
  ) throws {
    try connection.execute(
      "UPDATE \(schema.quotedName) SET updatedAt = ?, version = ? WHERE \(condition)",
      [.text(try session.stamp(schema.name)), .text(session.nextVersion())] + values)
  }
}

// MARK: - Rows

extension TableMigration {
  /// Rows must have what is required of them, and no other than the values of an enumeration.
  private func check(_ column: ColumnDeclaration, of schema: StoredSchema) throws {
    let name = Connection.quoted(column.name)
    if column.isRequired, column.givenDefault == nil {
      let misfits = try misfits("\(name) IS NULL", [], name, schema)
      if misfits.count > 0 {
        problems.append(
          "\(schema.name).\(column.name): \(misfits.rows) no value, and the column is required. The "
            + "first is \(misfits.firstID). Give the column a default for them.")
      }
    }
    if column.type == .enumeration {
      let places = repeatElement("?", count: column.members.count).joined(separator: ", ")
      let misfits = try misfits(
        "\(name) NOT IN (\(places))", column.members.map { .text($0) }, name, schema)
      if misfits.count > 0 {
        problems.append("\(schema.name).\(column.name): \(misfits.text(column.typeNoun))")
      }
    }
  }

  private func misfits(
    _ condition: String, _ values: [SQLiteValue], _ name: String, _ schema: StoredSchema
  ) throws -> Misfits {
    var misfits = Misfits()
    try connection.forEach(
      "SELECT id, \(name) FROM \(schema.quotedName) WHERE \(condition) ORDER BY id", values
    ) { (row) throws(SQLiteError) in
      misfits.add(try row.decode(at: 0), StoredType.text.json(row[1]))
    }
    return misfits
  }

  /// Gives the rows the defaults of columns that hold no nulls.
  private func fill(_ table: TableDeclaration, _ schema: StoredSchema) throws {
    let columns = table.columns.filter { !$0.isNullable }
    guard !columns.isEmpty else { return }
    let isMissing = columns.map { "\(Connection.quoted($0.name)) IS NULL" }
      .joined(separator: " OR ")
    try touch(isMissing, [], of: schema)
    for column in columns {
      guard let value = column.type.stored(column.defaultValue) else { continue }
      let name = Connection.quoted(column.name)
      try connection.execute(
        "UPDATE \(schema.quotedName) SET \(name) = ? WHERE \(name) IS NULL", [value])
    }
  }
}

/// The rows whose values don't fit.
private struct Misfits {
  private(set) var count = 0
  private var first: (id: String, value: JSONValue)?

  mutating func add(_ id: String, _ value: JSONValue) {
    count += 1
    if first == nil { first = (id, value) }
  }

  var firstID: String { first?.id ?? "" }

  var rows: String { count == 1 ? "1 row has" : "\(count) rows have" }

  func text(_ noun: String) -> String {
    "\(rows) a value that is not \(noun). The first is \(firstID) with "
      + "\(first?.value.shown ?? ""). Change the rows, or the declaration."
  }
}

extension ColumnDeclaration {
  /// A value of another type in this one, where that loses nothing; nil where it has no such form.
  fileprivate func converted(_ value: JSONValue) -> JSONValue? {
    if type == .text, DecimalNumber(value) != nil { return .string(value.serializedText) }
    return canonical(value)
  }
}
