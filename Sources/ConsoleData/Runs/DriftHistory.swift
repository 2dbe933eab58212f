import SQLiteKit
public import Support

/// What one check of a table found, whatever was repaired since.
public struct DriftSample: Sendable, Equatable {
  public let run: Int64
  public let checkedAt: Timestamp
  /// Rows that differed; 0 for a check that broke off.
  public let found: Int
  public let isFailure: Bool
}

extension ConsoleData {
  /// The newest checks of each table, the oldest first.
  ///
  /// - Parameter limit: The most for each table.
  public func driftHistories(
    store: String, tables: [String], limit: Int
  ) async throws -> UTF8Dictionary<[DriftSample]> {
    try await database.read { connection in
      var histories: UTF8Dictionary<[DriftSample]> = [:]
      for table in tables {
        histories[table] = try connection.query(
          """
          SELECT run, checkedAt, failure IS NOT NULL AS isFailure, CASE WHEN failure IS NULL
            THEN missingOnServer + different + iif(isFiltered, 0, missingHere) ELSE 0 END AS found
          FROM driftChecks WHERE store = ? AND tableName = ? ORDER BY run DESC LIMIT ?
          """, [.text(store), .text(table), .integer(Int64(limit))]
        ) { (row) throws(SQLiteError) in
          DriftSample(
            run: try row.decode("run"),
            checkedAt: Timestamp(milliseconds: try row.decode("checkedAt")),
            found: try row.decode("found"), isFailure: try row.decode("isFailure"))
        }.reversed()
      }
      return histories
    }
  }
}
