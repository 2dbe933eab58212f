import SQLiteKit
package import Support

extension SyncContext {
  /// How many operations a pull of these tables would send before it begins, by table; empty where
  /// nothing waits, or the settings leave the push out.
  ///
  /// - Parameter tables: Nil for every configured table and every table of the store.
  package func pushedBeforePull(tables: [String]? = nil) async throws -> UTF8Dictionary<Int> {
    let waiting = try await waitingBeforePull(
      tables, "SELECT \"table\", count(*) FROM syncline_operations", "GROUP BY \"table\""
    ) { (row) throws(SQLiteError) in
      (table: try row.decode(at: 0, as: String.self), count: try row.decode(at: 1, as: Int.self))
    }
    return UTF8Dictionary(waiting.map { ($0.table, $0.count) }, uniquingKeysWith: +)
  }

  /// The operations themselves, oldest first.
  package func operationsBeforePull(tables: [String]? = nil) async throws -> [Int64] {
    try await waitingBeforePull(
      tables, "SELECT operationId FROM syncline_operations", "ORDER BY operationId"
    ) { (row) throws(SQLiteError) in try row.decode(at: 0) }
  }

  private func waitingBeforePull<Line: Sendable>(
    _ tables: [String]?, _ select: String, _ end: String,
    _ read: @escaping @Sendable (borrowing Row) throws(SQLiteError) -> Line
  ) async throws -> [Line] {
    guard settings.pushesBeforePull else { return [] }
    let names = Array(UTF8Set(try await pullJobs(tables, full: false).map(\.table)))
    return try await database.read { db in
      try db.query(
        """
        \(select) WHERE state IN (0, 1, 2) AND "table" IN (SELECT value FROM json_each(?)) \(end)
        """, [.list(names)], decode: read)
    }
  }

  /// What goes out before a pull; nil where the settings leave the push out.
  func pushBeforePull(of jobs: [PullJob]) -> PushScope? {
    settings.pushesBeforePull ? .tables(UTF8Set(jobs.map(\.table)).sorted()) : nil
  }
}
