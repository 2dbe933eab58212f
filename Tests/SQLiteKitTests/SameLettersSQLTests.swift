import SQLiteKit
import TestSupport
import Testing

@Suite struct SameLettersSQLTests {
  /// A statement is kept prepared by its text, and two texts may read alike.
  @Test func aPreparedStatementIsFoundByItsBytes() async throws {
    let directory = try TemporaryDirectory()
    let pool = try await DatabasePool(path: directory.file("x.sqlite"))
    let (composed, decomposed) = (SameLetters.composed, SameLetters.decomposed)
    let found = try await pool.write { db in
      try db.execute("CREATE TABLE t (\"\(composed)\" INTEGER, \"\(decomposed)\" INTEGER)")
      try db.execute("INSERT INTO t VALUES (1, 2)")
      return try SameLetters.both.map { name in
        try db.first("SELECT \"\(name)\" FROM t") { row throws(SQLiteError) in
          try row.decode(name, as: Int.self)
        }
      }
    }
    #expect(found == [1, 2])
  }

  @Test func valuesAreEqualByTheirBytes() {
    #expect(SQLiteValue.text(SameLetters.composed) != .text(SameLetters.decomposed))
  }
}
