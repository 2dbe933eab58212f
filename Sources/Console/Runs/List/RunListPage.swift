import ConsoleData
import HTTPKit
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
  let tabs: SyncTabs

  private var path: String { Links.runs(facts.store) }

  var values: TemplateDictionary {
    var values = facts.values
    tabs.add(to: &values)
    values.set("RUNS_LINK", path)
    values.set("SOUGHT", request.text ?? "")
    values.set("SOUGHT_MAX", "\(ListFilter.textMax)")
    values.add("KEPT", list: kept)
    values.add("FILTER", list: [kinds.values, results.values])
    if request.isFiltered { values.add("CLEAR", ["LINK": path]) }
    let caption = "\(request.before == nil ? "Runs" : "Older runs") of store \(facts.store)"
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
      "Kind", Run.Kind.allCases.map { .init($0.rawValue, $0.title) }, request.kind?.rawValue
    ) { $0.kind = $1.flatMap(Run.Kind.init) }
  }

  private var results: ChoiceMenu {
    menu(
      "Result", RunQuery.Result.allCases.map { .init($0.rawValue, $0.label) },
      request.result?.rawValue
    ) { $0.result = $1.flatMap(RunQuery.Result.init) }
  }

  /// - Parameter choose: Sets the filter to the chosen word; nil clears it.
  private func menu(
    _ title: String, _ choices: [ChoiceMenu.Choice], _ chosen: String?,
    _ choose: @escaping (inout RunListRequest, String?) -> Void
  ) -> ChoiceMenu {
    ChoiceMenu(title: title, none: "any", choices: choices, chosen: chosen) { word in
      var request = request
      choose(&request, word)
      return Links.with(path, request.items)
    }
  }

  private var position: String {
    let matching = "\(Format.count(count, "run"))\(request.isFiltered ? " found" : "")"
    let reports = "Reports are kept for the last \(Format.number(Run.reportsMax)) runs."
    let shown = lines.runs.count
    return shown < count
      ? "\(Format.number(shown)) of \(matching). \(reports)" : "\(matching). \(reports)"
  }

  private static let noMatches: TemplateDictionary = [
    "HEADLINE": "No runs match.",
    "TEXT": "Search by run number, person or table. To find a row, open the report of a run.",
  ]
}

extension RunQuery.Result {
  fileprivate var label: String {
    switch self {
    case .running: "Running"
    case .done: "Done"
    case .problems: "With problems"
    case .failed: "Failed"
    case .cancelled: "Cancelled"
    }
  }
}
