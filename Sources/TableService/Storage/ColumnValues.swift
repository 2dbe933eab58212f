import JSONKit
import SQLiteKit
import Support

extension ColumnType {
  /// The type of a column that holds `value`; nil when no column can hold it.
  init?(holding value: JSONValue) {
    switch value {
    case .string: self = .text
    case .bool: self = .boolean
    case .integer: self = .integer
    case .real, .number: self = .number
    case .null: self = .unknown
    case .array, .object: return nil
    }
  }

  /// SQLite's name for the type.
  ///
  /// NUMERIC keeps whole numbers exact and takes fractions too; a column declared without a type
  /// keeps every value as it is.
  var declaration: String {
    switch self {
    case .unknown: ""
    case .text: "TEXT"
    case .integer, .number: "NUMERIC"
    case .boolean: "INTEGER"
    }
  }

  /// `value` as the column stores it; nil when it does not fit.
  func stored(_ value: JSONValue) -> SQLiteValue? {
    switch (self, value) {
    case (_, .null): .null
    case (.text, .string(let text)): .text(text)
    case (.boolean, .bool(let flag)): .integer(flag ? 1 : 0)
    case (.integer, .integer(let integer)), (.number, .integer(let integer)): .integer(integer)
    case (.integer, .real(let real)), (.number, .real(let real)): .real(real)
    case (.integer, .number(let digits)), (.number, .number(let digits)): Self.rounded(digits)
    default: nil
    }
  }

  /// A fraction with more digits than a `Double` has is rounded, but not to 0; a whole number never
  /// is.
  private static func rounded(_ digits: String) -> SQLiteValue? {
    let isFraction = digits.utf8.contains(UInt8(ascii: "."))
    guard isFraction, let real = Double(digits), real.isFinite,
      real != 0
    else { return nil }
    return .real(real)
  }

  /// What a stored value is on the wire.
  ///
  /// Values that came past the service, by another program, are shown as what they are.
  func json(_ value: SQLiteValue) -> JSONValue {
    switch value {
    case .null: .null
    case .integer(let integer): self == .boolean ? .bool(integer != 0) : .integer(integer)
    case .real(let real): .real(real)
    case .text(let text): .string(text)
    case .blob(let bytes): .string(Base64.encode(bytes))
    }
  }
}
