import JSONKit
import Support

/// What a file says of one column.
struct ColumnDeclaration: Sendable, Equatable {
  @UTF8Key var name: String
  var type: StoredType
  var isNullable = true
  /// Whether a new row must bring a value.
  var isRequired = false
  /// Of text, in UTF-16 units as the toolkit counts.
  var minLength: Int?
  var maxLength: Int?
  /// Of numbers.
  var minimum: JSONValue?
  var maximum: JSONValue?
  /// The values of an enumeration, in their order.
  var members: [String] = []
  /// The file's own default; nil where the type's holds.
  var givenDefault: JSONValue?

  /// What a row has that brings no value.
  var defaultValue: JSONValue {
    givenDefault ?? (isNullable ? .null : type.defaultValue(among: members))
  }
}

extension ColumnDeclaration {
  /// What the file says of it, without what goes without saying.
  var settings: JSONObject {
    var settings: JSONObject = [
      "type": StoredType.declarable.first { $0.type == type }.map { .string($0.name) } ?? .null
    ]
    if isNullable != (type.isNullableByDefault && !isRequired) {
      settings["nullable"] = .bool(isNullable)
    }
    if isRequired { settings["required"] = true }
    settings["minLength"] = minLength.map { .integer(Int64($0)) }
    settings["maxLength"] = maxLength.map { .integer(Int64($0)) }
    settings["minimum"] = minimum
    settings["maximum"] = maximum
    if type == .enumeration { settings["values"] = .array(members.map { .string($0) }) }
    settings["default"] = givenDefault
    return settings
  }
}

extension StoredType {
  /// The types that a file can name, by the names that it has for them.
  static let declarable: [(name: String, type: StoredType)] = [
    ("string", .text), ("integer", .integer), ("number", .number), ("decimal", .decimal),
    ("boolean", .boolean), ("dateTime", .dateTime), ("date", .date), ("time", .time),
    ("guid", .guid), ("bytes", .bytes), ("enum", .enumeration), ("object", .object),
  ]

  /// Whether a column of the type holds nulls when its declaration does not say.
  var isNullableByDefault: Bool { [.text, .bytes, .object].contains(self) }

  /// The value that a typed server gives a column that a row has no value for.
  func defaultValue(among members: [String]) -> JSONValue {
    switch self {
    case .text, .bytes: ""
    case .integer, .number, .decimal: 0
    case .boolean: false
    case .dateTime: "0001-01-01T00:00:00.000Z"
    case .date: "0001-01-01"
    case .time: "00:00:00.000"
    case .guid: "00000000-0000-0000-0000-000000000000"
    case .enumeration: members.first.map { .string($0) } ?? .null
    case .object: .object([:])
    case .unknown: .null
    }
  }
}
