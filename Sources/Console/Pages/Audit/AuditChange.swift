import ConsoleData
import JSONKit

/// What an entry changed, column by column.
struct AuditChange {
  let column: String
  /// Nil where there was none.
  let before: JSONValue?
  let after: JSONValue?

  static func all(_ record: AuditRecord) -> [AuditChange] {
    let before = record.before?.object ?? JSONObject()
    let after = record.after?.object ?? JSONObject()
    var names = before.names
    for name in after.names where before[name] == nil { names.append(name) }
    return names.compactMap { name in
      // A report has a page of its own.
      before[name] == after[name] || name == "report"
        ? nil : AuditChange(column: name, before: before[name], after: after[name])
    }
  }

  /// The first changes in a line; nil when nothing is kept about them.
  static func summary(_ record: AuditRecord) -> String? {
    guard record.before != nil, record.after != nil else { return nil }
    let changes = all(record)
    guard !changes.isEmpty else { return nil }
    let shown = changes.prefix(3).map { change in
      "\(change.column) from \(text(change.before)) to \(text(change.after))"
    }
    let rest = changes.count - shown.count
    return shown.joined(separator: ", ") + (rest > 0 ? ", and \(rest) more" : "")
  }

  private static func text(_ value: JSONValue?) -> String {
    switch value {
    case nil: return "nothing"
    case .string(let text)?: return "“\(text.prefix(40))\(text.count > 40 ? "…" : "")”"
    case .null?: return "NULL"
    case let value?: return String(value.serializedText.prefix(40))
    }
  }
}
