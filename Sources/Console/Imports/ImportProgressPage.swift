import JSONKit
import SyncCore
import TemplateKit

/// How far an import, or taking one back, is that takes its time, and what came of it.
struct ImportProgressPage {
  static let template = "Imports/import-progress"

  let title: String
  var values: TemplateDictionary

  init(draft: ImportDraft, stage: ImportDraft.Stage) {
    let (store, table) = (draft.store, draft.table)
    title =
      switch stage {
      case .reading: "Reading rows for \(table)"
      case .takingBack: "Undoing the import into \(table)"
      case .over: "Import into \(table)"
      case .unreadable, .ready, .writing: "Importing into \(table)"
      }
    let form = Links.importRows(store, table)
    values = Self.frame(store, table, title, from: ("Import", form))
    values.set("SOURCE", draft.form.fileName.isEmpty ? "Pasted rows" : draft.form.fileName)
    let link = Links.importDraft(store, table, draft.id)
    let cancel = Links.cancelImport(store, table, draft.id)
    switch stage {
    case .reading(let count):
      live(count, of: draft.form.body.count, unit: Format.bytes, "read", link, cancel)
    case .writing(let count, let preview):
      live(count, of: preview.rowCount, unit: Format.number, "rows imported", link, cancel)
    case .takingBack:
      values.add("LIVE", ["SAY": "Undoing what was imported…", "LINK": link])
    case .over(let ending, let preview):
      over(draft.flash(ending, preview))
      values.add("MORE", ["IMPORT_LINK": form])
    case .unreadable, .ready: break
    }
  }

  init(_ work: ImportReversals.Work) {
    title = "Undoing the import into \(work.table)"
    let entry = Links.auditEntry(work.entry)
    values = Self.frame(work.store, work.table, title, from: ("Audit entry \(work.entry)", entry))
    values.set("SOURCE", "Undo of audit entry \(work.entry)")
    switch work.stage {
    case .working(let done, let all):
      live(done, of: all, unit: Format.number, "rows undone", Links.undo(work.entry), nil)
    case .done(let back): over(ImportUndo.flash(back, work.table))
    case .refused(let reason):
      over(
        Flash("This cannot be undone.", detail: "\(reason) Nothing was changed.", kind: .warn))
    case .brokenOff(let reason, _):
      var flash = Flash(
        "Undo was interrupted.", detail: "\(reason) \(ImportUndo.goesOn)", kind: .fail)
      flash.undoEntry = work.entry
      over(flash)
    }
  }

  private static func frame(
    _ store: String, _ table: String, _ title: String, from: (name: String, link: String)
  ) -> TemplateDictionary {
    [
      "STORE": store, "STORE_LINK": Links.store(store), "ROWS_LINK": Links.rows(store, table),
      "TABLE": table, "HEADLINE": title, "FROM": from.name, "FROM_LINK": from.link,
    ]
  }

  private mutating func live(
    _ count: Int, of total: Int, unit: (Int) -> String, _ verb: String, _ link: String,
    _ cancel: String?
  ) {
    var live: TemplateDictionary = [
      "SAY": "\(unit(count)) of \(unit(total)) \(verb).", "LINK": link,
    ]
    live.add("BAR", ["MAX": "\(max(total, 1))", "VALUE": "\(count)"])
    if let cancel { live.add("CANCEL", ["CANCEL_ACTION": cancel]) }
    values.add("LIVE", live)
  }

  private mutating func over(_ flash: Flash) {
    var over: TemplateDictionary = [
      "KIND": flash.kind.rawValue, "TEXT": flash.text, "DETAIL": flash.detail,
    ]
    over.add("STEP", list: flash.steps.map { ["LABEL": $0.label, "LINK": $0.url] })
    over.add("UNDO", list: flash.undoEntry.map { [["UNDO_ACTION": Links.undo($0)]] } ?? [])
    values.add("OVER", over)
  }
}

extension ImportEnding {
  /// What the next page says of it.
  var flash: Flash {
    let rows = Format.count(written, "row")
    switch kind {
    case .done:
      return Flash("Imported: \(counts.summary).", detail: next, undoEntry: entry)
    case .differs:
      return Flash(
        "Nothing was imported.", detail: "Rows changed since the preview.", kind: .warn)
    case .takenBack(let reason):
      return Flash("Nothing was imported.", detail: "\(reason)", kind: .warn)
    case .brokenOff(let reason):
      return Flash(
        "Import interrupted: \(rows) imported.",
        detail: "\(reason) Undo removes them.", kind: .fail, undoEntry: entry)
    }
  }
}
