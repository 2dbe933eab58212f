import HTTPKit
import JSONKit
import Support
import SyncCore
import TemplateKit

/// The deleted rows of all tables.
struct TrashView {
  static let template = "trash"

  let store: String
  let tables: [TableSummary]
  let query: TrashQuery
  let page: TrashPage
  /// The columns of every table on this page.
  let columns: [String: [Column]]
  let isAllTicked: Bool
  let rights: RowRights
  let now: Timestamp

  var title: String { "Trash" }

  var values: TemplateDictionary {
    let path = Links.trash(store)
    var values: TemplateDictionary = [
      "STORE": store, "STORE_LINK": Links.store(store), "TRASH_LINK": path,
      "UNDELETE_ACTION": Links.trashUndelete(store), "BACK": items(after: query.after).encoded,
      "SUB": "\(Format.count(page.count, "deleted row")) "
        + "\(page.count == 1 ? "is" : "are") kept here. They can be undeleted until they are purged.",
      "CAPTION": query.table.map { "Deleted rows of \($0), newest deletion first" }
        ?? "Deleted rows of all tables, newest deletion first",
      "POSITION": "\(Format.count(page.rows.count, "row")) of \(Format.number(page.count))",
    ]
    let canPurge = rights.purges && query.table != nil && page.count > 0
    values.add("PURGE", list: canPurge ? [["LINK": purgeLink]] : [])
    values.add("TABLE_CHOICE", list: choices)
    addBar(to: &values)
    values.add("ROW", list: page.rows.map(line))
    values.add(
      "NO_ROWS", list: page.rows.isEmpty ? [["HEADLINE": "Nothing is deleted here."]] : [])
    values.add(
      "FIRST", list: query.after == nil ? [] : [["LINK": Links.with(path, items(after: nil))]])
    values.add(
      "NEXT",
      list: page.next.map {
        [["LINK": Links.with(path, items(after: $0)), "SIZE": "\(query.size)"]]
      } ?? [])
    return values
  }

  private var purgeLink: String {
    Links.with(
      Links.purge(store, query.table ?? ""), QueryItems([.init("query", "view=deleted")]))
  }

  private var choices: [TemplateDictionary] {
    tables.filter { $0.deleted > 0 || $0.name == query.table }.map { table in
      var choice: TemplateDictionary = [
        "NAME": table.name, "LABEL": "\(table.name) (\(Format.number(table.deleted)))",
      ]
      choice.show("SELECTED", if: table.name == query.table)
      return choice
    }
  }

  private func addBar(to values: inout TemplateDictionary) {
    let path = Links.trash(store)
    var ticked = items(after: query.after)
    ticked["_pick"] = "page"
    values.set("TICK_LINK", Links.with(path, ticked))
    values.show("NONE_TICKED", if: !isAllTicked)
    values.add(
      "ALL_TICKED",
      list: isAllTicked
        ? [
          [
            "COUNT": Format.number(page.rows.count),
            "CLEAR_LINK": Links.with(path, items(after: query.after)),
          ]
        ] : [])
    let label =
      isAllTicked ? "Undelete \(Format.count(page.rows.count, "row"))" : "Undelete ticked"
    let canUndelete = rights.undeletes && !page.rows.isEmpty
    values.add("CAN_UNDELETE", list: canUndelete ? [["LABEL": label]] : [])
  }

  private func line(_ row: TrashedRow) -> TemplateDictionary {
    let known = columns[row.table] ?? []
    let name = RowTitle(columns: known)
    let link = Links.row(store, row.table, row.record.id)
    var values: TemplateDictionary = [
      "KEY": TrashKey(table: row.table, id: row.record.id).text,
      "TITLE": name.title(row.record), "LINK": link, "TABLE": row.table,
      "TABLE_LINK": Links.rows(store, row.table), "BY": row.by ?? "elsewhere",
      "SUMMARY": summary(row.record, known, except: name.column),
      "ACTION": Links.row(store, row.table, row.record.id, action: "undelete"),
    ]
    values.show("CHECKED", if: isAllTicked)
    values.add("STAMP", list: row.deletedAt.map { [stamp($0, now: now)] } ?? [])
    values.show("NO_STAMP", if: row.deletedAt == nil)
    values.show("CAN_UNDELETE", if: rights.undeletes)
    return values
  }

  /// The first values of a row beside its name, in one line.
  private func summary(_ record: Record, _ columns: [Column], except name: String) -> String {
    let shown = columns.filter { column in
      !column.isSystem && column.name != name && !record.value(column.name).isNull
    }
    return shown.prefix(3).map { column in
      let cell = Cell(listed: record.value(column.name), column, now: now)
      return "\(column.name): \(cell.text.prefix(60))"
    }.joined(separator: ", ")
  }

  private func items(after: String?) -> QueryItems {
    var items = QueryItems()
    if let table = query.table { items.add("table", table) }
    if query.size != RowListRequest.sizeDefault { items.add("size", "\(query.size)") }
    if let after { items.add("after", after) }
    return items
  }
}

/// Names a row of any table in the tick boxes of the trash.
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
