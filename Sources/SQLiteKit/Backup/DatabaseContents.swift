/// What a database holds, as a backup's manifest lists it.
public struct DatabaseContents: Sendable, Equatable {
  /// A table with its number of rows.
  public struct Table: Sendable, Equatable {
    public let name: String
    public let rows: Int

    public init(name: String, rows: Int) {
      self.name = name
      self.rows = rows
    }
  }

  /// The steps of the schema that the file has: its `user_version`.
  public let schemaVersion: Int
  /// In order of name.
  public let tables: [Table]

  public init(schemaVersion: Int, tables: [Table]) {
    self.schemaVersion = schemaVersion
    self.tables = tables
  }
}

extension Connection {
  /// What SQLite finds wrong with the whole file; empty if it is intact.
  ///
  /// Source: <https://sqlite.org/pragma.html#pragma_integrity_check>
  public func integrityProblems() throws(SQLiteError) -> [String] {
    let lines = try query("PRAGMA integrity_check(10)") { (row) throws(SQLiteError) in
      try row.decode(at: 0, as: String.self)
    }
    return lines == ["ok"] ? [] : lines
  }

  /// Counts the rows of every table.
  public func contents() throws(SQLiteError) -> DatabaseContents {
    let version = try first("PRAGMA user_version") { (row) throws(SQLiteError) in
      try row.decode(at: 0, as: Int.self)
    }
    let names = try query(
      """
      SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
      ORDER BY name
      """
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    var tables: [DatabaseContents.Table] = []
    for name in names {
      let rows = try first("SELECT count(*) FROM \(Self.quoted(name))") {
        (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self)
      }
      tables.append(DatabaseContents.Table(name: name, rows: rows ?? 0))
    }
    return DatabaseContents(schemaVersion: version ?? 0, tables: tables)
  }
}
