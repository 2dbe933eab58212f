import Support
import TestSupport
import Testing

@testable import SQLiteKit

/// Transactions that SQLite rolled back by itself, as it does when the disk is full.
@Suite struct LostTransactionTests {
  private static let big = SQLiteValue.blob([UInt8](repeating: 1, count: 1 << 20))

  private func pool(_ directory: TemporaryDirectory) async throws -> DatabasePool {
    let pool = try await DatabasePool(path: directory.file("full.sqlite"))
    try await pool.write { try $0.execute("CREATE TABLE t(v BLOB)") }
    try await pool.withWriter { try $0.execute("PRAGMA max_page_count = 8") }
    return pool
  }

  private func count(_ pool: DatabasePool) async throws -> Int? {
    try await pool.read { connection in
      try connection.first("SELECT count(*) FROM t") { (row) throws(SQLiteError) in
        try row.decode(at: 0, as: Int.self)
      }
    }
  }

  @Test func savepointReportsTheFullDiskWithItsFile() async throws {
    let directory = try TemporaryDirectory()
    let pool = try await pool(directory)
    let error = await #expect(throws: SQLiteError.self) {
      try await pool.write { connection in
        try connection.execute("INSERT INTO t VALUES (1)")
        try connection.savepoint { try $0.execute("INSERT INTO t VALUES (?)", [Self.big]) }
      }
    }
    #expect(error?.storageProblem?.cause == .diskFull)
    #expect(error?.storageProblem?.file.hasSuffix("full.sqlite") == true)
    #expect(error?.storageProblem?.status == 507)
    #expect(try await count(pool) == 0)
  }

  @Test func nothingIsWrittenAfterTheTransactionWasLost() async throws {
    let directory = try TemporaryDirectory()
    let pool = try await pool(directory)
    await #expect(throws: SQLiteError.self) {
      try await pool.write { connection in
        try? connection.savepoint { inner in
          try? inner.execute("INSERT INTO t VALUES (?)", [Self.big])
          // As the disk being full does, in every version of SQLite.
          try inner.execute("ROLLBACK")
          try inner.execute("INSERT INTO t VALUES (2)")
        }
        try connection.execute("INSERT INTO t VALUES (3)")
      }
    }
    #expect(try await count(pool) == 0)
    try await pool.write { try $0.execute("INSERT INTO t VALUES (4)") }
    #expect(try await count(pool) == 1)
  }
}
