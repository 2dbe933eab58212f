package import JSONKit
internal import Localization

extension ColumnType {
  /// "a number", "a date", …, for messages.
  package var phrase: String {
    switch self {
    case .text: localized("text")
    case .number: localized("a number")
    case .boolean: localized("true or false")
    case .date: localized("a date such as 2017-05-08T07:07:01.595Z")
    case .json: localized("any JSON value")
    case .file: localized("a file, as a JSON object")
    }
  }
}

extension JSONValue {
  /// "a number", "an object", …, for messages that people read.
  package var kindPhrase: String {
    switch self {
    case .null: "null"
    case .bool: localized("a boolean")
    case .integer, .real, .number: localized("a number")
    case .string: localized("a string")
    case .array: localized("an array")
    case .object: localized("an object")
    }
  }
}
