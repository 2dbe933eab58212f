package import SQLiteKit
internal import Support

/// The last server copies that this store synced, kept while an operation is pending.
package enum BaseStore {
  package static func fetch(
    _ table: String, _ id: String, on connection: Connection
  ) throws -> Record? {
    try connection.first(
      "SELECT record FROM syncline_bases WHERE \"table\" = ? AND itemId = ?",
      [.text(table), .text(id)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    .flatMap(RecordCoding.record)
  }

  static func put(_ record: Record, table: String, on connection: Connection) throws {
    try connection.execute(
      """
      INSERT INTO syncline_bases("table", itemId, record) VALUES (?, ?, ?)
      ON CONFLICT DO UPDATE SET record = excluded.record
      """, [.text(table), .text(record.id), .text(RecordCoding.text(record))])
  }

  static func remove(_ table: String, _ id: String, on connection: Connection) throws {
    try connection.execute(
      "DELETE FROM syncline_bases WHERE \"table\" = ? AND itemId = ?", [.text(table), .text(id)])
  }
}

/// Server copies that came for rows with a pending operation, kept beside the local rows.
package enum ServerCopyStore {
  package static func fetch(
    _ table: String, _ id: String, on connection: Connection
  ) throws -> Record? {
    try connection.first(
      "SELECT record FROM syncline_server_copies WHERE \"table\" = ? AND itemId = ?",
      [.text(table), .text(id)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    .flatMap(RecordCoding.record)
  }

  static func put(
    _ record: Record, table: String, at moment: Timestamp, on connection: Connection
  ) throws {
    try connection.execute(
      """
      INSERT INTO syncline_server_copies("table", itemId, record, at) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET record = excluded.record, at = excluded.at
      """,
      [
        .text(table), .text(record.id), .text(RecordCoding.text(record)),
        .text(moment.description),
      ])
  }

  static func remove(_ table: String, _ id: String, on connection: Connection) throws {
    try connection.execute(
      "DELETE FROM syncline_server_copies WHERE \"table\" = ? AND itemId = ?",
      [.text(table), .text(id)])
  }
}
