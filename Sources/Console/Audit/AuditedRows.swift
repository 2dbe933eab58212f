import ConsoleData
import JSONKit
import Localization
import Support

/// The rows that an entry keeps values of, where it changed several together.
struct AuditedRows {
  typealias Changed = (row: AuditRecord.Row, before: JSONObject, after: JSONObject)

  private let rows: [Changed]
  /// Only some of the rows that were changed are kept.
  private let isPart: Bool

  /// Nil for an entry that keeps the values of one row, or none.
  init?(_ record: AuditRecord) {
    guard record.action.hasPrefix("rows."), let before = record.before?.object else { return nil }
    var rows: [Changed] = []
    for name in before.names {
      guard let was = before[name]?.object, let space = name.firstIndex(of: " ") else { return nil }
      let row = AuditRecord.Row(
        String(name[..<space]), String(name[name.index(after: space)...]))
      rows.append((row, was, record.after?[name]?.object ?? JSONObject()))
    }
    guard !rows.isEmpty else { return nil }
    self.rows = rows
    isPart = record.count.map { $0 > rows.count } ?? false
  }

  /// The row, where it is only one.
  var only: Changed? { rows.count == 1 ? rows[0] : nil }

  var tables: [String] {
    rows.reduce(into: []) { tables, changed in
      if !tables.contains(where: { $0 === changed.row.table }) { tables.append(changed.row.table) }
    }
  }

  /// The columns, with the new value where all rows got the same.
  var columns: [(name: String, value: JSONValue?)] {
    var names: [String] = []
    for name in rows.flatMap(\.before.names) where !names.contains(where: { $0 === name }) {
      names.append(name)
    }
    return names.map { name in
      let value = rows[0].after[name]
      return (name, !isPart && rows.allSatisfy { $0.after[name] == value } ? value : nil)
    }
  }
}

extension AuditRecord {
  /// The one row that it is about.
  var subject: Row? { row ?? AuditedRows(self)?.only?.row }

  /// The table or tables whose rows it changed, as a sentence names them.
  var tableNames: String {
    if let row { return row.table }
    if let rows = AuditedRows(self) { return rows.tables.joined(separator: ", ") }
    let name = target.prefix { $0 != "," }
    return String(name.split(separator: " from store ").first ?? name)
  }

  /// The number of the entry that it undid; nil for another action.
  var undoneEntry: Int64? {
    guard action == ConsoleAction.actionUndo.rawValue, target.hasPrefix("entry ") else {
      return nil
    }
    return Int64(target.dropFirst("entry ".count).prefix { $0 != "," })
  }
}
