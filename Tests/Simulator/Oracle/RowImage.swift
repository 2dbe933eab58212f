import JSONKit
import SyncCore

/// The state of one row, in the store or on the service.
package struct RowImage: Sendable, Hashable {
  /// The columns that histories write: two with a tag of their own for every write, and a number.
  package static let columns = ["w", "m", "n"]

  package var id: String
  package var version: String?
  package var updatedAt: String?
  package var isDeleted: Bool
  /// The columns that are not NULL, as text.
  package var values: [String: String]

  init(
    id: String, version: String?, updatedAt: String?, isDeleted: Bool, values: [String: String]
  ) {
    self.id = id
    self.version = version
    self.updatedAt = updatedAt
    self.isDeleted = isDeleted
    self.values = values
  }

  init(_ record: Record) {
    id = record.id
    version = record.version
    updatedAt = record.updatedAt
    isDeleted = record.deleted
    values = [:]
    for column in Self.columns {
      switch record.values[column] {
      case .string(let text)?: values[column] = text
      case .integer(let number)?: values[column] = String(number)
      default: break
      }
    }
  }

  /// The content without version and stamps.
  var content: String {
    "\(id) \(isDeleted ? "deleted" : "live") "
      + Self.columns.map { "\($0)=\(values[$0] ?? "null")" }.joined(separator: " ")
  }
}
