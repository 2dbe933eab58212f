import Foundation
import Support
import TestSupport
import Testing

@testable import SQLiteKit

/// Pages of a file whose second half was lost.
@Suite struct TornPageTests {
  private static let page = 4_096

  private let directory: TemporaryDirectory
  private let whole: [UInt8]

  init() async throws {
    directory = try TemporaryDirectory()
    let path = directory.file("whole.sqlite")
    let pool = try await DatabasePool(path: path)
    try await pool.write { connection in
      try connection.execute("CREATE TABLE note (id TEXT NOT NULL PRIMARY KEY, text TEXT NOT NULL)")
      for number in 0..<200 {
        try connection.execute(
          "INSERT INTO note VALUES (?, ?)",
          [.text("n\(number)"), .text(String(repeating: "word ", count: 20))])
      }
    }
    await pool.close()
    whole = try Files.read(path)
  }

  /// The error of reading every row of the file with that page torn; nil if there is none.
  private func error(tearing page: Int) async throws -> (any Error)? {
    var torn = whole
    let end = (page + 1) * Self.page
    torn.replaceSubrange(end - Self.page / 2..<end, with: repeatElement(0, count: Self.page / 2))
    let path = directory.file("torn-\(page).sqlite")
    try Files.write(torn, to: path)
    do {
      let pool = try await DatabasePool(path: path)
      _ = try await pool.read { connection in
        try connection.query("SELECT id, text FROM note") { (row) throws(SQLiteError) in
          (try row.decode(at: 0, as: String.self), try row.decode(at: 1, as: String.self))
        }.count
      }
      return nil
    } catch {
      return error
    }
  }

  @Test func aTornPageIsReportedAsDamage() async throws {
    var errors: [any Error] = []
    for page in 0..<whole.count / Self.page {
      if let error = try await error(tearing: page) { errors.append(error) }
    }
    #expect(!errors.isEmpty)
    for error in errors { #expect(StorageProblem(error)?.cause == .damaged, "\(error)") }
  }

  @Test func aMistakeOfTheProgramIsNoDamage() async throws {
    let path = directory.file("intact.sqlite")
    try Files.write(whole, to: path)
    let pool = try await DatabasePool(path: path)
    let error = await #expect(throws: SQLiteError.self) {
      try await pool.read { connection in
        try connection.query("SELECT NULL") { (row) throws(SQLiteError) in
          try row.decode(at: 0, as: String.self)
        }
      }
    }
    #expect(error?.mayBeDamage == true && error?.storageProblem == nil)
  }
}
