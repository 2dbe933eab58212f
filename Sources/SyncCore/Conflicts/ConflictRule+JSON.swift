package import JSONKit

extension ConflictRule {
  /// `{"column": "due", "rule": "larger", "ifNull": "other"}`, as in the configuration.
  package var json: JSONValue {
    var object: JSONObject = ["rule": .string(choice.rawValue)]
    if let column { object["column"] = .string(column) }
    if ifNull != .ask { object["ifNull"] = .string(ifNull.rawValue) }
    return .object(object)
  }

  /// Nil for anything else.
  package init?(_ json: JSONValue) {
    guard let choice = json["rule"]?.string.flatMap(Choice.init) else { return nil }
    self.init(
      column: json["column"]?.string, choice,
      ifNull: json["ifNull"]?.string.flatMap(NullHandling.init) ?? .ask)
  }

  static func text(of rules: [ConflictRule]) -> String {
    JSONValue.array(rules.map(\.json)).serializedText
  }

  static func rules(of text: String) -> [ConflictRule] {
    ((try? JSONValue(parsing: text))?.array ?? []).compactMap(ConflictRule.init)
  }
}
