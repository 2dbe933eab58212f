import SQLiteKit

extension ConsoleData {
  /// Keeps how `owner` has the columns of a table, as part of a list's query string; nil for the
  /// usual columns.
  public func saveColumnLayout(
    _ query: String?, store: String, table: String, owner: String
  ) async throws {
    let place: [SQLiteValue] = [.text(owner), .text(store), .text(table)]
    try await database.write { connection in
      if let query {
        try connection.execute(
          """
          INSERT OR REPLACE INTO columnLayouts (owner, store, tableName, query)
          VALUES (?, ?, ?, ?)
          """, place + [.text(query)])
      } else {
        try connection.execute(
          "DELETE FROM columnLayouts WHERE owner = ? AND store = ? AND tableName = ?", place)
      }
    }
  }
}

/// The layout that `owner` keeps; nil for none.
func columnLayout(
  _ store: String, _ table: String, _ owner: String, on connection: Connection
) throws -> String? {
  try connection.memo("columns \(store)/\(table)/\(owner)") {
    try connection.first(
      "SELECT query FROM columnLayouts WHERE owner = ? AND store = ? AND tableName = ?",
      [.text(owner), .text(store), .text(table)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
  }
}
