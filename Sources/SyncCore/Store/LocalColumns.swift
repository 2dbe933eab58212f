internal import JSONKit
internal import SQLiteKit
internal import Support

/// Columns that a change made here, and that no server has shown a value of.
///
/// When the change is given up, such a column goes with it: the server may well not have it, and
/// nothing could ever be pushed that sets it. Columns that were declared with their table stay.
enum LocalColumns {
  /// Notes that a server has these columns.
  ///
  /// - Returns: False when that was known.
  static func confirm(
    _ names: [String], in schema: TableSchema, on connection: Connection
  ) throws -> Bool {
    let local = names.filter { schema.own($0)?.isLocal == true }
    for name in local {
      try connection.execute(
        "UPDATE syncline_columns SET isLocal = 0 WHERE \"table\" = ? AND name = ?",
        [.text(schema.name), .text(name)])
    }
    return !local.isEmpty
  }

  /// Keeps those of a table when nothing has a value in them.
  static func declare(_ table: String, on connection: Connection) throws {
    try connection.execute(
      "UPDATE syncline_columns SET isDeclared = 1 WHERE \"table\" = ? AND isLocal",
      [.text(table)])
  }

  /// Removes those of every table; see ``dropUnused(_:on:)``.
  static func dropUnused(on connection: Connection) throws {
    let tables = try connection.query(
      "SELECT DISTINCT \"table\" FROM syncline_columns WHERE isLocal"
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    for table in tables { try dropUnused(table, on: connection) }
  }

  /// Removes the local columns of a table that neither a row nor an operation has a value in.
  static func dropUnused(_ table: String, on connection: Connection) throws {
    guard let schema = try Catalogue.table(table, on: connection) else { return }
    for column in schema.own where column.isLocal && !column.isDeclared {
      guard schema.softDelete.column !== column.name,
        try !isUsed(column, of: schema, on: connection)
      else { continue }
      try connection.execute(
        "DELETE FROM syncline_columns WHERE \"table\" = ? AND name = ?",
        [.text(table), .text(column.name)])
      try connection.execute("ALTER TABLE \(schema.quoted) DROP COLUMN \(column.quoted)")
    }
  }

  private static func isUsed(
    _ column: TableSchema.OwnColumn, of schema: TableSchema, on connection: Connection
  ) throws -> Bool {
    // An operation has the row as it was before it, and a delete the row that it took away.
    try connection.first(
      """
      SELECT EXISTS (SELECT 1 FROM \(schema.quoted) WHERE \(column.quoted) IS NOT NULL)
        OR EXISTS (SELECT 1 FROM syncline_operations o, json_each(o.before) v
          WHERE o."table" = ?1 AND v.key = ?2 AND v.type <> 'null')
        OR EXISTS (SELECT 1 FROM MS_TableOperations o,
            json_each(CAST(o.properties AS TEXT), '$.item') v
          WHERE o."table" = ?1 AND v.key = ?2 AND v.type <> 'null')
      """, [.text(schema.name), .text(column.name)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Bool.self) } ?? true
  }
}

extension TableSchema {
  /// The names of the columns that are not local.
  var confirmedNames: UTF8Set { UTF8Set(own.lazy.filter { !$0.isLocal }.map(\.name)) }
}
