import Glibc
import SQLiteKit
import Support
import TestSupport
import Testing

@Suite struct BorrowedReadTests {
  /// What `body` gives to a task on a borrowed thread, and whether it stayed there to its end.
  private func borrowed<Output: Sendable>(
    _ pool: DatabasePool, _ body: @escaping @Sendable (Connection) throws -> Output
  ) async throws -> (output: Output?, stayed: Bool) {
    let result = Locked<(output: Output, thread: pthread_t)?>(nil)
    let (task, thread) = try await offPool {
      let task = InlineExecutor.run {
        let read = try? await pool.read { (try body($0), pthread_self()) }
        result.withLock { $0 = read }
      }
      return (task, pthread_self())
    }
    await task.value
    return result.withLock { ($0?.output, $0?.thread == thread) }
  }

  private func count(to limit: Int, on db: Connection) throws -> Int {
    try db.first(
      """
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(limit))
      SELECT count(*) FROM n
      """
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
  }

  @Test func aShortLookIsDoneOnTheSpot() async throws {
    let directory = try TemporaryDirectory()
    let pool = try await DatabasePool(path: directory.file("probe.sqlite"))
    let found = try await borrowed(pool) { try self.count(to: 10, on: $0) }
    #expect(found.output == 10)
    #expect(found.stayed)
    withExtendedLifetime(directory) {}
  }

  @Test func aLongOneIsDoneElsewhereAndWhole() async throws {
    let directory = try TemporaryDirectory()
    let pool = try await DatabasePool(path: directory.file("probe.sqlite"))
    let found = try await borrowed(pool) { try self.count(to: 2_000_000, on: $0) }
    #expect(found.output == 2_000_000)
    #expect(!found.stayed)
    withExtendedLifetime(directory) {}
  }

  /// Else a page would say that looking took too long when it was only begun in the wrong place.
  @Test func aLimitOfTheReadItselfIsNotMistakenForTheThreads() async throws {
    let directory = try TemporaryDirectory()
    let pool = try await DatabasePool(path: directory.file("probe.sqlite"))
    let found = try await borrowed(pool) { db in
      do {
        return try db.limited(to: .seconds(600)) { try self.count(to: 2_000_000, on: $0) }
      } catch let error as SQLiteError where error.isInterrupted {
        return -1
      }
    }
    #expect(found.output == 2_000_000)
    let cut = try await borrowed(pool) { db in
      do {
        return try db.limited(to: .zero) { try self.count(to: 2_000_000, on: $0) }
      } catch let error as SQLiteError where error.isInterrupted {
        return -1
      }
    }
    #expect(cut.output == -1)
    withExtendedLifetime(directory) {}
  }

  @Test func aMemoIsForgottenThereTooWhenSomebodyWrites() async throws {
    let directory = try TemporaryDirectory()
    let pool = try await DatabasePool(path: directory.file("probe.sqlite"))
    try await pool.write { try $0.execute("CREATE TABLE todo (id TEXT)") }
    for expected in 0..<3 {
      for _ in 0..<2 {
        let found = try await borrowed(pool) { db in
          try db.memo("count") {
            try db.query("SELECT id FROM todo") { (_) throws(SQLiteError) in 0 }.count
          }
        }
        #expect(found.output == expected)
        #expect(found.stayed)
      }
      try await pool.write { try $0.execute("INSERT INTO todo VALUES ('a')") }
    }
    withExtendedLifetime(directory) {}
  }

  @Test func aMemoThatTakesLongIsNotBegunThereAgainAndAgain() async throws {
    let directory = try TemporaryDirectory()
    let pool = try await DatabasePool(path: directory.file("probe.sqlite"), readersMax: 1)
    try await pool.write { try $0.execute("CREATE TABLE todo (id TEXT)") }
    let begun = Locked(0)
    /// - Returns: How often it was begun for one look.
    func look() async throws -> Int {
      let before = begun.withLock { $0 }
      let found = try await borrowed(pool) { db in
        try db.memo("count") {
          begun.withLock { $0 += 1 }
          return try self.count(to: 2_000_000, on: db)
        }
      }
      #expect(found.output == 2_000_000)
      return begun.withLock { $0 } - before
    }
    for _ in 0..<2 {
      #expect(try await look() > 0)
      // On a busy machine the time may be over before it is begun, which says nothing about it.
      var last = 1
      for _ in 0..<20 where last > 0 { last = try await look() }
      #expect(last == 0)
      try await pool.write { try $0.execute("INSERT INTO todo VALUES ('a')") }
    }
    withExtendedLifetime(directory) {}
  }

  @Test func aClosedPoolCanNotBeReadThereEither() async throws {
    let directory = try TemporaryDirectory()
    let pool = try await DatabasePool(path: directory.file("probe.sqlite"))
    #expect(try await borrowed(pool) { try self.count(to: 1, on: $0) }.stayed)
    await pool.close()
    #expect(try await borrowed(pool) { try self.count(to: 1, on: $0) }.output == nil)
    withExtendedLifetime(directory) {}
  }
}
