import ConsoleData
import HTTPKit
import JSONKit
import Support
import TemplateKit

/// The list of what was done through the console.
struct AuditPage {
  static let template = "Audit/audit"

  let entries: [AuditEntry]
  /// Of the entries that the reader may take back.
  let undoing: [Int64: UndoAvailability]
  /// Of the entries that were taken back, but not whole.
  let undoneInPart: Set<Int64>
  let query: AuditQuery
  let names: AuditNames
  /// The entry to go on before; nil at the end.
  let next: Int64?
  let context: PageContext

  var values: TemplateDictionary {
    let items = query.items
    var values: TemplateDictionary = [
      "AUDIT_URL": Links.audit, "FROM": items["from"] ?? "", "TO": items["to"] ?? "",
      "SEARCH": items["q"] ?? "", "RANGE": range, "BACK": address { _ in },
    ]
    values.add("WHO_OPTION", list: options(names.who, chosen: items["user"]))
    values.add("ACTION_OPTION", list: options(names.actions, chosen: items["action"]))
    values.add("STORE_OPTION", list: options(names.stores, chosen: items["store"]))
    values.add(
      "RESULT_OPTION",
      list: options(AuditRecord.Result.allCases.map(\.rawValue), chosen: items["result"]))
    values.add("CLEAR", list: query.isFiltered ? [["CLEAR_URL": Links.audit]] : [])
    values.add("ENTRY", list: entries.map(row))
    values.show("EMPTY", if: entries.isEmpty)
    values.add(
      "SIZE",
      list: AuditQuery.sizes.map { size in
        var item: TemplateDictionary = [
          "SIZE_NUMBER": "\(size)", "SIZE_URL": address { $0["size"] = "\(size)" },
        ]
        item.show("SIZE_CURRENT", if: size == query.size)
        return item
      })
    values.add(
      "OLDER", list: next.map { next in [["OLDER_URL": address { $0["after"] = "\(next)" }]] } ?? []
    )
    values.add(
      "NEWEST",
      list: query.filter.before == nil ? [] : [["NEWEST_URL": address { $0["after"] = nil }]])
    return values
  }

  private func address(_ change: (inout QueryItems) -> Void) -> String {
    var items = query.items
    change(&items)
    return Links.with(Links.audit, items)
  }

  private func options(_ names: [String], chosen: String?) -> [TemplateDictionary] {
    names.map { name in
      var option: TemplateDictionary = ["OPTION": name]
      option.show("CHOSEN", if: name === chosen)
      return option
    }
  }

  private var range: String {
    guard let newest = entries.first, let oldest = entries.last else { return "No entries" }
    return newest.id == oldest.id
      ? "Entry \(newest.id)" : "Entries \(newest.id) down to \(oldest.id)"
  }

  /// `, 6 times until 09:43:44` of a refusal that was counted.
  private func repeats(_ entry: AuditEntry) -> String {
    entry.lastAt.map {
      ", \(Format.number(entry.times)) times until \(Format.time($0, now: context.now))"
    } ?? ""
  }

  private func row(_ entry: AuditEntry) -> TemplateDictionary {
    let record = entry.record
    var row: TemplateDictionary = [
      "ID": "\(entry.id)", "ENTRY_URL": Links.auditEntry(entry.id), "WHO": record.who,
      "ADDRESS": record.address, "ACTION": record.action, "WHAT": entry.what + repeats(entry),
    ]
    row.set("CHANGES", ifAny: AuditChange.summary(record))
    if let run = entry.run {
      row.add("RUN", ["LINK": Links.run(run.store, run.id), "TEXT": run.title])
    }
    row.set(moment: "AT", entry.at)
    row.set(badge: "RESULT", entry.badge(context.now, isInPart: undoneInPart.contains(entry.id)))
    let undoing = undoing[entry.id] ?? .none
    row.add("UNDO", list: undoing == .possible ? [["UNDO_URL": Links.undo(entry.id)]] : [])
    if case .impossible = undoing { row.show("NO_UNDO") }
    return row
  }
}

extension AuditEntry {
  /// What it was done to, in words.
  var what: String {
    var text = record.store.map { "\($0): " } ?? ""
    text += record.target
    if let count = record.count, count != 1 { text += ", \(Format.count(count, "row"))" }
    if record.result == .done, let reason = record.reason { text += ". Reason: \(reason)" }
    return text
  }

  /// - Parameter isInPart: What was taken back is not all of it.
  func badge(_ now: Timestamp, isInPart: Bool) -> Badge {
    if let undoneAt {
      let word = isInPart ? "Undone in part" : "Undone"
      return Badge(.skipped, "\(word) \(Format.time(undoneAt, now: now))")
    }
    if let run { return Badge(run) }
    let reason = record.reason.map { ": \($0)" } ?? ""
    return switch record.result {
    case .done: Badge(.done, "Done")
    case .denied: Badge(.failed, "Denied\(reason)")
    case .failed: Badge(.failed, "Failed\(reason)")
    }
  }

  func canUndo(_ context: PageContext) -> Bool {
    record.undo != nil && undoneAt == nil && record.result == .done
      && isUndoable(by: context)
  }
}
