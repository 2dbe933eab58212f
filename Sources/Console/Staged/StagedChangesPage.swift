import ConsoleData
import JSONKit
import Localization
import SyncCore
import TemplateKit

/// Everything that somebody put aside in one store, reviewed before one save.
struct StagedChangesPage {
  static let template = "Staged/staged"

  let store: String
  let rows: [StagedRow]
  /// Only rows with this text are listed; all of them are saved.
  var text: String?
  /// True where saving was tried, and nothing was saved.
  var isRefused = false
  /// Why a save does not count that was about what another page had shown.
  var objection: String?
  /// True where the person can push once the store is online.
  var mayPush = false

  var title: String { rows.isEmpty ? localized("No staged changes") : localized("Staged changes") }

  private var isSavable: Bool {
    !rows.isEmpty && rows.allSatisfy(\.isSavable)
  }

  var values: TemplateDictionary {
    let rowWords = Format.count(rows.count, "row")
    let valueWords = Format.count(rows.reduce(0) { $0 + $1.fields.count }, "value")
    var values: TemplateDictionary = [
      "STORE": store, "STORE_LINK": Links.store(store), "TABLES_LINK": Links.tables(store),
      "HEADLINE": title,
      "SUB": rows.isEmpty
        ? localized("Edit a row and choose “Stage for review” instead of “Save”.")
        : localized("\(valueWords) in \(rowWords), not saved yet. Only you see staged changes."),
    ]
    if isSavable {
      var save: TemplateDictionary = [
        "ACTION": Links.changes(store, action: "save"), "LABEL": localized("Save \(rowWords)"),
        "ASKED_FIELD": ConfirmationToken.field, "ASKED": ConfirmationToken(rows).mark,
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
    // A row's number is that among all of them, whatever is searched for.
    let shown = rows.enumerated().filter { $0.element.contains(text) }
    values.add("ROW", list: shown.map { row($0.element, $0.offset) })
    if rows.count > 1 || !rows.isEmpty && text != nil {
      ListFilter(
        searching: title, Links.changes(store), for: text, localized("Search staged changes")
      ).addTools(to: &values, shown: shown.count)
    }
    return values
  }

  private func row(_ row: StagedRow, _ index: Int) -> TemplateDictionary {
    let change = row.change
    var values: TemplateDictionary = [
      "TITLE": row.title, "ID": change.itemID, "TABLE": change.table, "INDEX": "\(index)",
      "LINK": Links.row(store, change.table, change.itemID),
      "REMOVE_ACTION": Links.change(store, change.id, action: "remove"),
    ]
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
    values.add("STALE", list: row.isOpen ? [choices(row)] : [])
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
        values.add(
          "CURRENT", list: row.change.isInsert || wanted.isMarked ? [] : [current.values])
        values.add("WANTED", wanted.values)
        return values
      })
    return part
  }

  private func choices(_ row: StagedRow) -> TemplateDictionary {
    var part: TemplateDictionary = [
      "CHOOSE_ACTION": Links.change(store, row.change.id, action: "choose")
    ]
    let hasDispute = row.fields.contains(where: \.isDisputed)
    part.show("NO_DISPUTE", if: !hasDispute)
    part.show("DISPUTE", if: hasDispute)
    part.add(
      "FIELD",
      list: row.fields.map { field in
        var values: TemplateDictionary = ["COLUMN": field.column.name]
        values.add("WAS", Cell(full: field.was, field.column).dictionary())
        values.add("NOW", Cell(full: field.now, field.column).dictionary())
        values.add("MINE", Cell(full: field.mine, field.column).dictionary())
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
