import JSONKit
import SQLiteKit
import Support

/// Copies the pending changes of a table, in the caller's transaction.
struct PendingCopy {
  let table: String
  let now: Timestamp
  let connection: Connection
  let remote: any Remote
  let schema: TableSchema?

  private enum Step {
    case same
    case insert(Record)
    case update(id: String, JSONObject)
    case undelete(id: String, JSONObject)
    case delete(id: String, forGood: Bool)
    case skip(SkipReason)
  }

  func run(
    _ changes: ArraySlice<PendingChange>, performing: Bool
  ) throws -> PendingCopyReport {
    var report = PendingCopyReport(table: table)
    for change in changes {
      if let reason = try copy(change, performing: performing, &report) {
        report.skipped.add(change.id, reason)
      }
    }
    return report
  }

  /// - Returns: Why the change is skipped; nil when it is not.
  private func copy(
    _ change: PendingChange, performing: Bool, _ report: inout PendingCopyReport
  ) throws -> SkipReason? {
    let local = LocalChange(connection: connection, table: table, now: now, by: change.by)
    let step = try step(for: change, local)
    switch step {
    case .same:
      report.same += 1
      return nil
    case .skip(let reason): return reason
    case .insert, .update, .undelete, .delete: break
    }
    do {
      if performing { try connection.savepoint { _ in try make(step, local) } }
      report.copied += 1
      if case .delete(_, let isForGood) = step, isForGood || schema?.softDelete == SoftDelete.none {
        report.removals += 1
      }
      return nil
    } catch let error as SyncError {
      return .invalid(error.description)
    }
  }

  private func make(_ step: Step, _ local: LocalChange) throws {
    switch step {
    case .same, .skip: break
    case .insert(let row):
      if let reason = RowID.objection(to: row.id) { throw SyncError.invalidID(reason) }
      try local.insert(Record(id: row.id, values: row.setValues))
    case .update(let id, let values): try local.update(id, values, ifState: nil)
    case .undelete(let id, let values):
      try local.undelete(id)
      if !values.isEmpty { try local.update(id, values, ifState: nil) }
    case .delete(let id, let isForGood):
      try isForGood ? local.hardDelete(id) : local.delete(id)
    }
  }

  private func step(for change: PendingChange, _ local: LocalChange) throws -> Step {
    if change.isInConflict { return .skip(.conflictInSource) }
    let rows = CopiedRows(local: local, schema: schema, remote: remote)
    let have = try rows.find(change.id)
    let operations = try local.operations(have?.id ?? change.id)
    if operations.contains(where: { $0.state == .failed || $0.state == .conflict }) {
      return .skip(.unresolvedHere)
    }
    guard let row = change.row, !row.deleted else {
      guard let have, !rows.isDeleted(have) else { return .same }
      guard let base = change.base, base.changes(over: have).isEmpty else {
        return .skip(.changedHere)
      }
      return .delete(id: have.id, forGood: change.isRemovedForGood)
    }
    guard let have else {
      if try operations.last?.kind == .delete || wasHere(change.id) { return .skip(.deletedHere) }
      return change.base == nil || change.base?.deleted == true
        ? .insert(row) : .skip(.missingHere)
    }
    return step(from: have, to: row, base: change.base)
  }

  /// True for a row that was here once: somebody deleted it.
  private func wasHere(_ id: String) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM syncline_history WHERE \"table\" = ? AND itemId = ? LIMIT 1",
      [.text(table), .text(id)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } != nil
  }

  private func step(from have: Record, to row: Record, base: Record?) -> Step {
    let changes = row.changes(over: have)
    if have.deleted {
      return base?.deleted == true ? .undelete(id: have.id, changes) : .skip(.deletedHere)
    }
    if changes.isEmpty { return .same }
    guard let base, !base.deleted, base.changes(over: have).isEmpty else {
      return .skip(.changedHere)
    }
    return .update(id: have.id, changes)
  }
}
