import JSONKit
import Support
import SyncCore
import SyncInspection

extension ConflictRehearsal {
  /// Rows of a rehearsal that JSON names; the counts are of all.
  static let listedMax = 500

  var json: JSONValue {
    [
      "conflicts": .integer(Int64(rows.count)), "isComplete": .bool(isComplete),
      "same": .integer(Int64(count { $0.comparison == .same })),
      "different": .integer(Int64(count { $0.comparison == .different })),
      "open": .integer(Int64(count { $0.isOpen })),
      "waiting": .integer(Int64(resolvable.count)),
      "rows": .array(rows.prefix(Self.listedMax).map(\.json)),
    ]
  }
}

extension ConflictRehearsal.Row {
  /// Whether the rules leave it to a person.
  var isOpen: Bool {
    if case .open = comparison { true } else { false }
  }

  fileprivate var json: JSONValue {
    [
      "itemId": .string(conflict.itemID), "error": JSONValue(errorID),
      "decidedAt": JSONValue(decided?.at), "decision": JSONValue(decided?.resolution),
      "result": .string(word), "reason": JSONValue(verdict.open?.rawValue),
      "columns": .array(verdict.columns.map(\.json)),
    ]
  }

  private var word: String {
    switch comparison {
    case .same: "same"
    case .different: "different"
    case .open: "open"
    case .waiting: "waiting"
    }
  }
}

extension ConflictVerdict.Column {
  var json: JSONValue {
    var object: JSONObject = [
      "column": .string(name), "local": local, "server": server, "rule": rule?.json ?? .null,
    ]
    switch outcome {
    case .value(let value): object["value"] = value
    case .open(let reason): object["reason"] = .string(reason.rawValue)
    }
    return .object(object)
  }
}

extension ConflictRule {
  /// The rule with what it has decided.
  func json(_ figures: [RuleFigures]) -> JSONValue {
    let own = figures.of(self)
    var object = json.object ?? JSONObject()
    object["decisions"] = .integer(Int64(own?.decisions ?? 0))
    object["undone"] = .integer(Int64(own?.undone ?? 0))
    return .object(object)
  }
}
