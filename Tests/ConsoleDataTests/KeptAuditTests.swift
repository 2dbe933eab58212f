import ConsoleData
import SQLiteKit
import TestSupport
import Testing

/// Entries of the audit log stay as they were written, whatever SQL is used on them.
@Suite struct KeptAuditTests {
  @Test(arguments: [
    "REPLACE INTO audit (id, at, who, address, action, target, result, requestId) "
      + "VALUES (1, 2, 'eve', '', 'edit', 'y', 'done', 'r')",
    "INSERT OR REPLACE INTO audit SELECT * FROM audit",
    "UPDATE OR REPLACE audit SET who = 'eve'",
    "DELETE FROM audit",
    "UPDATE audit SET hash = NULL",
    "INSERT INTO audit (at, who, address, action, target, result, requestId) "
      + "VALUES (1, 'eve', '', 'edit', 'x', 'done', 'r')",
  ])
  func entryIsNeitherReplacedNorChangedNorRemoved(sql: String) async throws {
    let test = try await TestData()
    let pool = try await DatabasePool(path: test.directory.file("console.sqlite"))
    let record = AuditRecord(
      who: "mira", address: "", action: "edit", target: "x", requestID: "r")
    try await test.data.record(record)
    await #expect(throws: SQLiteError.self) { try await pool.write { try $0.execute(sql) } }
    try await test.data.record(record)
    let entries = try await pool.read { connection in
      try connection.query("SELECT id, who FROM audit ORDER BY id") { row throws(SQLiteError) in
        "\(try row.decode(at: 0, as: Int.self)) \(try row.decode(at: 1, as: String.self))"
      }
    }
    #expect(entries == ["1 mira", "2 mira"])
  }
}
