import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// What a rule would have decided, row by row.
struct ConflictRehearsalView {
  let store: String
  let rule: ConflictRule
  let rehearsal: ConflictRehearsal
  let columns: [Column]

  static let shownMax = 100
  /// Columns of a conflict that a line shows.
  private static let columnsMax = 3

  var values: TemplateDictionary {
    let rows = rehearsal.rows
    let (waiting, past) = (rows.count { $0.errorID != nil }, rows.count { $0.errorID == nil })
    let (ruleName, days) = (rule.name, DecidedConflicts.days)
    var values: TemplateDictionary = [
      "SUMMARY": localized(
        "\(ruleName), on \(Format.count(past, "conflict")) of the last \(days) days"
          + " and \(Format.number(waiting)) waiting now. Nothing was changed.")
    ]
    for (name, count) in [
      ("SAME", rehearsal.count { $0.comparison == .same }),
      ("DIFFERENT", rehearsal.count { $0.comparison == .different }),
      ("OPEN", rehearsal.count { $0.isOpen }), ("RESOLVABLE", rehearsal.resolvable.count),
    ] { values.set(name, Format.number(count)) }
    values.show("ANY_DIFFERENT", if: rows.contains { $0.comparison == .different })
    values.show("IS_PART", if: !rehearsal.isComplete)
    values.show("NO_CONFLICT", if: rows.isEmpty)
    values.set(
      "CAPTION",
      rows.count > Self.shownMax
        ? localized("First \(Self.shownMax) of \(Format.count(rows.count, "conflict"))")
        : localized("What the rule would decide"))
    values.add("LINE", list: rows.prefix(Self.shownMax).map(line))
    return values
  }

  private func line(_ row: ConflictRehearsal.Row) -> TemplateDictionary {
    let record = row.conflict.local ?? row.conflict.server ?? Record(id: row.conflict.itemID)
    var values: TemplateDictionary = [
      "NAME": RowTitle(columns: columns).title(record),
      "LINK": row.errorID.map { Links.error(store, $0) }
        ?? row.decided.map { Links.ruleDecision(store, $0.id) } ?? "",
    ]
    values.add("SIDES", list: sides(row))
    values.add("RESULT", list: results(row))
    values.set(badge: "CHIP", badge(row))
    values.show("IS_OPEN", if: row.isOpen)
    return values
  }

  /// The columns that the line is about.
  private func shown(_ row: ConflictRehearsal.Row) -> [ConflictVerdict.Column] {
    guard let column = rule.column else {
      return Array(row.verdict.columns.prefix(Self.columnsMax))
    }
    return row.verdict.columns.filter { $0.name === column }
  }

  private func sides(_ row: ConflictRehearsal.Row) -> [TemplateDictionary] {
    if row.conflict.isOfDeletion {
      return [
        [
          "TEXT": row.conflict.kind == .delete
            ? localized("Deleted here") : localized("Deleted on server")
        ]
      ]
    }
    let shown = shown(row)
    if shown.isEmpty { return [["TEXT": localized("Different columns changed")]] }
    return shown.map { column in
      let localValue = self.text(column.local, column.name)
      let serverValue = self.text(column.server, column.name)
      let text = localized("\(localValue) here, \(serverValue) server")
      return ["TEXT": rule.column == nil ? labelled(column.name, text) : text]
    }
  }

  private func results(_ row: ConflictRehearsal.Row) -> [TemplateDictionary] {
    guard row.verdict.resolution != nil else {
      let reason = row.verdict.openWords ?? ""
      return [["TEXT": localized("Ask: \(reason)")]]
    }
    if row.conflict.isOfDeletion {
      return [
        [
          "TEXT": row.verdict.resolution == .keepLocal
            ? localized("keep local") : localized("take server")
        ]
      ]
    }
    let shown = shown(row)
    if shown.isEmpty { return [["TEXT": localized("both changes")]] }
    return shown.compactMap { column in
      guard case .value(let value) = column.outcome else { return nil }
      var values: TemplateDictionary = [
        "TEXT": (column.rule?.choice ?? rule.choice).word
      ]
      values.add("DECIDED", ["VALUE": text(value, column.name)])
      return values
    }
  }

  private func text(_ value: JSONValue, _ name: String) -> String {
    let column = columns.first { $0.name === name } ?? Column(name, .text)
    return Cell(listed: value, column, now: .epoch).text
  }

  private func badge(_ row: ConflictRehearsal.Row) -> Badge {
    switch (row.comparison, row.decided) {
    case (.waiting, _): Badge(.pending, localized("Waiting now"))
    case (.open, nil): Badge(.conflict, localized("Waiting now"))
    case (.open, _): Badge(.skipped, localized("Not decided"))
    case (.same, _): Badge(.done, localized("Same as decided"))
    case (.different, let decided):
      Badge(.warn, localized("Decided otherwise") + decision(decided, row))
    }
  }

  /// What was decided in place of it, behind a colon.
  private func decision(_ decided: DecidedConflict?, _ row: ConflictRehearsal.Row) -> String {
    guard let decided else { return "" }
    guard let column = rule.column, let result = decided.result else {
      return ": \(decided.resolutionWord)"
    }
    return ": \(text(result.values[column] ?? .null, column))"
  }
}
