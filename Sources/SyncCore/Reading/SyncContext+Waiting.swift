internal import JSONKit
internal import SQLiteKit

extension SyncContext {
  /// How many of these rows have a change in the queue; a row counts once.
  public func waiting(_ table: String, _ ids: [String]) async throws -> Int {
    guard !ids.isEmpty else { return 0 }
    return try await database.read { connection in
      try connection.first(
        """
        SELECT count(DISTINCT itemId) FROM syncline_operations
        WHERE "table" = ? AND itemId IN (SELECT value FROM json_each(?))
        """, [.text(table), .text(JSONValue.array(ids.map(JSONValue.string)).serializedText)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
    }
  }

  /// The highest number that an operation of this store was ever given; 0 when there was none.
  public func highestOperation() async throws -> Int64 {
    try await database.read { connection in
      try connection.first("SELECT seq FROM sqlite_sequence WHERE name = 'MS_TableOperations'") {
        (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self)
      } ?? 0
    }
  }
}
