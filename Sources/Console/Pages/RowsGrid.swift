import HTTPKit
import JSONKit
import Support
import SyncCore
import TemplateKit

/// Heads and rows of the list of rows.
struct RowsGrid {
  let store: String
  let table: TableSummary
  let shown: [Column]
  /// The column that is the row's header and links to it.
  let keyColumn: String
  let name: RowTitle
  let request: RowListRequest
  /// The columns that name rows of another table, with that table.
  let references: [String: String]
  let rights: RowRights
  /// An empty list has neither tick boxes nor buttons.
  let isEmpty: Bool
  let now: Timestamp
  /// The column that takes what width is left; nil where all are short.
  private let widest: String?
  private let gridColumns: [GridColumn]
  private let rowsLink: String

  /// A column as every row shows it.
  private struct GridColumn {
    let column: Column
    let system: SystemColumn?
    let style: String?
  }

  /// A column of shorter texts need not give way to others.
  private static let longText = 24

  init(page: RowsPage, rows: [ListedRow]) {
    let shown = page.shownColumns
    let keyColumn = (shown.first { $0.name == page.name.column } ?? shown.first)?.name ?? ""
    store = page.store
    table = page.table
    self.shown = shown
    self.keyColumn = keyColumn
    name = page.name
    request = page.request
    references = page.references
    rights = page.rights
    isEmpty = rows.isEmpty
    now = page.now
    let widest = Self.widest(of: shown, but: keyColumn, in: rows)
    self.widest = widest
    gridColumns = shown.map { column in
      GridColumn(
        column: column, system: SystemColumn(rawValue: column.name),
        style: Self.style(column, keyColumn, widest))
    }
    rowsLink = Links.rows(page.store, page.table.name)
  }

  var hasTicks: Bool { !isEmpty && (rights.deletes || rights.undeletes || rights.retries) }

  /// With all matching rows ticked there is no form of ticks that a row's button could use.
  var hasToggles: Bool {
    guard request.pick != .all, !isEmpty else { return false }
    return rights.undeletes && request.view != .live && table.softDelete != .none
      || rights.deletes && flagColumn != nil
  }

  private var flagColumn: String? {
    guard case .flag(let column) = table.softDelete else { return nil }
    return column
  }

  func head(_ column: Column) -> TemplateDictionary {
    let isDefault = request.sort.isEmpty && column.name == SystemColumn.updatedAt.rawValue
    let sorted = request.sort.first.flatMap { $0.column == column.name ? $0 : nil }
    let isDescending = sorted?.descending ?? isDefault
    // The first click sorts upwards, but for times, where the newest come first.
    let isNextDescending =
      sorted == nil && !isDefault ? column.type == .date && column.isSystem : !isDescending
    var head: TemplateDictionary = [
      "COLUMN": column.name,
      "LINK": request.link { $0["sort"] = (isNextDescending ? "-" : "") + column.name },
    ]
    let style = Self.style(column, keyColumn, widest)
    head.add("CLASS", list: style.map { [["NAME": $0]] } ?? [])
    let direction = isDescending ? "descending" : "ascending"
    head.add("SORTED", list: sorted != nil || isDefault ? [["DIRECTION": direction]] : [])
    return head
  }

  /// Writes a line of the list.
  func write(_ row: ListedRow, to values: inout TemplateDictionary) {
    let chip = Chip(row.state, deleted: row.deleted)
    let title = name.title(row.record)
    let link = Links.row(in: rowsLink, row.id)
    values.set("ID", row.id)
    values.set("TITLE", title)
    values.set("CHIP", chip.look.rawValue)
    values.set("CHIP_WORD", chip.word)
    values.set("LINK", link)
    if let rule = Chip.rule(row.state, deleted: row.deleted) {
      values.add("RULE") { $0.set("NAME", rule) }
    }
    if hasTicks {
      values.add("TICK") { tick in
        tick.show("CHECKED", if: request.pick != nil)
        tick.show("DISABLED", if: request.pick == .all)
      }
    }
    values.add("CELL", each: gridColumns) { cell, column in
      write(column, of: row, link: link, title: title, to: &cell)
    }
    if hasToggles { addToggle(row, to: &values) }
  }

  private func write(
    _ place: GridColumn, of row: ListedRow, link: String, title: String,
    to values: inout TemplateDictionary
  ) {
    let column = place.column
    let value =
      place.system.map { row.record.value($0) } ?? row.record.values[column.name] ?? JSONValue.null
    let content = Cell(listed: value, column, now: now)
    guard column.name != keyColumn else {
      return values.add("KEY_CELL") { cell in
        if request.filtersByCell, let only = request.link(only: column.name, value) {
          cell.add("NARROWS") { narrowing in
            content.unlinked.write(to: &narrowing)
            narrowing.set("TO", only)
            narrowing.set("COLUMN", column.name)
          }
          return
        }
        cell.add("OPENS") { opening in
          opening.set("TITLE", column.name == name.column ? title : keyText(content, row))
          opening.set("LINK", link)
          if let tip = Self.tip(value) { opening.add("TIP") { $0.set("TEXT", tip) } }
        }
      }
    }
    values.add("PLAIN_CELL") { cell in
      if request.filtersByCell, let only = request.link(only: column.name, value) {
        cell.add("NARROWS") { narrowing in
          content.unlinked.write(to: &narrowing)
          narrowing.set("TO", only)
          narrowing.set("COLUMN", column.name)
        }
      } else if let target = reference(value, column) {
        let referring = RowPointer(value).map { Cell.plain($0.id) } ?? content
        cell.add("REFERS") { words in
          referring.unlinked.write(to: &words)
          words.set("TO", Links.row(store, target.table, target.id))
          words.set("COLUMN", target.table)
        }
      } else if column.type == .file,
        let file = FileView(value, column: column.name, of: row.id, table.name, store)
      {
        cell.add("FILE", file.dictionary)
      } else {
        content.write(to: &cell, link: link, place: column.name)
      }
      if let style = place.style { cell.add("CLASS") { $0.set("NAME", style) } }
    }
  }

  /// The value that stands for the row, its id where there is nothing to see in it.
  private func keyText(_ content: Cell, _ row: ListedRow) -> String {
    VisibleText.shown(VisibleText.hasNothingToSee(content.text) ? row.id : content.text)
  }

  /// The beginning of a text that the column may be too narrow for.
  private static func tip(_ value: JSONValue) -> String? {
    guard let text = value.string, text.utf8.count > 32 else { return nil }
    return VisibleText.shown(String(text.prefix(300)))
  }

  private func reference(_ value: JSONValue, _ column: Column) -> RowPointer? {
    RowPointer(value, column: column.name, references: references)
  }

  private func addToggle(_ row: ListedRow, to values: inout TemplateDictionary) {
    let action: (label: String, name: String)? =
      if row.deleted {
        rights.undeletes ? ("Undelete", "undelete") : nil
      } else if let flagColumn {
        (Self.label(flagColumn), "delete")
      } else { nil }
    guard let action else { return values.show("NO_TOGGLE") }
    values.add(
      "TOGGLE",
      [
        "LABEL": action.label,
        "ACTION": Links.row(store, table.name, row.id, action: action.name),
      ])
  }

  /// `complete` as "Complete".
  static func label(_ column: String) -> String {
    column.prefix(1).uppercased() + column.dropFirst()
  }

  private static func style(
    _ column: Column, _ keyColumn: String, _ widest: String?
  ) -> String? {
    if column.name == keyColumn { return "key" }
    if column.type == .number { return "num" }
    let isStamp = column.isSystem && column.type == .date
    if isStamp { return "num" }
    return column.name == widest ? "grow" : nil
  }

  /// Of the table's own texts the one with the longest on this page.
  private static func widest(
    of columns: [Column], but keyColumn: String, in rows: [ListedRow]
  ) -> String? {
    var (name, most) = (String?.none, longText - 1)
    for column in columns where column.type == .text && column.name != keyColumn {
      guard !column.isSystem else { continue }
      for row in rows {
        let length = row.record.values[column.name]?.string?.utf8.count ?? 0
        if length > most { (name, most) = (column.name, length) }
      }
    }
    return name
  }
}
