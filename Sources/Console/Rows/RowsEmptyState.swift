import HTTPKit
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// What stands in a list without rows: what, why, and the next step.
struct RowsEmptyState {
  let page: RowsPage
  let span: Int

  var dictionary: TemplateDictionary {
    var values: TemplateDictionary = [
      "SPAN": "\(span)", "HEADLINE": headline, "TEXT": text, "TABLE": page.table.name,
    ]
    values.add("OFFER", list: offers)
    let canPull = isNeverPulled && page.permissions.syncs
    values.add("PULL", list: canPull ? [["ACTION": Links.pull(page.store)]] : [])
    return values
  }

  private var table: String { page.table.name }
  private var request: RowListRequest { page.request }
  private var isFiltered: Bool { !request.conditions.isEmpty }

  private var isNeverPulled: Bool {
    page.table.lastPull == nil && page.table.live + page.table.deleted == 0 && !isFiltered
  }

  private var headline: String {
    if request.after != nil { return "No more rows" }
    if isFiltered {
      let view = request.view == .all ? "" : "\(request.view.adjective) "
      let groups = request.alternatives.map { group in
        group.map(\.filter.sentence).joined(separator: " or ")
      }
      let isOne = groups.count == 1
      let conditions = zip(request.alternatives, groups).map { group, text in
        group.count == 1 || isOne ? text : "(\(text))"
      }
      return "No \(view)rows match \(conditions.joined(separator: " and "))"
    }
    if isNeverPulled { return "\(table) has not been pulled yet" }
    switch request.view {
    case .live, .all: return "\(table) has no \(request.view == .live ? "live " : "")rows"
    case .deleted: return "No deleted rows"
    case .pending: return "No pending changes"
    case .failed: return "No rejected changes"
    case .conflicts: return "No conflicts"
    }
  }

  private var text: String {
    if request.after != nil { return "Rows may have left the list since the last page was shown." }
    if isFiltered { return "Remove a filter, or try another view." }
    if isNeverPulled {
      return "A pull downloads its rows. It only reads from the server."
    }
    switch request.view {
    case .live, .all: return "Pull the table, or add a row."
    case .deleted: return "Deleted rows are kept here until they are purged."
    case .pending: return "All changes of this table have been pushed."
    case .failed: return "Changes that the server rejects are listed here."
    case .conflicts: return "Rows that changed here and on the server are listed here."
    }
  }

  private var offers: [TemplateDictionary] {
    if request.after != nil { return [] }
    guard isFiltered else { return [] }
    var offers: [TemplateDictionary] = []
    if request.view != .all {
      offers.append(["LABEL": "Look in All", "LINK": request.link { $0["view"] = "all" }])
    }
    let names = UTF8Set(request.conditions.map(\.parameter))
    offers.append([
      "LABEL": "Clear filter",
      "LINK": request.link { items in items.items.removeAll { names.contains($0.name) } },
    ])
    return offers
  }
}

extension RowView {
  /// In front of "row".
  var adjective: String {
    switch self {
    case .live, .deleted, .all, .pending, .failed: rawValue
    case .conflicts: "conflicting"
    }
  }
}
