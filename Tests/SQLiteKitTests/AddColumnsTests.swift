import TestSupport
import Testing

@testable import SQLiteKit

/// Many columns at once, which SQLite itself adds one by one.
@Suite struct AddColumnsTests {
  private func pool(_ directory: TemporaryDirectory) async throws -> DatabasePool {
    let pool = try await DatabasePool(path: directory.file("wide.sqlite"))
    try await pool.write { db in
      try db.execute("CREATE TABLE \"a \"\"b\"\"\"(id TEXT NOT NULL UNIQUE, CHECK (id <> ','))")
      try db.execute("INSERT INTO \"a \"\"b\"\"\" VALUES ('old')")
    }
    return pool
  }

  private let table = "a \"b\""

  private func names(_ pool: DatabasePool) async throws -> [String] {
    let table = table
    return try await pool.read { db in
      try db.query("SELECT name FROM pragma_table_info(?)", [.text(table)]) {
        (row) throws(SQLiteError) in try row.decode(at: 0)
      }
    }
  }

  private func definitions(_ count: Int) -> [String] { (0..<count).map { "\"c'\($0)\" INTEGER" } }

  @Test(arguments: [1, 8, 9, 1_900])
  func columnsAreThereForReadersAndWriters(_ count: Int) async throws {
    let directory = try TemporaryDirectory()
    let pool = try await pool(directory)
    #expect(try await names(pool) == ["id"])
    let (table, definitions) = (table, definitions(count))
    let last = "\"c'\(count - 1)\""
    try await pool.write { db in
      try db.addColumns(definitions, to: table)
      try db.execute(
        "INSERT INTO \(Connection.quoted(table))(id, \(last)) VALUES ('new', 7)")
    }
    #expect(try await names(pool).count == count + 1)
    let values = try await pool.read { db in
      try db.query("SELECT \(last) FROM \(Connection.quoted(table)) ORDER BY id") {
        (row) throws(SQLiteError) in try row.decode(at: 0, as: Int?.self)
      }
    }
    #expect(values == [7, nil])
    let check = try await pool.read { db in
      try db.first("PRAGMA integrity_check") { (row) throws(SQLiteError) in
        try row.decode(at: 0, as: String.self)
      }
    }
    #expect(check == "ok")
    await #expect(throws: SQLiteError.self, "the schema must not stay writable") {
      try await pool.write { try $0.execute("UPDATE sqlite_schema SET sql = sql") }
    }
  }

  @Test func columnsGoWithTheirTransactionAndTheirSavepoint() async throws {
    struct Failure: Error {}
    let directory = try TemporaryDirectory()
    let pool = try await pool(directory)
    let (table, definitions) = (table, definitions(50))
    await #expect(throws: Failure.self) {
      try await pool.write { db in
        try db.addColumns(definitions, to: table)
        throw Failure()
      }
    }
    try await pool.write { db in
      do {
        try db.savepoint { db in
          try db.addColumns(definitions, to: table)
          throw Failure()
        }
      } catch is Failure {}
      try db.execute("INSERT INTO \(Connection.quoted(table)) VALUES ('new')")
    }
    #expect(try await names(pool) == ["id"])
    try await pool.write { try $0.addColumns(definitions, to: table) }
    #expect(try await names(pool).count == 51)
  }
}
