import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// The form for a new row and for changing one.
struct RowFormPage {
  static let template = "RowForm/row-edit"
  /// The form's field that names the staged change whose values it shows.
  static let stagedField = "staged"
  /// The form's field that names the row which it inserts again.
  static let restoredField = "restored"

  /// What stands beside the form of an existing row.
  struct State {
    var badge: Badge
    var context: PageContext
  }

  let store: String
  let table: String
  let form: RowForm
  /// Nil for a new row.
  var record: Record?
  /// The state that saving is bound to.
  var fingerprint: RowFingerprint?
  var softDelete = SoftDelete.none
  /// False where the server gives new rows their ids.
  var takesIDs = true
  /// True where the server keeps files beside the rows.
  var keepsFiles = false
  var stale: Stale?
  /// The title of a row that left the store and is inserted again; nil for any other.
  var restored: String?
  /// The version whose values the form shows instead of the row's own.
  var copiedFrom: String?
  /// The staged change whose values the form shows; nil when it shows none.
  var staged: Int64?
  /// What the server refused of the row, and nobody has decided yet.
  var error: OperationError?
  /// What the store said when it refused; nil when it did not.
  var refusal: String?
  var list = ListOrigin()
  /// True where the person can push once the store is online.
  var mayPush = false
  /// Nil until they were read.
  var references: RowFormReferences?
  var state: State?

  private var name: String? {
    record.map { RowTitle(columns: form.fields.map(\.input.column)).title($0) }
  }

  private var isNew: Bool { record == nil }

  var title: String {
    if let restored { return localized("Restore “\(restored)”") }
    return name.map { name in localized("Edit “\(name)”") } ?? localized("New row in \(table)")
  }

  var values: TemplateDictionary {
    let rows = Links.rows(store, table)
    let link = record.map { list.on(Links.row(store, table, $0.id)) }
    var values: TemplateDictionary = [
      "STORE": store, "STORE_LINK": Links.store(store), "ROWS_LINK": rows, "TABLE": table,
      "HEADLINE": title, "SAVE_ACTION": link ?? rows, "CANCEL_LINK": link ?? rows,
      "SAVE_LABEL": restored != nil
        ? localized("Restore row") : isNew ? localized("Add row") : localized("Save"),
    ]
    values.add(
      "ROW_CRUMB",
      list: record.map { [["LINK": link ?? rows, "TITLE": name ?? $0.id, "ID": $0.id]] } ?? [])
    // A new row has nothing that its values could be compared with.
    values.show("EXISTS", if: !isNew)
    // The change of a row in conflict is pushed only once the conflict is resolved.
    values.show("CAN_PUSH", if: mayPush && error?.isConflict != true)
    values.show("IS_NEW", if: isNew)
    values.add("GUARD", list: fingerprint.map { [["STATE": $0.rawValue]] } ?? [])
    values.add(
      "SHOWN_STAGED",
      list: staged.map { [["STAGED_FIELD": Self.stagedField, "STAGED_ID": "\($0)"]] } ?? [])
    addMistakes(to: &values)
    values.set("COPIED_FROM", ifAny: copiedFrom)
    values.add("RESTORING", list: restored.map { [restoring($0)] } ?? [])
    values.add("REFUSED", list: error.map { [refused($0)] } ?? [])
    values.set(
      "AFTER_SAVING",
      error?.isConflict == true
        ? localized("Pushed once the conflict is resolved") : localized("Sent with the next push")
    )
    values.add("STALE", list: stale.map { [stalePart($0)] } ?? [])
    addNewOnly(to: &values)
    addFilePlace(to: &values)
    values.add("ROW_STATE", list: state.map { [statePart($0)] } ?? [])
    values.add("FIELD", list: form.fields.enumerated().map { field($0.element, $0.offset) })
    return values
  }

  /// What becomes of a row that is inserted again.
  private func restoring(_ title: String) -> TemplateDictionary {
    var part: TemplateDictionary = ["FIELD": Self.restoredField, "TITLE": title]
    part.show("KEEPS_ID", if: takesIDs)
    part.show("NEW_ID", if: !takesIDs)
    part.show("HAS_FILES", if: form.fields.contains { $0.input.column.type == .file })
    return part
  }

  private func addMistakes(to values: inout TemplateDictionary) {
    var list: [FormErrors.Mistake] = []
    if let mistake = form.idMistake {
      list.append(.init(fieldID: "f-id", text: "id: \(mistake)"))
    }
    for (index, field) in form.fields.enumerated() {
      guard let mistake = field.mistake else { continue }
      list.append(.init(fieldID: "f-\(index)", text: labelled(field.column, mistake)))
    }
    if let mistake = form.moreMistake {
      list.append(.init(fieldID: "f-more", text: localized("More columns: \(mistake)")))
    }
    guard !list.isEmpty || refusal != nil else { return values.set(mistakes: nil) }
    let invalidValues = Format.count(list.count, "invalid value")
    let sentence =
      refusal.map { reason in localized("Not saved: \(reason)") }
      ?? localized("Not saved: \(invalidValues).")
    values.set(mistakes: FormErrors(sentence: sentence, list: list))
  }

  private func addNewOnly(to values: inout TemplateDictionary) {
    guard isNew else {
      values.add("ID_FIELD", list: [])
      return values.add("MORE_FIELD", list: [])
    }
    var id: TemplateDictionary = ["VALUE": form.id]
    id.set(mistake: form.idMistake)
    values.add("ID_FIELD", list: takesIDs ? [id] : [])
    var more: TemplateDictionary = ["VALUE": form.more]
    more.set(mistake: form.moreMistake)
    values.add("MORE_FIELD", more)
  }

  /// Where files are uploaded: a form of its own here would throw away what was typed in this one.
  private func addFilePlace(to values: inout TemplateDictionary) {
    let hasFiles = form.fields.contains { $0.input.column.type == .file }
    let row = keepsFiles && hasFiles ? record.map { Links.row(store, table, $0.id) } : nil
    values.add("FILE_PLACE", list: row.map { [["LINK": "\($0)#\(RowFilesView.anchor)"]] } ?? [])
  }

  private func statePart(_ state: State) -> TemplateDictionary {
    var part = TemplateDictionary()
    part.set(badge: "STATE", state.badge)
    part.addTime("CHANGED", record?.updatedAt.flatMap { Timestamp($0) }, state.context)
    part.set("VERSION", ifAny: record?.version)
    return part
  }

  // MARK: - Fields

  private func field(_ field: RowForm.Field, _ index: Int) -> TemplateDictionary {
    let column = field.column
    let reference = references?.dictionary(field)
    var control: TemplateDictionary = [
      "FIELD_ID": "f-\(index)", "COLUMN": column, "WAS": field.opened,
      "VALUE": references?.text(field) ?? field.text, "ERROR_ID": "e-\(index)",
      "LINES": "\(field.input.lines)",
      "KEYBOARD": field.input.column.type == .number ? "decimal" : "text",
      "TYPE": field.input.column.typeTitle(referringTo: references?.target(of: column)),
    ]
    let hint = hint(field, isReference: reference != nil)
    control.add("HINTED", list: hint.isEmpty ? [] : [["HINT": hint]])
    control.show("IS_WIDE", if: field.input.lines > 1)
    control.show("IS_CHANGED", if: field.isTouched && !isNew)
    control.add(
      "WAS_VALUE",
      list: isNew || field.isOpenedUnknown
        ? [] : [shown(field.input.was, field.input.column) { $0.brief }])
    control.add("ERROR", list: field.mistake.map { [["TEXT": $0]] } ?? [])
    control.show("NULL_TICKED", if: field.isNullTicked)
    control.add("DISPUTE", list: field.dispute.map { [choice($0, field)] } ?? [])
    var values = TemplateDictionary()
    if let reference {
      control.add("REFERENCE", reference)
      control.set("UNMATCHED", ifAny: field.unmatched)
      control.set("NAMED_ROW", ifAny: references?.named(field)?.carried)
      values.add("INPUT", control)
      return values
    }
    switch field.input.control {
    case .boolean:
      control.add("CHOICE", list: ["true", "false", ""].map { choice($0, field) })
      values.add("BOOLEAN", control)
    case .line: values.add("INPUT", control)
    case .area: values.add("AREA", control)
    }
    return values
  }

  /// Whose value to keep.
  private func choice(
    _ dispute: RowForm.Field.Dispute, _ field: RowForm.Field
  ) -> TemplateDictionary {
    var choice = TemplateDictionary()
    choice.show("MINE", if: dispute == .mine)
    choice.show("THEIRS", if: dispute == .theirs)
    choice.add("NOW", shown(field.input.was, field.input.column))
    return choice
  }

  /// For `RowForm/_value.tpl`: the name of the row that a value names, else the value.
  func shown(
    _ value: JSONValue, _ column: Column, as part: (Cell) -> Cell = { $0 }
  ) -> TemplateDictionary {
    references?.named(value, in: column.name) ?? part(Cell(full: value, column)).dictionary()
  }

  private func choice(_ value: String, _ field: RowForm.Field) -> TemplateDictionary {
    var choice: TemplateDictionary = ["VALUE": value]
    choice.show("CHECKED", if: field.text == value)
    choice.add("WORD", list: value.isEmpty ? [] : [["TEXT": value]])
    choice.show("NULL_WORD", if: value.isEmpty)
    return choice
  }

  private func hint(_ field: RowForm.Field, isReference: Bool) -> String {
    if isReference { return localized("Type a name or an id") }
    guard field.column === softDelete.column else { return field.input.hint }
    let effect =
      field.input.column.type == .boolean
      ? localized("Soft delete column: true deletes the row.")
      : localized("Soft delete column: a date deletes the row.")
    return [field.input.hint, effect]
      .filter { !$0.isEmpty }.joinedAsRemarks()
  }

  /// What becomes of an edit of a row whose change the server refused.
  private func refused(_ error: OperationError) -> TemplateDictionary {
    [
      "HEADLINE": error.isConflict
        ? [error.headline].joinedAsSentence()
        : localized("The server rejected the last change of this row."),
      "TEXT": error.isConflict
        ? localized(
          "Saving updates the pending change. It is pushed once the conflict is resolved.")
        : localized("Saving updates that change and retries it with the next push."),
      "LINK": Links.error(store, error.id),
      "LABEL": error.isConflict ? localized("Review conflict") : localized("View error"),
    ]
  }
}

extension TemplateDictionary {
  /// Shows INVALID with the sentence, or VALID.
  fileprivate mutating func set(mistake: String?) {
    add("INVALID", list: mistake.map { [["TEXT": $0]] } ?? [])
    show("VALID", if: mistake == nil)
  }
}
