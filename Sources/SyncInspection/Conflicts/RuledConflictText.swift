internal import JSONKit
internal import SQLiteKit
internal import SyncCore

/// Decisions of rules that a text finds: in the id of the row, in a text of either copy, or in the
/// name of a rule.
struct RuledConflictText {
  private let sought: CaseInsensitiveSearch?
  /// Columns whose values are not looked through, each with its table.
  private let covered: SQLiteValue

  init(_ text: String?, _ cover: ValueMasking?) {
    sought = text.map(CaseInsensitiveSearch.init)
    let pairs = (cover?.tables ?? []).flatMap { table in
      (cover?.columns(of: table) ?? []).sorted().map { column in
        JSONValue.array([.string(table), .string(column)])
      }
    }
    covered = .text(JSONValue.array(pairs).serializedText)
  }

  /// Of the places 3 and 4; none without a text.
  var values: [SQLiteValue] { sought.map { [$0.value, covered] } ?? [] }

  /// About a line of `syncline_conflicts`.
  var condition: String {
    guard let sought else { return "1" }
    func isIn(_ sql: String) -> String { "\(sought.position(in: sql, parameter: "?3")) > 0" }
    let subject = "coalesce(rule.value ->> 'column', '\(ConflictRule.othersName)')"
    let name = "\(subject) || ': ' || (rule.value ->> 'rule')"
    let stamps: [SystemColumn] = [.version, .createdAt, .updatedAt]
    let left = stamps.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    return """
      (\(isIn("itemId")) OR EXISTS (
        SELECT 1 FROM json_each(json_array(json(local), json(server))) copy,
          json_each(copy.value) part
        WHERE part.type = 'text' AND part.key NOT IN (\(left)) AND \(isIn("part.atom"))
          AND NOT EXISTS (
            SELECT 1 FROM json_each(?4) covered
            WHERE covered.value ->> 0 = "table" AND covered.value ->> 1 = part.key))
        OR EXISTS (SELECT 1 FROM json_each(rules) rule WHERE \(isIn(name))))
      """
  }
}
