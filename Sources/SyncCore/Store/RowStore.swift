package import SQLiteKit
internal import Support

/// Rows of the data tables.
///
/// Every row passes here, so that the trash has who deleted it and when.
package enum RowStore {
  /// Nil when the table has no such row; ids compare exactly.
  package static func fetch(
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
    let isDeleted = schema.isDeleted(record)
    // First, for the triggers would note that it was deleted now, by nobody.
    if isDeleted {
      try TrashStore.note(
        schema.name, record.id, at: deletedAt ?? schema.deletionMoment(record), by: by,
        on: connection)
    }
    let isNew = try schema.isFilling && !has(record.id, in: schema, on: connection)
    try connection.execute(schema.upsert, schema.encode(record))
    if isNew { try RowCounts.add(1, to: schema, on: connection) }
    if !isDeleted, isInTrash { try TrashStore.forget(schema.name, record.id, on: connection) }
  }

  private static func has(
    _ id: String, in schema: TableSchema, on connection: Connection
  ) throws -> Bool {
    try connection.first("SELECT 1 FROM \(schema.quoted) WHERE id = ?", [.text(id)]) {
      (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self)
    } != nil
  }

  /// True when there was such a row; it leaves the trash too.
  @discardableResult
  static func remove(
    _ id: String, in schema: TableSchema, on connection: Connection
  ) throws -> Bool {
    try connection.execute(schema.deleteOne, [.text(id)])
    return connection.changes > 0
  }

  /// Gives a row another id; in the trash it gets that too.
  static func rename(
    _ old: String, _ new: String, in schema: TableSchema, on connection: Connection
  ) throws {
    try connection.execute(
      "UPDATE \(schema.quoted) SET id = ? WHERE id = ?", [.text(new), .text(old)])
  }
}
