import TestSupport
import Testing

@testable import SQLiteKit

@Suite struct DatabaseSnapshotTests {
  let directory: TemporaryDirectory
  let pool: DatabasePool

  init() async throws {
    directory = try TemporaryDirectory()
    pool = try await DatabasePool(path: directory.file("probe.sqlite"))
    try await pool.write { try $0.execute("CREATE TABLE todo (id INTEGER)") }
    try await add()
  }

  private func add() async throws {
    try await pool.write { try $0.execute("INSERT INTO todo VALUES (1)") }
  }

  private func count(in snapshot: DatabaseSnapshot) async throws -> Int? {
    try await snapshot.read { db in
      try db.first("SELECT count(*) FROM todo") { (row) throws(SQLiteError) in
        try row.decode(at: 0)
      }
    }
  }

  /// Bounded by looks, not by a clock: all tests share the cores, and each look may wait for them.
  private func expectNoneStaysOpen() async throws {
    for _ in 0..<2_000 where pool.snapshots.count > 0 {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(pool.snapshots.count == 0)
  }

  @Test func showsWhatWasThereWhenItBegan() async throws {
    let snapshot = try await pool.snapshot(for: .seconds(3600))
    try await add()
    #expect(try await count(in: snapshot) == 1)
    try await add()
    #expect(try await count(in: snapshot) == 1)
    #expect(try await count(in: pool.snapshot(for: .seconds(3600))) == 3)
  }

  @Test func endsWhenNothingKeepsIt() async throws {
    var snapshot: DatabaseSnapshot? = try await pool.snapshot(for: .seconds(3600))
    #expect(try await count(in: #require(snapshot)) == 1)
    #expect(pool.snapshots.count == 1)
    snapshot = nil
    try await expectNoneStaysOpen()
  }

  @Test func cannotBeReadAfterItsEnd() async throws {
    let ended = try await pool.snapshot(for: .seconds(3600))
    ended.end()
    let late = try await pool.snapshot(for: .milliseconds(1))
    try await expectNoneStaysOpen()
    for snapshot in [ended, late] {
      await #expect(throws: SQLiteError.self) { try await count(in: snapshot) }
    }
  }

  @Test func endsWithThePool() async throws {
    let snapshot = try await pool.snapshot(for: .seconds(3600))
    await pool.close()
    await #expect(throws: SQLiteError.self) { try await count(in: snapshot) }
    await #expect(throws: SQLiteError.self) { try await pool.snapshot(for: .seconds(1)) }
  }
}
