public import JSONKit
public import Support

/// One row as the server or the store holds it.
///
/// `values` holds the table's own columns only; the system columns stand beside it.
public struct Record: Sendable, Hashable {
  /// Unique in its table; ids are compared by their bytes.
  @UTF8Key public var id: String
  /// Opaque; changes whenever the server's row changes.
  ///
  /// Nil while the row never reached the server.
  public var version: String?
  /// As the server printed it.
  public var createdAt: String?
  /// As the server printed it.
  public var updatedAt: String?
  /// True for a row that the server's own `deleted` column marks as deleted.
  public var deleted: Bool
  /// The other columns.
  public var values: JSONObject

  /// Creates a row; `version` is nil for one that never reached the server.
  public init(
    id: String, version: String? = nil, createdAt: String? = nil, updatedAt: String? = nil,
    deleted: Bool = false, values: JSONObject = JSONObject()
  ) {
    self.id = id
    self.version = version
    self.createdAt = createdAt
    self.updatedAt = updatedAt
    self.deleted = deleted
    self.values = values
  }

  /// True when this is the row that `id` names; some servers write ids in another case.
  package func isNamed(_ id: String) -> Bool {
    self.id === id || self.id.asciiLowercased === id.asciiLowercased
  }

  /// The row itself, for a remote that asked for `id` of `table`.
  ///
  /// - Throws: `RemoteError.malformed` for another row, which must not pass for the one asked for.
  package func asked(_ id: String, of table: String) throws(RemoteError) -> Record {
    guard isNamed(id) else {
      throw .malformed(detail: "Row \(id) of \(table) was asked for, and row \(self.id) came.")
    }
    return self
  }
}

/// The columns that the sync itself uses, by the names that the store gives them.
package enum SystemColumn: String, Sendable, CaseIterable {
  case id
  case createdAt
  case updatedAt
  case version
  case deleted

  package static func contains(_ name: String) -> Bool { SystemColumn(rawValue: name) != nil }
}

/// What a column holds.
///
/// A value that does not fit is kept as it came and reported, never coerced.
package enum ColumnType: String, Sendable, Hashable, CaseIterable {
  case text
  case number
  case boolean
  /// A moment, as ISO 8601 text.
  case date
  /// Any JSON value, kept verbatim.
  case json
  /// A file that the remote keeps, as the JSON object that names it.
  case file

  /// The type that a first value suggests; nil for null, which suggests none.
  package init?(of value: JSONValue) {
    switch value {
    case .null: return nil
    case .bool: self = .boolean
    case .integer, .real, .number: self = .number
    case .string: self = .text
    case .array, .object: self = .json
    }
  }

  /// True when `value` is of this type; null fits every column.
  package func accepts(_ value: JSONValue) -> Bool { accepts(ValueKind(value)) }

  /// The same by the kind of the value alone.
  func accepts(_ kind: ValueKind) -> Bool {
    switch (self, kind) {
    case (_, .null), (.json, _), (.file, .object): true
    case (.text, .text), (.date, .text), (.boolean, .boolean), (.number, .number): true
    case (.text, _), (.date, _), (.boolean, _), (.number, _), (.file, _): false
    }
  }
}

package struct Column: Sendable, Hashable {
  @UTF8Key package private(set) var name: String
  package var type: ColumnType
  package let isSystem: Bool

  package init(_ name: String, _ type: ColumnType) {
    self.name = name
    self.type = type
    isSystem = SystemColumn.contains(name)
  }
}

/// What a JSON value is, in whichever form it comes.
enum ValueKind {
  case null, boolean, number, text, array, object

  init(_ value: JSONValue) {
    self =
      switch value {
      case .null: .null
      case .bool: .boolean
      case .integer, .real, .number: .number
      case .string: .text
      case .array: .array
      case .object: .object
      }
  }
}
