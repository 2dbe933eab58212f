import JSONKit
import SQLiteKit
import Support

/// Decides row by row what a copy does to a table, in the caller's transaction.
struct CopyTarget {
  /// What becomes of a row.
  enum Step {
    case same
    /// Deleted on both sides, or deleted there and never here.
    case nothing
    case insert(Record)
    case update(id: String, JSONObject, seen: Record)
    case delete(id: String)
    case leave(CopyObstacle)
  }

  let local: LocalChange
  let schema: TableSchema?
  /// What the imports of earlier copies are named after.
  let origin: String
  let options: CopyOptions
  /// The columns that are copied.
  let columns: [String]

  private var connection: Connection { local.connection }

  /// The row here; its id may have been given by the server since it was copied.
  func row(_ id: String) throws -> Record? {
    let current = try local.current(id)
    return try schema.flatMap { try RowStore.fetch(current, in: $0, on: connection) }
  }

  /// - Parameter wanted: The other store's row.
  func step(for wanted: Record) throws -> Step {
    let have = try row(wanted.id)
    let operations = try local.operations(have?.id ?? wanted.id)
    if operations.contains(where: { $0.state == .failed || $0.state == .conflict }) {
      return .leave(.unresolvedHere)
    }
    guard let have else {
      if operations.last?.kind == .delete { return .leave(.deletedHere) }
      if wanted.deleted, !options.includesDeleted { return .nothing }
      if let reason = RowID.objection(to: wanted.id) { return .leave(.invalid(reason)) }
      return .insert(wanted)
    }
    if wanted.deleted { return try step(deleting: have, operations) }
    if have.deleted { return .leave(.deletedHere) }
    let changes = wanted.changes(over: have)
    guard !changes.isEmpty else { return .same }
    guard try options.overwrites || isAsCopied(have) else { return .leave(.changedHere) }
    return .update(id: have.id, changes, seen: have)
  }

  private func step(deleting have: Record, _ operations: [StoredOperation]) throws -> Step {
    if have.deleted { return .same }
    if operations.contains(where: { $0.kind == .insert }) { return .leave(.insertNotPushed) }
    return try isAsCopied(have) ? .delete(id: have.id) : .leave(.changedHere)
  }

  /// True while the row is what the last copy made of it.
  private func isAsCopied(_ row: Record) throws -> Bool {
    let names = [row.id] + (try formerIDs(row.id))
    let mark = try connection.first(
      """
      SELECT e.mark FROM syncline_imports i JOIN syncline_imported e ON e.importId = i.id
      WHERE i."table" = ? AND i.source = ? AND e.itemId IN (SELECT value FROM json_each(?))
      ORDER BY i.id DESC LIMIT 1
      """, [.text(local.table), .text(origin), .list(names)]
    ) { (row) throws(SQLiteError) in RowFingerprint(rawValue: try row.decode(at: 0)) }
    guard let mark else { return false }
    // The server may have given the row its id, and further columns, once it was pushed.
    let copied = JSONObject(columns.map { ($0, row.values[$0] ?? .null) })
    return names.contains { id in
      [row.values, copied].contains { values in
        mark.matches(Record(id: id, deleted: row.deleted, values: values))
      }
    }
  }

  private func formerIDs(_ id: String) throws -> [String] {
    try connection.query(
      "SELECT oldId FROM syncline_aliases WHERE \"table\" = ? AND newId = ?",
      [.text(local.table), .text(id)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
  }
}

extension Record {
  /// The values that a row gets to be like this one.
  func changes(over row: Record) -> JSONObject {
    JSONObject(
      values.filter { !agree(row.values[$0.name], $0.value) }.map { ($0.name, $0.value) })
  }
}
