internal import SQLiteKit
internal import Support

/// Rows of the data tables.
///
/// Every row passes here, so that the trash knows every deleted one.
enum RowStore {
  /// Nil when the table has no such row; ids compare exactly.
  static func fetch(
    _ id: String, in schema: TableSchema, on connection: Connection
  ) throws -> Record? {
    try connection.first(schema.selectOne, [.text(id)]) { (row) throws(SQLiteError) in
      try schema.decode(row)
    }
  }

  /// Stores `record` as the whole row: columns that it does not have become NULL.
  ///
  /// - Parameters:
  ///   - deletedAt: For a row that is deleted here just now; else what the record says itself.
  ///   - by: Who deletes it.
  ///   - isInTrash: False when the store surely does not have the row as a deleted one.
  static func upsert(
    _ record: Record, in schema: TableSchema, deletedAt: Timestamp? = nil, by: String? = nil,
    isInTrash: Bool = true, on connection: Connection
  ) throws {
    try connection.execute(schema.upsert, schema.encode(record))
    if schema.isDeleted(record) {
      try TrashStore.note(
        schema.name, record.id, at: deletedAt ?? schema.deletionMoment(record), by: by,
        on: connection)
    } else if isInTrash {
      try TrashStore.forget(schema.name, record.id, on: connection)
    }
  }

  /// True when there was such a row.
  @discardableResult
  static func remove(
    _ id: String, in schema: TableSchema, on connection: Connection
  ) throws -> Bool {
    try connection.execute(schema.deleteOne, [.text(id)])
    let existed = connection.changes > 0
    if existed { try TrashStore.forget(schema.name, id, on: connection) }
    return existed
  }

  /// Gives a row another id, in the trash too.
  static func rename(
    _ old: String, _ new: String, in schema: TableSchema, on connection: Connection
  ) throws {
    try connection.execute(
      "UPDATE \(schema.quoted) SET id = ? WHERE id = ?", [.text(new), .text(old)])
    try connection.execute(
      "UPDATE syncline_trash SET itemId = ? WHERE \"table\" = ? AND itemId = ?",
      [.text(new), .text(schema.name), .text(old)])
  }

  /// Deleted rows included.
  static func count(in schema: TableSchema, on connection: Connection) throws -> Int {
    try connection.memo("rows of \(schema.name)") {
      try connection.first("SELECT count(*) FROM \(schema.quoted)") { (row) throws(SQLiteError) in
        try row.decode(at: 0, as: Int.self)
      } ?? 0
    }
  }
}
