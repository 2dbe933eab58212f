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

  let facts: StorePageContext
  let request: RuleDecisionsRequest
  /// The tables of the store, to choose one.
  let tables: [String]
  let page: RuledConflictPage
  let columns: UTF8Dictionary<[Column]>
  /// Why decisions of this page cannot be undone.
  let obstacles: [Int64: String]

  private var path: String { Links.ruleDecisions(facts.store) }

  var values: TemplateDictionary {
    var values = facts.values
    values.set("ERRORS_LINK", Links.errors(facts.store))
    values.set("COUNT", Format.number(page.count))
    values.set("DAYS", "\(DecidedConflicts.days)")
    values.add(
      "RULES",
      list: request.table.map { [["RULES_LINK": Links.conflictRules(facts.store, $0)]] } ?? [])
    values.add("LINE", list: page.conflicts.map(line))
    let isEmpty = page.conflicts.isEmpty && request.text == nil
    values.show("EMPTY", if: isEmpty)
    if !isEmpty || request.table != nil {
      filter.addTools(to: &values, shown: page.conflicts.count)
    }
    values.set(
      "POSITION",
      pager.position(of: Format.number(page.count)) {
        localized("Decisions \($0)–\($1) of \($2)")
      })
    pager.add(to: &values)
    return values
  }

  private var filter: ListFilter {
    var filter = ListFilter(
      name: localized("Resolved by rules"), path: path, items: request.items(),
      text: request.text, label: localized("Row, id or rule"),
      hint: localized("Search rows and rules"), cleared: request.isFiltered ? path : nil)
    filter.menus = [filter.tableMenu(tables)]
    return filter
  }

  private var pager: ListPager {
    request.pager(
      path, shown: page.conflicts.count, previous: page.previous.map { "\($0)" },
      next: page.next.map { "\($0)" })
  }

  private func line(_ decided: DecidedConflict) -> TemplateDictionary {
    let conflict = decided.conflict
    let record = conflict.local ?? conflict.server ?? Record(id: conflict.itemID)
    var values: TemplateDictionary = [
      "NAME": RowTitle(columns: columns[conflict.table] ?? []).title(record),
      "LINK": Links.ruleDecision(facts.store, decided.id), "TABLE": conflict.table,
      "RULE": decided.rules.map(\.name).joinedAsList(), "ID": "\(decided.id)",
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
    if let user = undoneBy?.actorName { return Badge(.skipped, localized("Undone by \(user)")) }
    if undoneAt != nil { return Badge(.skipped, localized("Undone")) }
    guard let result else {
      return Badge(
        .done,
        Resolution.Kind(rawValue: resolution) == .keepLocal
          ? localized("Kept local") : localized("Took server"))
    }
    let (local, server) = (conflict.local, conflict.server)
    let isServers = server.map { result.changes(from: $0).isEmpty } ?? false
    if isServers { return Badge(.done, localized("Took server")) }
    let isLocal = local.map { result.changes(from: $0).isEmpty } ?? false
    return Badge(.done, isLocal ? localized("Kept local") : localized("Merged"))
  }

  /// How it was resolved, behind a colon.
  var resolutionWord: String {
    switch Resolution.Kind(rawValue: resolution) {
    case .keepLocal: localized("keep local")
    case .takeServer: localized("take server")
    case .merge: localized("merge")
    case .discard: localized("discard")
    case .removeRow: localized("remove row")
    case .retry: localized("retry")
    case nil: resolution
    }
  }
}
