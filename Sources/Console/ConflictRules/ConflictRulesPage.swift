import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// A table's conflict rules, and the rehearsal of a new one.
struct ConflictRulesPage {
  static let template = "ConflictRules/rules"

  let facts: StorePageContext
  let table: String
  let tabs: PageTabs
  let columns: [Column]
  let rules: [ConflictRule]
  let figures: [RuleFigures]
  /// The rule that is rehearsed.
  let asked: ConflictRule?
  let rehearsal: ConflictRehearsal?
  /// The fingerprint of the settings; nil where they have no file.
  let state: String?
  let whyLocked: String?

  var title: String { localized("Conflict rules of \(table)") }

  private var mayChange: Bool { facts.mayChange && whyLocked == nil }

  var values: TemplateDictionary {
    var values = facts.values
    values.set("TABLE", table)
    tabs.add(to: &values)
    values.set("RULES_LINK", Links.conflictRules(facts.store, table))
    values.set("STATE", state ?? "")
    values.set(
      "DECISIONS_LINK",
      Links.with(Links.ruleDecisions(facts.store), QueryItems([.init("table", table)])))
    if !rules.isEmpty {
      var list = TemplateDictionary()
      list.add("RULE", list: rules.map(line))
      values.add("HAS_RULES", list)
    }
    values.show("EMPTY", if: rules.isEmpty)
    if facts.mayChange, let whyLocked { values.add("LOCKED", ["WHY": whyLocked]) }
    values.set("WHY_NOT", ifAny: facts.mayChange ? nil : facts.whyNot)
    addForm(to: &values)
    if let asked, let rehearsal { values.add("REHEARSAL", rehearsed(asked, rehearsal)) }
    return values
  }

  private func line(_ rule: ConflictRule) -> TemplateDictionary {
    let own = figures.of(rule)
    var values: TemplateDictionary = [
      "SENTENCE": rule.sentence, "SUBJECT": rule.subject,
      "COLUMN": rule.column ?? ConflictRuleRequest.otherColumns,
      "COUNTS": own.map(counts)
        ?? localized("No automatic decisions in \(DecidedConflicts.days) days"),
      "EDIT_LINK": Links.with(Links.conflictRules(facts.store, table), rule.query),
      "EDIT_LABEL": mayChange ? localized("Edit") : localized("Preview"),
      "REMOVE_ACTION": "\(Links.conflictRules(facts.store, table))/remove",
    ]
    values.show("HAS_DECISIONS", if: own != nil)
    values.show("MAY_CHANGE", if: mayChange)
    return values
  }

  private func counts(_ own: RuleFigures) -> String {
    let decisions = Format.count(own.decisions, "automatic decision")
    let (days, undone) = (DecidedConflicts.days, Format.number(own.undone))
    return localized("\(decisions) in \(days) days, \(undone) undone")
  }

  private func addForm(to values: inout TemplateDictionary) {
    let names = columns.filter { !$0.isSystem }.map(\.name)
    // A rule for a column that no row has yet keeps its place in the list.
    let named = ([asked?.column] + rules.map(\.column)).compactMap { $0 }
      .filter { name in !names.contains(identical: name) }
    values.add(
      "COLUMN_OPTION",
      list: (names + named.unique).map { name in
        option(name, name, isChosen: asked?.column.map { $0 === name } ?? false)
      } + [
        option(
          ConflictRuleRequest.otherColumns, localized("All other columns"),
          isChosen: asked.map { $0.column == nil } ?? false)
      ])
    values.add(
      "CHOICE_OPTION",
      list: ConflictRule.Choice.allCases.map {
        option($0.rawValue, $0.label, isChosen: $0 == asked?.choice)
      })
    values.add(
      "NULL_OPTION",
      list: ConflictRule.NullHandling.allCases.map {
        option($0.rawValue, $0.label, isChosen: $0 == asked?.ifNull)
      })
  }

  private func option(
    _ value: String, _ label: String, isChosen: Bool
  ) -> TemplateDictionary {
    var values: TemplateDictionary = ["VALUE": value, "LABEL": label]
    values.show("CHOSEN", if: isChosen)
    return values
  }

  // MARK: - Rehearsal

  private func rehearsed(
    _ rule: ConflictRule, _ rehearsal: ConflictRehearsal
  ) -> TemplateDictionary {
    let view = ConflictRehearsalView(
      store: facts.store, rule: rule, rehearsal: rehearsal, columns: columns)
    var values = view.values
    let waiting = rehearsal.resolvable
    values.set("ACTION", Links.conflictRules(facts.store, table))
    values.set("COLUMN", rule.column ?? ConflictRuleRequest.otherColumns)
    values.set("CHOICE", rule.choice.rawValue)
    values.set("IF_NULL", rule.ifNull.rawValue)
    values.show("MAY_CHANGE", if: mayChange)
    values.set("TURN_ON", rules.contains(rule) ? localized("Keep rule") : localized("Turn on rule"))
    if !waiting.isEmpty {
      var resolve: TemplateDictionary = [
        "RESOLVE": localized("Turn on and resolve \(Format.number(waiting.count))")
      ]
      resolve.add("PICKED", list: waiting.map { ["MARK": $0.mark] })
      values.add("WAITING", resolve)
    }
    return values
  }
}
