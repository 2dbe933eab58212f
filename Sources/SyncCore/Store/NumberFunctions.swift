internal import JSONKit
internal import SQLiteKit

/// SQL functions for number columns, some of whose numbers are kept as text in a blob because SQLite
/// would round them; see ``CellCoding``.
package enum NumberFunctions {
  /// The first byte of a key for what is no number, which comes behind all numbers.
  private static let otherMark: UInt8 = 0xff
  /// No key of a number is as large.
  static let numbersEnd = "x'FF'"

  /// Adds the functions to a connection.
  static func add(to connection: Connection) throws(SQLiteError) {
    try connection.createFunction("syncline_number", argumentCount: 1) { key($0.first ?? .null) }
    try connection.createFunction("syncline_digits", argumentCount: 1) { digits($0.first ?? .null) }
  }

  /// A blob in the order of the column's values; NULL for NULL.
  package static func key(in sql: String) -> String { "syncline_number(\(sql))" }

  /// The value as text, with the digits that pages show.
  package static func digits(in sql: String) -> String { "syncline_digits(\(sql))" }

  static func key(_ value: SQLiteValue) -> SQLiteValue {
    if case .null = value { return .null }
    let decoded = CellCoding.decode(value, as: .number)
    if let number = DecimalNumber(decoded) { return .blob(number.sortKey) }
    return .blob([otherMark] + decoded.serialized)
  }

  private static func digits(_ value: SQLiteValue) -> SQLiteValue {
    switch value {
    case .real(let real): .text(JSONValue.real(real).serializedText)
    case .integer(let integer): .text(String(integer))
    case .blob(let bytes): .text(String(decoding: bytes, as: UTF8.self))
    case .null, .text: value
    }
  }
}
