import JSONKit
import Support
import SyncCore

extension ConfigurationReader {
  /// The conflict rules of a table: `[ { "column": "due", "rule": "newest" } ]`.
  mutating func conflictRules(_ value: JSONValue?, at path: String) -> [ConflictRule] {
    guard let value else { return [] }
    guard case .array(let items) = value else {
      report("\(path): write a list of rules, [ { \"rule\": … } ], not \(value.kindName).")
      return []
    }
    var rules: [ConflictRule] = []
    for (index, item) in items.enumerated() {
      guard let rule = conflictRule(item, at: "\(path)[\(index)]") else { continue }
      if rules.contains(where: { $0.isFor(rule.column) }) {
        let subject = rule.column.map { "\"\($0)\" has" } ?? "all other columns have"
        report("\(path)[\(index)].column: \(subject) a rule already.")
      }
      rules.append(rule)
    }
    return rules
  }

  private mutating func conflictRule(_ value: JSONValue, at path: String) -> ConflictRule? {
    guard let members = object(value, at: path, allowed: ["column", "rule", "ifNull"]),
      let name = text(members, "rule", at: path, isRequired: true)
    else { return nil }
    let column = text(members, "column", at: path)
    if let column, SystemColumn.contains(column) {
      report("\(path).column: \(column) is kept by the server and needs no rule.")
    }
    guard let choice = ConflictRule.Choice(rawValue: name) else {
      report("\(path).rule: write \(Self.list(ConflictRule.Choice.allCases.map(\.rawValue))).")
      return nil
    }
    guard let ifNull = text(members, "ifNull", at: path) else {
      return ConflictRule(column: column, choice)
    }
    guard let handling = ConflictRule.NullHandling(rawValue: ifNull) else {
      report(
        "\(path).ifNull: write \(Self.list(ConflictRule.NullHandling.allCases.map(\.rawValue))).")
      return nil
    }
    return ConflictRule(column: column, choice, ifNull: handling)
  }

  /// `"a", "b" or "c"`.
  private static func list(_ words: [String]) -> String {
    let quoted = words.map { "\"\($0)\"" }
    return "\(quoted.dropLast().joined(separator: ", ")) or \(quoted.last ?? "")"
  }
}
