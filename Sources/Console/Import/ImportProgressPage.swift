import JSONKit
import SyncCore
import TemplateKit

/// How far an import is that takes its time, and what came of it.
struct ImportProgressPage {
  static let template = "import-progress"

  let draft: ImportDraft
  let stage: ImportDraft.Stage

  var title: String {
    switch stage {
    case .reading: "Reading rows for \(draft.table)"
    case .takingBack: "Taking the import into \(draft.table) back"
    case .over: "Import into \(draft.table)"
    case .unreadable, .ready, .writing: "Importing into \(draft.table)"
    }
  }

  var values: TemplateDictionary {
    let (store, table) = (draft.store, draft.table)
    var values: TemplateDictionary = [
      "STORE": store, "STORE_LINK": Links.store(store), "ROWS_LINK": Links.rows(store, table),
      "TABLE": table, "HEADLINE": title, "IMPORT_LINK": Links.importRows(store, table),
      "SOURCE": draft.form.fileName.isEmpty ? "Pasted rows" : draft.form.fileName,
    ]
    switch stage {
    case .reading(let count):
      values.add("LIVE", live(count, of: draft.form.body.count, unit: Format.bytes, "read"))
    case .writing(let count, let preview):
      values.add("LIVE", live(count, of: preview.rowCount, unit: Format.number, "rows written"))
    case .takingBack:
      values.add("LIVE", ["SAY": "Taking back what was written…", "LINK": link])
    case .over(let ending, _):
      let flash = ending.flash
      var over: TemplateDictionary = [
        "KIND": flash.kind.rawValue, "TEXT": flash.text, "DETAIL": flash.detail,
      ]
      over.add("UNDO", list: flash.undoEntry.map { [["UNDO_ACTION": Links.undo($0)]] } ?? [])
      values.add("OVER", over)
    case .unreadable, .ready: break
    }
    return values
  }

  private var link: String { Links.importDraft(draft.store, draft.table, draft.id) }

  private func live(
    _ count: Int, of total: Int, unit: (Int) -> String, _ verb: String
  ) -> TemplateDictionary {
    var live: TemplateDictionary = [
      "SAY": "\(unit(count)) of \(unit(total)) \(verb).", "LINK": link,
    ]
    live.add("BAR", ["MAX": "\(max(total, 1))", "VALUE": "\(count)"])
    live.add(
      "CANCEL",
      ["CANCEL_ACTION": Links.cancelImport(draft.store, draft.table, draft.id)])
    return live
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
        "The import broke off: \(rows) \(written == 1 ? "is" : "are") written.",
        detail: "\(reason) Undo takes them back.", kind: .fail, undoEntry: entry)
    }
  }
}
