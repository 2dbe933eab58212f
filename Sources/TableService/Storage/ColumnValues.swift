import JSONKit
import SQLiteKit
import Support

extension StoredType {
  /// The type of a column that holds `value`; nil when no column can hold it.
  init?(holding value: JSONValue) {
    switch value {
    case .string: self = .text
    case .bool: self = .boolean
    case .integer: self = .integer
    case .real: self = .number
    case .number: self = .decimal
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
    case .text, .dateTime, .date, .time, .guid, .enumeration, .object: "TEXT"
    case .integer, .number, .decimal: "NUMERIC"
    case .boolean: "INTEGER"
    case .bytes: "BLOB"
    }
  }

  /// `value` as the column stores it; nil when it does not fit.
  func stored(_ value: JSONValue) -> SQLiteValue? {
    switch (self, value) {
    case (_, .null): .null
    case (.text, .string(let text)), (.enumeration, .string(let text)): .text(text)
    case (.object, .object), (.object, .array): .text(value.serializedText)
    case (.bytes, .string(let text)): Base64.decode(text).map { .blob($0) }
    case (.dateTime, .string), (.date, .string), (.time, .string), (.guid, .string):
      canonical(value)?.string.map { .text($0) }
    case (.boolean, .bool(let flag)): .integer(flag ? 1 : 0)
    case (_, .integer(let integer)) where isNumeric: .integer(integer)
    case (_, .real(let real)) where isNumeric: .real(real)
    case (.decimal, .number(let digits)):
      DecimalNumber(kept: digits).map { _ in .blob(Array(digits.utf8)) }
    default: nil
    }
  }

  /// What a stored value is on the wire.
  ///
  /// Values that came past the service, by another program, are shown as what they are.
  func json(_ value: SQLiteValue) -> JSONValue {
    switch value {
    case .null: .null
    case .integer(let integer): self == .boolean ? .bool(integer != 0) : .integer(integer)
    case .real(let real): .real(real)
    case .text(let text):
      self == .object ? (try? JSONValue(parsing: text)) ?? .string(text) : .string(text)
    case .blob(let bytes): digits(bytes).map { .number($0) } ?? .string(Base64.encode(bytes))
    }
  }

  /// The number that a blob of this column is; nil when it is none.
  func digits(_ bytes: [UInt8]) -> String? {
    guard self == .decimal else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return DecimalNumber(text) == nil ? nil : text
  }
}

extension DecimalNumber {
  static let digitsMax = 1_000

  /// A number that a column keeps: of a size that a `Double` has too, so that it can be calculated
  /// with, and of no more than ``digitsMax`` digits.
  init?(kept digits: String) {
    self.init(digits)
    guard let real = Double(digits), real.isFinite, real != 0 || digitCount == 0,
      digitCount <= Self.digitsMax
    else { return nil }
  }

  /// The number that a column of numbers stores; nil for any other value.
  init?(stored value: SQLiteValue) {
    switch value {
    case .integer(let integer): self.init(String(integer))
    case .real(let real): self.init(real)
    case .blob(let digits): self.init(String(decoding: digits, as: UTF8.self))
    case .null, .text: return nil
    }
  }
}
