import JSONKit
import Localization
import Support
import SyncCore

extension ConfigurationReader {
  /// The conflict rules of a table: `[ { "column": "due", "rule": "newest" } ]`.
  mutating func conflictRules(_ value: JSONValue?, at path: String) -> [ConflictRule] {
    guard let value else { return [] }
    guard case .array(let items) = value else {
      report(
        path, localized("write a list of rules, [ { \"rule\": … } ], not \(value.kindPhrase)."))
      return []
    }
    var rules: [ConflictRule] = []
    for (index, item) in items.enumerated() {
      guard let rule = conflictRule(item, at: "\(path)[\(index)]") else { continue }
      if rules.contains(where: { $0.isFor(rule.column) }) {
        report(
          "\(path)[\(index)].column",
          rule.column.map { localized("\"\($0)\" has a rule already.") }
            ?? localized("all other columns have a rule already."))
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
      report(
        "\(path).column", localized("\(column) is kept by the server and needs no rule."))
    }
    guard let choice = ConflictRule.Choice(rawValue: name) else {
      report(
        "\(path).rule",
        localized("write \(Self.choice(ConflictRule.Choice.allCases.map(\.rawValue)))."))
      return nil
    }
    guard let ifNull = text(members, "ifNull", at: path) else {
      return ConflictRule(column: column, choice)
    }
    guard let handling = ConflictRule.NullHandling(rawValue: ifNull) else {
      report(
        "\(path).ifNull",
        localized("write \(Self.choice(ConflictRule.NullHandling.allCases.map(\.rawValue)))."))
      return nil
    }
    return ConflictRule(column: column, choice, ifNull: handling)
  }
}
