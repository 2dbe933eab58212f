import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// One conflict that a rule resolved, with the copies of then.
struct RuleDecisionPage {
  static let template = "ConflictRules/decision"

  let facts: StorePageContext
  let decided: DecidedConflict
  let columns: [Column]
  /// Why it cannot be undone, as a sentence.
  let obstacle: String?
  let mayEdit: Bool
  let isRowHere: Bool

  private var conflict: Conflict { decided.conflict }

  /// Which rule decided which column.
  private var verdict: ConflictVerdict { ConflictRules(decided.rules).verdict(on: conflict) }

  private var name: String {
    RowTitle(columns: columns)
      .title(conflict.local ?? conflict.server ?? Record(id: conflict.itemID))
  }

  var title: String { localized("\(name) – resolved by rule") }

  var values: TemplateDictionary {
    var values = facts.values
    values.set("NAME", name)
    values.set("TABLE", conflict.table)
    values.set("ITEM", conflict.itemID)
    values.set("ERRORS_LINK", Links.errors(facts.store))
    values.set("DECISIONS_LINK", Links.ruleDecisions(facts.store))
    values.set("ROW_LINK", Links.row(facts.store, conflict.table, conflict.itemID))
    values.set("RULES_LINK", Links.conflictRules(facts.store, conflict.table))
    values.set("RULE", author)
    values.set("CONSEQUENCE", consequence)
    values.set(badge: "CHIP", decided.badge)
    values.set(time: "AT", decided.at, now: facts.now)
    values.show("LOCAL_DELETED", if: conflict.local?.deleted ?? true)
    values.show("SERVER_DELETED", if: conflict.server?.deleted ?? false)
    values.show("RESULT_DELETED", if: decided.result?.deleted ?? true)
    values.add("COPY", list: shown.map(copy))
    if obstacle == nil, facts.mayChange {
      values.add(
        "UNDO", ["ACTION": "\(Links.ruleDecision(facts.store, decided.id))/undo"])
    }
    if let obstacle, decided.undoneAt == nil { values.add("OBSTACLE", ["TEXT": obstacle]) }
    if obstacle != nil, decided.undoneAt == nil, mayEdit, isRowHere {
      values.add(
        "RESTORE",
        list: RowVersion.Side.allCases.map {
          ["LINK": restoreLink($0), "LABEL": $0.restoreLabel]
        })
    }
    return values
  }

  private var author: String {
    decided.rules.isEmpty
      ? decided.by ?? "" : decided.rules.map(\.sentence).joinedAsClauses()
  }

  private var consequence: String {
    let sent = decided.result.map { result in
      conflict.server.map { !result.changes(from: $0).isEmpty || result.deleted != $0.deleted }
        ?? true
    }
    return sent ?? true
      ? localized("The result was queued for the server.")
      : localized("The result is the server’s version; nothing was sent.")
  }

  private func restoreLink(_ side: RowVersion.Side) -> String {
    Links.with(
      Links.row(facts.store, conflict.table, conflict.itemID, action: "edit"),
      QueryItems([.init("from", side.key(of: decided.id))]))
  }

  /// The columns that differ between the copies, with the telling one first.
  private var shown: [Column] {
    let copies = [conflict.base, conflict.local, conflict.server, decided.result]
      .compactMap { $0 }
    return MergeForm.all(columns, copies).filter { column in
      let values = copies.map { $0.values[column.name] ?? .null }
      // Of masked values nobody sees whether they differ.
      return values.contains { $0 != values[0] || $0 == .string(ValueMasking.block) }
    }
  }

  private func copy(_ column: Column) -> TemplateDictionary {
    var values: TemplateDictionary = ["COLUMN": column.name]
    let rule = verdict.columns.first { $0.name === column.name }?.rule
    values.set("RULE", ifAny: rule?.choice.label)
    for (name, record, before) in [
      ("BASE_VALUE", conflict.base, nil), ("LOCAL_VALUE", conflict.local, conflict.base),
      ("SERVER_VALUE", conflict.server, conflict.base),
      ("RESULT_VALUE", decided.result, conflict.server),
    ] as [(String, Record?, Record?)] {
      values.add(
        name,
        ValueDifference(
          column: column, before: before.map { $0.values[column.name] ?? .null },
          after: record.map { $0.values[column.name] ?? .null }
        ).values)
    }
    return values
  }
}
