import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The tables of a store, those with problems first.
struct TablesPage {
  static let template = "Tables/tables"

  let store: String
  let all: [TableSummary]
  /// Those that match ``text``.
  let tables: [TableSummary]
  let text: String?
  /// In the file, by table; without those that were not measured in time.
  let sizes: UTF8Dictionary<Int>
  let permissions: RowPermissions
  let now: Timestamp
  let mayCreate: Bool

  var title: String { localized("Tables") }

  var values: TemplateDictionary {
    let tableCount = Format.count(all.count, "table")
    let liveRows = Format.count(all.reduce(0) { $0 + $1.live }, "live row")
    var values: TemplateDictionary = [
      "STORE": store, "STORE_LINK": Links.store(store), "PULL_ACTION": Links.pull(store),
      "SUB": localized("\(tableCount), \(liveRows). Tables with problems come first."),
    ]
    values.show("CAN_SYNC", if: permissions.syncs)
    values.set("NEW_LINK", ifAny: mayCreate ? Links.newTable(store) : nil)
    values.add("TABLE", list: Self.byTrouble(tables).map(line))
    values.show("NO_TABLES", if: all.isEmpty)
    if !all.isEmpty {
      ListFilter(searching: title, Links.tables(store), for: text, localized("Search tables"))
        .addTools(to: &values, shown: tables.count)
    }
    return values
  }

  static func byTrouble(_ tables: [TableSummary]) -> [TableSummary] {
    tables.sorted { (trouble($0), $0.name) < (trouble($1), $1.name) }
  }

  private static func trouble(_ table: TableSummary) -> Int {
    if table.needYou > 0 { return 0 }
    if table.lastPull == nil, table.live + table.deleted == 0 { return 1 }
    return table.pending > 0 ? 2 : 3
  }

  private func line(_ table: TableSummary) -> TemplateDictionary {
    let badge = badge(table)
    let link = Links.rows(store, table.name)
    var values: TemplateDictionary = [
      "NAME": table.name, "LINK": link, "CHIP": badge.look.rawValue, "CHIP_WORD": badge.word,
    ]
    let figures: [(Int, RowView, what: String, label: String)] = [
      (table.live, .live, localized("live"), localized("Live")),
      (table.deleted, .deleted, localized("deleted"), localized("Deleted")),
      (table.pending, .pending, localized("pending"), localized("Pending")),
    ]
    if table.needYou > 0 {
      let items = QueryItems([.init("table", table.name)])
      values.add("PROBLEM", ["ERRORS_LINK": Links.with(Links.errors(store), items)])
    } else {
      values.show("NO_PROBLEM")
    }
    values.show("IS_READ_ONLY", if: table.readOnlyReason != nil)
    values.add("FIGURE", list: figures.map { figure($0.0, $0.1, $0.what, $0.label, link) })
    values.set("SIZE", ifAny: sizes[table.name].map { Format.bytes($0) })
    values.show("NO_SIZE", if: sizes[table.name] == nil)
    values.show("MAY_PULL", if: permissions.syncs)
    values.add("PULLED", list: table.lastPull.map { [stamp($0, now: now)] } ?? [])
    values.show("NEVER_PULLED", if: table.lastPull == nil)
    let column = table.softDelete == .system ? "deleted" : table.softDelete.column
    values.add("SOFT_DELETE", list: column.map { [["COLUMN": $0]] } ?? [])
    values.show("NO_SOFT_DELETE", if: column == nil)
    return values
  }

  private func figure(
    _ count: Int, _ view: RowView, _ what: String, _ label: String, _ link: String
  )
    -> TemplateDictionary
  {
    var values = TemplateDictionary()
    if count == 0 {
      values.show("ZERO")
    } else {
      let viewed =
        view == .live ? link : Links.with(link, .init([.init("view", view.rawValue)]))
      values.add(
        "SOME", ["VALUE": Format.number(count), "LINK": viewed, "WHAT": what, "LABEL": label])
    }
    return values
  }

  private func badge(_ table: TableSummary) -> Badge {
    switch Self.trouble(table) {
    case 0:
      Badge(table.conflicts > 0 ? .conflict : .failed, problems(table))
    case 1: Badge(.blocked, localized("Never pulled"))
    case 2: Badge(.pending, localized("Pending"))
    default: Badge(.synced, localized("Synced"))
    }
  }

  private func problems(_ table: TableSummary) -> String {
    let parts = [
      table.conflicts > 0 ? Format.count(table.conflicts, "conflict") : nil,
      table.failed > 0 ? localized("\(Format.number(table.failed)) rejected") : nil,
    ]
    return parts.compactMap(\.self).joinedAsList()
  }
}
