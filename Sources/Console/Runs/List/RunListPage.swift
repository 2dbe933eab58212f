import ConsoleData
import HTTPKit
import Localization
import Support
import TemplateKit

/// The runs of a store, the newest first.
struct RunListPage {
  static let template = "Runs/runs"

  let facts: StorePageContext
  let request: RunListRequest
  let lines: RunLines
  /// How many there are on all pages.
  let count: Int
  /// The run that the next page begins below; nil on the last.
  let next: Int64?
  /// The newest operation of the store, up to which *Sync now* pushes.
  let newest: Int64
  let tabs: SyncTabs

  private var path: String { Links.runs(facts.store) }

  var values: TemplateDictionary {
    var values = facts.values
    tabs.add(to: &values)
    values.set("RUNS_LINK", path)
    values.set("SYNC_ACTION", Links.sync(facts.store))
    values.set("UP_TO", "\(newest)")
    values.show("CAN_SYNC", if: facts.mayChange)
    filter.add(to: &values)
    let store = facts.store
    let caption =
      request.before == nil
      ? localized("Runs of store \(store)") : localized("Older runs of store \(store)")
    if request.isFiltered {
      lines.add(to: &values, caption: caption, empty: Self.noMatches)
    } else {
      lines.add(to: &values, caption: caption)
    }
    values.set("POSITION", position)
    if request.before != nil {
      values.add("FIRST", ["LINK": Links.with(path, request.items)])
    }
    if let next {
      var items = request.items
      items.add("before", "\(next)")
      values.add("NEXT", ["LINK": Links.with(path, items)])
    }
    return values
  }

  private var filter: ListFilter {
    let words = localized("Run number, person or table")
    var filter = ListFilter(
      name: localized("Runs"), path: path, items: request.items, text: request.text,
      label: words, hint: words, cleared: request.isFiltered ? path : nil)
    filter.menus = [
      filter.menu(
        localized("Kind"), "kind", Run.Kind.allCases.map { .init($0.rawValue, $0.title) }),
      filter.menu(
        localized("Result"), "result",
        RunQuery.Result.allCases.map { .init($0.rawValue, $0.label) }),
      filter.menu(
        localized("Rows"), "moved", RunQuery.Moved.allCases.map { .init($0.rawValue, $0.label) }),
    ]
    if let after = request.after {
      let removal = filter.address { $0["after"] = nil }
      filter.others = [(localized("After run \(after)"), removal)]
    }
    return filter
  }

  private var position: String {
    let shown = lines.runs.count
    let (runs, shownCount) = (Format.count(count, "run"), Format.number(shown))
    let matching =
      switch (shown < count, request.isFiltered) {
      case (true, true): localized("\(shownCount) of \(runs) found.")
      case (true, false): localized("\(shownCount) of \(runs).")
      case (false, true): localized("\(runs) found.")
      case (false, false): localized("\(runs).")
      }
    let reports = localized(
      "Reports are kept for the last \(Format.number(Run.reportsMax)) runs.")
    return "\(matching) \(reports)"
  }

  private static var noMatches: TemplateDictionary {
    [
      "HEADLINE": localized("No runs match."),
      "TEXT": localized(
        "Search by run number, person or table. To find a row, open the report of a run."),
    ]
  }
}

extension RunQuery.Result {
  fileprivate var label: String {
    switch self {
    case .running: localized("Running")
    case .done: localized("Done")
    case .problems: localized("With problems")
    case .failed: localized("Failed")
    case .cancelled: localized("Cancelled")
    }
  }
}

extension RunQuery.Moved {
  fileprivate var label: String {
    switch self {
    case .pushed: localized("Pushed")
    case .pulled: localized("Pulled")
    case .deleted: localized("Deleted")
    }
  }
}
