import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The bar below the list that acts on the selected rows; every button says how many.
struct RowsBulkBar {
  let page: RowsPage
  let rows: [ListedRow]

  private struct Button {
    enum Kind {
      case edit, export
      case action(BulkAction)
    }

    var kind: Kind
    var isDanger = false
    /// Selects the lines that it changes.
    var lines: String {
      switch kind {
      case .export: "tr"
      case .action(.undelete): "tr.r-deleted"
      case .action(.retry), .action(.cancel): "tr.r-failed, tr.r-conflict"
      case .edit, .action(.delete), .action(.hardDelete): "tr:not(.r-deleted)"
      }
    }
    var isExport: Bool {
      if case .export = kind { true } else { false }
    }
    /// What the form sends.
    var word: String {
      switch kind {
      case .edit: BulkEditRequest.action
      case .export: BulkExport.action
      case .action(let action): action.rawValue
      }
    }
    /// What stands for the rows in the caption.
    var count: String
    var query = ""
    var expect = 0

    func caption(_ count: String) -> String {
      switch kind {
      case .edit: localized("Edit \(count)…")
      case .export: localized("Export \(count)")
      case .action(.retry): localized("Retry \(count)")
      case .action(.undelete): localized("Undelete \(count)")
      case .action(.delete): localized("Delete \(count)")
      case .action(.hardDelete): localized("Hard delete \(count)…")
      case .action(.cancel): localized("Cancel \(count)…")
      }
    }
  }

  func add(to values: inout TemplateDictionary) {
    let permissions = page.permissions
    let mayAct =
      permissions.edits || permissions.deletes || permissions.undeletes || permissions.retries
    let hasRows = !rows.isEmpty && mayAct
    let pick = page.request.pick
    values.show("TICK_FORM", if: hasRows && pick != .all)
    values.show("NO_TICK_FORM", if: !hasRows || pick == .all)
    values.add("BAR_SELECTED", list: hasRows && pick != .all ? [pick == nil ? none : paged] : [])
    values.add("BAR_ALL", list: hasRows && pick == .all ? [all] : [])
    values.add("SELECT_PAGE", list: hasRows && pick == nil ? [selectPage] : [])
  }

  /// The links that select rows without a script.
  private var selectPage: TemplateDictionary {
    var values: TemplateDictionary = ["LINK": page.request.link(picking: .page)]
    values.add("ALL", list: allLink)
    return values
  }

  /// The bar while nothing is selected: hidden until a box is checked.
  private var none: TemplateDictionary {
    var values: TemplateDictionary = ["SELECTED": localized("Selected rows")]
    values.show("RESET")
    values.add("ALL", list: allLink)
    let selected = localized("selected")
    var buttons: [Button] = []
    if page.permissions.edits, rows.contains(where: { !$0.deleted }) {
      buttons.append(Button(kind: .edit, count: selected))
    }
    if page.permissions.retries, page.table.needYou > 0 {
      buttons.append(Button(kind: .action(.retry), count: selected))
    }
    if page.permissions.undeletes, rows.contains(where: \.deleted) {
      buttons.append(Button(kind: .action(.undelete), count: selected))
    }
    buttons.append(Button(kind: .export, count: selected))
    if page.permissions.deletes, rows.contains(where: { !$0.deleted }) {
      buttons.append(Button(kind: .action(.delete), isDanger: true, count: selected))
    }
    values.add("BUTTON", list: buttons.map(dictionary))
    return values
  }

  private var paged: TemplateDictionary {
    let deleted = rows.count(where: \.deleted)
    let stuck = rows.count { $0.state == .failed || $0.state == .conflict }
    let count = Format.number(rows.count)
    var values: TemplateDictionary = ["SELECTED": localized("\(count) selected")]
    values.add("CLEAR", list: [["LINK": page.request.link(picking: nil)]])
    values.add("ALL", list: allLink)
    values.add(
      "BUTTON",
      list: buttons(
        .init(
          editable: rows.count - deleted, deletable: rows.count - deleted, undeletable: deleted,
          retryable: stuck), all: rows.count
      ).map(dictionary))
    return values
  }

  private var all: TemplateDictionary {
    var values: TemplateDictionary = [
      "SELECTED": selected, "CLEAR_LINK": page.request.link(picking: nil),
    ]
    values.add(
      "BUTTON", list: buttons(page.selectable ?? .init(), all: number ?? 0).map(dictionary))
    return values
  }

  /// How many rows match; nil where nobody counted them.
  private var number: Int? {
    let counts = page.selectable ?? .init()
    let found = max(counts.editable, counts.deletable + counts.undeletable + counts.retryable)
    return page.page?.count.flatMap { $0.exact ? $0.value : nil } ?? (found > 0 ? found : nil)
  }

  /// The buttons count exactly, so their number is the one to say where the list stopped counting.
  private var selected: String {
    guard let number else {
      return localized("All matching rows selected, \(page.countWords)")
    }
    let count = Format.number(number)
    return number == 1
      ? localized("1 row selected") : localized("All \(count) rows selected")
  }

  /// - Parameter all: How many rows are selected.
  private func buttons(_ counts: RowsPage.Selectable, all: Int) -> [Button] {
    var buttons: [Button] = []
    if page.permissions.edits, counts.editable > 0 {
      buttons.append(
        Button(
          kind: .edit, count: Format.number(counts.editable),
          query: page.request.selection(view: .live), expect: counts.editable))
    }
    if page.permissions.retries, counts.retryable > 0 {
      buttons.append(
        Button(
          kind: .action(.retry), count: Format.number(counts.retryable),
          query: page.request.selection, expect: page.page?.count?.value ?? 0))
    }
    if page.permissions.undeletes, counts.undeletable > 0 {
      buttons.append(
        Button(
          kind: .action(.undelete), count: Format.number(counts.undeletable),
          query: page.request.selection(view: .deleted), expect: counts.undeletable))
    }
    if all > 0 {
      buttons.append(
        Button(
          kind: .export, count: Format.number(all), query: page.request.selection, expect: all))
    }
    if page.permissions.deletes, counts.deletable > 0 {
      buttons.append(
        Button(
          kind: .action(.delete), isDanger: true, count: Format.number(counts.deletable),
          query: page.request.selection(view: .live), expect: counts.deletable))
    }
    return buttons
  }

  /// Leads to the same list with everything selected, when there is more than this page.
  private var allLink: [TemplateDictionary] {
    guard page.page?.next != nil || page.request.cursor.after != nil else { return [] }
    let link = page.request.link {
      $0["_pick"] = RowListRequest.Pick.all.rawValue
      $0["_count"] = "exact"
    }
    let count = page.countWords
    let words =
      if page.page?.count?.exact == true {
        localized("Select all \(count)")
      } else if count.isEmpty {
        localized("Select all")
      } else {
        localized("Select all (\(count))")
      }
    return [["LINK": link, "WORDS": words]]
  }

  private func dictionary(_ button: Button) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "ACTION": button.word, "LABEL": button.caption(button.count),
      "CAPTION_ONE": button.caption(Format.number(1)), "CAPTION_MANY": button.caption("{0}"),
      "QUERY": button.query, "EXPECT": "\(button.expect)", "LINES": button.lines,
    ]
    values.show("DANGER", if: button.isDanger)
    if button.isExport { values.add("FILE", ["LINK": fileLink]) }
    values.show("CHANGES", if: !button.isExport)
    return values
  }

  /// All that match as a file, with the columns and the order of the list.
  private var fileLink: String {
    var items = QueryItems(decoding: page.request.selection) ?? QueryItems()
    for item in page.request.items.items where item.name === "cols" || item.name === "sort" {
      items.add(item.name, item.value)
    }
    return Links.with(Links.rows(page.store, page.table.name) + ".csv", items)
  }
}
