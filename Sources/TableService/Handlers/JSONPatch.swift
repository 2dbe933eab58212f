import JSONKit
import Support

/// A row's changes as a list of operations on its columns.
///
/// Rows are flat, so a path names one column: `/text`.
///
/// Source: RFC 6902.
struct JSONPatch: Sendable, Equatable {
  static let mediaType = "application/json-patch+json"

  enum Operation: Sendable, Equatable {
    case put(column: String, JSONValue)
    case remove(column: String)
    case move(from: String, to: String)
    case copy(from: String, to: String)
    case test(column: String, JSONValue)
  }

  let operations: [Operation]

  init(_ document: JSONValue) throws(ServiceError) {
    guard let items = document.array else {
      throw .badBody("A JSON patch is a list of operations; this is \(document.kindName).")
    }
    var operations: [Operation] = []
    for item in items { operations.append(try Self.operation(item)) }
    self.operations = operations
  }

  private static func operation(_ item: JSONValue) throws(ServiceError) -> Operation {
    let path = try column(item, "path")
    switch item["op"]?.string {
    case "add", "replace": return .put(column: path, try value(item))
    case "remove": return .remove(column: path)
    case "move": return .move(from: try column(item, "from"), to: path)
    case "copy": return .copy(from: try column(item, "from"), to: path)
    case "test": return .test(column: path, try value(item))
    default:
      throw .badBody(
        "An operation of a JSON patch is add, remove, replace, move, copy or test; this is "
          + "\(item["op"]?.serializedText ?? "none").")
    }
  }

  private static func value(_ item: JSONValue) throws(ServiceError) -> JSONValue {
    guard let value = item["value"] else {
      throw .badBody("The operation on \(item["path"]?.string ?? "") has no value.")
    }
    return value
  }

  private static func column(_ item: JSONValue, _ name: String) throws(ServiceError) -> String {
    guard let pointer = item[name]?.string, pointer.hasPrefix("/"), pointer.count > 1 else {
      throw .badBody("An operation of a JSON patch needs \(name), such as \"/text\".")
    }
    let rest = String(pointer.dropFirst())
    guard !rest.contains("/") else {
      throw .badBody("\(pointer) leads into a value; a row has columns only, such as \"/text\".")
    }
    return rest.replacing("~1", with: "/").replacing("~0", with: "~")
  }

  /// What the operations make of `row`; nil when a test among them fails.
  func applied(to row: JSONObject) throws(ServiceError) -> JSONObject? {
    var row = row
    for operation in operations {
      switch operation {
      case .put(let column, let value): row[name(column, in: row)] = value
      case .remove(let column):
        row[try existing(column, in: row)] = JSONValue.null
      case .copy(let from, let to): row[name(to, in: row)] = row[try existing(from, in: row)]
      case .move(let from, let to):
        let source = try existing(from, in: row)
        let value = row[source]
        row[source] = JSONValue.null
        row[name(to, in: row)] = value
      case .test(let column, let value):
        guard row[name(column, in: row)] ?? .null == value else { return nil }
      }
    }
    return row
  }

  /// Columns match without regard to case.
  private func name(_ column: String, in row: JSONObject) -> String {
    row.names.first { Name.folded($0) === Name.folded(column) } ?? column
  }

  private func existing(_ column: String, in row: JSONObject) throws(ServiceError) -> String {
    let name = name(column, in: row)
    guard row[name] != nil else { throw .badBody("The row has no column \(column).") }
    return name
  }
}
