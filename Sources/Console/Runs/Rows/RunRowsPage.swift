import ConsoleData
import HTTPKit
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The rows of a run as a page of their own.
struct RunRowsPage {
  static let template = "Runs/run-rows"

  let store: String
  let run: Run
  let rows: RunRowsView

  var title: String { "Rows of \(run.title.lowercasedStart)" }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "RUNS_LINK": Links.runs(store),
      "RUN_LINK": Links.run(store, run.id), "NAME": run.title, "COUNT": rows.countText,
    ]
    rows.filter.add(to: &values)
    values.merge(rows.values)
    return values
  }
}

/// The list of the rows of a run, on the run's page and on its own.
struct RunRowsView {
  let store: String
  let run: Run
  let list: RunRowList
  /// By table and id, as far as the store has the rows.
  let names: UTF8Dictionary<UTF8Dictionary<String>>
  let aftermath: RunFollowUp
  let history: HistorySettings

  private var path: String { Links.runRows(store, run.id) }
  private var request: RunRowsRequest { list.request }

  /// False for a run with no row to show or to speak of.
  var isWorthwhile: Bool { list.count > 0 || !notes.isEmpty || !list.unlisted.isEmpty }

  var countText: String { "\(number(list.count)) \(list.count == 1 ? "row" : "rows")" }

  var filter: ListFilter {
    var kept = QueryItems()
    if let result = request.result { kept.add("result", result.rawValue) }
    return ListFilter(
      things: "rows", path: path, tables: list.tables, table: request.table, text: request.text,
      kept: kept, places: ("Row id", "Search ids"))
  }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "ROWS_LINK": path, "ROWS_CAPTION": "Rows of \(run.title.lowercasedStart)",
      "ROWS_COUNT": countText, "POSITION": position,
    ]
    values.show("LISTED", if: list.count > 0)
    values.add("TAB", list: tabs)
    values.add("REMARK", list: notes.map { ["TEXT": $0] })
    values.add("UNLISTED", list: unlisted)
    values.add("LINE", list: list.problems.map(line) + list.rows.map(line))
    values.add("NO_LINES", list: list.problems.isEmpty && list.rows.isEmpty ? [empty] : [])
    values.add(
      "FIRST",
      list: request.place == .problem(0)
        ? [] : [["LINK": Links.with(path, request.items(request.result))]])
    values.add(
      "NEXT", list: list.next.map { [["LINK": Links.with(path, request.items(after: $0))]] } ?? [])
    return values
  }

  private func number(_ count: Int) -> String {
    list.isCapped && count >= RunRowCounts.countMax
      ? "\(Format.number(RunRowCounts.countMax))+" : Format.number(count)
  }

  private var position: String {
    let shown = list.problems.count + list.rows.count
    return shown == list.count ? countText : "\(Format.number(shown)) of \(countText)"
  }

  /// All rows, then each result that there is some of.
  private var tabs: [TemplateDictionary] {
    func tab(_ label: String, _ count: Int, _ result: RunRowsRequest.Result?) -> TemplateDictionary
    {
      var tab: TemplateDictionary = [
        "LABEL": label, "TAB_COUNT": number(count), "LINK": Links.with(path, request.items(result)),
      ]
      tab.show("CURRENT", if: request.result == result)
      return tab
    }
    let results = RunRowsRequest.Result.allCases.filter {
      list.counts[$0] ?? 0 > 0 || $0 == request.result
    }
    return [tab("All", list.counts.values.reduce(0, +), nil)]
      + results.map { tab($0.label, list.counts[$0] ?? 0, $0) }
  }

  // MARK: - Remarks

  private var notes: [String] {
    var notes: [String] = []
    if !list.isRecorded {
      notes.append("The rows of this run were not recorded. Only its problems are listed.")
    }
    if list.isTrimmed {
      notes.append(
        "Some rows are no longer listed: history is kept for \(Format.count(history.days, "day")) and "
          + "\(Format.count(history.versionsPerRow, "version")) of each row.")
    }
    if !run.report.namesAllProblems {
      notes.append("Only the first \(Format.number(RunReport.problemsMax)) problems are listed.")
    }
    return notes
  }

  private var unlisted: [TemplateDictionary] {
    guard !list.unlisted.isEmpty else { return [] }
    let sum = list.unlisted.reduce(0) { $0 + $1.count }
    var values: TemplateDictionary = [
      "TEXT":
        "\(Format.count(sum, "new row")) \(sum == 1 ? "was" : "were") pulled for the first time "
        + "and \(sum == 1 ? "is" : "are") not listed:"
    ]
    values.add(
      "NEW",
      list: list.unlisted.enumerated().map { index, new in
        var link: TemplateDictionary = [
          "LINK": Links.rows(store, new.table),
          "NAME": "\(new.table) (\(Format.number(new.count)))",
        ]
        link.show("MORE", if: index < list.unlisted.count - 1)
        return link
      })
    return [values]
  }

  private var empty: TemplateDictionary {
    request.result == nil && request.narrowing.isEmpty
      ? ["HEADLINE": "No rows to list", "TEXT": "This run changed no row that was here before."]
      : ["HEADLINE": "No rows match the filter", "TEXT": "Choose another result or table."]
  }

  // MARK: - Lines

  private func line(_ problem: RunProblem) -> TemplateDictionary {
    RunProblemView(
      store: store, problem: problem, aftermath: aftermath,
      title: names[problem.table]?[problem.itemID]
    ).values
  }

  private func line(_ row: RunRow) -> TemplateDictionary {
    let name = names[row.table]?[row.id]
    var values: TemplateDictionary = [
      "ROW_CLASS": row.result == .deleted ? "r-deleted" : "",
      "ROW_LINK": name == nil
        ? Links.history(store, row.table, row.id) : Links.row(store, row.table, row.id),
      "ITEM": name ?? VisibleText.shown(row.id), "TABLE": row.table, "DETAIL": row.detail,
      "COLUMNS": row.changedText,
    ]
    values.set(badge: "CHIP", Badge(row.result))
    var query = QueryItems()
    if let before = row.before {
      query.add("a", "\(before)")
      query.add("b", "\(row.entry)")
    }
    values.add(
      "HISTORY", ["LINK": Links.with(Links.history(store, row.table, row.id), query)])
    return values
  }
}

extension Badge {
  init(_ result: RunRowQuery.Result) {
    switch result {
    case .pushed: self.init(.done, "Pushed")
    case .pulled: self.init(.done, "Pulled")
    case .deleted: self.init(.deleted, "Deleted here")
    }
  }
}

extension RunRow {
  /// What happened to it, in plain words.
  fileprivate var detail: String {
    switch (result, kind) {
    case (.pushed, OperationKind.insert.name): "Created"
    case (.pushed, HistoryEntry.createdAgain): "Created again"
    case (.pushed, OperationKind.delete.name), (.deleted, _): "Deleted on the server"
    case (_, OperationKind.undelete.name): "Undeleted"
    case (.pulled, HistoryEntry.returned): "Pulled again"
    case (_, _): "Updated"
    }
  }

  /// The first columns that differ.
  fileprivate var changedText: String {
    guard let changed else { return "" }
    let shown = changed.prefix(4).joined(separator: ", ")
    return changed.count > 4 ? "\(shown) and \(changed.count - 4) more" : shown
  }
}
