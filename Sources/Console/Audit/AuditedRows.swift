package import ConsoleData
import JSONKit
import Localization
import Support
package import SyncCore
import SyncInspection

/// The rows that an entry keeps values of, where it changed several together.
struct AuditedRows {
  typealias Changed = (row: AuditRecord.Row, before: JSONObject, after: JSONObject)

  let rows: [Changed]
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

  /// All rows, in their order.
  var all: [AuditRecord.Row] { rows.map(\.row) }

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

  /// How an error or a conflict was resolved, which its target begins with; nil for another action.
  var resolution: Resolution.Kind? {
    guard action == ConsoleAction.conflictResolve.rawValue else { return nil }
    return target.split(separator: " ").first.flatMap { Resolution.Kind(rawValue: String($0)) }
  }

  /// The table or tables whose rows it changed, as a sentence names them.
  var tableNames: String {
    if let row { return row.table }
    if let rows = AuditedRows(self) { return rows.tables.joinedAsList() }
    let counts = after?[Self.tablesMember]?.object ?? JSONObject()
    if counts.names.count > 1 {
      return Self.list(counts.names) { name in
        "\(name) (\(Format.number(Int(counts[name]?.integer ?? 0))))"
      }
    }
    let targets = target.split(separator: ", ")
    if action == ConsoleAction.rowsUndelete.rawValue, targets.count > 1 {
      return Self.list(targets.map { String($0.prefix { $0 != " " }) }, \.self)
    }
    let name = target.prefix { $0 != "," }
    return String(name.split(separator: " from store ").first ?? name)
  }

  /// What an entry about rows of several tables keeps beside its report: how many of each.
  fileprivate static let tablesMember = "tables"

  /// More tables are counted.
  private static let listedTablesMax = 3

  private static func list(_ tables: [String], _ words: (String) -> String) -> String {
    tables.count > listedTablesMax
      ? Format.count(tables.count, "table") : tables.map(words).joinedAsList()
  }

  /// The number of the entry that it undid; nil for another action.
  var undoneEntry: Int64? {
    guard action == ConsoleAction.actionUndo.rawValue, target.hasPrefix("entry ") else {
      return nil
    }
    return Int64(target.dropFirst("entry ".count).prefix { $0 != "," })
  }
}

extension JSONValue {
  /// A report with the number of rows of each table, where they are of several.
  func naming(tablesOf rows: [AuditRecord.Row]) -> JSONValue {
    var counts = JSONObject()
    for row in rows {
      counts[row.table] = .integer((counts[row.table]?.integer ?? 0) + 1)
    }
    guard counts.names.count > 1, var object else { return self }
    object[AuditRecord.tablesMember] = .object(counts)
    return .object(object)
  }
}

extension AuditRecord {
  /// What a row was called when this was done to it; nil for an entry from before names were kept.
  func name(of row: Row) -> String? {
    names.first { $0.row.table === row.table && $0.row.id === row.id }?.name
  }

  /// The rows that it was done to; of several the first ones.
  var namedRows: [Row] {
    if let row { return [row] }
    if let rows = AuditedRows(self) { return rows.all }
    return AuditChange.rows(self).map { Row($0.table, $0.id) }
  }

  /// What one of its rows had in a column before the change; nil where the entry does not have it.
  fileprivate func former(_ column: String, of row: Row) -> String? {
    guard action.hasPrefix("rows.") || keepsRow else { return nil }
    return (before?["\(row.table) \(row.id)"] ?? before)?[column]?.string
  }

  /// True for a decision on an operation, which has the whole row as it was.
  private var keepsRow: Bool {
    [ConsoleAction.conflictResolve, .queueCancel].contains { $0.rawValue == action }
  }
}

extension ConsoleServices {
  /// The record with the names of its rows as they were before the change, or of new rows after it.
  ///
  /// None is kept while the store cannot be read.
  ///
  /// - Parameter rows: The rows of a record that does not say them itself.
  func naming(_ record: AuditRecord, rows: [AuditRecord.Row] = []) async -> AuditRecord {
    let rows = rows.isEmpty ? record.namedRows : rows
    guard !rows.isEmpty, let name = record.store, let info = stores.store(name),
      let store = try? await open(info)
    else { return record }
    let announced = AuditIntent.current?.record
    var record = record
    record.names = await store.sync.auditNames(rows) { row, title in
      let former = record.former(title.column, of: row).map { text in
        title.title(Record(id: row.id, values: [title.column: .string(text)]))
      }
      return former ?? (announced?.store === name ? announced?.name(of: row) : nil)
    }
    return record
  }
}

extension SyncContext {
  /// What the first of these rows are called now, for an audit entry.
  package func auditNames(_ rows: [AuditRecord.Row]) async -> [AuditRecord.RowName] {
    await auditNames(rows) { _, _ in nil }
  }

  /// None is kept that is masked for some readers.
  ///
  /// - Parameter former: What a row was called before, if that is known.
  fileprivate func auditNames(
    _ rows: [AuditRecord.Row], former: (AuditRecord.Row, RowTitle) -> String?
  ) async -> [AuditRecord.RowName] {
    var names: [AuditRecord.RowName] = []
    let shown = rows.prefix(ChangeAudit.shownMax)
    for (table, group) in UTF8Dictionary(grouping: shown, by: \.table) {
      let rows = group.map(\.id).unique.map { AuditRecord.Row(table, $0) }
      guard let columns = try? await columns(of: table) else { continue }
      let title = RowTitle(columns: columns)
      guard !maskedColumns(of: table).contains(identical: title.column) else { continue }
      let known = rows.map { ($0, former($0, title)) }
      let unknown = known.filter { $0.1 == nil }.map(\.0.id)
      let present =
        unknown.isEmpty ? [:] : (try? await self.table(table).existing(unknown)) ?? [:]
      names += known.compactMap { row, former in
        (former ?? present[row.id].map(title.title)).map { AuditRecord.RowName(row, $0) }
      }
    }
    return names
  }

  /// The rows of the first of these operations.
  func auditRows(ofOperations ids: [Int64]) async -> [Int64: AuditRecord.Row] {
    let found = try? await operations(Array(ids.prefix(ChangeAudit.shownMax)))
    return found?.mapValues(\.row) ?? [:]
  }
}
