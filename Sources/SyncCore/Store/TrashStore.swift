package import SQLiteKit
internal import Support

/// Which rows are deleted, when and by whom: what the trash and the counts are read from.
package enum TrashStore {
  static func note(
    _ table: String, _ id: String, at moment: Timestamp?, by: String?, on connection: Connection
  ) throws {
    // A row that is in the trash already keeps the first deletion.
    try connection.execute(
      """
      INSERT INTO syncline_trash("table", itemId, deletedAt, "by") VALUES (?, ?, ?, ?)
      ON CONFLICT DO NOTHING
      """,
      [
        .text(table), .text(id), .integer(moment?.ticks ?? 0), by.map(SQLiteValue.text) ?? .null,
      ])
  }

  package static func fetch(
    _ table: String, _ id: String, on connection: Connection
  ) throws -> Deletion? {
    try connection.first(
      "SELECT deletedAt, \"by\" FROM syncline_trash WHERE \"table\" = ? AND itemId = ?",
      [.text(table), .text(id)]
    ) { (row) throws(SQLiteError) in
      let ticks = try row.decode(at: 0, as: Int64.self)
      return Deletion(
        at: ticks == 0 ? nil : Timestamp(ticks: ticks), by: try row.decode(at: 1))
    }
  }

  /// Says otherwise when a row that is in the trash was deleted, and by whom.
  static func change(
    _ table: String, _ id: String, to deletion: Deletion, on connection: Connection
  ) throws {
    try connection.execute(
      "UPDATE syncline_trash SET deletedAt = ?, \"by\" = ? WHERE \"table\" = ? AND itemId = ?",
      [
        .integer(deletion.at?.ticks ?? 0), .init(deletion.by), .text(table), .text(id),
      ])
  }

  static func forget(_ table: String, _ id: String, on connection: Connection) throws {
    try connection.execute(
      "DELETE FROM syncline_trash WHERE \"table\" = ? AND itemId = ?", [.text(table), .text(id)])
  }

  /// Looks at every row of a table again, after "delete" began to mean something else.
  static func rebuild(_ schema: TableSchema, on connection: Connection) throws {
    let rows = try connection.query("SELECT \(schema.columnList) FROM \(schema.quoted)") {
      (row) throws(SQLiteError) -> (id: String, isDeleted: Bool, moment: Timestamp?) in
      let record = try schema.decode(row)
      let isDeleted = schema.isDeleted(record)
      return (record.id, isDeleted, isDeleted ? schema.deletionMoment(record) : nil)
    }
    for row in rows {
      if row.isDeleted {
        try note(schema.name, row.id, at: row.moment, by: nil, on: connection)
      } else {
        try forget(schema.name, row.id, on: connection)
      }
    }
  }
}
