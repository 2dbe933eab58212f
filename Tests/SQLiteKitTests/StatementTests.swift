import TestSupport
import Testing

@testable import SQLiteKit

/// Statements that are kept and run again.
@Suite struct StatementTests {
  @Test func columnsAreFoundByNameAfterTheTableWasChanged() async throws {
    let directory = try TemporaryDirectory()
    let pool = try await DatabasePool(path: directory.file("changed.sqlite"))
    let read = "SELECT * FROM t"
    let values: [String] = try await pool.write { db in
      try db.execute("CREATE TABLE t(a TEXT, b TEXT)")
      try db.execute("INSERT INTO t VALUES ('a', 'b')")
      let before = try db.first(read) { (row) throws(SQLiteError) in
        try row.decode("b", as: String.self)
      }
      try db.execute("ALTER TABLE t DROP COLUMN a")
      try db.execute("ALTER TABLE t ADD COLUMN c TEXT DEFAULT 'c'")
      let after = try db.query(read) { (row) throws(SQLiteError) in
        [try row.decode("b", as: String.self), try row.decode("c", as: String.self)]
      }
      return [before].compactMap(\.self) + after.flatMap(\.self)
    }
    #expect(values == ["b", "b", "c"])
  }
}
