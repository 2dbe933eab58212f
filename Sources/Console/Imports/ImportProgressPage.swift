import JSONKit
import Localization
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
      case .reading: localized("Reading rows for \(table)")
      case .takingBack: localized("Undoing the import into \(table)")
      case .over: localized("Import into \(table)")
      case .unreadable, .ready, .writing: localized("Importing into \(table)")
      }
    let form = Links.importRows(store, table)
    values = Self.frame(store, table, title, from: (localized("Import"), form))
    let file = draft.form.fileName
    values.set("SOURCE", file.isEmpty ? localized("Pasted rows") : file)
    let link = Links.importDraft(store, table, draft.id)
    let cancel = Links.cancelImport(store, table, draft.id)
    switch stage {
    case .reading(let count):
      let all = draft.form.body.count
      let (bytesRead, bytes) = (Format.bytes(count), Format.bytes(all))
      live(count, of: all, localized("\(bytesRead) of \(bytes) read."), link, cancel)
    case .writing(let count, let preview):
      let all = preview.rowCount
      let (rowsImported, rows) = (Format.number(count), Format.number(all))
      live(count, of: all, localized("\(rowsImported) of \(rows) rows imported."), link, cancel)
    case .takingBack:
      values.add("LIVE", ["SAY": localized("Undoing what was imported…"), "LINK": link])
    case .over(let ending, let preview):
      over(draft.flash(ending, preview))
      values.add("MORE", ["IMPORT_LINK": form])
    case .unreadable, .ready: break
    }
  }

  init(_ work: ImportReversals.Work) {
    title = localized("Undoing the import into \(work.table)")
    let from = (
      name: localized("Audit entry \(work.entry)"), link: Links.auditEntry(work.entry)
    )
    values = Self.frame(work.store, work.table, title, from: from)
    values.set("SOURCE", localized("Undo of audit entry \(work.entry)"))
    switch work.stage {
    case .working(let done, let all):
      let (rowsUndone, rows) = (Format.number(done), Format.number(all))
      live(
        done, of: all, localized("\(rowsUndone) of \(rows) rows undone."), Links.undo(work.entry),
        nil)
    case .done(let back): over(ImportUndo.flash(back, work.table))
    case .refused(let reason):
      over(
        Flash(
          localized("This cannot be undone."),
          detail: [reason, localized("Nothing was changed.")].joinedAsSentences(), kind: .warn))
    case .brokenOff(let reason, _):
      var flash = Flash(
        localized("Undo was interrupted."), detail: "\(reason) \(ImportUndo.goesOn)", kind: .fail)
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
    _ count: Int, of total: Int, _ sentence: String, _ link: String, _ cancel: String?
  ) {
    var live: TemplateDictionary = ["SAY": sentence, "LINK": link]
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
      return Flash(
        localized("Imported: \(counts.summary)."), detail: next, undoEntry: entry,
        offersPush: true)
    case .differs:
      return Flash(
        localized("Nothing was imported."), detail: localized("Rows changed since the preview."),
        kind: .warn)
    case .takenBack(let reason):
      return Flash(localized("Nothing was imported."), detail: "\(reason)", kind: .warn)
    case .brokenOff(let reason):
      return Flash(
        localized("Import interrupted: \(rows) imported."),
        detail: [reason, localized("Undo removes them.")].joinedAsSentences(), kind: .fail,
        undoEntry: entry)
    }
  }
}
