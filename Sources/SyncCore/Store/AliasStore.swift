internal import SQLiteKit
internal import Support

/// Ids that rows had before the server gave them theirs.
///
/// Kept for good: a link, a reference or an audit entry may name a row by its first id at any time.
enum AliasStore {
  static func put(
    _ table: String, _ old: String, _ new: String, at moment: Timestamp, on connection: Connection
  ) throws {
    try connection.execute(
      """
      INSERT INTO syncline_aliases("table", oldId, newId, at) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET newId = excluded.newId, at = excluded.at
      """, [.text(table), .text(old), .text(new), .text(moment.description)])
    // A row that was given up and inserted again has had several.
    try connection.execute(
      "UPDATE syncline_aliases SET newId = ? WHERE \"table\" = ? AND newId = ?",
      [.text(new), .text(table), .text(old)])
  }

  /// The id that took the place of `old`; nil where none did.
  static func fetch(_ table: String, _ old: String, on connection: Connection) throws -> String? {
    try connection.first(
      "SELECT newId FROM syncline_aliases WHERE \"table\" = ? AND oldId = ?",
      [.text(table), .text(old)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0) }
  }
}

extension AliasStore {
  /// The ids that a row had before the server gave it `new`.
  static func former(
    _ table: String, _ new: String, on connection: Connection
  ) throws -> [String] {
    try connection.query(
      "SELECT oldId FROM syncline_aliases WHERE \"table\" = ? AND newId = ?",
      [.text(table), .text(new)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
  }
}

extension SyncContext {
  /// The id that the server gave a row that was made here as `id`; nil where it gave none.
  package func assignedID(_ table: String, _ id: String) async throws -> String? {
    try await database.read { db in try AliasStore.fetch(table, id, on: db) }
  }

  /// The ids that a row had before the server gave it this one.
  package func formerIDs(_ table: String, _ id: String) async throws -> [String] {
    try await database.read { db in try AliasStore.former(table, id, on: db) }
  }
}
