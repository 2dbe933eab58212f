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
  /// The page that the lines are on.
  let part: RunListPart
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
      request.cursor.isStart
      ? localized("Runs of store \(store)") : localized("Older runs of store \(store)")
    if request.isFiltered {
      lines.add(to: &values, caption: caption, empty: Self.noMatches)
    } else {
      lines.add(to: &values, caption: caption)
    }
    values.set("POSITION", position)
    pager.add(to: &values)
    return values
  }

  private var filter: ListFilter {
    let words = localized("Run number, person or table")
    var filter = ListFilter(
      name: localized("Runs"), path: path, items: request.items(), text: request.text,
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
    if let since = request.since {
      let removal = filter.address { $0["since"] = nil }
      filter.others = [(localized("After run \(since)"), removal)]
    }
    return filter
  }

  private var position: String {
    let range = pager.position(of: Format.number(count)) { localized("Runs \($0)–\($1) of \($2)") }
    let reports = localized(
      "Reports are kept for the last \(Format.number(Run.reportsMax)) runs.")
    return range.isEmpty ? reports : "\(range) · \(reports)"
  }

  private var pager: ListPager {
    request.pager(
      path, shown: lines.runs.count, previous: part.previous.map { "\($0)" },
      next: part.next.map { "\($0)" })
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
