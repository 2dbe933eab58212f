import JSONKit
import SQLiteKit
import Support

/// What became of the pending changes of another store, table by table.
package struct TakeOverReport: Sendable, Hashable {
  package var table: String
  /// Rows whose pending change is queued here now.
  package var taken = 0
  /// Rows that are here already as the change makes them.
  package var same = 0
  package var left = 0
  /// The first of ``left``.
  package var leftRows: [CopyReport.Left] = []

  package init(table: String) { self.table = table }

  package var isWhole: Bool { left == 0 }
}

extension SyncContext {
  /// What ``takeOverPendingChanges(from:table:)`` would do; the other store may be online.
  package func previewTakeOver(
    from source: SyncContext, table: String
  ) async throws -> TakeOverReport {
    let changes = try await pendingChanges(of: source, table)
    return try await database.read { connection in
      try TakeOver(table: table, now: self.time.now, connection: connection)
        .run(changes, performing: false)
    }
  }

  /// Queues the pending changes of another store here, each by who made it, so that they go to this
  /// store's server.
  ///
  /// A change is taken over when the row here is the one that it was made on; otherwise it is left,
  /// with the reason. The other store keeps its queue, so it must not push any more: it has to be
  /// offline. Calling it again takes over what is left.
  ///
  /// - Throws: ``CopyError``, `SyncError.noSuchTable`, or what the databases throw.
  package func takeOverPendingChanges(
    from source: SyncContext, table: String
  ) async throws -> TakeOverReport {
    guard try await source.isOffline else { throw CopyError.sourceIsOnline }
    let changes = try await pendingChanges(of: source, table)
    let now = time.now
    return try await commit(noting: true, counting: \.taken) { connection in
      try TakeOver(table: table, now: now, connection: connection)
        .run(changes, performing: true)
    }
  }

  private func pendingChanges(
    of source: SyncContext, _ table: String
  ) async throws -> [PendingChange] {
    guard source.path != path else { throw CopyError.sameStore }
    try await requireTable(table)
    return try await CopySource(source, table, to: self).pendingChanges()
  }
}

/// Takes the pending changes of a table over, in the caller's transaction.
private struct TakeOver {
  let table: String
  let now: Timestamp
  let connection: Connection

  private enum Step {
    case same
    case insert(Record)
    case update(id: String, JSONObject)
    case undelete(id: String, JSONObject)
    case delete(id: String, forGood: Bool)
    case leave(CopyObstacle)
  }

  func run(_ changes: [PendingChange], performing: Bool) throws -> TakeOverReport {
    var report = TakeOverReport(table: table)
    for change in changes {
      let obstacle = try take(change, performing: performing, &report)
      guard let obstacle else { continue }
      report.left += 1
      if report.leftRows.count < CopyReport.namedMax {
        report.leftRows.append(.init(id: change.id, obstacle: obstacle))
      }
    }
    return report
  }

  private func take(
    _ change: PendingChange, performing: Bool, _ report: inout TakeOverReport
  ) throws -> CopyObstacle? {
    let local = LocalChange(connection: connection, table: table, now: now, by: change.by)
    let step = try step(for: change, local)
    switch step {
    case .same:
      report.same += 1
      return nil
    case .leave(let obstacle): return obstacle
    case .insert, .update, .undelete, .delete: break
    }
    do {
      if performing { try connection.savepoint { _ in try make(step, local) } }
      report.taken += 1
      return nil
    } catch let error as SyncError {
      return .invalid(error.description)
    }
  }

  private func make(_ step: Step, _ local: LocalChange) throws {
    switch step {
    case .same, .leave: break
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
    if change.isInConflict { return .leave(.conflictInSource) }
    let id = try local.current(change.id)
    let have = try Catalogue.table(table, on: connection)
      .flatMap { try RowStore.fetch(id, in: $0, on: connection) }
    let operations = try local.operations(id)
    if operations.contains(where: { $0.state == .failed || $0.state == .conflict }) {
      return .leave(.unresolvedHere)
    }
    guard let row = change.row, !row.deleted else {
      guard let have, !have.deleted else { return .same }
      guard let base = change.base, base.changes(over: have).isEmpty else {
        return .leave(.changedHere)
      }
      return .delete(id: id, forGood: change.row == nil)
    }
    guard let have else {
      if operations.last?.kind == .delete { return .leave(.deletedHere) }
      return change.base == nil || change.base?.deleted == true
        ? .insert(row) : .leave(.missingHere)
    }
    return step(from: have, to: row, base: change.base)
  }

  private func step(from have: Record, to row: Record, base: Record?) -> Step {
    let changes = row.changes(over: have)
    if have.deleted {
      return base?.deleted == true ? .undelete(id: have.id, changes) : .leave(.deletedHere)
    }
    if changes.isEmpty { return .same }
    guard let base, !base.deleted, base.changes(over: have).isEmpty else {
      return .leave(.changedHere)
    }
    return .update(id: have.id, changes)
  }
}
