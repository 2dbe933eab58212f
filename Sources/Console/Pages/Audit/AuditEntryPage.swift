import ConsoleData
import JSONKit
import SyncCore
import TemplateKit

/// One entry of the audit, whole.
struct AuditEntryPage {
  static let template = "audit-entry"

  /// Whether the entry can be taken back now.
  enum Undoing: Equatable {
    case possible
    /// The sentence that says why not.
    case impossible(String)
    /// It never could.
    case none
  }

  let entry: AuditEntry
  let undoing: Undoing
  let context: PageContext

  var title: String { "Entry \(entry.id)" }

  var values: TemplateDictionary {
    let record = entry.record
    var values: TemplateDictionary = [
      "AUDIT_URL": Links.audit, "TITLE": title, "WHAT": entry.what,
      "UNDO_URL": Links.undo(entry.id),
    ]
    values.set(chip: "RESULT", entry.chip(context.now))
    values.add(
      "FACT", list: facts(record).map { ["NAME": $0.0, "TEXT": $0.1] as TemplateDictionary })
    let changes = AuditChange.all(record)
    values.add("CHANGES", list: changes.isEmpty ? [] : [section(changes)])
    values.show("CAN_UNDO", if: undoing == .possible && entry.isUndoable(by: context))
    if case .impossible(let reason) = undoing {
      values.set("CANNOT_UNDO", ifAny: reason)
    } else {
      values.set("CANNOT_UNDO", ifAny: nil)
    }
    return values
  }

  private func facts(_ record: AuditRecord) -> [(String, String)] {
    var facts = [
      ("When", Format.full(entry.at)), ("Who", record.who), ("From", record.address),
      ("Action", record.action),
    ]
    if let store = record.store { facts.append(("Store", store)) }
    facts.append(("What", record.target))
    if let count = record.count { facts.append(("Rows", Format.number(count))) }
    facts.append(("Result", record.result.rawValue))
    if let reason = record.reason { facts.append(("Reason", reason)) }
    if let undone = entry.undoneAt { facts.append(("Undone", Format.full(undone))) }
    facts.append(("Request", record.requestID))
    return facts
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
