import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// Conflicts that rules resolved, the newest first.
struct RuleDecisionsPage {
  static let template = "ConflictRules/decisions"
  /// What other lists call `after`.

  let facts: StorePageContext
  /// Nil for all tables.
  let table: String?
  let page: RuledConflictPage
  let columns: UTF8Dictionary<[Column]>
  /// Why decisions of this page cannot be undone.
  let obstacles: [Int64: String]
  let place: ListPlace

  private var path: String { Links.ruleDecisions(facts.store) }

  var values: TemplateDictionary {
    var values = facts.values
    values.set("ERRORS_LINK", Links.errors(facts.store))
    values.set("COUNT", Format.number(page.count))
    values.set("DAYS", "\(DecidedConflicts.days)")
    if let table {
      values.add(
        "FILTER",
        [
          "TITLE": table, "REMOVE_LINK": path,
          "RULES_LINK": Links.conflictRules(facts.store, table),
        ])
    }
    values.add("LINE", list: page.conflicts.map(line))
    values.show("EMPTY", if: page.conflicts.isEmpty)
    values.set(
      "POSITION",
      pager.position(of: Format.number(page.count)) {
        localized("Decisions \($0)–\($1) of \($2)")
      })
    pager.add(to: &values)
    return values
  }

  private var pager: ListPager {
    ListPager(
      at: place, size: RuleDecisionHandlers.pageSize, shown: page.conflicts.count,
      previous: page.previous.map { "\($0)" }, next: page.next.map { "\($0)" }, sizes: []
    ) { place, _ in
      var items = QueryItems(table.map { [.init("table", $0)] } ?? [])
      place.write(to: &items, after: ListPlace.olderParameter)
      return Links.with(path, items)
    }
  }

  private func line(_ decided: DecidedConflict) -> TemplateDictionary {
    let conflict = decided.conflict
    let record = conflict.local ?? conflict.server ?? Record(id: conflict.itemID)
    var values: TemplateDictionary = [
      "NAME": RowTitle(columns: columns[conflict.table] ?? []).title(record),
      "LINK": Links.ruleDecision(facts.store, decided.id), "TABLE": conflict.table,
      "RULE": decided.rules.map(\.name).joined(separator: ", "), "ID": "\(decided.id)",
      "ACTION": "\(Links.ruleDecision(facts.store, decided.id))/undo",
    ]
    values.set(badge: "CHIP", decided.badge)
    values.set(time: "AT", decided.at, now: facts.now)
    values.show("UNDO", if: facts.mayChange && obstacles[decided.id] == nil)
    return values
  }
}

extension DecidedConflict {
  var badge: Badge {
    if let user = undoneBy { return Badge(.skipped, localized("Undone by \(user)")) }
    if undoneAt != nil { return Badge(.skipped, localized("Undone")) }
    guard let result else {
      return Badge(
        .done, resolution == "keep-local" ? localized("Kept local") : localized("Took server"))
    }
    let (local, server) = (conflict.local, conflict.server)
    let isServers = server.map { result.changes(from: $0).isEmpty } ?? false
    if isServers { return Badge(.done, localized("Took server")) }
    let isLocal = local.map { result.changes(from: $0).isEmpty } ?? false
    return Badge(.done, isLocal ? localized("Kept local") : localized("Merged"))
  }

  /// How it was resolved, behind a colon.
  var resolutionWord: String {
    switch resolution {
    case "keep-local": localized("keep local")
    case "take-server": localized("take server")
    case "merge": localized("merge")
    case "discard": localized("discard")
    case "remove-row": localized("remove row")
    case "retry": localized("retry")
    default: resolution
    }
  }
}
