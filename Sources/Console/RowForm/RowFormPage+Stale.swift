import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// What changed while a form was open.
extension RowFormPage {
  /// A form that was sent, or staged, before the row changed.
  struct Stale {
    /// The form as it was sent.
    var sent: RowForm
    /// True for a staged change that is opened again; only its own columns are known of it.
    var isStaged = false
    var current: Record
    var isDeleted: Bool
    /// False for a form that had been opened on the deleted row.
    var isSurprise: Bool
    /// What is known of a row that left the store altogether; nil for one that is here.
    var gone: DeletedRowNotice?
    /// The row's newest change; nil when no history is kept.
    var last: HistoryEntry?
    var now: Timestamp

    var headline: String {
      if isStaged { return localized("This row changed since you staged your change.") }
      if gone != nil {
        return localized("This row was removed from the store while you were editing.")
      }
      guard isDeleted else { return localized("This row changed while you were editing.") }
      return isSurprise
        ? localized("This row was deleted while you were editing.")
        : localized("This row is deleted.")
    }

    /// What is said where no column of the form changed.
    var withoutChanges: String {
      isStaged
        ? localized("None of the columns you changed. Other people’s changes are kept.")
        : localized("No values changed, only the sync state.")
    }

    /// Who did it, and when.
    var cause: String? {
      if let gone { return gone.cause(now: now) }
      return last?.sentence(now: now)
    }
  }

  func stalePart(_ stale: Stale) -> TemplateDictionary {
    var part: TemplateDictionary = [
      "RELOAD_LINK": Links.row(store, table, stale.current.id, action: "edit"),
      "HEADLINE": stale.headline, "ROW_LINK": Links.row(store, table, stale.current.id),
    ]
    part.set("CAUSE", ifAny: stale.cause)
    part.show("DELETED", if: stale.isDeleted && stale.gone == nil)
    part.show("CHANGED", if: !stale.isDeleted)
    part.set("BEFORE", stale.isStaged ? localized("When staged") : localized("When opened"))
    let id = stale.current.id
    part.add("GONE", list: stale.gone.map { [$0.part(of: id, self.table, in: store)] } ?? [])
    part.show("HERE", if: stale.gone == nil && !stale.isStaged)
    let changes = stale.sent.fields.compactMap { field -> TemplateDictionary? in
      let now = stale.current.value(field.column)
      guard field.isOpenedUnknown || now != field.input.was else { return nil }
      var change: TemplateDictionary = ["COLUMN": field.column]
      let known = field.isOpenedUnknown ? [now] : [field.input.was, now]
      change.show("NOT_KNOWN", if: field.isOpenedUnknown)
      change.add("SIDE", list: known.map { shown($0, field.input.column) })
      let isDisputed = field.isDisputed(now)
      change.add("TOUCHED", list: isDisputed ? [typed(field)] : [])
      change.show("UNTOUCHED", if: !field.isTouched)
      change.show("ALIKE", if: field.isTouched && !isDisputed)
      return change
    }
    guard stale.gone == nil, !changes.isEmpty || !stale.isDeleted else {
      // Deleting it is all that happened, or all that is known.
      part.add("CHANGES", list: [])
      return part
    }
    var table = TemplateDictionary()
    table.add("CHANGE", list: changes)
    table.set("NO_CHANGES", ifAny: changes.isEmpty ? stale.withoutChanges : nil)
    part.add("CHANGES", table)
    return part
  }

  private func typed(_ field: RowForm.Field) -> TemplateDictionary {
    let text = field.isNullTicked && field.text.isEmpty ? "NULL" : field.text
    return references?.named(.string(field.text), in: field.column)
      ?? Cell.plain(text).dictionary()
  }
}
