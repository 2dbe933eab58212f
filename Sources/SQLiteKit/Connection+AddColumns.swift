extension Connection {
  /// Columns up to which `ALTER TABLE` alone is fast enough.
  private static let alteredMax = 8
  /// No column of ours can be called so.
  private static let placeholder = quoted("\u{1}new columns")

  /// Adds columns at the end of a table, NULL in its rows, inside the caller's transaction.
  ///
  /// `ALTER TABLE` adds one at a time and reads the whole definition anew for each, so that 2,000 of
  /// them take seconds. So SQLite adds one, which says where they belong, and its definition is then
  /// replaced by theirs: rows that end before a column have NULL in it, however many there are.
  ///
  /// Source: <https://sqlite.org/lang_altertable.html#otheralter>
  ///
  /// - Parameter definitions: Names, quoted, with types and without constraints.
  public func addColumns(_ definitions: [String], to table: String) throws(SQLiteError) {
    guard definitions.count > Self.alteredMax else {
      for definition in definitions { try addColumn(definition, to: table) }
      return
    }
    try addColumn(Self.placeholder, to: table)
    let version = try first("PRAGMA schema_version") { (row) throws(SQLiteError) in
      try row.decode(at: 0, as: Int64.self)
    }
    try execute("PRAGMA writable_schema = ON")
    // Without effect where everything went well.
    defer { try? execute("PRAGMA writable_schema = OFF") }
    try execute(
      """
      UPDATE sqlite_schema SET sql = replace(sql, ?, ?)
      WHERE type = 'table' AND name = ? COLLATE NOCASE
      """,
      [
        .text(Self.placeholder), .text(definitions.joined(separator: ", ")), .text(table),
      ])
    // Other connections read the definitions anew, and so does this one.
    try execute("PRAGMA schema_version = \((version ?? 0) + 1)")
    try execute("PRAGMA writable_schema = RESET")
  }

  private func addColumn(_ definition: String, to table: String) throws(SQLiteError) {
    try execute("ALTER TABLE \(Self.quoted(table)) ADD COLUMN \(definition)")
  }
}
