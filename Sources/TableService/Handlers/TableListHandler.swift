import HTTPKit
import JSONKit

/// `/$tables`: the tables that have been written to or are declared, with their columns, for clients that
/// offer them for selection.
///
/// GET answers `{"tables":[{"name","columns":[{"name","type"}]}]}`, in order of name and without the
/// system columns. A `type` is `text`, `number`, `boolean`, `date`, `json`, or null where every value so far
/// is null.
struct TableListHandler: Sendable {
  static let pattern = "/$tables"

  let storage: any TableStorage

  func respond(_ request: HTTPRequest) async throws -> HTTPResponse {
    let tables = try await storage.schemas().map { schema -> JSONValue in
      ["name": .string(schema.name), "columns": .array(schema.columns.map(\.json))]
    }
    return .json(JSONValue.object(["tables": .array(tables)]).serialized)
  }
}

extension StoredColumn {
  fileprivate var json: JSONValue {
    ["name": .string(name), "type": type.clientType.map { .string($0) } ?? .null]
  }
}

extension StoredType {
  /// What a client makes of the values; nil where there are none.
  fileprivate var clientType: String? {
    switch self {
    case .unknown: nil
    case .text, .time, .guid, .bytes, .enumeration: "text"
    case .integer, .number, .decimal: "number"
    case .boolean: "boolean"
    case .dateTime, .date: "date"
    case .object: "json"
    }
  }
}
