import SQLiteKit
import TestSupport
import Testing

@Suite struct TimeLimitTests {
  private func pool() async throws -> (DatabasePool, TemporaryDirectory) {
    let directory = try TemporaryDirectory()
    return (try await DatabasePool(path: directory.file("probe.sqlite")), directory)
  }

  /// Counts to `limit` one by one.
  private func count(to limit: Int, on db: Connection) throws -> Int? {
    try db.first(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(limit))
      SELECT count(*) FROM n
      """
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
  }

  @Test func aStatementStopsWhenItsTimeIsOver() async throws {
    let (pool, directory) = try await pool()
    let error = await #expect(throws: SQLiteError.self) {
      try await pool.read { db in
        try db.limited(to: .milliseconds(1)) { try self.count(to: 1_000_000_000, on: $0) }
      }
    }
    #expect(error?.isInterrupted == true)
    withExtendedLifetime(directory) {}
  }

  @Test func theLimitEndsWithItsBlockAndTheOuterOneHoldsAgain() async throws {
    let (pool, directory) = try await pool()
    let counted = try await pool.read { db in
      _ = try? db.limited(to: .zero) { try self.count(to: 1_000_000_000, on: $0) }
      return try self.count(to: 10_000, on: db)
    }
    #expect(counted == 10_000)
    let outer = try await pool.read { db in
      try db.limited(to: .zero) { db in
        _ = try db.limited(to: .seconds(600)) { try self.count(to: 10_000, on: $0) }
        return try? self.count(to: 1_000_000_000, on: db)
      }
    }
    #expect(outer == nil)
    withExtendedLifetime(directory) {}
  }

  @Test func aMemoIsGivenAgainUntilSomebodyWrites() async throws {
    let directory = try TemporaryDirectory()
    let pool = try await DatabasePool(path: directory.file("memo.sqlite"), readersMax: 1)
    try await pool.write { db in
      try db.execute("CREATE TABLE todo (id TEXT)")
      try db.execute("INSERT INTO todo VALUES ('a')")
    }
    func counted(_ mark: Int) async throws -> [Int] {
      try await pool.read { db in
        try db.memo("count") {
          let rows = try db.query("SELECT id FROM todo") { (_) throws(SQLiteError) in 0 }.count
          return [rows, mark]
        }
      }
    }
    #expect(try await counted(1) == [1, 1])
    #expect(try await counted(2) == [1, 1])
    try await pool.write { try $0.execute("INSERT INTO todo VALUES ('b')") }
    #expect(try await counted(3) == [2, 3])
  }

  @Test func aWriterKeepsNothing() async throws {
    let (pool, directory) = try await pool()
    let seen = try await pool.write { db in
      [try db.memo("n") { 1 }, try db.memo("n") { 2 }]
    }
    #expect(seen == [1, 2])
    withExtendedLifetime(directory) {}
  }
}
