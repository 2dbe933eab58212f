import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The rows of one table.
struct RowsPage {
  static let template = "Rows/rows"

  /// How many of the matching rows each action would change.
  struct Selectable: Equatable {
    var editable = 0
    var deletable = 0
    var undeletable = 0
    var retryable = 0
  }

  let store: String
  let table: TableSummary
  let columns: [Column]
  let request: RowListRequest
  /// Nil when the address cannot be used, as `problem` says.
  var page: RowPage?
  var problem: String?
  /// Known when all matching rows are ticked.
  var selectable: Selectable?
  let permissions: RowPermissions
  let now: Timestamp
  /// The columns that name rows of another table, with that table.
  var references: UTF8Dictionary<String> = [:]
  /// The names of rows that cells name.
  var referencedRows: [RowPointer: ReferencedRow?] = [:]
  var views: [SavedView] = []
  var viewCounts = SavedViewCounts()
  /// What the reader staged in this table.
  var staged = StagedInList()
  var maySaveViews = false
  var mayShareViews = false
  var maySeeSettings = false
  /// Who reads the page.
  var who = ""
  /// Values of the column that somebody wants to filter by.
  var suggestions: FilterSuggestions?
  /// The panel with the values of columns; nil when it is closed.
  var facets: FacetPanel?
  /// False where values are hidden from the person, since a search would reveal them.
  var isSearchable = true
  /// True for a table that was made here and that no server has shown yet, while it has no rows.
  var isMadeHere = false
  /// Live rows without an operation, where the view is about them.
  var synced = 0
  /// Rows that only the queue has still.
  var removed: RemovedRows?
  /// The row in the panel beside the list; nil when the panel is closed.
  var peek: RowPeek?

  /// Which column names a row.
  let name: RowTitle
  /// The naming column first, the system's last.
  let filterColumns: [String]
  /// Those asked for, else the naming column, four more and the time of the last change.
  let shownColumns: [Column]
  /// How the columns are shown: as the address says, else as the person keeps it.
  let layout: ColumnLayout
  let keptLayout: ColumnLayout?

  var title: String { table.name }

  init(
    store: String, table: TableSummary, columns: [Column], request: RowListRequest, page: RowPage?,
    problem: String?, permissions: RowPermissions, now: Timestamp,
    keptLayout: ColumnLayout? = nil
  ) {
    self.store = store
    self.table = table
    self.columns = columns
    self.request = request
    self.page = page
    self.problem = problem
    self.permissions = permissions
    self.now = now
    self.keptLayout = keptLayout
    let layout = request.layout.over(keptLayout)
    self.layout = layout
    let chosen = layout.chosen(of: columns)
    let name = RowTitle(columns: columns)
    self.name = name
    let own = columns.filter { !$0.isSystem && $0.name !== name.column }
    let system = columns.filter { $0.isSystem && $0.name !== name.column }
    filterColumns = [name.column] + own.map(\.name) + system.map(\.name)
    shownColumns =
      chosen.isEmpty
      ? columns.filter { $0.name === name.column } + own.prefix(4)
        + columns.filter { $0.name === SystemColumn.updatedAt.rawValue }
      : chosen
  }

  var rows: [ListedRow] { page?.rows ?? [] }

  /// The saved view that shows this list, the opened one if several do.
  var currentView: SavedView? {
    let query = request.viewQuery.encoded
    guard !query.isEmpty else { return nil }
    if let openedView, openedView.query == query { return openedView }
    return views.first { $0.query == query }
  }

  /// The saved view that the list was opened as, changed since or not.
  private var openedView: SavedView? {
    request.savedView.flatMap { id in views.first { $0.id == id } }
  }

  /// The opened view where this list is another one now.
  var changedView: SavedView? { currentView == nil ? openedView : nil }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "TABLES_LINK": Links.tables(store), "TOKENS_LINK": Links.tokens(store, of: table.name),
      "TABLE": table.name, "MATCHING": matching,
      "RECONCILE_LINK": Links.reconcile(store), "PURGE_LINK": purgeLink,
      "SCHEMA_LINK": Links.schema(store, table.name),
      "RULES_LINK": Links.conflictRules(store, table.name),
      "PAST_LINK": Links.pastRows(store, table.name),
      "PULL_ACTION": Links.pull(store), "NEW_LINK": Links.newRow(store, table.name),
      "ROWS_LINK": request.path, "BULK_ACTION": Links.bulk(store, table.name),
      "BACK": request.backQuery, "CAPTION": caption, "POSITION": position,
    ]
    values.set(
      "TABLE_SETTINGS_LINK",
      ifAny: maySeeSettings ? Links.settings(store, of: table.name) : nil)
    values.show("CAN_PURGE", if: permissions.purges && table.live + table.deleted > 0)
    values.show("CAN_SYNC", if: permissions.syncs)
    values.show("CAN_EDIT", if: permissions.edits)
    values.set("READ_ONLY_TABLE", ifAny: permissions.readOnlyReason)
    values.add("PULLED", list: table.lastPull.map { [stamp($0, now: now)] } ?? [])
    values.show("NEVER_PULLED", if: table.lastPull == nil && !isMadeHere)
    values.show("MADE_HERE", if: isMadeHere)
    values.add(
      "PROBLEM",
      list: problem.map { [["HEADLINE": localized("This list can’t be shown."), "TEXT": $0]] } ?? []
    )
    addTabs(to: &values)
    values.add(
      "SERVER_VIEW",
      list: permissions.asksServer ? [["LINK": Links.serverRows(store, table.name)]] : [])
    values.add("REMOVED", list: removed.map { [self.words(of: $0)] } ?? [])
    addFilters(to: &values)
    addColumnMenu(to: &values)
    RowsBulkBar(page: self, rows: rows).add(to: &values)
    addGrid(to: &values)
    addPager(to: &values)
    addTools(to: &values)
    return values
  }

  private func words(of removed: RemovedRows) -> TemplateDictionary {
    let rows = Format.count(removed.count, "row")
    let rest = removed.count - removed.rows.count
    let count = Format.number(rest)
    var values: TemplateDictionary = [
      "HEADLINE": removed.count == 1
        ? localized("\(rows) hard-deleted here is still in the queue.")
        : localized("\(rows) hard-deleted here are still in the queue."),
      "TEXT": removed.count == 1
        ? localized("It is not in the list below:") : localized("They are not in the list below:"),
      "REST": rest > 0 ? localized("and \(count) more") : "",
      "QUEUE_LINK": Links.with(Links.queue(store), .init([.init("table", table.name)])),
    ]
    values.add(
      "ROW",
      list: removed.rows.map {
        ["LINK": Links.row(store, table.name, $0.id), "TITLE": name.title($0)]
      })
    return values
  }

  private var purgeLink: String {
    let question = Links.with(
      Links.purge(store, table.name), .init([.init("query", request.purgeSelection)]))
    return ListOrigin(request.listQuery.encoded).on(question)
  }

  private func addTabs(to values: inout TemplateDictionary) {
    // Only the facet State links to this view.
    let synced: [RowView] = request.view == .synced ? [.synced] : []
    let views = [.live] + synced + [.pending, .failed, .conflicts, .deleted, .all]
    let isPlain = currentView == nil && changedView == nil
    var tabs = views.map { view in
      PageTabs.Tab(
        label: view.title, link: request.link(showing: view), count: rowCount(of: view),
        isCurrent: view == request.view && !request.isStaged && isPlain)
    }
    if staged.rowCount > 0 || request.isStaged {
      tabs.append(
        .init(
          label: localized("Staged"), link: request.link(showing: .all, isStaged: true),
          count: staged.rowCount, isCurrent: request.isStaged && isPlain))
    }
    PageTabs(name: localized("Views of \(table.name)"), tabs: tabs).add(to: &values)
  }

  // MARK: - Grid

  private var caption: String {
    let columns = request.sort.map { sort in
      sort.descending ? localized("\(sort.column), descending") : sort.column
    }.joinedAsList()
    let order =
      columns.isEmpty
      ? localized("newest change first") : localized("by \(columns)", context: "order of rows")
    let (tableName, view) = (table.name, request.viewTitleInSentence)
    return localized("Rows of \(tableName), \(view), \(order)")
  }

  private func addGrid(to values: inout TemplateDictionary) {
    let grid = RowsGrid(page: self, rows: rows)
    let shown = grid.shown
    values.add("HEAD", each: shown) { head, column in
      grid.write(column, to: &head)
      head.set("SPACE", ifAny: space(of: column).map { "\($0)" })
    }
    addWidths(grid, to: &values)
    values.set("KEY_STYLE", grid.keyStyle)
    values.show("TICKS", if: grid.hasTicks)
    values.show("TOGGLES", if: grid.hasToggles)
    values.add("ROW", each: rows) { line, row in grid.write(row, to: &line) }
    guard rows.isEmpty, problem == nil else { return values.add("EMPTY", list: []) }
    let span = shown.count + 1 + (grid.hasTicks ? 1 : 0) + (grid.hasToggles ? 1 : 0)
    values.add("EMPTY", RowsEmptyState(page: self, span: span).dictionary)
  }

  // MARK: - Pager

  private func addPager(to values: inout TemplateDictionary) {
    let isBounded = page?.count.map { !$0.exact } ?? false && !request.countsExactly
    values.add(
      "COUNT_EXACTLY",
      list: isBounded ? [["LINK": request.link { $0["_count"] = "exact" }]] : [])
    pager.add(to: &values)
  }

  var pager: ListPager {
    ListPager(
      at: request.cursor, size: request.size, shown: rows.count, previous: page?.previous,
      next: page?.next
    ) { [request] in request.link(at: $0, size: $1) }
  }
}
