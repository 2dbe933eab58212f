import JSONKit
import SQLiteKit
import Support

/// What became of the pending changes of another store, table by table.
package struct TakeOverReport: Sendable, Hashable {
  package var table: String
  /// Rows whose pending change is queued here now.
  package var taken = 0
  /// Those of ``taken`` that remove a row for good.
  package var removals = 0
  /// Rows that are here already as the change makes them.
  package var same = 0
  package var left = 0
  /// The first of ``left``.
  package var leftRows: [CopyReport.Left] = []

  package init(table: String) { self.table = table }

  package var isWhole: Bool { left == 0 }

  mutating func leave(_ id: String, _ obstacle: CopyObstacle) {
    left += 1
    if leftRows.count < CopyReport.namedMax { leftRows.append(.init(id: id, obstacle: obstacle)) }
  }

  fileprivate mutating func add(_ more: TakeOverReport) {
    taken += more.taken
    removals += more.removals
    same += more.same
    left += more.left
    leftRows += more.leftRows.prefix(CopyReport.namedMax - leftRows.count)
  }
}

extension SyncContext {
  /// What ``takeOverPendingChanges(from:table:)`` would do; the other store may be online.
  package func previewTakeOver(
    from source: SyncContext, table: String
  ) async throws -> TakeOverReport {
    let changes = try await pendingChanges(of: source, table)
    return try await database.read { connection in
      try self.takeOver(table, on: connection).run(changes[...], performing: false)
    }
  }

  /// Queues the pending changes of another store here, each by who made it first, so that they go to
  /// this store's server.
  ///
  /// A change is taken over when the row here is the one that it was made on; otherwise it is left,
  /// with the reason. The other store keeps its queue, so it must not push any more: it has to be
  /// offline, and no run may be under way. Calling it again takes over what is left.
  ///
  /// - Throws: ``CopyError``, `SyncError.noSuchTable`, `SyncError.runInProgress`, or what the databases
  ///   throw.
  package func takeOverPendingChanges(
    from source: SyncContext, table: String
  ) async throws -> TakeOverReport {
    try refuseUnmasked(table, of: source)
    return try await source.alone {
      guard try await source.isOffline else { throw CopyError.sourceIsOnline }
      let changes = try await pendingChanges(of: source, table)
      var report = TakeOverReport(table: table)
      for start in stride(from: 0, to: changes.count, by: CopySource.pageMax) {
        try Task.checkCancellation()
        let part = changes[start..<min(start + CopySource.pageMax, changes.count)]
        let taken = try await commit(noting: true, counting: \.taken) { connection in
          try self.takeOver(table, on: connection).run(part, performing: true)
        }
        report.add(taken)
      }
      return report
    }
  }

  private func takeOver(_ table: String, on connection: Connection) throws -> TakeOver {
    TakeOver(
      table: table, now: time.now, connection: connection, remote: remote,
      schema: try Catalogue.table(table, on: connection))
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
  let remote: any Remote
  let schema: TableSchema?

  private enum Step {
    case same
    case insert(Record)
    case update(id: String, JSONObject)
    case undelete(id: String, JSONObject)
    case delete(id: String, forGood: Bool)
    case leave(CopyObstacle)
  }

  func run(
    _ changes: ArraySlice<PendingChange>, performing: Bool
  ) throws -> TakeOverReport {
    var report = TakeOverReport(table: table)
    for change in changes {
      if let obstacle = try take(change, performing: performing, &report) {
        report.leave(change.id, obstacle)
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
    let rows = CopiedRows(local: local, schema: schema, remote: remote)
    let have = try rows.find(change.id)
    let operations = try local.operations(have?.id ?? change.id)
    if operations.contains(where: { $0.state == .failed || $0.state == .conflict }) {
      return .leave(.unresolvedHere)
    }
    guard let row = change.row, !row.deleted else {
      guard let have, !rows.isDeleted(have) else { return .same }
      guard let base = change.base, base.changes(over: have).isEmpty else {
        return .leave(.changedHere)
      }
      return .delete(id: have.id, forGood: change.isRemovedForGood)
    }
    guard let have else {
      if try operations.last?.kind == .delete || wasHere(change.id) { return .leave(.deletedHere) }
      return change.base == nil || change.base?.deleted == true
        ? .insert(row) : .leave(.missingHere)
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
      return base?.deleted == true ? .undelete(id: have.id, changes) : .leave(.deletedHere)
    }
    if changes.isEmpty { return .same }
    guard let base, !base.deleted, base.changes(over: have).isEmpty else {
      return .leave(.changedHere)
    }
    return .update(id: have.id, changes)
  }
}
