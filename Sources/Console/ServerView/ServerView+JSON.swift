import JSONKit
import Support
import SyncCore

extension ServerComparison {
  var json: JSONValue {
    [
      "table": .string(table), "id": .string(id), "at": .string(at.description),
      "result": .string(result.rawValue), "local": local?.json(columns) ?? .null,
      "server": server?.json(columns) ?? .null,
      "differing": .array(differing.map { .string($0) }),
      "operations": .array(operations.map { .integer($0.id) }),
      "changedOnServer": .bool(isChangedOnServer),
      "ifState": JSONValue(fingerprint?.rawValue),
      "repairs": .array(repairs.map { .string($0.rawValue) }),
    ]
  }
}

extension ServerRows {
  var json: JSONValue {
    [
      "table": .string(table), "at": .string(at.description),
      "rows": .array(rows.map(\.json)), "next": JSONValue(next),
      "warnings": .array(warnings.map { .string($0) }),
    ]
  }
}
