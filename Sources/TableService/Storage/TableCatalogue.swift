import SQLiteKit
import Support

/// The tables of the database and their columns, as of one state of its schema.
struct TableCatalogue: Sendable {
  /// SQLite's own count of changes, so that a change made by another program is noticed.
  var schemaVersion: Int64 = -1
  /// By name in lower case.
  private var tables: UTF8Dictionary<StoredSchema> = [:]
  /// What the columns of some tables are declared to be.
  let declared: DeclaredTables

  init(declared: DeclaredTables = DeclaredTables()) { self.declared = declared }

  subscript(name: String) -> StoredSchema? {
    get { tables[Name.folded(name)] }
    set { tables[Name.folded(name)] = newValue }
  }

  var tableNames: [String] { tables.values.map(\.name).sorted() }

  /// In order of name.
  var schemas: [StoredSchema] { tables.values.sorted { $0.name < $1.name } }

  static let migrations: [[String]] = [
    [
      """
      CREATE TABLE syncline_tables (
        name TEXT NOT NULL PRIMARY KEY COLLATE NOCASE, updatedAt TEXT NOT NULL)
      """,
      """
      CREATE TABLE syncline_columns (
        tableName TEXT NOT NULL COLLATE NOCASE, name TEXT NOT NULL COLLATE NOCASE,
        type TEXT NOT NULL, PRIMARY KEY (tableName, name))
      """,
      "CREATE TABLE syncline_versions (last INTEGER NOT NULL)",
      "INSERT INTO syncline_versions (last) VALUES (0)",
    ],
    [
      """
      CREATE TABLE syncline_declarations (
        tableName TEXT NOT NULL PRIMARY KEY COLLATE NOCASE, columns TEXT NOT NULL)
      """
    ],
  ]

  static func schemaVersion(_ connection: Connection) throws(SQLiteError) -> Int64 {
    let version = try connection.first("PRAGMA schema_version") { (row) throws(SQLiteError) in
      try row.decode(at: 0, as: Int64.self)
    }
    return version ?? -1
  }

  /// Reads what is really there: a table or a column that was dropped by hand is not listed.
  ///
  /// A declared table has its declared columns first, and others only when it is dynamic.
  init(reading connection: Connection, declared: DeclaredTables) throws(SQLiteError) {
    self.declared = declared
    schemaVersion = try Self.schemaVersion(connection)
    let names = try connection.query(
      """
      SELECT t.name FROM syncline_tables t
      JOIN sqlite_schema s ON s.type = 'table' AND s.name = t.name COLLATE NOCASE
      """
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    for name in names { self[name] = StoredSchema(name: name) }
    let columns = try connection.query(
      """
      SELECT c.tableName, p.name, c.type FROM syncline_columns c
      JOIN pragma_table_info(c.tableName) p ON p.name = c.name COLLATE NOCASE
      ORDER BY c.rowid
      """
    ) { (row) throws(SQLiteError) in
      (
        table: try row.decode(at: 0, as: String.self), name: try row.decode(at: 1, as: String.self),
        type: try row.decode(at: 2, as: String.self)
      )
    }
    var found: UTF8Dictionary<[StoredColumn]> = [:]
    for column in columns {
      guard let type = StoredType(rawValue: column.type) else { continue }
      found[Name.folded(column.table), default: []].append(
        StoredColumn(name: column.name, type: type))
    }
    for name in names {
      for column in arranged(found[Name.folded(name)] ?? [], of: name) { self[name]?.add(column) }
    }
  }

  /// The columns of a table that it shows, as they are declared.
  private func arranged(_ columns: [StoredColumn], of table: String) -> [StoredColumn] {
    guard let declaration = declared[table] else { return columns }
    let types = UTF8Dictionary(columns.map { (Name.folded($0.name), $0.type) })
    let known = declaration.columns.compactMap { declared in
      types[Name.folded(declared.name)].map {
        StoredColumn(name: declared.name, type: $0, declaration: declared)
      }
    }
    guard declaration.isDynamic else { return known }
    return known + columns.filter { declaration[$0.name] == nil }
  }
}
