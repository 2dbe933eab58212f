import ConsoleData
import Localization
import Support
import SyncCore
import TemplateKit

/// An entry's sentence with links to what it is about, for the template `Audit/_sentence`.
struct AuditEntrySentence {
  let entry: AuditEntry
  /// The present name of its row; nil for a row that is gone.
  let title: String?
  /// What it undid; nil for another action.
  let undone: AuditRecord?
  /// The run that a note was written on.
  let notedRun: Run?
  /// Which settings it changed, as ``AuditedSettings/summary``.
  var settings: String?

  /// The row that it leads to; nil for another sentence, and for a row that is gone.
  var linkedRow: AuditRecord.Row? {
    let subject = (undone ?? entry.record).subject
    return title == nil || !parts.contains(.row) ? nil : subject
  }

  private var parts: [AuditSentence.Part] {
    AuditSentence(entry.record, undone: undone, settings: settings).parts
  }

  func add(to values: inout TemplateDictionary) {
    let link = link
    values.add(
      "PART",
      list: parts.map { part in
        var shown = TemplateDictionary()
        switch part {
        case .text(let text): shown.add("WORDS", ["TEXT": text])
        case .who: shown.add("BY", ["WHO": entry.record.who.actorAtStart])
        case .row: shown.add("ROW", list: link.map { [$0] } ?? [])
        }
        return shown
      })
  }

  /// To the row that the entry is about, to the run that it started or that a note was written on.
  private var link: TemplateDictionary? {
    let record = undone ?? entry.record
    if let subject = record.subject {
      // A row that is gone has no title by now, and no history to lead to.
      return Self.link(
        quoted(record.name(of: subject) ?? title ?? subject.id),
        title == nil
          ? nil : record.store.map { Links.history($0, subject.table, subject.id) })
    }
    if let run = entry.run { return Self.link(run.title, Links.run(run.store, run.id)) }
    if record.run != nil { return Self.link(record.target, nil) }
    guard record.action == ConsoleAction.noteEdit.rawValue, let store = record.store,
      let run = NoteSubject.run(target: record.target)
    else { return nil }
    return Self.link(notedRun?.title ?? quoted(record.target), Links.run(store, run))
  }

  /// A name, with its address where it has one.
  static func link(_ title: String, _ address: String?) -> TemplateDictionary {
    var link: TemplateDictionary = ["TITLE": title, "LINK": address ?? ""]
    link.show("PLAIN", if: address == nil)
    link.show("LINKED", if: address != nil)
    return link
  }
}

extension String {
  /// What the audit calls the command line.
  private static let commandLine = "command line"

  /// As ``actorName``, at the start of a sentence.
  fileprivate var actorAtStart: String {
    if self === Scheduler.name { return localized("The schedule") }
    if self === LiveCenter.name { return localized("The live connection") }
    if self === Self.commandLine { return localized("The command line") }
    return self === ConsoleData.linkUser ? localized("Somebody with a one-time link") : self
  }
}
