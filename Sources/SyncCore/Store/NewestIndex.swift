internal import SQLiteKit

/// The index by which rows are shown newest first.
///
/// Nothing but speed depends on it. A first pull does without it, since rows come in the order of
/// their ids and would touch the whole of it with every page, and builds it when the rows are in.
enum NewestIndex {
  static func create(_ storedName: String, on connection: Connection) throws {
    try connection.execute(
      "CREATE INDEX IF NOT EXISTS \(index(storedName)) "
        + "ON \(Connection.quoted(storedName))(updatedAt DESC, id)")
  }

  static func drop(_ storedName: String, on connection: Connection) throws {
    try connection.execute("DROP INDEX IF EXISTS \(index(storedName))")
  }

  /// Builds those that a pull left out and did not come to build.
  static func createMissing(on connection: Connection) throws {
    let missing = try connection.query(
      """
      SELECT t.storedName FROM syncline_tables t
      JOIN sqlite_schema d ON d.type = 'table' AND d.name = t.storedName
      WHERE NOT EXISTS (SELECT 1 FROM sqlite_schema s
        WHERE s.type = 'index' AND s.name = 'syncline_newest_' || t.storedName)
      """
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    for storedName in missing { try create(storedName, on: connection) }
  }

  private static func index(_ storedName: String) -> String {
    Connection.quoted("syncline_newest_" + storedName)
  }
}
