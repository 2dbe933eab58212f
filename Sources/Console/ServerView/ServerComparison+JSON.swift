import JSONKit
import Support
import SyncCore

extension ServerComparison {
  var json: JSONValue {
    [
      "table": .string(table), "id": .string(id), "at": .string(at.description),
      "result": .string(result.word), "local": local?.json(columns) ?? .null,
      "server": server?.json(columns) ?? .null,
      "differing": .array(differing.map { .string($0) }),
      "operations": .array(operations.map { .integer($0.id) }),
      "changedOnServer": .bool(isChangedOnServer),
      "ifState": JSONValue(fingerprint?.rawValue),
      "repairs": .array(repairs.map { .string($0.rawValue) }),
    ]
  }
}

extension ServerComparison.Result {
  /// As in JSON.
  var word: String {
    switch self {
    case .same: "same"
    case .different: "different"
    case .missingOnServer: "missingOnServer"
    case .missingHere: "missingHere"
    case .missingOnBoth: "missingOnBoth"
    }
  }

  static let words: [String] = [
    Self.same, .different, .missingOnServer, .missingHere, .missingOnBoth,
  ].map(\.word)
}
