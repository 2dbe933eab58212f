import SQLiteKit
import TestSupport
import Testing

@Suite struct ScalarFunctionTests {
  @Test func answersFromSwiftOnTheWriterAndOnReaders() async throws {
    let directory = try TemporaryDirectory()
    let pool = try await DatabasePool(path: directory.file("a.sqlite")) { connection in
      try connection.createFunction("kind", argumentCount: 1) { arguments in
        switch arguments[0] {
        case .null: .null
        case .integer(let integer): .integer(integer + 1)
        case .real(let real): .real(real / 2)
        case .text(let text): .text(text.uppercased())
        case .blob(let bytes): .blob(bytes.reversed())
        }
      }
    }
    let sql = "SELECT kind(?), kind(?), kind(?), kind(?), kind(?)"
    let values: [SQLiteValue] = [.null, .integer(1), .real(3), .text("é\u{0}a"), .blob([1, 2])]
    let expected: [SQLiteValue] = [
      .null, .integer(2), .real(1.5), .text("É\u{0}A"), .blob([2, 1]),
    ]
    let decode: @Sendable (Connection) throws -> [SQLiteValue]? = { connection in
      try connection.first(sql, values) { row throws(SQLiteError) in (0..<5).map { row[$0] } }
    }
    let read = try await pool.read(decode)
    let written = try await pool.write(decode)
    #expect(read == expected)
    #expect(written == expected)
  }
}
