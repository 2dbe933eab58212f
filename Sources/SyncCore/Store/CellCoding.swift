package import JSONKit
package import SQLiteKit
internal import Support

/// Values of data tables, in SQLite's storage classes.
///
/// What a column's declared type would change or refuse is kept as a blob with its JSON text, so
/// that every value comes back as it went in.
package enum CellCoding {
  static func declaration(_ type: ColumnType) -> String {
    switch type {
    case .text, .json, .file: "TEXT"
    case .number: "NUMERIC"
    case .boolean: "BOOLEAN"
    case .date: "DATETIME"
    }
  }

  package static func encode(_ value: JSONValue, as type: ColumnType) -> SQLiteValue {
    switch (type, value) {
    case (_, .null): .null
    case (.text, .string(let text)): .text(text)
    // NUMERIC affinity would turn "2017" into a number; a moment always keeps its dashes.
    case (.date, .string(let text)) where Timestamp(text) != nil: .text(text)
    case (.number, .integer(let integer)): .integer(integer)
    case (.number, .real(let real)) where real != 0 || real.sign == .plus: number(real)
    case (.boolean, .bool(let flag)): .integer(flag ? 1 : 0)
    case (.json, _), (.file, .object): .text(value.serializedText)
    default: .blob(value.serialized)
    }
  }

  /// A whole number that NUMERIC affinity would turn into an integer with other digits is one already.
  private static func number(_ real: Double) -> SQLiteValue {
    guard case .integer(let integer) = JSONValue(number: real.description) else {
      return .real(real)
    }
    return .integer(integer)
  }

  package static func decode(_ value: SQLiteValue, as type: ColumnType) -> JSONValue {
    switch (type, value) {
    case (_, .null): .null
    case (.boolean, .integer(0)): .bool(false)
    case (.boolean, .integer(1)): .bool(true)
    case (_, .integer(let integer)): .integer(integer)
    case (_, .real(let real)): .real(real)
    case (.json, .text(let text)), (.file, .text(let text)): parsed(text) ?? .string(text)
    case (_, .text(let text)): .string(text)
    case (_, .blob(let bytes)):
      (try? JSONValue(parsing: bytes)) ?? .string(String(decoding: bytes, as: UTF8.self))
    }
  }

  private static func parsed(_ text: String) -> JSONValue? { try? JSONValue(parsing: text) }
}
