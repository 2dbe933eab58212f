import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit
import Zones

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
  let references: UTF8Dictionary<String>
  let referencedRows: [RowPointer: ReferencedRow?]
  let staged: StagedInList
  let permissions: RowPermissions
  /// An empty list has neither tick boxes nor buttons.
  let isEmpty: Bool
  let now: Timestamp
  /// Asked for once, not for each cell.
  private let zone = PageZone.current.shown
  private let gridColumns: [GridColumn]
  /// Class names of the columns by their places.
  private let styles: UTF8Dictionary<String>
  private let rowsLink: String
  /// What the rows' links remember of the list, as `?list=…`; empty for the usual list.
  private let listQuery: String

  /// A column as every row shows it.
  private struct GridColumn {
    let column: Column
    let system: SystemColumn?
    let style: String?
    /// Shown before the value on phones, where the columns have no heads.
    var label: String? { column.type == .text || column.isSystem ? nil : column.name }
  }

  init(page: RowsPage, rows: [ListedRow]) {
    let shown = page.shownColumns
    let keyColumn = (shown.first { $0.name === page.name.column } ?? shown.first)?.name ?? ""
    store = page.store
    table = page.table
    self.shown = shown
    self.keyColumn = keyColumn
    name = page.name
    request = page.request
    references = page.references
    referencedRows = page.referencedRows
    staged = page.staged
    permissions = page.permissions
    isEmpty = rows.isEmpty
    now = page.now
    let widest = Self.widest(of: shown, but: keyColumn, in: rows)
    var styles: UTF8Dictionary<String> = [:]
    for (place, column) in shown.enumerated() {
      let isSized = page.layout.widths?[column.name] != nil
      let names = [
        Self.style(column, keyColumn, isSized ? nil : widest),
        place < page.layout.pinned ?? 0 ? "pin p\(place + 1)" : nil, isSized ? "sized" : nil,
      ].compactMap(\.self)
      if !names.isEmpty { styles[column.name] = names.joined(separator: " ") }
    }
    self.styles = styles
    gridColumns = shown.map { column in
      GridColumn(
        column: column, system: SystemColumn(rawValue: column.name), style: styles[column.name])
    }
    rowsLink = Links.rows(page.store, page.table.name)
    listQuery = ListOrigin(page.request.listQuery.encoded).on("")
  }

  /// Class names of the cells that lead to the rows.
  var keyStyle: String { styles[keyColumn] ?? "key" }

  var hasTicks: Bool {
    !isEmpty && (permissions.deletes || permissions.undeletes || permissions.retries)
  }

  /// With all matching rows ticked there is no form of ticks that a row's button could use.
  var hasToggles: Bool {
    guard request.pick != .all, !isEmpty else { return false }
    let hasDeleted = request.view != .live && request.view != .synced
    return permissions.undeletes && hasDeleted && table.softDelete != .none
      || permissions.deletes && flagColumn != nil
  }

  private var flagColumn: String? {
    guard case .flag(let column) = table.softDelete else { return nil }
    return column
  }

  /// Writes the head of a column.
  func write(_ column: Column, to head: inout TemplateDictionary) {
    let isDefault = request.sort.isEmpty && column.name === SystemColumn.updatedAt.rawValue
    let sorted = request.sort.first.flatMap { $0.column === column.name ? $0 : nil }
    let isDescending = sorted?.descending ?? isDefault
    // The first click sorts upwards, but for times, where the newest come first.
    let isNextDescending =
      sorted == nil && !isDefault ? column.type == .date && column.isSystem : !isDescending
    head.set("COLUMN", column.name)
    head.show("IS_KEY", if: column.name === keyColumn)
    head.show("IS_OWN", if: !column.isSystem)
    head.set("LINK", request.link { $0["sort"] = (isNextDescending ? "-" : "") + column.name })
    if let style = styles[column.name] {
      head.add("CLASS") { $0.set("NAME", style) }
    }
    guard sorted != nil || isDefault else { return }
    head.add("SORTED") { $0.set("DIRECTION", isDescending ? "descending" : "ascending") }
  }

  /// Writes a line of the list.
  func write(_ row: ListedRow, to values: inout TemplateDictionary) {
    let title = name.title(row.record)
    let link = Links.row(in: rowsLink, row.id)
    values.set("ID", row.id)
    values.set("TITLE", title)
    values.set("LINK", link)
    writeState(of: row, to: &values)
    let rule =
      isStagedAtRest(row) ? "r-staged" : Badge.rule(row.state, deleted: row.deleted)
    let isPeeked = request.peeked.map { $0 === row.id } ?? false
    if rule != nil || isPeeked {
      values.add("RULE") { mark in
        mark.set("NAME", [rule, isPeeked ? "cur" : nil].compactMap(\.self).joined(separator: " "))
        mark.show("PEEKED", if: isPeeked)
      }
    }
    if hasTicks {
      values.add("TICK") { tick in
        guard let pick = request.pick else { return }
        tick.show("CHECKED")
        tick.show("DISABLED", if: pick == .all)
      }
    }
    values.add("CELL", each: gridColumns) { cell, column in
      write(column, of: row, link: link, title: title, to: &cell)
    }
    if hasToggles { addToggle(row, to: &values) }
  }

  /// Whether a staged change is all that there is to say of the row's state.
  private func isStagedAtRest(_ row: ListedRow) -> Bool {
    row.state == .synced && !row.deleted && staged.has(row.id)
  }

  /// A row at rest has a tick; a list of deleted rows has no sign of what all of its rows are.
  private func writeState(of row: ListedRow, to values: inout TemplateDictionary) {
    if isStagedAtRest(row) {
      values.show("STATE_BADGE")
      values.set("CHIP", "staged")
      return values.set("CHIP_WORD", localized("Staged"))
    }
    guard row.state != .synced || row.deleted else { return values.show("STATE_SYNCED") }
    guard row.state != .synced || request.view != .deleted else {
      return values.show("STATE_DELETED")
    }
    let badge = Badge(row.state, deleted: row.deleted)
    values.show("STATE_BADGE")
    values.set("CHIP", badge.look.rawValue)
    values.set("CHIP_WORD", badge.word)
    values.show("ALSO_DELETED", if: row.deleted && row.state != .synced)
  }

  /// The usual cells are found by the template without asking for anything else.
  private func write(
    _ place: GridColumn, of row: ListedRow, link: String, title: String,
    to values: inout TemplateDictionary
  ) {
    let column = place.column
    let value =
      place.system.map { row.record.value($0) } ?? row.record.values[column.name] ?? JSONValue.null
    if let asked = staged.value(of: column, in: row.id), asked != value {
      return write(staged: asked, over: value, place, of: row, link: link, to: &values)
    }
    if column.name === keyColumn {
      return values.add("OTHER_CELL") { writeOpening(value, column, row, link, title, to: &$0) }
    }
    let content = Cell(listed: value, column, now: now, zone: zone)
    switch content {
    case .plain(let text) where !isMoreThanText(value, column):
      if let label = place.label {
        return values.add("LABELED_CELL") { cell in
          cell.set("STYLE", place.style ?? "")
          cell.set("LABEL", label)
          cell.set("TEXT", VisibleText.marked(text))
        }
      }
      guard let style = place.style else {
        return values.add("TEXT_CELL") { $0.set("TEXT", VisibleText.marked(text)) }
      }
      values.add("STYLED_CELL") { cell in
        cell.set("STYLE", style)
        cell.set("TEXT", VisibleText.marked(text))
      }
    case .age(let iso, let full, let text):
      values.add("AGE_CELL") { Cell.setTime(iso, full, text, in: &$0) }
    default:
      values.add("OTHER_CELL") { other in
        other.add("VALUE_CELL") { cell in
          if let style = place.style { cell.add("CLASS") { $0.set("NAME", style) } }
          if value.isNull { cell.add("LABEL") { $0.set("NAME", column.name) } }
          write(content, value, column, of: row, link: link, to: &cell)
        }
      }
    }
  }

  /// A cell that a staged change has another value for.
  private func write(
    staged value: JSONValue, over stored: JSONValue, _ place: GridColumn, of row: ListedRow,
    link: String, to values: inout TemplateDictionary
  ) {
    let column = place.column
    let storedText = (named(stored, column) ?? Cell(listed: stored, column, now: now, zone: zone))
      .text
    let content = named(value, column) ?? Cell(listed: value, column, now: now, zone: zone)
    values.add("OTHER_CELL") { other in
      other.add("STAGED_CELL") { cell in
        cell.set("STYLE", place.style.map { "\($0) stg" } ?? "stg")
        cell.set("TIP", localized("Staged. Stored value: \(VisibleText.shown(storedText))"))
        cell.set("LINK", link + listQuery)
        cell.show(column.name === keyColumn ? "IS_KEY" : "IS_OTHER")
        content.unlinked.write(to: &cell)
      }
    }
  }

  /// The cell that leads to the row.
  private func writeOpening(
    _ value: JSONValue, _ column: Column, _ row: ListedRow, _ link: String, _ title: String,
    to values: inout TemplateDictionary
  ) {
    guard !value.isNull, value != "" else {
      return values.add("EMPTY_OPENING_CELL") { cell in
        Cell(full: value, column).write(to: &cell)
        cell.set("LINK", link + listQuery)
      }
    }
    let isName = column.name === name.column && value.string != nil
    values.add("OPENING_CELL") { cell in
      cell.set("TITLE", isName ? title : keyText(value, column, row))
      cell.set("LINK", link + listQuery)
      if let tip = Self.tip(value) { cell.add("TIP") { $0.set("TEXT", tip) } }
    }
  }

  /// The value that stands for the row, its id where there is nothing to see in it.
  private func keyText(_ value: JSONValue, _ column: Column, _ row: ListedRow) -> String {
    let text = Cell(listed: value, column, now: now, zone: zone).text
    return VisibleText.shown(VisibleText.hasNothingToSee(text) ? row.id : text)
  }

  /// The beginning of a text that the column may be too narrow for.
  private static func tip(_ value: JSONValue) -> String? {
    guard let text = value.string, text.utf8.count > 32 else { return nil }
    return VisibleText.shown(String(text.prefix(300)))
  }

  private func addToggle(_ row: ListedRow, to values: inout TemplateDictionary) {
    let action: (label: String, name: String)? =
      if row.deleted {
        permissions.undeletes ? (localized("Undelete"), "undelete") : nil
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
}
