import Foundation
import Support
import TestSupport
import Testing

@testable import SQLiteKit

/// Files that go bad, or away, under a pool that has them open.
@Suite struct VanishedFileTests {
  private let directory: TemporaryDirectory
  private let path: String
  private let pool: DatabasePool

  init() async throws {
    directory = try TemporaryDirectory()
    path = directory.file("probe.sqlite")
    pool = try await DatabasePool(path: path)
    try await pool.write { try $0.execute("CREATE TABLE note (text TEXT)") }
  }

  private func add(_ text: String) async throws {
    try await pool.write { try $0.execute("INSERT INTO note VALUES (?)", [.text(text)]) }
  }

  private func cause(_ body: () async throws -> Void) async -> StorageProblem.Cause? {
    do {
      try await body()
      return nil
    } catch {
      return StorageProblem(error)?.cause
    }
  }

  private func read() async throws {
    try await pool.read { try $0.forEach("SELECT * FROM note") { _ in } }
  }

  @Test func anEmptiedFileTakesNoChangeEvenWhenContentsAreBack() async throws {
    let contents = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(truncate(path, 0) == 0)
    #expect(await cause { try await add("lost") } == .emptied)
    #expect(await cause { try await read() } == .emptied)
    try contents.write(to: URL(fileURLWithPath: path))
    #expect(await cause { try await add("lost") } == .emptied)
  }

  @Test func aReplacedFileTakesNoChange() async throws {
    let other = directory.file("other.sqlite")
    let otherPool = try await DatabasePool(path: other)
    await otherPool.close()
    #expect(rename(other, path) == 0)
    #expect(await cause { try await add("lost") } == .replaced)
    #expect(await cause { try await read() } == .replaced)
  }

  @Test func aFileThatWasMovedAwayGoesOnWhenItIsBack() async throws {
    #expect(rename(path, path + ".away") == 0)
    #expect(await cause { try await add("lost") } == .missing)
    #expect(await cause { try await read() } == .missing)
    #expect(rename(path + ".away", path) == 0)
    try await add("kept")
  }

  @Test func anAbandonedPoolLeavesTheLogAsItIs() async throws {
    try await add("in the log")
    let size = Files.size(of: "\(path)-wal")
    #expect(size > 0)
    await pool.close(keepsLog: true)
    #expect(Files.size(of: "\(path)-wal") == size)
  }

  @Test func garbageIsNamedAsNoDatabase() async throws {
    await pool.close()
    try Data(repeating: 65, count: 8_192).write(to: URL(fileURLWithPath: path))
    #expect(await cause { _ = try await DatabasePool(path: path) } == .notADatabase)
  }

  // MARK: - Reading only

  @Test func aPoolForReadingSeesWhatIsInTheLogAndWritesNothing() async throws {
    try await add("in the log")
    let reading = try await DatabasePool(path: path, access: .readOnly)
    let count = try await reading.read { connection in
      try connection.first("SELECT count(*) FROM note") { (row) throws(SQLiteError) in
        try row.decode(at: 0, as: Int.self)
      }
    }
    #expect(count == 1)
    #expect(await cause { try await reading.write { _ in } } == .readOnly)
    await reading.close()
  }

  @Test func aPoolForReadingDoesNotWaitForALock() async throws {
    let (locked, done) = (Gate(), Gate())
    let holder = Task {
      try await pool.withWriter { connection in
        try connection.execute("BEGIN IMMEDIATE")
        locked.open()
      }
      await done.wait()
      try await pool.withWriter { try $0.execute("ROLLBACK") }
    }
    await locked.wait()
    let migrator = Migrator([[]])
    let reading = try await DatabasePool(path: path, access: .readOnly)
    #expect(await cause { try await migrator.check(reading) } == .olderSchema)
    await reading.close()
    done.open()
    try await holder.value
  }

  @Test func aPoolForReadingCreatesNothing() async throws {
    let missing = directory.file("missing.sqlite")
    #expect(
      await cause { _ = try await DatabasePool(path: missing, access: .readOnly) } == .missing)
    #expect(!Files.exists(missing))
  }

  @Test func aCopyHasWhatIsInTheLog() async throws {
    try await add("in the log")
    let copy = directory.file("copy.sqlite")
    try DatabaseCopy.make(of: path, at: copy)
    let copied = try await DatabasePool(path: copy)
    let count = try await copied.read { connection in
      try connection.first("SELECT count(*) FROM note") { (row) throws(SQLiteError) in
        try row.decode(at: 0, as: Int.self)
      }
    }
    #expect(count == 1)
  }

  // MARK: - Schemas

  @Test func aCurrentSchemaIsCheckedWithoutTheWriteLock() async throws {
    let migrator = Migrator([["CREATE TABLE a (x)", "CREATE TABLE \"b\" (x)"]])
    try await migrator.migrate(pool)
    try await pool.withWriter { try $0.execute("BEGIN IMMEDIATE") }
    let other = try await DatabasePool(path: path)
    try await migrator.migrate(other)
    try await pool.withWriter { try $0.execute("ROLLBACK") }
  }

  @Test func aMissingTableIsNamed() async throws {
    let migrator = Migrator([
      ["CREATE TABLE a(x)", "CREATE TABLE old(x)"],
      ["ALTER TABLE old RENAME TO b", "CREATE TABLE c (x)", "DROP TABLE c"],
    ])
    try await migrator.migrate(pool)
    try await migrator.migrate(pool)
    try await pool.write { try $0.execute("DROP TABLE b") }
    let error = await #expect(throws: MigrationError.self) { try await migrator.migrate(pool) }
    let problem = try #require(error?.storageProblem)
    #expect(problem.cause == .incompleteSchema && problem.detail == "missing: b")
  }

  @Test func aStepThatFailsKeepsThoseBeforeItAndIsTriedAgain() async throws {
    struct NotYet: Error {}
    let isReady = Locked(false)
    let runs = Locked(0)
    let migrator = Migrator(steps: [
      .init(["CREATE TABLE a (x)"]) { _ in runs.withLock { $0 += 1 } },
      .init(["CREATE TABLE b (x)"]) { _ in if !isReady.withLock({ $0 }) { throw NotYet() } },
    ])
    func state() async throws -> (version: Int?, tables: Int?) {
      try await pool.read { connection in
        let number = { (sql: String) in
          try connection.first(sql) { (row) throws(SQLiteError) in
            try row.decode(at: 0, as: Int.self)
          }
        }
        return (
          try number("PRAGMA user_version"),
          try number("SELECT count(*) FROM sqlite_schema WHERE name IN ('a', 'b')")
        )
      }
    }
    await #expect(throws: NotYet.self) { try await migrator.migrate(pool) }
    #expect(try await state() == (1, 1))
    isReady.withLock { $0 = true }
    try await migrator.migrate(pool)
    #expect(try await state() == (2, 2))
    #expect(runs.withLock { $0 } == 1)
  }

  @Test func aNewerSchemaIsRefusedWithBothVersions() async throws {
    try await pool.write { try $0.execute("PRAGMA user_version = 7") }
    let error = await #expect(throws: MigrationError.self) {
      try await Migrator([[]]).migrate(pool)
    }
    let problem = try #require(error?.storageProblem)
    #expect(problem.cause == .newerSchema && problem.message.contains("version 7"))
  }
}
