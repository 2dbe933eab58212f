import Localization
import SyncCore
import SyncInspection

/// How many rows the list has, in words.
extension RowsPage {
  /// The count as words: `12,345`, `more than 10,000`, or `at least 120` when time was over.
  var countWords: String {
    guard let count = page?.count else { return "" }
    let number = Format.number(count.value)
    if count.exact { return number }
    if count.value >= RowCount.bound { return localized("more than \(number)") }
    // Counting was stopped before its end, perhaps before it reached the rows that are shown.
    let seen = max(count.value, (request.cursor.first ?? 1) - 1 + rows.count)
    let seenNumber = Format.number(seen)
    return seen == 0 ? "" : localized("at least \(seenNumber)")
  }

  /// What the title says beside the table's name: `127 of 5,122 rows`.
  var matching: String {
    let all = request.isStaged ? staged.rowCount : rowCount(of: request.view)
    let allRows = Format.count(all, "row")
    guard problem == nil, isNarrowed, !countWords.isEmpty else { return allRows }
    return localized("\(countWords) of \(allRows)")
  }

  func rowCount(of view: RowView) -> Int {
    switch view {
    case .live: table.live
    case .deleted: table.deleted
    case .pending: table.pending
    case .failed: table.failed
    case .conflicts: table.conflicts
    case .synced: synced
    case .all: table.live + table.deleted
    }
  }

  /// True where the list has only some of the rows of its tab.
  private var isNarrowed: Bool {
    !request.conditions.isEmpty || (request.isStaged && request.view != .all)
  }

  /// Which of the rows are on this page.
  var position: String {
    guard problem == nil, page != nil else { return "" }
    guard !rows.isEmpty else { return localized("No rows") }
    let total = countWords
    guard let (first, last) = pager.range else {
      let shownRows = Format.count(rows.count, "row")
      if total.isEmpty { return shownRows }
      return isNarrowed
        ? localized("\(shownRows) of \(total) matching") : localized("\(shownRows) of \(total)")
    }
    if total.isEmpty { return localized("Rows \(first)–\(last)") }
    return isNarrowed
      ? localized("Rows \(first)–\(last) of \(total) matching")
      : localized("Rows \(first)–\(last) of \(total)")
  }
}

extension RowListRequest {
  /// The view within a sentence.
  var viewTitleInSentence: String {
    guard isStaged else { return view.titleInSentence }
    let staged = localized("staged")
    return view == .all ? staged : [staged, view.titleInSentence].joinedAsList()
  }
}

extension RowView {
  /// As the tab of the view names it.
  var title: String {
    switch self {
    case .live: localized("Live")
    case .pending: localized("Pending")
    case .failed: localized("Rejected")
    case .conflicts: localized("Conflicts")
    case .synced: localized("Synced")
    case .deleted: localized("Deleted")
    case .all: localized("All")
    }
  }

  /// The view within a sentence.
  var titleInSentence: String {
    switch self {
    case .live: localized("live")
    case .pending: localized("pending")
    case .failed: localized("failed")
    case .conflicts: localized("conflicts")
    case .synced: localized("synced")
    case .deleted: localized("deleted")
    case .all: localized("all views")
    }
  }
}
