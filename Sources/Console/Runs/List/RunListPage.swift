import ConsoleData
import HTTPKit
import Support
import TemplateKit

/// The runs of a store, the newest first.
struct RunListPage {
  static let template = "Runs/runs"

  let facts: StorePageContext
  let request: RunListRequest
  let runs: [Run]
  /// How many notes each run has.
  let notes: [Int64: Int]
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
    values.set(
      "RUNS_CAPTION", "\(request.before == nil ? "Runs" : "Older runs") of store \(facts.store)")
    values.add(
      "RUN", list: runs.map { RunLine(run: $0, notes: notes[$0.id] ?? 0, now: facts.now).values })
    values.add("NO_RUNS", list: runs.isEmpty ? [empty] : [])
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
    ChoiceMenu(
      title: "Kind", none: "any", choices: Run.Kind.allCases.map { .init($0.rawValue, $0.title) },
      chosen: request.kind?.rawValue
    ) { word in
      var request = request
      request.kind = word.flatMap(Run.Kind.init)
      return Links.with(path, request.items)
    }
  }

  private var results: ChoiceMenu {
    ChoiceMenu(
      title: "Result", none: "any",
      choices: RunQuery.Result.allCases.map { .init($0.rawValue, $0.label) },
      chosen: request.result?.rawValue
    ) { word in
      var request = request
      request.result = word.flatMap(RunQuery.Result.init)
      return Links.with(path, request.items)
    }
  }

  private var position: String {
    let matching = "\(Format.count(count, "run"))\(request.isFiltered ? " found" : "")"
    let reports = "Reports are kept for the last \(Format.number(Run.reportsMax)) runs."
    return runs.count < count
      ? "\(Format.number(runs.count)) of \(matching). \(reports)" : "\(matching). \(reports)"
  }

  private var empty: TemplateDictionary {
    request.isFiltered
      ? [
        "HEADLINE": "No runs match.",
        "TEXT":
          "Search for a run’s number, who started it, or a table. Rows are found on the report of "
          + "each run.",
      ]
      : [
        "HEADLINE": "No runs yet.",
        "TEXT": "A pull downloads the server’s rows; a push sends the changes made here.",
      ]
  }
}

extension RunQuery.Result {
  fileprivate var label: String {
    switch self {
    case .running: "Running"
    case .done: "Done"
    case .problems: "Not all accepted"
    case .failed: "Failed"
    case .cancelled: "Cancelled"
    }
  }
}
