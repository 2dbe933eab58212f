import ConsoleData
import JSONKit
import Localization
import SyncCore

/// What an entry changed, column by column.
struct AuditChange {
  let column: String
  /// Nil where there was none.
  let before: JSONValue?
  let after: JSONValue?

  static func all(_ record: AuditRecord) -> [AuditChange] {
    // The names of rows are no values of one.
    guard rows(record).isEmpty else { return [] }
    let before = record.before?.object ?? JSONObject()
    let after = record.after?.object ?? JSONObject()
    var names = before.names
    for name in after.names where before[name] == nil { names.append(name) }
    return names.compactMap { name in
      // A report has a page of its own, and the operations are what it was done to.
      before[name] == after[name] || name == "report" || name == "operations"
        || name == "tables" && after["report"] != nil
        ? nil : AuditChange(column: name, before: before[name], after: after[name])
    }
  }

  /// The rows that an action on several of one table names in place of their values.
  static func rows(_ record: AuditRecord) -> [UndoPlan.RowName] {
    guard record.before == nil, let after = record.after?.object, after.names == ["rows"],
      let ids = after["rows"]?.array
    else { return [] }
    return ids.compactMap(\.string).map { id in
      // Of one row the entry's target names the id too.
      let ending = " \(id)"
      let isNamed = ids.count == 1 && record.target.hasSuffix(ending)
      let table = isNamed ? String(record.target.dropLast(ending.count)) : record.target
      return .init(table: table, id: id)
    }
  }

  /// The numbers of the operations that were decided on; nil for another action.
  static func operations(_ record: AuditRecord, atMost limit: Int) -> String? {
    guard let numbers = record.before?["operations"]?.array, !numbers.isEmpty else { return nil }
    return list(numbers.prefix(limit).map(text), of: numbers.count)
  }

  /// The first changes in a line; nil when the sentence has them, or nothing is kept about them.
  static func summary(_ record: AuditRecord) -> String? {
    guard record.after != nil,
      let action = ConsoleAction(rawValue: record.action), !namesChanges(action)
    else { return nil }
    if action == .reconcileApply { return repairs(record) }
    // Of a token that was moved back, the sentence has the time.
    if action == .syncReset {
      return record.after?["token"]?.isNull == true
        ? localized("the next pull reads all rows") : nil
    }
    if let rows = AuditedRows(record) {
      return action == .rowsImport ? nil : summary(rows)
    }
    let isNew = record.before == nil
    if isNew, action == .noteEdit { return text(record.after?["note"]) }
    // Of a new row counts what somebody gave it.
    let changes = all(record).filter {
      !SystemColumn.contains($0.column) && (!isNew || $0.after != .null)
    }
    guard !changes.isEmpty else { return nil }
    return list(
      changes.map { change in
        if isNew { return "\(change.column) \(text(change.after))" }
        return switch (change.before, change.after) {
        case (.object?, _), (.array?, _), (_, .object?), (_, .array?): change.column
        default:
          "\(change.column) \(text(change.before)) → \(text(change.after))"
        }
      })
  }

  /// The sentence of these has what was changed.
  private static func namesChanges(_ action: ConsoleAction) -> Bool {
    switch action {
    case .errorAssign, .syncRun, .schedulePause, .storeEdit, .userEdit, .viewSave, .viewShare,
      .actionUndo, .queueRetry, .queueCancel:
      true
    default: false
    }
  }

  /// `2 rows removed here and 1 row pulled`; nil where nothing was changed.
  private static func repairs(_ record: AuditRecord) -> String? {
    func count(_ name: String) -> Int { record.after?.count(name) ?? 0 }
    let (removed, queued, pulled) = (count("removed"), count("queuedInserts"), count("pulled"))
    let parts = [
      removed > 0 ? localized("\(Format.count(removed, "row")) removed here") : nil,
      queued > 0 ? localized("\(Format.count(queued, "insert")) queued") : nil,
      pulled > 0 ? localized("\(Format.count(pulled, "row")) pulled") : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joinedAsList()
  }

  /// `officialName to “Bulk value”`.
  private static func summary(_ rows: AuditedRows) -> String? {
    if let only = rows.only {
      let changes = only.before.names.map { name in
        "\(name) \(text(only.before[name])) → \(text(only.after[name]))"
      }
      return changes.isEmpty ? nil : list(changes)
    }
    let columns = rows.columns.map { column, value in
      guard let value else { return column }
      let new = text(value)
      return localized("\(column) to \(new)", context: "new value of a column")
    }
    return columns.isEmpty ? nil : list(columns)
  }

  /// The first three.
  static func list(_ items: [String]) -> String { list(items.prefix(3), of: items.count) }

  static func list(_ shown: some Collection<String>, of count: Int) -> String {
    let (items, more) = (shown.joinedAsList(), Format.number(count - shown.count))
    return count > shown.count ? localized("\(items), and \(more) more") : items
  }

  private static func text(_ value: JSONValue?) -> String {
    switch value {
    case nil: return localized("nothing")
    case .string(let text)?: return quoted("\(text.prefix(40))\(text.count > 40 ? "…" : "")")
    case .null?: return "NULL"
    case let value?:
      let text = value.serializedText
      return text.prefix(40) + (text.count > 40 ? "…" : "")
    }
  }
}
