import JSONKit
import SyncCore

/// What a field holds, by the protocol's names and one of ours: BOOLEAN, an INT64 of 0 or 1.
public struct FieldType: Sendable, Hashable {
  package static let boolean = FieldType("BOOLEAN")

  /// Such as `STRING`, or `INT64_LIST`.
  public var name: String
  /// Whether the server keeps the value encrypted.
  public var isEncrypted: Bool

  /// A type by its name.
  public init(_ name: String, isEncrypted: Bool = false) {
    self.name = name
    self.isEncrypted = isEncrypted
  }

  /// The names that a field can be declared with.
  package static let declarable =
    scalars + ["BOOLEAN"] + scalars.map { $0 + "_LIST" }

  private static let scalars = [
    "STRING", "INT64", "DOUBLE", "TIMESTAMP", "BYTES", "REFERENCE", "LOCATION", "ASSETID",
  ]

  /// True for a type that this adapter can write.
  var isKnown: Bool { Self.declarable.contains(wireName) || name == "LIST" }

  /// The element's type of a list; nil for other types.
  var element: String? { name.hasSuffix("_LIST") ? String(name.dropLast(5)) : nil }

  var isList: Bool { name == "LIST" || element != nil }

  var isAsset: Bool { name == "ASSETID" || name == "ASSET" }

  /// The name as the server takes it.
  var wireName: String {
    switch name {
    case "BOOLEAN": "INT64"
    case "ASSET": "ASSETID"
    default: name
    }
  }

  var columnType: ColumnType {
    switch name {
    case "STRING", "BYTES": .text
    case "INT64", "DOUBLE": .number
    case "BOOLEAN": .boolean
    case "TIMESTAMP": .date
    case "ASSETID", "ASSET": .file
    default: .json
    }
  }

  // MARK: - As text, kept by the store

  var text: String { isEncrypted ? name + " encrypted" : name }

  init(text: String) {
    let isEncrypted = text.hasSuffix(" encrypted")
    self.init(isEncrypted ? String(text.dropLast(10)) : text, isEncrypted: isEncrypted)
  }

  /// The type of a column that the store has and no server has spoken of; nil where the value must
  /// tell.
  init?(of column: ColumnType) {
    switch column {
    case .boolean: self = .boolean
    case .date: self.init("TIMESTAMP")
    case .file: self.init("ASSETID")
    case .text, .number, .json: return nil
    }
  }

  /// The type that a value without one must have; nil where there is none.
  init?(inferredFrom value: JSONValue) {
    switch value {
    case .null: return nil
    case .bool: self = .boolean
    case .integer: self.init("INT64")
    case .real, .number: self.init("DOUBLE")
    case .string: self.init("STRING")
    case .array(let items):
      guard let first = items.first, let element = FieldType(inferredFrom: first), !element.isList
      else {
        self.init("LIST")
        return
      }
      let isMixed = items.contains { !$0.isWhole } && element.name == "INT64"
      self.init((isMixed ? "DOUBLE" : element.wireName) + "_LIST")
    case .object(let members):
      if members["latitude"] != nil, members["longitude"] != nil {
        self.init("LOCATION")
      } else if members["fileChecksum"] != nil {
        self.init("ASSETID")
      } else if members["recordName"] != nil {
        self.init("REFERENCE")
      } else {
        return nil
      }
    }
  }
}

extension JSONValue {
  fileprivate var isWhole: Bool { integer != nil }
}
