import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// Everything that somebody put aside in one store, reviewed before one save.
struct StagedChangesPage {
  static let template = "Staged/staged"

  let store: String
  var rows: [StagedRow]
  /// Only rows with this text are listed; all of them are saved.
  var text: String?
  /// True where saving was tried, and nothing was saved.
  var isRefused = false
  /// Why a save does not count that was about what another page had shown.
  var objection: String?
  /// True where the person can push once the store is online.
  var mayPush = false
  var isOnline = true

  /// Changes that are ticked without a script.
  var pick: SelectionBar.Pick?
  /// Nil until the page is made.
  var now: Timestamp?

  var title: String { localized("Staged changes") }

  private var isSavable: Bool {
    !rows.isEmpty && rows.allSatisfy(\.isSavable)
  }

  var values: TemplateDictionary {
    let rowWords = Format.count(rows.count, "row")
    let valueWords = Format.count(rows.reduce(0) { $0 + $1.fields.count }, "value")
    var values: TemplateDictionary = [
      "TABLES_LINK": Links.tables(store), "HEADLINE": title,
      "SELECTED_ACTION": Links.changes(store, action: "selected"),
      "ASKED_FIELD": ConfirmationToken.field, "ASKED": ConfirmationToken(rows).mark,
    ]
    values.set(
      "SUB",
      ifAny: rows.isEmpty
        ? nil
        : localized("\(valueWords) in \(rowWords), not saved yet. Only you see staged changes."))
    values.show("EMPTY", if: rows.isEmpty)
    if isSavable {
      var save: TemplateDictionary = [
        "ACTION": Links.changes(store, action: "save"), "LABEL": localized("Save \(rowWords)"),
      ]
      save.set("PUSH_LABEL", ifAny: mayPush ? localized("Save \(rowWords) and push") : nil)
      values.add("SAVE", save)
    }
    let note = StagedChangesNote(rows, isRefused: isRefused)
    let refusal = objection.map { ["HEADLINE": $0, "TEXT": ""] } ?? note.values
    values.add("REFUSED", list: isRefused || objection != nil ? [refusal] : [])
    values.add("HELD_UP", list: isRefused || isSavable || rows.isEmpty ? [] : [note.values])
    values.add(
      "DISCARD",
      list: rows.isEmpty ? [] : [["LINK": Links.confirmation(Links.changes(store), "discard")]])
    let shown = shown
    values.show("LISTED", if: !shown.isEmpty)
    values.add("ROW", list: shown.map { row($0.element, $0.offset) })
    values.add("ROW_FORM", list: shown.flatMap { forms($0.element, $0.offset) })
    bar(shown.map(\.element)).add(to: &values)
    values.set("LISTED_ROWS", Format.count(shown.count, "row"))
    if rows.count > 1 || !rows.isEmpty && text != nil {
      ListFilter(
        searching: title, Links.changes(store), for: text, localized("Search staged changes")
      ).addTools(to: &values, shown: shown.count)
    }
    return values
  }

  /// Those with the text; a row's number is that among all of them, whatever is searched for.
  private var shown: [(offset: Int, element: StagedRow)] {
    rows.enumerated().filter { $0.element.contains(text) }
  }

  /// Forms of one row, outside of the one that the ticks are in.
  private func forms(_ row: StagedRow, _ index: Int) -> [TemplateDictionary] {
    func form(_ action: String) -> TemplateDictionary {
      [
        "FORM": "\(action)-\(index)",
        "ACTION": Links.change(store, row.change.id, action: action),
      ]
    }
    return row.isOpen ? [form("remove"), form("choose")] : [form("remove")]
  }

  private func bar(_ shown: [StagedRow]) -> SelectionBar {
    var buttons: [SelectionBar.Button] = []
    let count = shown.count
    let savable = shown.count(where: \.isSavable)
    let part = SelectionBar.Part(lines: "[data-savable]", onPage: savable, total: savable)
    if savable > 0 {
      buttons.append(.init(name: "then", value: "save", part: part) { localized("Save \($0)") })
    }
    if savable > 0, mayPush, isOnline {
      buttons.append(
        .init(name: "then", value: "push", part: part) { localized("Save \($0) and push") })
    }
    buttons.append(
      .init(name: "then", value: "discard", isDanger: true) { localized("Discard \($0)…") })
    let path = Links.changes(store)
    return SelectionBar(
      things: .row, pick: pick, count: count, total: count, buttons: buttons
    ) {
      var items = QueryItems()
      items["text"] = text
      items["_pick"] = $0?.rawValue
      return Links.with(path, items)
    }
  }

  private func row(_ row: StagedRow, _ index: Int) -> TemplateDictionary {
    let change = row.change
    var values: TemplateDictionary = [
      "TITLE": row.title, "TABLE": change.table, "INDEX": "\(index)", "CHANGE": "\(change.id)",
      "KIND": change.isInsert ? localized("Insert") : localized("Update"),
      "LINK": Links.row(store, change.table, change.itemID),
    ]
    values.show("CHECKED", if: pick != nil)
    values.show("SAVABLE", if: row.isSavable)
    if let now { values.set(time: "AT", change.at, now: now) }
    values.add(
      "EDIT",
      list: row.standing == .live
        ? [["EDIT_LINK": Links.row(store, change.table, change.itemID, action: "edit")]] : [])
    // A row that is stale or deleted says so itself.
    let problem = row.isSavable ? row.problem : nil
    values.add("ROW_PROBLEM", list: problem.map { [["TEXT": localized(stored: $0)]] } ?? [])
    values.show("GONE", if: row.standing == .gone)
    values.show("REMOVED", if: row.standing == .removed)
    values.show("DELETED", if: row.standing == .deleted)
    values.show("PRESENT", if: row.standing == .present)
    let isInserted = row.standing == .restorable
    values.show("RESTORED", if: isInserted && row.takesIDs)
    values.show("RESTORED_ANEW", if: isInserted && !row.takesIDs)
    values.show("WITHOUT_FILES", if: isInserted && row.columns.contains { $0.type == .file })
    values.add("STALE", list: row.isOpen ? [choices(row, index)] : [])
    values.add("FRESH", list: row.isOpen ? [] : [differences(row)])
    return values
  }

  private func differences(_ row: StagedRow) -> TemplateDictionary {
    var part = TemplateDictionary()
    part.add(
      "FIELD",
      list: row.fields.map { field in
        var values: TemplateDictionary = ["COLUMN": field.column.name]
        let current = ValueDifference(
          column: field.column, before: nil, after: row.record.map { _ in field.now })
        let wanted = ValueDifference(column: field.column, before: field.now, after: field.mine)
        let (from, to) = (named(field.now, field, row), named(field.mine, field, row))
        let isMarked = wanted.isMarked && from == nil && to == nil
        values.add(
          "CURRENT", list: row.change.isInsert || isMarked ? [] : [from ?? current.values])
        values.add("WANTED", to ?? (isMarked ? wanted : plain(field.mine, field)).values)
        return values
      })
    return part
  }

  private func plain(_ value: JSONValue, _ field: StagedRow.Field) -> ValueDifference {
    ValueDifference(column: field.column, before: nil, after: value)
  }

  /// The name of the row that the value refers to; nil for any other value.
  private func named(
    _ value: JSONValue, _ field: StagedRow.Field, _ row: StagedRow
  ) -> TemplateDictionary? {
    row.name(of: value, in: field.column).map { Cell.plain($0).dictionary() }
  }

  private func choices(_ row: StagedRow, _ index: Int) -> TemplateDictionary {
    var part: TemplateDictionary = ["FORM": "choose-\(index)"]
    let hasDispute = row.fields.contains(where: \.isDisputed)
    part.show("NO_DISPUTE", if: !hasDispute)
    part.show("DISPUTE", if: hasDispute)
    part.add(
      "FIELD",
      list: row.fields.map { field in
        var values: TemplateDictionary = ["COLUMN": field.column.name]
        for (name, value) in [("WAS", field.was), ("NOW", field.now), ("MINE", field.mine)] {
          values.add(
            name, named(value, field, row) ?? Cell(full: value, field.column).dictionary())
        }
        values.show("DISPUTED", if: field.isDisputed)
        values.show("UNDISPUTED", if: !field.isDisputed)
        return values
      })
    return part
  }
}

extension ConfirmationToken {
  /// With the values that saving them writes; each staging has a number of its own.
  init(_ rows: [StagedRow]) {
    self.init(
      rows.map { "\($0.change.id) \(JSONValue.object($0.change.values).serializedText)" })
  }
}
