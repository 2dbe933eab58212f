package import SQLiteKit
package import Support

/// How many rows each table has and how many of them are deleted, kept by triggers of the file.
///
/// Whoever changes a data table, `sqlite3` included, changes its counters and the trash in the same
/// transaction. Only a first pull counts its rows by the batch: see ``beginFilling(_:on:)``.
package struct RowCounts: Sendable, Equatable {
  var rows = 0
  /// Of `rows`.
  package var deleted = 0

  package var live: Int { rows - deleted }

  /// By table.
  package static func all(on connection: Connection) throws -> UTF8Dictionary<RowCounts> {
    try connection.memo("counts") {
      let counts = try connection.query("SELECT \"table\", rows, deleted FROM syncline_counts") {
        (row) throws(SQLiteError) in
        (
          try row.decode(at: 0, as: String.self),
          RowCounts(rows: try row.decode(at: 1), deleted: try row.decode(at: 2))
        )
      }
      return UTF8Dictionary(counts, uniquingKeysWith: { first, _ in first })
    }
  }

  static func of(_ table: String, on connection: Connection) throws -> RowCounts {
    try all(on: connection)[table] ?? RowCounts()
  }

  /// Live rows without an operation.
  package static func synced(of schema: TableSchema, on connection: Connection) throws -> Int {
    try connection.memo("synced \(schema.name)") {
      // The rows with an operation are found by way of the queue, which is shorter than the table.
      let table = SQLiteValue.text(schema.name)
      let queued =
        try connection.first(
          """
          SELECT count(*) FROM \(schema.quoted) t
          WHERE t.id IN (SELECT itemId FROM syncline_operations WHERE "table" = ?)
            AND NOT EXISTS (SELECT 1 FROM syncline_trash x WHERE x."table" = ? AND x.itemId = t.id)
          """, [table, table]
        ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
      return try of(schema.name, on: connection).live - queued
    }
  }

  // MARK: - Triggers

  /// Counts a table's rows and keeps counting them from now on.
  ///
  /// To be called again when "delete" means something else for the table.
  static func install(_ schema: TableSchema, on connection: Connection) throws {
    try connection.execute(
      "INSERT INTO syncline_counts(\"table\") VALUES (?) ON CONFLICT DO NOTHING",
      [.text(schema.name)])
    for trigger in RowTrigger.allCases {
      try connection.execute("DROP TRIGGER IF EXISTS \(trigger.quotedName(schema))")
    }
    try connection.execute(
      """
      DELETE FROM syncline_trash
      WHERE "table" = ? AND itemId NOT IN (SELECT id FROM \(schema.quoted))
      """, [.text(schema.name)])
    for trigger in RowTrigger.allCases where trigger != .insert || !schema.isFilling {
      try connection.execute(trigger.creation(schema))
    }
    try connection.execute(
      """
      UPDATE syncline_counts SET
        rows = (SELECT count(*) FROM \(schema.quoted)),
        deleted = (SELECT count(*) FROM syncline_trash WHERE "table" = ?1)
      WHERE "table" = ?1
      """, [.text(schema.name)])
  }

  /// Counts the tables of a file that an older program wrote.
  static func installMissing(on connection: Connection) throws {
    let counted = try all(on: connection).keys
    for table in try Catalogue.names(on: connection) where !counted.contains(table) {
      guard let schema = try Catalogue.table(table, on: connection) else { continue }
      try install(schema, on: connection)
    }
  }

  // MARK: - First pulls

  /// Drops the trigger that counts new rows, which would take a third of a first pull's time.
  ///
  /// From now on ``RowStore`` and the pull count new rows themselves, until
  /// ``endFilling(on:)``.
  static func beginFilling(_ schema: TableSchema, on connection: Connection) throws {
    guard !schema.isFilling else { return }
    try connection.execute("DROP TRIGGER IF EXISTS \(RowTrigger.insert.quotedName(schema))")
    try connection.execute(
      "UPDATE syncline_counts SET isFilling = 1 WHERE \"table\" = ?", [.text(schema.name)])
  }

  /// Counts rows that were added to a table while its trigger was missing.
  static func add(_ rows: Int, to schema: TableSchema, on connection: Connection) throws {
    guard schema.isFilling, rows > 0 else { return }
    try connection.execute(
      "UPDATE syncline_counts SET rows = rows + ? WHERE \"table\" = ?",
      [.integer(Int64(rows)), .text(schema.name)])
  }

  /// Brings back what ``beginFilling(_:on:)`` dropped, and counts what others added meanwhile.
  static func endFilling(on connection: Connection) throws {
    let filling = try connection.query(
      "SELECT \"table\" FROM syncline_counts WHERE isFilling ORDER BY 1"
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    try connection.execute("UPDATE syncline_counts SET isFilling = 0 WHERE isFilling")
    for table in filling {
      guard let schema = try Catalogue.table(table, on: connection) else { continue }
      try install(schema, on: connection)
    }
  }
}

/// What keeps a table's counters and its part of the trash right.
private enum RowTrigger: String, CaseIterable {
  case insert, insertDeleted, delete, deletion, id

  func quotedName(_ schema: TableSchema) -> String {
    Connection.quoted("syncline_rows_\(rawValue)_\(schema.storedName)")
  }

  func creation(_ schema: TableSchema) -> String {
    "CREATE TRIGGER \(quotedName(schema)) \(event(schema)) BEGIN \(body(schema)) END"
  }

  private func event(_ schema: TableSchema) -> String {
    let marked = Self.deletionColumns(schema).map { "\(Connection.quoted($0))" }
    return switch self {
    case .insert: "AFTER INSERT ON \(schema.quoted)"
    case .insertDeleted:
      "AFTER INSERT ON \(schema.quoted) WHEN \(schema.deletionCondition("NEW"))"
    case .delete: "AFTER DELETE ON \(schema.quoted)"
    case .deletion:
      """
      AFTER UPDATE OF \(marked.joined(separator: ", ")) ON \(schema.quoted)
      WHEN (\(schema.deletionCondition("OLD"))) <> (\(schema.deletionCondition("NEW")))
      """
    case .id: "AFTER UPDATE OF id ON \(schema.quoted) WHEN OLD.id <> NEW.id"
    }
  }

  private func body(_ schema: TableSchema) -> String {
    let name =
      "'"
      + schema.name.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "''") + "'"
    func ofTrash(_ id: String) -> String { "\"table\" = \(name) AND itemId = \(id)" }
    // The write path has noted when and by whom already; a change by hand is from now.
    let noted = """
      INSERT INTO syncline_trash("table", itemId, deletedAt)
      SELECT \(name), NEW.id, strftime('%s', 'now') * \(Timestamp.ticksPerSecond)
      WHERE \(schema.deletionCondition("NEW"))
        AND NOT EXISTS (SELECT 1 FROM syncline_trash WHERE \(ofTrash("NEW.id")));
      """
    return switch self {
    case .insert: "UPDATE syncline_counts SET rows = rows + 1 WHERE \"table\" = \(name);"
    case .insertDeleted: noted
    case .delete:
      """
      UPDATE syncline_counts SET rows = rows - 1 WHERE "table" = \(name);
      DELETE FROM syncline_trash WHERE \(ofTrash("OLD.id"));
      """
    case .deletion:
      """
      DELETE FROM syncline_trash WHERE \(ofTrash("NEW.id"))
        AND NOT (\(schema.deletionCondition("NEW")));
      \(noted)
      """
    case .id:
      "UPDATE syncline_trash SET itemId = NEW.id WHERE \(ofTrash("OLD.id"));"
    }
  }

  private static func deletionColumns(_ schema: TableSchema) -> [String] {
    ["deleted"] + (schema.softDelete.column.flatMap(schema.own).map { [$0.storedName] } ?? [])
  }
}

extension TableSchema {
  /// ``isDeleted(_:)`` in SQL: 1 for a deleted row, else 0.
  ///
  /// - Parameter row: Names the row.
  func deletionCondition(_ row: String) -> String {
    let system = "\(row).deleted <> 0"
    guard let column = softDelete.column.flatMap(own) else { return system }
    let value = "\(row).\(column.quoted)"
    let own =
      switch (softDelete, column.type) {
      case (.date, _): "\(value) IS NOT NULL"
      case (_, .boolean): "\(value) IS 1"
      // Where true is kept as JSON: see ``CellCoding``.
      case (_, .json): "\(value) IS 'true'"
      case (_, _): "\(value) IS CAST('true' AS BLOB)"
      }
    return "(\(system) OR \(own))"
  }
}
