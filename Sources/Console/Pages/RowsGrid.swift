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
    head.add("CLASS", list: style(column).map { [["NAME": $0]] } ?? [])
    let direction = isDescending ? "descending" : "ascending"
    head.add("SORTED", list: sorted != nil || isDefault ? [["DIRECTION": direction]] : [])
    return head
  }

  func row(_ row: ListedRow) -> TemplateDictionary {
    let chip = Chip(row.state, deleted: row.deleted)
    let title = name.title(row.record)
    let link = Links.row(store, table.name, row.id)
    var values: TemplateDictionary = [
      "ID": row.id, "TITLE": title, "CHIP": chip.look.rawValue, "CHIP_WORD": chip.word,
      "LINK": link,
    ]
    let rule = Chip.rule(row.state, deleted: row.deleted)
    values.add("RULE", list: rule.map { [["NAME": $0]] } ?? [])
    if hasTicks {
      var tick = TemplateDictionary()
      tick.show("CHECKED", if: request.pick != nil)
      tick.show("DISABLED", if: request.pick == .all)
      values.add("TICK", tick)
    }
    values.add("CELL", list: shown.map { cell($0, of: row, link: link, title: title) })
    if hasToggles { addToggle(row, to: &values) }
    return values
  }

  private func cell(
    _ column: Column, of row: ListedRow, link: String, title: String
  ) -> TemplateDictionary {
    var values = TemplateDictionary()
    let value = row.record.value(column.name)
    let content = Cell(listed: value, column, now: now)
    if column.name == keyColumn {
      let text = column.name == name.column ? title : content.text
      values.add("KEY_CELL", ["TITLE": text, "LINK": link])
    } else {
      var plain: TemplateDictionary
      if request.filtersByCell, let only = request.link(only: column.name, value) {
        var narrowing = content.unlinked.dictionary()
        narrowing.set("TO", only)
        narrowing.set("COLUMN", column.name)
        plain = TemplateDictionary()
        plain.add("NARROWS", narrowing)
      } else if let target = reference(value, column) {
        let referring = RowPointer(value).map { Cell.plain($0.id) } ?? content
        var words = referring.unlinked.dictionary()
        words.set("TO", Links.row(store, target.table, target.id))
        words.set("COLUMN", target.table)
        plain = TemplateDictionary()
        plain.add("REFERS", words)
      } else if column.type == .file,
        let file = FileView(value, column: column.name, of: row.id, table.name, store)
      {
        plain = TemplateDictionary()
        plain.add("FILE", file.dictionary)
      } else {
        plain = content.dictionary(link: link, place: column.name)
      }
      plain.add("CLASS", list: style(column).map { [["NAME": $0]] } ?? [])
      values.add("PLAIN_CELL", plain)
    }
    return values
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

  private func style(_ column: Column) -> String? {
    if column.name == keyColumn { return "key" }
    if column.type == .number { return "num" }
    let isStamp = column.isSystem && column.type == .date
    if isStamp { return "num" }
    let firstText = shown.first { $0.type == .text && $0.name != keyColumn && !$0.isSystem }
    return column.name == firstText?.name ? "grow" : nil
  }
}
