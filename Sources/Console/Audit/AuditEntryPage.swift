import ConsoleData
import HTTPKit
import JSONKit
import Localization
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
  let context: PageContext

  var title: String { Self.title(of: entry) }

  private static func title(of entry: AuditEntry) -> String {
    let number = entry.id
    return localized("Entry \(number)")
  }

  var values: TemplateDictionary {
    let record = entry.record
    var values: TemplateDictionary = [
      "AUDIT_URL": Links.audit, "TITLE": title, "WHAT": entry.what,
      "UNDO_URL": Links.undo(entry.id), "BACK": Links.auditEntry(entry.id),
    ]
    if let store = record.store, let report = record.after.flatMap({ ActionReport($0) }) {
      values.add("REPORT", ["LINK": Links.report(store, entry.id), "TEXT": report.sentence])
    }
    if let run = entry.run {
      values.add(
        "RUN",
        ["LINK": Links.run(run.store, run.id), "TITLE": run.title, "FIGURES": run.resultInWords])
    }
    values.add("UNDONE_BY", list: undoneBy.map { [undoing($0)] } ?? [])
    values.set(badge: "RESULT", entry.badge(context.now, isInPart: undoneBy?.record.reason != nil))
    values.add(
      "FACT", list: facts(record).map { ["NAME": $0.0, "TEXT": $0.1] as TemplateDictionary })
    let changes = AuditChange.all(record)
    values.add("CHANGES", list: changes.isEmpty ? [] : [section(changes)])
    values.show("FOR_ADMINS", if: isHidden)
    let rows = rows
    values.add("ROWS", list: rows.isEmpty ? [] : [section(rows)])
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
      "LINK": Links.auditEntry(other.id), "TEXT": Self.title(of: other),
    ]
    part.set("LEFT", ifAny: other.record.reason.map { localized(stored: $0) })
    return part
  }

  private func facts(_ record: AuditRecord) -> [(String, String)] {
    var facts = [
      (localized("When"), Format.full(entry.at, beside: PageZone.current.beside)),
      (localized("Who"), record.who.actorName), (localized("From"), record.address),
      (localized("Action"), record.action),
    ]
    if let store = record.store { facts.append((localized("Store"), store)) }
    facts.append((localized("What"), record.target))
    if let operations = AuditChange.operations(record, atMost: 1_000) {
      facts.append((localized("Operations"), operations))
    }
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
    facts.append((localized("Request"), record.requestID))
    return facts
  }

  /// The rows that taking it back is about, for their history, which outlives them.
  private var rows: [UndoPlan.RowName] {
    let detail = entry.record.undo.flatMap { UndoPlan($0) }
    let kept = (detail?.all ?? []).flatMap { part in
      part.rows.map { UndoPlan.RowName(table: $0.table ?? part.table, id: $0.id) }
    }
    return kept.isEmpty ? AuditChange.rows(entry.record) : kept
  }

  private func section(_ rows: [UndoPlan.RowName]) -> TemplateDictionary {
    let store = entry.record.store ?? ""
    var section: TemplateDictionary = [
      "CAPTION": Format.part(
        min(rows.count, ChangeAudit.shownMax), of: max(rows.count, entry.record.count ?? 0), "row")
    ]
    section.add(
      "ROW",
      list: rows.prefix(ChangeAudit.shownMax).map { row in
        ["TABLE": row.table, "ROW_ID": row.id, "LINK": Links.history(store, row.table, row.id)]
      })
    return section
  }

  private func section(_ changes: [AuditChange]) -> TemplateDictionary {
    var section = TemplateDictionary()
    section.add(
      "CHANGE",
      list: changes.map { change in
        let type = ColumnType(of: change.after ?? .null) ?? .text
        let column = Column(change.column, type)
        var line: TemplateDictionary = ["COLUMN": change.column]
        line.add("OLD_VALUE", cell(change.before, column))
        line.add(
          "NEW_VALUE",
          change.after == nil
            ? cell(nil, column)
            : ValueDifference(column: column, before: change.before, after: change.after).values)
        return line
      })
    return section
  }

  private func cell(_ value: JSONValue?, _ column: Column) -> TemplateDictionary {
    guard let value else {
      var absent = TemplateDictionary()
      absent.add("IS_PLAIN", ["TEXT": "–"])
      return absent
    }
    return Cell(full: value, column).dictionary()
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
    let moved: [(Int, (String) -> String)] = [
      (outcome.pushed, { count in localized("\(count) pushed") }),
      (outcome.pulled, { count in localized("\(count) pulled") }),
      (outcome.deleted, { count in localized("\(count) deleted here") }),
    ]
    let problems = problemCounts.words
    return moved.filter { $0.0 > 0 }.map { $0.1(Format.number($0.0)) }
      + (problems.isEmpty ? [] : [problems])
  }
}
