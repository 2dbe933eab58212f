import HTTPKit
import Localization
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

  /// True where the search box alone leaves rows out.
  private var isOnlySearched: Bool {
    isFiltered && request.conditions.allSatisfy(\.filter.isAnyText)
  }

  private var searchText: String {
    localized("Search for another text, clear the search, or try another view.")
  }

  private var filterText: String {
    request.searchedText.isEmpty
      ? localized("Remove a filter, or try another view.")
      : localized("Remove a filter, clear the search, or try another view.")
  }

  private var isNeverPulled: Bool {
    page.table.lastPull == nil && page.table.live + page.table.deleted == 0 && !isFiltered
      && !page.isMadeHere && !request.isStaged
  }

  /// A table that somebody made here, in a view that its first row would be in.
  private var isNew: Bool {
    page.isMadeHere && !isFiltered && !request.isStaged
      && (request.view == .live || request.view == .all)
  }

  private var headline: String {
    if request.cursor.after != nil { return localized("No more rows") }
    if isFiltered {
      let groups = request.alternatives.map { group in
        Self.joined(group.map { request.references.shown($0).sentence }) { first, second in
          localized("\(first) or \(second)")
        }
      }
      let isOne = groups.count == 1
      let conditions = zip(request.alternatives, groups).map { group, text in
        group.count == 1 || isOne ? text : "(\(text))"
      }
      let all = Self.joined(conditions) { first, second in
        localized("\(first) and \(second)")
      }
      return request.isStaged
        ? localized("No staged rows match \(all).") : request.view.noMatch(all)
    }
    if request.isStaged { return localized("No rows with staged changes") }
    if isNew { return localized("\(table) has no rows yet") }
    if isNeverPulled { return localized("\(table) has not been pulled yet") }
    switch request.view {
    case .live: return localized("\(table) has no live rows")
    case .all: return localized("\(table) has no rows")
    case .deleted: return localized("No deleted rows")
    case .pending: return localized("No pending changes")
    case .failed: return localized("No rejected changes")
    case .conflicts: return localized("No conflicts")
    case .synced: return localized("No synced rows")
    }
  }

  /// Several conditions as one.
  private static func joined(
    _ conditions: [String], by joint: (String, String) -> String
  ) -> String {
    conditions.dropFirst().reduce(conditions.first ?? "", joint)
  }

  private var text: String {
    if request.cursor.after != nil {
      return localized("Rows may have left the list since the last page was shown.")
    }
    if isFiltered { return isOnlySearched ? searchText : filterText }
    if request.isStaged { return localized("Rows that you stage changes for are listed here.") }
    if isNew { return localized("The server gets the table with the first row you push.") }
    if isNeverPulled {
      return localized("A pull downloads its rows. It only reads from the server.")
    }
    switch request.view {
    case .live, .all: return localized("Pull the table, or add a row.")
    case .deleted: return localized("Deleted rows are kept here until they are purged.")
    case .pending: return localized("All changes of this table have been pushed.")
    case .failed: return localized("Changes that the server rejects are listed here.")
    case .conflicts: return localized("Rows that changed here and on the server are listed here.")
    case .synced: return localized("Live rows without a change in the queue are listed here.")
    }
  }

  private var offers: [TemplateDictionary] {
    if request.cursor.after != nil { return [] }
    if isNew, page.permissions.edits {
      return [
        ["LABEL": localized("New row"), "LINK": Links.newRow(page.store, table)],
        ["LABEL": localized("Import"), "LINK": Links.importRows(page.store, table)],
      ]
    }
    guard isFiltered else { return [] }
    var offers: [TemplateDictionary] = []
    if request.view != .all || request.isStaged {
      offers.append([
        "LABEL": localized("Search all rows"), "LINK": request.link(showing: .all),
      ])
    }
    let names = UTF8Set(request.conditions.map(\.parameter))
    offers.append([
      "LABEL": isOnlySearched ? localized("Clear search") : localized("Clear filters"),
      "LINK": request.link { items in items.items.removeAll { names.contains($0.name) } },
    ])
    return offers
  }
}

extension RowView {
  /// What a list without rows says of its conditions.
  fileprivate func noMatch(_ conditions: String) -> String {
    switch self {
    case .live: localized("No live rows match \(conditions).")
    case .deleted: localized("No deleted rows match \(conditions).")
    case .all: localized("No rows match \(conditions).")
    case .pending: localized("No pending rows match \(conditions).")
    case .failed: localized("No failed rows match \(conditions).")
    case .conflicts: localized("No conflicting rows match \(conditions).")
    case .synced: localized("No synced rows match \(conditions).")
    }
  }
}
