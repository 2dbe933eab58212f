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
    if request.after != nil { return "The list ends here." }
    if isFiltered {
      let view = request.view == .all ? "" : "\(request.view.adjective) "
      let conditions = request.conditions.map { "\($0.filter.column) \($0.filter.words)" }
      return "No \(view)row matches: \(conditions.joined(separator: ", and "))."
    }
    if isNeverPulled { return "\(table) has never been pulled." }
    switch request.view {
    case .live, .all: return "\(table) has no \(request.view == .live ? "live " : "")rows."
    case .deleted: return "No row of \(table) is deleted."
    case .pending: return "No changes are waiting."
    case .failed: return "No change of \(table) failed."
    case .conflicts: return "\(table) has no conflicts."
    }
  }

  private var text: String {
    if request.after != nil { return "Rows may have left it since the page before was shown." }
    if isFiltered { return "Take a condition away, or look in another view." }
    if isNeverPulled {
      return "No rows are stored here yet. A pull only reads from the server."
    }
    switch request.view {
    case .live, .all: return "New rows appear with a pull, or with New row."
    case .deleted: return "Deleted rows stay here until they are purged, and can be undeleted."
    case .pending: return "Everything done in this table has been sent."
    case .failed: return "Changes that the server refuses stand here until you decide."
    case .conflicts: return "Rows changed both here and on the server stand here until you choose."
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
