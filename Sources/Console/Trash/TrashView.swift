import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The deleted rows of all tables.
struct TrashView {
  static let template = "Trash/trash"
  /// The menu names no more tables to purge.
  private static let purgesMax = 12

  /// A filter that cannot be used, as it was typed; times as a control for them shows them.
  struct Refused {
    var reason: String
    var text: String?
    var from: String?
    var until: String?

    var hasTimes: Bool { from != nil || until != nil }
  }

  let store: String
  let tables: [TableSummary]
  let request: TrashRequest
  let page: TrashPage
  let histogram: TrashHistogram?
  /// Nil where it would be one bar at most.
  var chart: Chart?
  /// By table what the rest of the filter matches.
  let counts: UTF8Dictionary<Int>
  /// The same by who deleted.
  let people: [TrashCount]
  /// The columns of every table on this page.
  let columns: UTF8Dictionary<[Column]>
  let permissions: RowPermissions
  /// Tables that take no changes: their rows stay deleted.
  let readOnlyTables: UTF8Set
  /// True where a push can be started, so online.
  let pushes: Bool
  let now: Timestamp
  /// Nil where the address was understood; else no rows are shown.
  var refused: Refused?

  var title: String { localized("Trash") }

  private var path: String { Links.trash(store) }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "STORE": store, "STORE_LINK": Links.store(store), "TRASH_LINK": path,
      "UNDELETE_ACTION": Links.trashUndelete(store),
      "BACK": request.items(at: request.cursor).encoded, "SUB": sub, "CAPTION": caption,
    ]
    values.set("POSITION", refused == nil ? position : "")
    values.set("PROBLEM", ifAny: refused?.reason)
    if !purges.isEmpty {
      var menu = TemplateDictionary()
      menu.add("PURGE", list: purges)
      values.add("MORE", menu)
    }
    TrashFilters(
      store: store, tables: tables, request: request, counts: counts, people: people, now: now,
      refused: refused
    ).add(to: &values)
    if let chart { values.add("CHART", chart.dictionary) }
    let unknown = histogram?.unknown ?? 0
    let rows = Format.count(unknown, "row")
    values.add(
      "UNKNOWN",
      list: unknown > 0
        ? [["TEXT": localized("\(rows) without a known time of deletion.")]] : [])
    addBar(to: &values)
    values.show("CAN_UNDELETE", if: permissions.undeletes)
    values.set("SPAN", permissions.undeletes ? "8" : "7")
    values.add("ROW", list: page.rows.map(line))
    values.add("NO_ROWS", list: page.rows.isEmpty ? [empty] : [])
    pager.add(to: &values)
    return values
  }

  private var pager: ListPager {
    request.pager(path, shown: page.rows.count, previous: page.previous, next: page.next)
  }

  private var position: String {
    pager.position(of: Format.number(page.count)) { localized("Rows \($0)–\($1) of \($2)") }
  }

  private var sub: String {
    guard refused == nil else { return localized("No rows are shown.") }
    if request.isFiltered {
      let matching = Format.number(page.count)
      let all = Format.count(tables.reduce(0) { $0 + $1.deleted }, "row")
      return localized("\(matching) of \(all)")
    }
    let rows = Format.count(page.count, "row")
    return page.count == 0 ? "" : localized("\(rows), kept until purged")
  }

  private var caption: String {
    var parts = [
      request.table.map { table in localized("Deleted rows of \(table)") }
        ?? localized("Deleted rows of all tables")
    ]
    switch request.by {
    case .named(let name)?: parts.append(localized("deleted by \(name.actorName)"))
    case .elsewhere?: parts.append(localized("deleted by a pull"))
    case nil: break
    }
    if let text = request.text { parts.append(localized("containing “\(text)”")) }
    if let from = request.from {
      parts.append(localized("from \(Format.time(from, now: now))"))
    }
    if let until = request.until {
      parts.append(localized("before \(Format.time(until, now: now))"))
    }
    return (parts + [localized("newest deletion first")]).joinedAsList()
  }

  private var empty: TemplateDictionary {
    if refused != nil {
      return [
        "HEADLINE": localized("Invalid filter"),
        "TEXT": localized("Correct the filter, or clear it."),
      ]
    }
    guard request.isFiltered else {
      return [
        "HEADLINE": localized("The trash is empty"),
        "TEXT": localized(
          "No rows are deleted. Deleted rows of all tables are kept here, and can be undeleted "
            + "until they are purged."),
      ]
    }
    // Only a search is cleared as one.
    let sought = request.isOnlySearched ? request.text : nil
    var values: TemplateDictionary = [
      "HEADLINE": sought.map { localized("No deleted rows match “\($0)”.") }
        ?? localized("No deleted rows match the filters."),
      "TEXT": "",
    ]
    values.add(
      "WITHOUT_FILTERS",
      [
        "LINK": path,
        "LABEL": sought == nil ? localized("Clear filters") : localized("Clear search"),
      ])
    return values
  }

  /// Purging takes all deleted rows of a table, whoever deleted them and when.
  private var purges: [TemplateDictionary] {
    guard permissions.purges, refused == nil, request.table != nil || !request.isFiltered else {
      return []
    }
    let found = tables.filter { table in
      table.deleted > 0 && request.table.map { $0 === table.name } ?? true
    }
    return found.prefix(Self.purgesMax).map { table in
      let question = Links.with(
        Links.purge(store, table.name), QueryItems([.init("query", "view=deleted")]))
      let rows = Format.count(table.deleted, "deleted row")
      let isShown = request.table != nil && !request.isNarrowerThanTable
      return [
        "LINK": ListOrigin(request.items().encoded, isTrash: true).on(question),
        "PURGE_LABEL": isShown
          ? localized("Purge…") : localized("Purge all \(rows) of \(table.name)…"),
      ]
    }
  }

  private func addBar(to values: inout TemplateDictionary) {
    let canUndelete = permissions.undeletes
    var buttons: [SelectionBar.Button] = []
    if canUndelete {
      buttons.append(.init(name: "do", value: "undelete") { localized("Undelete \($0)") })
    }
    if canUndelete, pushes {
      buttons.append(
        .init(name: "do", value: "undelete" + FollowUpPush.ending) {
          localized("Undelete and push \($0)")
        })
    }
    // All that a filter matches may be of several tables, which are purged one by one.
    if canUndelete, permissions.purges, request.pick != .all {
      buttons.append(
        .init(name: "do", value: TrashUndeleteHandlers.purge, isDanger: true) {
          localized("Purge \($0)…")
        })
    }
    let bar = SelectionBar(
      things: .row, pick: request.pick,
      count: page.rows.count, total: page.count, buttons: buttons,
      link: { Links.with(path, request.items(at: request.cursor, pick: $0)) })
    bar.add(to: &values)
    if request.pick == .all, canUndelete {
      values.add("MATCHING", ["QUERY": request.filter.encoded])
    }
  }

  private func line(_ row: TrashedRow) -> TemplateDictionary {
    let known = columns[row.table] ?? []
    let name = RowTitle(columns: known)
    let link = Links.row(store, row.table, row.record.id)
    var values: TemplateDictionary = [
      "KEY": TrashKey(table: row.table, id: row.record.id).text,
      "TITLE": name.title(row.record), "LINK": link, "TABLE": row.table,
      "TABLE_LINK": Links.rows(store, row.table), "BY": row.by?.actorName ?? localized("a pull"),
      "WHERE": row.by == nil ? localized("On the server") : localized("In this store"),
      "SUMMARY": summary(row.record, known, except: name.column),
      "ACTION": Links.row(store, row.table, row.record.id, action: "undelete"),
    ]
    let isReadOnly = readOnlyTables.contains(row.table)
    values.show("CHECKED", if: request.pick != nil && !isReadOnly)
    // With everything selected, single rows can't be selected.
    values.show("FIXED", if: request.pick == .all || isReadOnly)
    values.add("STAMP", list: row.deletedAt.map { [stamp($0, now: now)] } ?? [])
    values.show("NO_STAMP", if: row.deletedAt == nil)
    values.set("ROW_CLASS", Badge.rule(row.state, deleted: false) ?? "")
    values.add("STATE", list: state(row).map { [$0] } ?? [])
    values.show("CAN_UNDELETE", if: permissions.undeletes)
    values.show("UNDELETABLE", if: permissions.undeletes && !isReadOnly)
    return values
  }

  /// Nil for a row whose deletion the server knows of.
  private func state(_ row: TrashedRow) -> TemplateDictionary? {
    guard row.state != .synced else { return nil }
    let badge =
      row.state == .pending
      ? Badge(.pending, localized("Not pushed")) : Badge(row.state, deleted: true)
    var values = TemplateDictionary()
    values.set(badge: "CHIP", badge)
    return values
  }

  /// The first values of a row beside its name, in one line.
  private func summary(_ record: Record, _ columns: [Column], except name: String) -> String {
    let shown = columns.filter { column in
      !column.isSystem && column.name !== name && !record.value(column.name).isNull
    }
    return shown.prefix(3).map { column in
      let cell = Cell(listed: record.value(column.name), column, now: now)
      return labelled(column.name, String(cell.text.prefix(60)))
    }.joinedAsList()
  }
}

/// Names a row of any table in the checkboxes of the trash.
struct TrashKey: Equatable {
  var table: String
  var id: String

  var text: String {
    PercentEncoding.encodeSegment(table) + "/" + PercentEncoding.encodeSegment(id)
  }

  init(table: String, id: String) {
    self.table = table
    self.id = id
  }

  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let table = PercentEncoding.decode(parts[0]),
      let id = PercentEncoding.decode(parts[1])
    else { return nil }
    self.init(table: table, id: id)
  }
}
