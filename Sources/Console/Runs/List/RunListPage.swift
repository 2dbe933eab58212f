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
    values.set("SOUGHT", request.text ?? "")
    values.set("SOUGHT_MAX", "\(ListFilter.textMax)")
    values.add("KEPT", list: kept)
    values.add("FILTER", list: [kinds.values, results.values])
    if request.isFiltered { values.add("CLEAR", ["LINK": path]) }
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

  /// What the search leaves as it is.
  private var kept: [TemplateDictionary] {
    request.items.items.filter { $0.name !== "text" }.map { ["NAME": $0.name, "VALUE": $0.value] }
  }

  private var kinds: ChoiceMenu {
    menu(
      localized("Kind"), Run.Kind.allCases.map { .init($0.rawValue, $0.title) },
      request.kind?.rawValue
    ) { $0.kind = $1.flatMap(Run.Kind.init) }
  }

  private var results: ChoiceMenu {
    menu(
      localized("Result"), RunQuery.Result.allCases.map { .init($0.rawValue, $0.label) },
      request.result?.rawValue
    ) { $0.result = $1.flatMap(RunQuery.Result.init) }
  }

  /// - Parameter choose: Sets the filter to the chosen word; nil clears it.
  private func menu(
    _ title: String, _ choices: [ChoiceMenu.Choice], _ chosen: String?,
    _ choose: @escaping (inout RunListRequest, String?) -> Void
  ) -> ChoiceMenu {
    ChoiceMenu(title: title, none: localized("any"), choices: choices, chosen: chosen) { word in
      var request = request
      choose(&request, word)
      return Links.with(path, request.items)
    }
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
