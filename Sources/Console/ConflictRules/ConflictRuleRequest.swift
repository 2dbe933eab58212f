package import HTTPKit
import JSONKit
import Localization
import Support
package import SyncCore

/// A rule as a form, a query or JSON names it.
struct ConflictRuleRequest {
  /// What stands for the rule for all other columns in a form; no table has such a column.
  static let otherColumns = ""

  let rule: ConflictRule
  /// The fingerprint of the settings that the form was made from.
  let state: String?
  /// Whether the conflicts that wait are to be resolved too.
  let resolves: Bool
  /// The waiting conflicts that the page showed; nil where nobody saw any.
  let seen: [String]?

  init(_ request: HTTPRequest) throws {
    let body = try ActionBody(request)
    rule = try Self.rule(
      column: body.text("column"), choice: body.text("rule"), ifNull: body.text("ifNull"))
    state = body.text("ifState")
    resolves = try body.form.map { $0["do"] == "resolve" } ?? body.flag("resolve") ?? false
    seen = body.form?.values("row")
  }

  /// The rule that a rehearsal asks about; nil where the address names none.
  static func asked(_ query: QueryItems) throws -> ConflictRule? {
    guard let choice = query["rule"] else { return nil }
    return try rule(column: query["column"], choice: choice, ifNull: query["ifNull"])
  }

  private static func rule(
    column: String?, choice: String?, ifNull: String?
  ) throws -> ConflictRule {
    guard let known = choice.flatMap(ConflictRule.Choice.init) else {
      let words = ConflictRule.Choice.allCases.map(\.rawValue)
      let (rule, choices) = (choice ?? "", words.dropLast().joinedAsList())
      let lastChoice = words.last ?? ""
      throw HTTPError(
        422,
        localized(
          "“\(rule)” is not a rule. Use \(choices) or \(lastChoice). Nothing was changed."))
    }
    guard let handling = ConflictRule.NullHandling(rawValue: ifNull ?? "ask") else {
      throw HTTPError(422, localized("ifNull must be ask or other. Nothing was changed."))
    }
    let named = column.flatMap { $0 == otherColumns ? nil : $0 }
    if let named, SystemColumn.contains(named) {
      throw HTTPError(
        422, localized("\(named) is kept by the server and needs no rule. Nothing was changed."))
    }
    return ConflictRule(column: named, known, ifNull: handling)
  }
}

extension ConflictRule {
  /// What asks for the rehearsal of this rule.
  package var query: QueryItems {
    QueryItems([
      .init("column", column ?? ConflictRuleRequest.otherColumns), .init("rule", choice.rawValue),
      .init("ifNull", ifNull.rawValue),
    ])
  }
}
