import Glibc
import Support
import TestSupport
import Testing

@testable import SQLiteKit

/// What errors of SQLite say, and to whom.
@Suite struct SQLiteErrorTests {
  /// `SQLITE_IOERR_SHMSIZE`: the index of the write-ahead log could not grow.
  private static let indexSize: Int32 = 4_874
  /// `SQLITE_IOERR_WRITE`.
  private static let write: Int32 = 778
  /// `SQLITE_CANTOPEN`.
  private static let cannotOpen: Int32 = 14

  private func error(_ code: Int32, _ systemError: Int32, file: String) -> SQLiteError {
    SQLiteError(
      code: code, message: "disk I/O error", sql: "SELECT secret FROM t", file: file,
      systemError: systemError)
  }

  @Test func onlyTheDebugDescriptionHasTheStatement() async throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("t.sqlite")
    let pool = try await DatabasePool(path: path)
    try await pool.write { try $0.execute("CREATE TABLE t(id TEXT PRIMARY KEY)") }
    let thrown = await #expect(throws: SQLiteError.self) {
      try await pool.write { connection in
        for _ in 0..<2 { try connection.execute("INSERT INTO t VALUES ('a')") }
      }
    }
    let error = try #require(thrown)
    #expect("\(error)" == "SQLite reported error 1555 for \(path): UNIQUE constraint failed: t.id.")
    #expect(String(reflecting: error).contains("INSERT INTO t"))
  }

  @Test func aProblemWithTheDiskIsDescribedWithWhatToDo() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("t.sqlite")
    let text = "\(error(Self.indexSize, EIO, file: path))"
    #expect(text.contains("The disk reported an error for \(path)."))
    #expect(text.contains("Check the disk"))
    #expect(!text.contains("SELECT"))
  }

  @Test func aLogIndexWithoutRoomIsAFullDisk() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("t.sqlite")
    #expect(error(Self.indexSize, ENOSPC, file: path).storageProblem?.cause == .diskFull)
    #expect(error(Self.indexSize, EDQUOT, file: path).storageProblem?.cause == .diskFull)
    #expect(error(Self.indexSize, EIO, file: path).storageProblem?.cause == .ioError)
    #expect(error(Self.cannotOpen, ENOSPC, file: path).storageProblem?.cause == .diskFull)
    #expect(error(Self.cannotOpen, ENOENT, file: path).storageProblem?.cause == .cannotOpen)
    #expect(Files.refusal(folderOf: path) == nil)
  }

  @Test func aFileSystemThatHasBecomeReadOnlyIsNoErrorOfTheDisk() throws {
    let directory = try TemporaryDirectory()
    let path = directory.file("t.sqlite")
    for code in [Self.write, Self.indexSize, Self.cannotOpen] {
      let problem = try #require(error(code, EROFS, file: path).storageProblem)
      #expect(problem.cause == .readOnly)
      #expect(problem.description.contains("mount the file system for writing"))
    }
    #expect(error(Self.write, EIO, file: path).storageProblem?.cause == .ioError)
  }
}
