package import SQLiteKit
internal import Support

/// Delta tokens, each with the filter that it belongs to.
enum TokenStore {
  struct Token: Sendable, Equatable {
    var value: String
    var filter: String?
    /// The server's time at which the read began that ended with the token; nil where it is unknown.
    var asOf: Timestamp?
  }

  /// Stands for the table of a feed's token; no table can have this name.
  static let everyTable = ""

  static func fetch(
    _ table: String, queryID: String, on connection: Connection
  ) throws -> Token? {
    try connection.first(
      """
      SELECT c.value, p.filter, p.asOf FROM MS_TableConfig c
      LEFT JOIN syncline_pulls p ON p."table" = c."table" AND p.queryId = c.key
      WHERE c."table" = ? AND c.key = ? AND c.keyType = 0
      """, [.text(table), .text(queryID)]
    ) { (row) throws(SQLiteError) in
      Token(
        value: try row.decode(at: 0), filter: try row.decode(at: 1),
        asOf: try row.decode(at: 2, as: String?.self).flatMap { Timestamp($0) })
    }
  }

  /// - Parameter id: For a token that is new; see `RandomSource.uuid()`.
  static func put(
    _ token: Token, table: String, queryID: String, id: String, on connection: Connection
  ) throws {
    try connection.execute(
      """
      UPDATE MS_TableConfig SET value = ? WHERE "table" = ? AND key = ? AND keyType = 0
      """, [.text(token.value), .text(table), .text(queryID)])
    if connection.changes == 0 {
      try connection.execute(
        "INSERT INTO MS_TableConfig(id, key, keyType, \"table\", value) VALUES (?, ?, 0, ?, ?)",
        [.text(id), .text(queryID), .text(table), .text(token.value)])
    }
    try connection.execute(
      """
      INSERT INTO syncline_pulls("table", queryId, filter, asOf) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET filter = excluded.filter, asOf = excluded.asOf, place = NULL
      """,
      [.text(table), .text(queryID), .init(token.filter), .init(token.asOf?.description)])
  }

  /// Where a pull without a token broke off, with the filter that it had.
  static func fetchPlace(
    _ table: String, queryID: String, on connection: Connection
  ) throws -> Token? {
    try connection.first(
      """
      SELECT place, filter FROM syncline_pulls
      WHERE "table" = ? AND queryId = ? AND place IS NOT NULL
      """, [.text(table), .text(queryID)]
    ) { (row) throws(SQLiteError) in
      Token(value: try row.decode(at: 0), filter: try row.decode(at: 1))
    }
  }

  /// Keeps how far a pull has come that will get its token at its end; nil forgets it.
  static func putPlace(
    _ place: String?, filter: String?, table: String, queryID: String, on connection: Connection
  ) throws {
    try connection.execute(
      """
      INSERT INTO syncline_pulls("table", queryId, filter, place) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET filter = excluded.filter, place = excluded.place
      """, [.text(table), .text(queryID), .init(filter), .init(place)])
  }

  /// Notes that a pull of this query ended.
  static func notePull(
    _ table: String, queryID: String, filter: String?, at moment: Timestamp, rows: Int,
    on connection: Connection
  ) throws {
    try connection.execute(
      """
      INSERT INTO syncline_pulls("table", queryId, filter, lastPullAt, rows)
      VALUES (?, ?, ?, ?, ?)
      ON CONFLICT DO UPDATE
        SET filter = excluded.filter, lastPullAt = excluded.lastPullAt, rows = excluded.rows
      """,
      [
        .text(table), .text(queryID), .init(filter), .text(moment.description),
        .integer(Int64(rows)),
      ])
  }

  /// True once a pull of this query has ended.
  static func hasEnded(
    _ table: String, queryID: String, on connection: Connection
  ) throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM syncline_pulls
      WHERE "table" = ? AND queryId = ? AND lastPullAt IS NOT NULL
      """, [.text(table), .text(queryID)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } != nil
  }

  /// Forgets a token, and where a pull broke off that had none yet.
  ///
  /// - Returns: True when there was one of them.
  @discardableResult
  static func forget(
    _ table: String, queryID: String, on connection: Connection
  ) throws -> Bool {
    try connection.execute(
      "DELETE FROM MS_TableConfig WHERE \"table\" = ? AND key = ? AND keyType = 0",
      [.text(table), .text(queryID)])
    let hadToken = connection.changes > 0
    try connection.execute(
      """
      UPDATE syncline_pulls SET place = NULL
      WHERE "table" = ? AND queryId = ? AND place IS NOT NULL
      """, [.text(table), .text(queryID)])
    return hadToken || connection.changes > 0
  }

  /// Forgets the tokens of a table, and that of the feed which has its rows.
  static func forgetAll(_ table: String, feed: String?, on connection: Connection) throws {
    try connection.execute(
      "DELETE FROM MS_TableConfig WHERE \"table\" = ? AND keyType = 0", [.text(table)])
    if let feed { try forget(everyTable, queryID: feed, on: connection) }
    try connection.execute(
      "UPDATE syncline_pulls SET place = NULL WHERE \"table\" = ?", [.text(table)])
  }
}

/// Switches of a store that are kept in its file.
package enum SettingStore {
  package static let offline = "offline"
  /// The store that took this one's place.
  package static let movedTo = "movedTo"
  static let pause = "pause"
  /// What "delete" means for a table that is not configured.
  static let softDelete = "softDelete"
  /// ``Remote/writeOnlyColumns``, as a JSON array.
  static let writeOnlyColumns = "writeOnlyColumns"
  /// The tables that take no changes; see ``ReadOnlyTables``.
  static let readOnlyTables = "readOnlyTables"
  /// The last ``Remote/batchSize``, with the address of the server that it was learned of.
  static let batchSize = "batchSize"

  package static func fetch(_ key: String, on connection: Connection) throws -> String? {
    try connection.first(
      "SELECT value FROM syncline_settings WHERE key = ?", [.text(key)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0) }
  }

  /// Nil removes it.
  static func put(_ value: String?, for key: String, on connection: Connection) throws {
    guard let value else {
      return try connection.execute("DELETE FROM syncline_settings WHERE key = ?", [.text(key)])
    }
    try connection.execute(
      """
      INSERT INTO syncline_settings(key, value) VALUES (?, ?)
      ON CONFLICT DO UPDATE SET value = excluded.value
      """, [.text(key), .text(value)])
  }
}
