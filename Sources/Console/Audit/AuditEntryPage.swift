import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// One entry of the audit, whole.
struct AuditEntryPage {
  static let template = "Audit/audit-entry"

  let entry: AuditEntry
  /// The entry's values are left out, for somebody else may see them.
  let isHidden: Bool
  let undoing: UndoAvailability
  /// The entry of its undoing; nil where there was none.
  var undoneBy: AuditEntry?
  let sentence: AuditEntrySentence
  let changes: AuditEntryChanges
  /// The present names of ``AuditEntry/listedRows``, by table and id.
  let names: UTF8Dictionary<UTF8Dictionary<String>>
  let context: PageContext

  var title: String { Self.title(of: entry.id) }

  private static func title(of number: Int64) -> String { localized("Entry \(number)") }

  var values: TemplateDictionary {
    let record = entry.record
    var values: TemplateDictionary = [
      "AUDIT_URL": Links.audit, "TITLE": title, "UNDO_URL": Links.undo(entry.id),
      "BACK": Links.auditEntry(entry.id), "JSON_TEXT": VisibleText.json(entry.json.pretty),
    ]
    sentence.add(to: &values)
    values.set("SUMMARY", ifAny: changes.lines.isEmpty ? AuditChange.summary(record) : nil)
    if let store = record.store, let report = record.after.flatMap({ ActionReport($0) }) {
      values.add("REPORT", ["LINK": Links.report(store, entry.id), "TEXT": report.sentence])
    }
    if let run = entry.run {
      values.add(
        "RUN",
        ["LINK": Links.run(run.store, run.id), "TITLE": run.title, "FIGURES": run.resultInWords])
    }
    values.add("UNDONE_BY", list: undoneBy.map { [undoing($0)] } ?? [])
    values.add("UNDID", list: undid)
    values.set(badge: "RESULT", entry.badge(context.now, isInPart: undoneBy?.record.reason != nil))
    values.add("FACT", list: facts(record).map(Self.fact))
    values.add("KEPT_FACT", list: storedFacts(record).map(Self.fact))
    values.add("CHANGES", list: changes.lines.isEmpty ? [] : [changes.values(link: link)])
    values.show("FOR_ADMINS", if: isHidden)
    values.add("ROWS", list: rowsSection)
    values.show("CAN_UNDO", if: undoing == .possible && entry.isUndoable(by: context))
    if case .impossible(let reason) = undoing {
      values.set("CANNOT_UNDO", ifAny: reason)
    } else {
      values.set("CANNOT_UNDO", ifAny: nil)
    }
    return values
  }

  private func undoing(_ other: AuditEntry) -> TemplateDictionary {
    var part: TemplateDictionary = [
      "LINK": Links.auditEntry(other.id), "TEXT": Self.title(of: other.id),
    ]
    part.set("LEFT", ifAny: other.record.reason.map { localized(stored: $0) })
    return part
  }

  /// The entry that it undid, where that may be seen.
  private var undid: [TemplateDictionary] {
    guard sentence.undone != nil, let number = entry.record.undoneEntry else { return [] }
    return [["LINK": Links.auditEntry(number), "TEXT": Self.title(of: number)]]
  }

  private static func fact(_ name: String, _ text: String) -> TemplateDictionary {
    ["NAME": name, "TEXT": text]
  }

  private func facts(_ record: AuditRecord) -> [(String, String)] {
    var facts = [
      (localized("When"), Format.full(entry.at, beside: PageZone.current.beside)),
      (localized("Who"), record.who.actorName),
    ]
    if let store = record.store { facts.append((localized("Store"), store)) }
    if let table = record.subject?.table { facts.append((localized("Table"), table)) }
    if let count = record.count { facts.append((localized("Rows"), Format.number(count))) }
    facts.append((localized("Result"), entry.run.map { Badge($0).word } ?? entry.result.word))
    if let reason = entry.reason { facts.append((localized("Reason"), localized(stored: reason))) }
    if let last = entry.lastAt {
      facts.append((localized("Times"), Format.number(entry.times)))
      facts.append((localized("Last"), Format.full(last, beside: PageZone.current.beside)))
    }
    if let undone = entry.undoneAt {
      facts.append((localized("Undone"), Format.full(undone, beside: PageZone.current.beside)))
    }
    return facts
  }

  /// What the log keeps of the entry, as it is stored.
  private func storedFacts(_ record: AuditRecord) -> [(String, String)] {
    [
      (localized("Action"), record.action), (localized("What"), record.target),
      (localized("Operations"), AuditChange.operations(record, atMost: 1_000) ?? ""),
      (localized("From"), record.address), (localized("Request"), record.requestID),
    ].filter { !$0.1.isEmpty }
  }

  // MARK: - Rows

  /// Its rows, but for the only one where the sentence leads to it.
  private var rowsSection: [TemplateDictionary] {
    let rows = entry.listedRows
    guard !rows.isEmpty, rows.count > 1 || rows[0] != sentence.linkedRow else { return [] }
    var section: TemplateDictionary = [
      "CAPTION": Format.part(
        min(rows.count, ChangeAudit.shownMax), of: max(rows.count, entry.record.count ?? 0), "row")
    ]
    section.add(
      "LISTED",
      list: rows.prefix(ChangeAudit.shownMax).map { row in
        var line = link(to: row)
        line.set("TABLE", row.table)
        return line
      })
    return [section]
  }

  /// To the history of a row, which outlives it where the entry keeps the row for undoing.
  private func link(to row: AuditRecord.Row) -> TemplateDictionary {
    let present = names[row.table]?[row.id]
    let hasHistory = present != nil || entry.keptRows.contains(row)
    return AuditEntrySentence.link(
      entry.record.name(of: row) ?? present ?? row.id,
      hasHistory ? entry.record.store.map { Links.history($0, row.table, row.id) } : nil)
  }
}

extension AuditEntry {
  /// The rows that undoing it is about, or that it names in place of their values.
  fileprivate var keptRows: [AuditRecord.Row] {
    let detail = record.undo.flatMap { UndoPlan($0) }
    let kept = (detail?.all ?? []).flatMap { part in
      part.rows.map { AuditRecord.Row($0.table ?? part.table, $0.id) }
    }
    guard kept.isEmpty else { return kept }
    return AuditChange.rows(record).map { AuditRecord.Row($0.table, $0.id) }
  }

  /// The rows that its page lists.
  var listedRows: [AuditRecord.Row] {
    let kept = keptRows
    guard kept.isEmpty else { return kept }
    let named = record.namedRows
    return named.isEmpty ? record.names.map(\.row) : named
  }
}

extension Run {
  /// `Cancelled, 18 pushed, 2 with unknown outcome`, as the list of runs shows it.
  fileprivate var resultInWords: String {
    let figures = figuresInWords
    // Of a run that only left operations undone, their counts are the result.
    let endsInProblems = state == .failed && outcome.message == nil && problemCounts.sum > 0
    return (endsInProblems ? figures : [Badge(self).word] + figures).joinedAsList()
  }

  /// `18 pushed` and `2 conflicts`.
  var figuresInWords: [String] {
    let (pushed, pulled) = (Format.number(outcome.pushed), Format.number(outcome.pulled))
    let deletions = Format.count(outcome.deleted, "deletion")
    let moved = [
      (outcome.pushed, localized("\(pushed) pushed")),
      (outcome.pulled, localized("\(pulled) pulled")),
      (outcome.deleted, localized("\(deletions) pulled")),
    ]
    let problems = problemCounts.words
    return moved.filter { $0.0 > 0 }.map(\.1) + (problems.isEmpty ? [] : [problems])
  }
}
