import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The notes of a page and the form that adds one, for `Notes/_notes.tpl`.
struct NotesView {
  /// Leads to the notes on their page.
  static let anchor = "#notes"

  let store: String
  let notes: [Note]
  /// Where the form goes; nil where nothing can be written.
  let action: String?
  let context: PageContext
  /// True on the page of a row, where a note can be about one of its errors.
  var namesErrors = false
  /// The tab that is returned to.
  var tab = RowHead.Tab.values

  func add(to values: inout TemplateDictionary) {
    guard !notes.isEmpty || action != nil else { return }
    var section = TemplateDictionary()
    section.add("COUNTED", list: notes.isEmpty ? [] : [["COUNT": "\(notes.count)"]])
    section.add("NOTE", list: notes.map(line))
    section.add("CAN_NOTE", list: action.map { [["NOTE_ACTION": $0]] } ?? [])
    section.set("NOTE_MAX", "\(NoteHandlers.textMax)")
    values.add("NOTES", section)
  }

  private func line(_ note: Note) -> TemplateDictionary {
    var values: TemplateDictionary = [
      "AUTHOR": note.author.actorName, "INITIALS": note.author.initials, "NOTE_ID": "\(note.id)",
      "TEXT": VisibleText.marked(note.text),
    ]
    values.show("IS_PROGRAM", if: note.author.initials.isEmpty)
    values.set(time: "AT", note.at, now: context.now)
    if let editedAt = note.editedAt {
      var edited = TemplateDictionary()
      edited.set(time: "EDITED_AT", editedAt, now: context.now)
      values.add("EDITED", edited)
    }
    if namesErrors, case .error(let operation, _, _) = note.subject {
      values.add(
        "ABOUT",
        [
          "LINK": Links.operation(store, operation),
          "OPERATION": localized("operation \(operation)"),
        ])
    }
    guard note.owner === context.owner, context.may(.noteEdit) else { return values }
    values.add(
      "OWN",
      [
        "EDIT_ACTION": tab.on(Links.note(store, note.id, action: "edit")),
        "DELETE_ACTION": tab.on(Links.note(store, note.id, action: "delete")),
        "RAW_TEXT": note.text,
      ])
    return values
  }
}

extension Note {
  func json(for context: PageContext) -> JSONValue {
    var operation: Int64?
    if case .error(let number, _, _) = subject { operation = number }
    return [
      "note": .integer(id), "by": .string(author), "at": JSONValue(at),
      "editedAt": JSONValue(editedAt), "text": .string(text), "operation": JSONValue(operation),
      "own": .bool(owner === context.owner),
    ]
  }
}

extension [Note] {
  func json(for context: PageContext) -> JSONValue { .array(map { $0.json(for: context) }) }
}

extension ConsoleServices {
  /// The notes on a row, and on the errors that it had.
  func notes(onRow id: String, of table: String, in store: StoreHandle) async throws -> [Note] {
    try await data.notes(
      store: store.name, table: table, ids: [id] + store.sync.formerIDs(table, id))
  }
}
