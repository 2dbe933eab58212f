internal import JSONKit
package import SQLiteKit
package import Support

/// Which tables and columns the file has: the only source of identifiers in SQL.
package enum Catalogue {
  static let nameLengthMax = 128
  /// Own columns of a table.
  ///
  /// SQLite takes 2,000 in a table and in the answer of a query, which here has the system columns
  /// and what is known of the row beside them.
  static let columnsMax = 1_950

  /// Nil when the file has no such table.
  package static func table(_ name: String, on connection: Connection) throws -> TableSchema? {
    try connection.memo("table \(name)") { try read(name, on: connection) }
  }

  private static func read(_ name: String, on connection: Connection) throws -> TableSchema? {
    let found = try connection.first(
      """
      SELECT storedName, softDelete, coalesce(isFilling, 0) FROM syncline_tables
      LEFT JOIN syncline_counts ON "table" = name WHERE name = ?
      """, [.text(name)]
    ) { (row) throws(SQLiteError) in
      (
        try row.decode(at: 0, as: String.self), try row.decode(at: 1, as: String.self),
        isFilling: try row.decode(at: 2, as: Bool.self)
      )
    }
    guard let found else { return nil }
    let columns = try connection.query(
      """
      SELECT name, type, storedName, isLocal, isDeclared FROM syncline_columns
      WHERE "table" = ? ORDER BY position
      """, [.text(name)]
    ) { (row) throws(SQLiteError) in
      TableSchema.OwnColumn(
        column: Column(
          try row.decode(at: 0), ColumnType(rawValue: try row.decode(at: 1)) ?? .text),
        storedName: try row.decode(at: 2), isLocal: try row.decode(at: 3),
        isDeclared: try row.decode(at: 4))
    }
    return TableSchema(
      name: name, storedName: found.0, softDelete: SoftDelete(stored: found.1), own: columns,
      isFilling: found.isFilling)
  }

  /// When the store first saw each column of the table; columns from before this was kept are missing.
  package static func firstSeen(
    in table: String, on connection: Connection
  ) throws -> UTF8Dictionary<Timestamp> {
    let times = try connection.query(
      """
      SELECT name, firstSeenAt FROM syncline_columns
      WHERE "table" = ? AND firstSeenAt IS NOT NULL
      """, [.text(table)]
    ) { (row) throws(SQLiteError) in
      (
        try row.decode(at: 0, as: String.self),
        Timestamp(stored: try row.decode(at: 1, as: String.self))
      )
    }
    return UTF8Dictionary(times)
  }

  /// Every table's name, in order.
  package static func names(on connection: Connection) throws -> [String] {
    try connection.query("SELECT name FROM syncline_tables ORDER BY name") {
      (row) throws(SQLiteError) in try row.decode(at: 0)
    }
  }

  /// The table, created when missing, with at least `columns`.
  ///
  /// A column that is there already keeps its type.
  ///
  /// - Parameter isLocal: True for columns that a change made here, not a server.
  static func ensure(
    _ name: String, columns: [Column] = [], isLocal: Bool = false, on connection: Connection
  ) throws -> TableSchema {
    var schema = try table(name, on: connection)
    if schema == nil { schema = try create(name, on: connection) }
    guard var schema else { throw SyncError.noSuchTable(name) }
    if !isLocal, try LocalColumns.confirm(columns.map(\.name), in: schema, on: connection) {
      schema = try table(name, on: connection) ?? schema
    }
    let missing = columns.filter { !$0.isSystem && schema.own($0.name) == nil }
    guard !missing.isEmpty else { return schema }
    guard schema.own.count + UTF8Set(missing.map(\.name)).count <= columnsMax else {
      throw SyncError.tooManyColumns(table: name)
    }
    var known = UTF8Set(
      (TableSchema.systemColumns.map(\.name) + schema.own.map(\.storedName)).map(fold))
    var position = try nextPosition(name, on: connection)
    var added: UTF8Set = []
    var definitions: [String] = []
    for column in missing where added.insert(column.name).inserted {
      let storedName = unused(column.name, among: known)
      known.insert(fold(storedName))
      definitions.append(
        Connection.quoted(storedName) + " " + CellCoding.declaration(column.type))
      try connection.execute(
        """
        INSERT INTO syncline_columns
          ("table", name, type, storedName, position, isLocal, firstSeenAt)
        VALUES (?, ?, ?, ?, ?, ?, \(SyncContext.nowFunction)())
        """,
        [
          .text(name), .text(column.name), .text(column.type.rawValue), .text(storedName),
          .integer(position), .integer(isLocal ? 1 : 0),
        ])
      position += 1
    }
    try connection.addColumns(definitions, to: schema.storedName)
    let complete = try table(name, on: connection) ?? schema
    if let column = complete.softDelete.column, added.contains(column) {
      try RowCounts.install(complete, on: connection)
    }
    return complete
  }

  private static func nextPosition(_ table: String, on connection: Connection) throws -> Int64 {
    try connection.first(
      "SELECT coalesce(max(position) + 1, 0) FROM syncline_columns WHERE \"table\" = ?",
      [.text(table)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0) } ?? 0
  }

  /// The table with a column for every value of `records`; a null alone makes no column.
  ///
  /// - Parameter isLocal: True for records that a change made here, not a server.
  static func ensure(
    _ name: String, for records: some Sequence<Record>, isLocal: Bool = false,
    on connection: Connection
  ) throws -> TableSchema {
    let schema = try ensure(name, on: connection)
    var known = isLocal ? UTF8Set(schema.own.map(\.name)) : schema.confirmedNames
    var missing: [Column] = []
    for record in records {
      for (column, value) in record.values where !known.contains(column) {
        guard let type = ColumnType(of: value) else { continue }
        known.insert(column)
        missing.append(Column(column, type))
      }
    }
    return missing.isEmpty
      ? schema : try ensure(name, columns: missing, isLocal: isLocal, on: connection)
  }

  /// The columns of `schema` whose value in `record` is of another type, for reports.
  static func misfits(_ record: Record, in schema: TableSchema) -> [String] {
    schema.own.compactMap { column in
      guard let value = record.values[column.name], !column.type.accepts(value) else { return nil }
      return column.name
    }
  }

  /// Notes what a remote says of a table's columns; makes those that are missing.
  static func note(
    _ columns: [RemoteColumn], of table: String, on connection: Connection
  ) throws {
    let columns = columns.filter { !SystemColumn.contains($0.name) }
    guard !columns.isEmpty else { return }
    _ = try ensure(table, columns: columns.map { Column($0.name, $0.type) }, on: connection)
    for column in columns {
      guard let type = column.remoteType else { continue }
      try connection.execute(
        """
        UPDATE syncline_columns SET remoteType = ?3
        WHERE "table" = ?1 AND name = ?2 AND remoteType IS NOT ?3
        """, [.text(table), .text(column.name), .text(type)])
    }
  }

  /// The table's own columns, with what a remote said of them.
  static func remoteColumns(
    of table: String, on connection: Connection
  ) throws -> [RemoteColumn] {
    try connection.query(
      """
      SELECT name, type, remoteType FROM syncline_columns WHERE "table" = ? ORDER BY position
      """, [.text(table)]
    ) { (row) throws(SQLiteError) in
      RemoteColumn(
        try row.decode(at: 0), ColumnType(rawValue: try row.decode(at: 1)) ?? .text,
        remoteType: try row.decode(at: 2))
    }
  }

  /// Registers what "delete" means for a table, and finds its deleted rows anew when that changed.
  static func configure(_ settings: TableSettings, on connection: Connection) throws {
    let columns: [Column] =
      switch settings.softDelete {
      case .flag(let column): [Column(column, .boolean)]
      case .date(let column): [Column(column, .date)]
      case .system, .none: []
      }
    let schema = try ensure(settings.name, columns: columns, on: connection)
    guard schema.softDelete != settings.softDelete else { return }
    try connection.execute(
      "UPDATE syncline_tables SET softDelete = ? WHERE name = ?",
      [.text(settings.softDelete.stored), .text(settings.name)])
    guard let changed = try table(settings.name, on: connection) else { return }
    try RowCounts.install(changed, on: connection)
    try TrashStore.rebuild(changed, on: connection)
  }

  // MARK: - Names

  static func isValidTable(_ name: String) -> Bool {
    let folded = fold(name)
    // Browsers resolve such a segment of an address, so no page of that table would open.
    return isValidColumn(name) && name != "." && name != ".."
      && !["syncline_", "ms_table", "sqlite_"].contains { folded.hasPrefix($0) }
  }

  static func isValidColumn(_ name: String) -> Bool {
    (1...nameLengthMax).contains(name.unicodeScalars.count)
      && !name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f }
  }

  private static func create(_ name: String, on connection: Connection) throws -> TableSchema? {
    guard isValidTable(name) else { throw SyncError.invalidTable(name) }
    let taken = try connection.query("SELECT name FROM sqlite_schema") {
      (row) throws(SQLiteError) in fold(try row.decode(at: 0))
    }
    let storedName = unused(name, among: UTF8Set(taken))
    let quoted = Connection.quoted(storedName)
    try connection.execute(
      """
      CREATE TABLE \(quoted)(id TEXT NOT NULL UNIQUE, createdAt TEXT, updatedAt TEXT,
        version TEXT, deleted BOOLEAN NOT NULL DEFAULT 0)
      """)
    try NewestIndex.create(storedName, on: connection)
    try connection.execute(
      "INSERT INTO syncline_tables(name, storedName, softDelete) VALUES (?, ?, ?)",
      [
        .text(name), .text(storedName),
        .text(try SettingStore.fetch(SettingStore.softDelete, on: connection) ?? "system"),
      ])
    let schema = try table(name, on: connection)
    if let schema { try RowCounts.install(schema, on: connection) }
    return schema
  }

  /// `name`, or `name (2)` and so on where SQLite would hold it for a name of `taken`.
  private static func unused(_ name: String, among taken: UTF8Set) -> String {
    let clean = String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7f ? "_" : $0 }))
    var candidate = clean
    var number = 2
    while taken.contains(fold(candidate)) || candidate.isEmpty {
      candidate = "\(clean) (\(number))"
      number += 1
    }
    return candidate
  }

  /// As SQLite compares identifiers: ASCII letters without case.
  static func fold(_ name: String) -> String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.map {
          ("A"..."Z").contains($0) ? Unicode.Scalar($0.value + 32) ?? $0 : $0
        }
      ))
  }
}
