import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The menu of columns.
extension RowsPage {
  /// The menu itself comes when it is opened: most people who look at rows never open it.
  func addColumnMenu(to values: inout TemplateDictionary) {
    let others = request.settled.items.filter { !ColumnLayout.parameters.contains($0.name) }
    values.set("COLUMNS_SHOWN", "\(shownColumns.count)")
    values.set("COLUMNS_ALL", "\(columns.count)")
    if request.moved != nil || request.ticked != nil {
      values.show("COLUMNS_OPEN")
      addOpenedMenu(others, to: &values)
    } else {
      values.add("COLUMNS_CLOSED") { $0.set("LINK", request.link(ticking: .shown)) }
    }
    addKeeping(others, to: &values)
  }

  private func addOpenedMenu(
    _ others: [QueryItems.Item], to values: inout TemplateDictionary
  ) {
    let shown = shownColumns.map(\.name)
    let rest = filterColumns.filter { !shown.contains(identical: $0) }
    values.add(
      "DEFAULT_COLUMNS", list: keptLayout == nil ? [["LINK": request.usualColumnsLink]] : [])
    values.show("KEEPS_COLUMNS", if: maySaveViews)
    values.set(
      "COLUMNS_FORM", maySaveViews ? Links.columns(store, table.name) : request.path)
    values.set("TICK_ALL_LINK", request.link(ticking: .all))
    values.set("TICK_NONE_LINK", request.link(ticking: .nothing))
    values.show("TICKED_ALL", if: request.ticked == .all)
    values.show("TICKED_NONE", if: request.ticked == .nothing)
    values.show("JUST_OPENED", if: request.ticked == .shown)
    values.add("KEEP_FOR_COLUMNS", list: RowListRequest.fields(others))
    values.add("COLUMN_CHOICE", each: shown + rest) { choice, column in
      let isShown = shown.contains(identical: column)
      choice.set("NAME", column)
      choice.show("CHECKED", if: ticks(isShown))
      choice.add("WIDTH_CHOICE", list: isShown ? widthChoices(column) : [])
      choice.show("HAS_WIDTH", if: isShown)
      guard let moved = request.moved else { return }
      choice.show("MOVED_UP", if: moved == "up \(column)")
      choice.show("MOVED_DOWN", if: moved == "down \(column)")
    }
    values.add("PIN_CHOICE", each: Array(0...ColumnLayout.pinnedMax)) { choice, count in
      choice.set("COUNT", "\(count)")
      choice.set(
        "WORDS",
        count == 0
          ? localized("None") : count == 1 ? localized("First") : localized("First \(count)"))
      choice.show("SELECTED", if: count == layout.pinned ?? 0)
    }
  }

  private func ticks(_ isShown: Bool) -> Bool {
    switch request.ticked {
    case .all: true
    case .nothing: false
    case .shown, nil: isShown
    }
  }

  private func widthChoices(_ column: String) -> [TemplateDictionary] {
    let width = layout.widths?[column]
    var choices: [(width: Int?, words: String)] = [
      (nil, localized("Auto")), (ColumnLayout.widths.narrow, localized("Narrow")),
      (ColumnLayout.widths.wide, localized("Wide")),
    ]
    if let width, !choices.contains(where: { $0.width == width }) {
      choices.append((width, "\(width) px"))
    }
    return choices.map { choice in
      var values: TemplateDictionary = [
        "VALUE": choice.width.map { ColumnLayout.text(column, $0) } ?? "", "WORDS": choice.words,
      ]
      values.show("SELECTED", if: choice.width == width)
      return values
    }
  }

  /// What keeps the columns of the address for the table, and what brings the usual ones back.
  private func addKeeping(
    _ others: [QueryItems.Item], to values: inout TemplateDictionary
  ) {
    let action = Links.columns(store, table.name)
    let isOther = request.hasLayout && layout.items != (keptLayout?.items ?? QueryItems())
    let query = QueryItems(others + layout.items.items).encoded
    values.add(
      "KEEP_COLUMNS", list: isOther && maySaveViews ? [["ACTION": action, "QUERY": query]] : [])
    values.add(
      "RESET_COLUMNS",
      list: keptLayout != nil && maySaveViews
        ? [["ACTION": action, "QUERY": QueryItems(others).encoded]] : [])
    values.set("LAYOUT", ifAny: maySaveViews ? layout.items.encoded : nil)
    values.set("COLUMNS_ACTION", action)
  }

  /// What keeps the head of a column as wide as the column shall be, where others would take its
  /// place; without the padding of its cells.
  func space(of column: Column) -> Int? {
    layout.widths?[column.name].map { max($0 - 20, 1) }
  }

  /// The widths of the columns of the grid; empty where each takes what it needs.
  func addWidths(_ grid: RowsGrid, to values: inout TemplateDictionary) {
    guard layout.widths?.isEmpty == false else { return values.add("COLS", list: []) }
    var widths: [Int?] = grid.hasTicks ? [nil] : []
    for column in grid.shown {
      widths.append(layout.widths?[column.name])
      if column.name === grid.keyColumn { widths.append(nil) }
    }
    if grid.hasToggles { widths.append(nil) }
    values.add("COLS") { columns in
      columns.add("COL", each: widths) { $0.set("WIDTH", ifAny: $1.map { "\($0)" }) }
    }
  }
}
