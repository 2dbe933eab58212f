import ConsoleData
import HTTPKit
import Localization
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

  var title: String { run.rowsTitle }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "RUNS_LINK": Links.runs(store),
      "RUN_LINK": Links.run(store, run.id), "NAME": run.title,
    ]
    rows.filter.add(to: &values)
    var rows = rows
    rows.isWholePage = true
    values.set("COUNT", ifAny: rows.listsNone ? nil : rows.countText)
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
  /// False for the first rows on the run's page, which has no list where it would be empty.
  var isWholePage = false

  private var path: String { Links.runRows(store, run.id) }
  private var request: RunRowsRequest { list.request }

  /// False for a run with no row to show or to speak of.
  var isWorthwhile: Bool { list.count > 0 || !notes.isEmpty || !list.unlisted.isEmpty }

  var countText: String {
    isCapped(list.count)
      ? localized("\(number(list.count)) rows") : Format.count(list.count, "row")
  }

  var filter: ListFilter {
    var tab = QueryItems()
    if let result = request.result { tab.add("result", result.rawValue) }
    let isNarrowed = request.table != nil || request.text != nil
    var filter = ListFilter(
      name: localized("Rows"), path: path, items: request.items(),
      text: request.text, label: localized("Row id"), hint: localized("Search ids"),
      cleared: isNarrowed ? Links.with(path, tab) : nil)
    filter.menus = [filter.tableMenu(list.tables)]
    return filter
  }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "ROWS_LINK": path, "ROWS_CAPTION": run.rowsTitle,
      "ROWS_COUNT": countText, "POSITION": position,
    ]
    values.show("LISTED", if: list.count > 0)
    tabs.add(to: &values)
    values.add("REMARK", list: notes.map { ["TEXT": $0] })
    values.add("UNLISTED", list: listsNone ? [] : unlisted)
    values.add("LINE", list: list.problems.map(line) + list.rows.map(line))
    values.add("NO_LINES", list: list.problems.isEmpty && list.rows.isEmpty ? [empty] : [])
    values.show("PAGED", if: list.next != nil)
    pager.add(to: &values)
    return values
  }

  /// True for a count at the limit, where counting stopped.
  private func isCapped(_ count: Int) -> Bool {
    list.isCapped && count >= RunRowCounts.countMax
  }

  private func number(_ count: Int) -> String {
    isCapped(count)
      ? "\(Format.number(RunRowCounts.countMax))+" : Format.number(count)
  }

  private var pager: ListPager {
    request.pager(
      path, shown: list.problems.count + list.rows.count, previous: list.previous?.text,
      next: list.next?.text)
  }

  private var position: String {
    pager.position(of: number(list.count)) { localized("Rows \($0)–\($1) of \($2)") }
  }

  /// All rows, then each result that there is some of.
  private var tabs: PageTabs {
    func tab(_ label: String, _ count: Int, _ result: RunRowsRequest.Result?) -> PageTabs.Tab {
      let capped = isCapped(count)
      return .init(
        label: label, link: Links.with(path, request.items(result)),
        count: capped ? RunRowCounts.countMax : count, isCapped: capped,
        isCurrent: request.result == result, showsZero: result != nil)
    }
    let results = RunRowsRequest.Result.allCases.filter {
      list.counts[$0] ?? 0 > 0 || $0 == request.result
    }
    return PageTabs(
      name: localized("Rows of this run"),
      tabs: [tab(localized("All"), list.counts.values.reduce(0, +), nil)]
        + results.map { tab($0.label, list.counts[$0] ?? 0, $0) })
  }

  // MARK: - Remarks

  private var notes: [String] {
    var notes: [String] = []
    if !list.isRecorded {
      notes.append(
        localized("The rows of this run were not recorded. Only its problems are listed."))
    }
    if list.isTrimmed {
      let days = Format.count(history.days, "day")
      let versions = Format.count(history.versionsPerRow, "version")
      notes.append(
        localized(
          "Some rows are no longer listed: history is kept for \(days) and \(versions) of each row."
        ))
    }
    if !run.report.namesAllProblems {
      let problemsMax = Format.number(RunReport.problemsMax)
      notes.append(localized("Only the first \(problemsMax) problems are listed."))
    }
    return notes
  }

  private var unlisted: [TemplateDictionary] {
    guard !list.unlisted.isEmpty else { return [] }
    let sum = list.unlisted.reduce(0) { $0 + $1.count }
    let newRowsAre = Format.count(sum, "new row is", "new rows are")
    var values: TemplateDictionary = [
      "TEXT": localized("\(newRowsAre) not listed:"), "WHY": whyUnlisted,
    ]
    values.add("NEW", list: unlistedTables)
    return [values]
  }

  private var whyUnlisted: String {
    let rowsMax = Format.number(HistoryStore.newRowsMax)
    return localized(
      "A table’s first pull lists no rows, and a later pull at most \(rowsMax) new ones.")
  }

  /// With links to the tables.
  private var unlistedTables: [TemplateDictionary] {
    list.unlisted.enumerated().map { index, new in
      var link: TemplateDictionary = [
        "LINK": Links.rows(store, new.table),
        "NAME": "\(new.table) (\(Format.number(new.count)))",
      ]
      link.show("MORE", if: index < list.unlisted.count - 1)
      return link
    }
  }

  /// True where an empty list would have the rows that are not listed, and says so itself.
  fileprivate var listsNone: Bool {
    isWholePage && list.count == 0 && !list.unlisted.isEmpty && request.narrowing.isEmpty
      && (request.result ?? .pulled) == .pulled
  }

  private var empty: TemplateDictionary {
    if listsNone {
      var values: TemplateDictionary = [
        "HEADLINE": localized("Rows of a first pull are not listed"),
        "TEXT": localized("Open the table to see them:"),
      ]
      values.add("NEW", list: unlistedTables)
      return values
    }
    return request.result == nil && request.narrowing.isEmpty
      ? [
        "HEADLINE": localized("No rows to list"),
        "TEXT": localized("This run changed no row that was here before."),
      ]
      : [
        "HEADLINE": localized("No rows match the filter"),
        "TEXT": localized("Choose another result or table."),
      ]
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
      "COLUMNS": RunRow.text(of: row.changed ?? [], row.kind),
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
    case .pushed: self.init(.done, localized("Pushed"))
    case .pulled: self.init(.done, localized("Pulled"))
    case .deleted: self.init(.deleted, localized("Deletion pulled"))
    }
  }
}

extension Run {
  /// The title of a list of its rows.
  fileprivate var rowsTitle: String {
    switch kind {
    case .push: localized("Rows of push \(id)")
    case .pull: localized("Rows of pull \(id)")
    case .sync: localized("Rows of sync \(id)")
    case .reconcile: localized("Rows of reconcile \(id)")
    case .copy: localized("Rows of copy \(id)")
    case .verify: localized("Rows of verification \(id)")
    }
  }
}

extension RunRow {
  /// What happened to it, in plain words.
  fileprivate var detail: String {
    switch (result, kind) {
    case (.pushed, OperationKind.insert.name), (.pulled, HistoryEntry.pulledNew):
      localized("New row")
    case (.pushed, HistoryEntry.createdAgain): localized("Created again")
    case (.pushed, OperationKind.delete.name), (.deleted, _): localized("Deleted on the server")
    case (_, OperationKind.undelete.name): localized("Undeleted")
    case (.pulled, HistoryEntry.returned): localized("Pulled again")
    case (_, _): localized("Updated")
    }
  }

  /// The first columns that differ.
  ///
  /// - Parameter kind: As ``kind``, or the name of an operation's kind.
  static func text(of changed: [String], _ kind: String) -> String {
    guard !changed.isEmpty else {
      return switch kind {
      case OperationKind.insert.name, HistoryEntry.pulledNew, HistoryEntry.createdAgain:
        localized("all columns")
      case OperationKind.delete.name, OperationKind.undelete.name: localized("no columns")
      default: ""
      }
    }
    let columns = changed.prefix(4).joinedAsList()
    let moreCount = changed.count - 4
    return moreCount > 0 ? localized("\(columns) and \(moreCount) more") : columns
  }
}
