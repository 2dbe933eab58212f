import JSONKit
import TableService
import TestSupport
import Testing

/// Tables as the recorded toolkit servers have them.
enum ToolkitTables {
  static let movies: JSONValue = [
    "softDelete": false, "pageSize": 100,
    "columns": [
      "bestPictureWinner": ["type": "boolean"],
      "duration": ["type": "integer", "minimum": 60, "maximum": 360],
      "rating": ["type": "enum", "values": ratings],
      "releaseDate": ["type": "date"],
      "title": ["type": "string", "required": true, "minLength": 2, "maxLength": 60],
      "year": ["type": "integer", "minimum": 1920, "maximum": 2030],
    ],
  ]

  static let todos: JSONValue = [
    "softDelete": true,
    "columns": [
      "text": ["type": "string"], "complete": ["type": "boolean"],
      "priority": [
        "type": "integer", "nullable": true, "minimum": -2_147_483_648, "maximum": 2_147_483_647,
      ],
      "due": ["type": "dateTime", "nullable": true],
    ],
  ]

  static let kinds: JSONValue = [
    "softDelete": false,
    "columns": [
      "big": ["type": "integer"], "real": ["type": "number"], "money": ["type": "decimal"],
      "when": ["type": "dateTime"], "day": ["type": "date"], "at": ["type": "time"],
      "key": ["type": "guid"], "bytes": ["type": "bytes"],
      "level": ["type": "enum", "values": ratings],
    ],
  ]

  /// A table without what is required of new rows.
  static func lenient(_ table: JSONValue) throws -> JSONValue {
    var members = try #require(table.object)
    var columns = JSONObject()
    for (name, column) in members["columns"]?.object ?? [:] {
      let kept = (column.object?.members ?? []).filter { ["type", "values"].contains($0.name) }
      columns[name] = .object(JSONObject(distinct: kept))
    }
    members["columns"] = .object(columns)
    return .object(members)
  }

  private static let ratings: JSONValue = ["Unrated", "G", "PG", "PG13", "NC17", "R"]
}

extension Harness {
  /// A service whose tables are declared.
  init(
    version: String? = "3.0.0", tables: JSONObject,
    _ configure: (inout TableServiceConfiguration) -> Void = { _ in }
  ) async throws {
    let file: JSONValue = ["tables": .object(tables)]
    let declared = try DeclaredTables(parsing: file.serialized)
    try await self.init(version: version) {
      $0.tables = declared
      configure(&$0)
    }
  }

  /// The same database with other declarations, as after a restart.
  init(over other: Harness, tables: JSONObject) async throws {
    let file: JSONValue = ["tables": .object(tables)]
    let declared = try DeclaredTables(parsing: file.serialized)
    try await self.init(over: other) { $0.tables = declared }
  }
}

extension Answer {
  /// The messages of the fields that a row was refused for, by column.
  var fields: JSONObject {
    var fields = JSONObject()
    for field in json?.array ?? json?["fields"]?.array ?? [] {
      fields[field["memberNames"]?.array?.first?.string ?? ""] = field["errorMessage"]
    }
    return fields
  }
}
