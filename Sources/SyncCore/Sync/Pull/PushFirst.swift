import SQLiteKit

extension SyncContext {
  /// How many operations a pull of these tables would send before it begins, by table; empty where
  /// nothing waits, or the settings leave the push out.
  ///
  /// - Parameter tables: Nil for every configured table and every table of the store.
  public func pushedBeforePull(tables: [String]? = nil) async throws -> [String: Int] {
    guard settings.pushesBeforePull else { return [:] }
    let names = Set(try await pullJobs(tables, full: false).map(\.table))
    let waiting = try await database.read { db in
      try db.query(
        """
        SELECT "table", count(*) FROM syncline_operations WHERE state IN (0, 1, 2)
        GROUP BY "table"
        """
      ) { (row) throws(SQLiteError) in
        (table: try row.decode(at: 0, as: String.self), count: try row.decode(at: 1, as: Int.self))
      }
    }
    return Dictionary(
      waiting.filter { names.contains($0.table) }.map { ($0.table, $0.count) },
      uniquingKeysWith: +)
  }
}
