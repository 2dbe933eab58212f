internal import JSONKit
internal import SQLiteKit
internal import Support

extension SyncContext {
  /// Problems named at most; a list with more is wrong as a whole.
  static let problemsMax = 200

  /// Makes all `changes` in one transaction, or none: a change that can't be made takes the others
  /// along, and the outcome names it.
  ///
  /// - Parameter rehearsing: Makes them, looks, and takes them back, so that the outcome says
  ///   exactly what making them would do.
  package func change(
    _ changes: [RowChange], by: String? = nil, rehearsing: Bool = false
  ) async throws -> ChangeOutcome {
    if rehearsing { return try await rehearse(changes, by: by) }
    let ids = ids(of: changes)
    let now = time.now
    do {
      return try await commit(noting: true) { connection in
        let outcome = try Self.make(
          changes, ids: ids, now: now, by: by, keepingRefusals: true, on: connection)
        guard outcome.isDone else { throw RolledBack(outcome: outcome) }
        try Self.dropUnusedColumns(after: changes, on: connection)
        return outcome
      }
    } catch let back as RolledBack {
      return ChangeOutcome(problems: back.outcome.problems)
    }
  }

  /// Takes earlier changes back, in as many transactions as `CommitBudget` wants.
  ///
  /// - Returns: The rows that are as they were, and as problems those that changed since and stayed
  ///   as they are: these stop no other.
  package func undo(_ changes: [RowChange], by: String? = nil) async throws -> ChangeOutcome {
    let ids = ids(of: changes)
    let now = time.now
    var all = ChangeOutcome()
    var next = 0
    while next < changes.count {
      try Task.checkCancellation()
      let start = next
      let part = try await commit(noting: true) { connection in
        let part = try Self.make(
          changes, from: start, within: CommitBudget(), ids: ids, now: now, by: by,
          keepingRefusals: true, on: connection)
        if start + part.tried == changes.count {
          try Self.dropUnusedColumns(after: changes, on: connection)
        }
        return part
      }
      all.applied += part.applied
      all.problems += part.problems
      next += part.tried
    }
    return all
  }

  private static func dropUnusedColumns(
    after changes: [RowChange], on connection: Connection
  ) throws {
    for table in UTF8Set(changes.filter(\.mayLeaveColumns).map(\.table)) {
      try LocalColumns.dropUnused(table, on: connection)
    }
  }

  /// Makes the changes and takes them back, in as many transactions as `CommitBudget` wants.
  private func rehearse(_ changes: [RowChange], by: String?) async throws -> ChangeOutcome {
    let ids = ids(of: changes)
    let now = time.now
    var all = ChangeOutcome()
    var next = 0
    while next < changes.count, all.problems.count < Self.problemsMax {
      let start = next
      let part = try await rehearse { connection in
        try Self.make(
          changes, from: start, within: CommitBudget(), ids: ids, now: now, by: by,
          keepingRefusals: true, on: connection)
      }
      all.applied += part.applied
      all.problems += part.problems
      all.tried += part.tried
      next += part.tried
    }
    if !all.isDone { all.applied = [] }
    return all
  }

  /// The ids that the changes are made with, or why they have none.
  func ids(of changes: [RowChange]) -> [Result<String, any Error>] {
    changes.map { change in Result { try id(of: change) } }
  }

  /// Makes changes in the caller's transaction, which decides what becomes of those that were made
  /// where there are problems.
  ///
  /// - Parameters:
  ///   - start: The first one that is made.
  ///   - budget: Ends before the last one when it is spent; see `ChangeOutcome.tried`.
  ///   - keepingRefusals: False where the caller keeps itself what the rows were.
  static func make(
    _ changes: [RowChange], from start: Int = 0, within budget: CommitBudget? = nil,
    ids: [Result<String, any Error>], now: Timestamp, by: String?, keepingRefusals: Bool,
    on connection: Connection
  ) throws -> ChangeOutcome {
    var outcome = ChangeOutcome()
    for position in start..<changes.count {
      outcome.tried += 1
      do {
        let id = try ids[position].get()
        outcome.applied.append(
          try connection.savepoint { _ in
            try BatchChange(
              changes[position], id: id, now: now, by: by, keepsRefusal: keepingRefusals,
              on: connection
            ).make()
          })
      } catch let error as SyncError {
        outcome.problems.append(problem(error, at: position))
        if outcome.problems.count >= problemsMax { break }
      }
      if let budget, budget.isSpent(after: outcome.tried) { break }
    }
    return outcome
  }

  private static func problem(_ error: SyncError, at position: Int) -> ChangeOutcome.Problem {
    var problem = ChangeOutcome.Problem(position: position, message: error.description)
    if case .staleEdit(let current) = error { problem.current = current }
    if case .rowExists = error { problem.isExisting = true }
    return problem
  }

  /// Rolls the transaction back and carries what it found.
  struct RolledBack: Error {
    var outcome: ChangeOutcome
  }
}

extension RowChange {
  /// True for a change after which nothing may have a value in a column any more.
  fileprivate var mayLeaveColumns: Bool {
    switch kind {
    case .remove, .restore: true
    case .insert, .update, .delete, .undelete: isUndo
    }
  }
}

/// One change inside of the transaction of all.
private struct BatchChange {
  let change: RowChange
  let id: String
  let keepsRefusal: Bool
  let local: LocalChange

  init(
    _ change: RowChange, id: String, now: Timestamp, by: String?, keepsRefusal: Bool,
    on connection: Connection
  ) {
    self.change = change
    self.id = id
    self.keepsRefusal = keepsRefusal
    local = LocalChange(connection: connection, table: change.table, now: now, by: by)
  }

  func make() throws -> ChangeOutcome.Applied {
    try SyncTable.checkNames(change.values, in: change.table)
    switch change.kind {
    case .insert: return try insert()
    case .update: return try update()
    case .delete: return try switchOver { try local.delete($0, as: change.deletion) }
    case .undelete: return try undelete()
    case .remove: return try remove()
    case .restore: return try restore()
    }
  }

  private func switchOver(_ work: (String) throws -> Void) throws -> ChangeOutcome.Applied {
    try checkState()
    try returning { try work(id) }
    return applied(before: JSONObject(), try row())
  }

  private func undelete() throws -> ChangeOutcome.Applied {
    let before = change.isUndo ? try past.record(before: change.history) : nil
    return try switchOver { try local.undelete($0, to: before) }
  }

  /// Refuses when the row is not as it was when the change was decided.
  private func checkState() throws {
    if let state = change.ifState, let now = try row(), !state.matches(now) {
      throw SyncError.staleEdit(current: now)
    }
    try checkPast()
  }

  private func checkPast() throws {
    guard change.isUndo, try past.isChanged(since: change.history, of: row()) else { return }
    throw SyncError.cannotUndo(UndoRefusal.changedAndBack(id, in: change.table))
  }

  /// Notes where an undo brings the row.
  private func returning<Output>(by work: () throws -> Output) throws -> Output {
    try change.isUndo ? past.returning(by: work) : work()
  }

  private var past: RowHistory {
    RowHistory(table: change.table, id: id, connection: local.connection)
  }

  private func insert() throws -> ChangeOutcome.Applied {
    try local.insert(Record(id: id, values: change.values))
    return applied(before: JSONObject(change.values.names.map { ($0, .null) }), try row())
  }

  private func update() throws -> ChangeOutcome.Applied {
    let before = try row()
    if let before, change.ifState == nil,
      before.applying(change.values).changes(from: before).isEmpty
    {
      // What changes nothing needs no live row.
      return applied(before: JSONObject(), before)
    }
    try checkPast()
    let values =
      change.isUndo
      ? try WriteOnlyValues.withoutOldMarks(
        change.values, of: id, in: change.table, on: local.connection) : change.values
    let decision: Int64? = try returning {
      guard !keepsRefusal else {
        return try local.updateKeepingRefusal(id, values, ifState: change.ifState)
      }
      try local.update(id, values, ifState: change.ifState)
      return nil
    }
    let after = try row()
    let changed = change.values.names.filter {
      !(after?.values[$0] ?? .null).means(before?.values[$0] ?? .null)
    }
    var applied = applied(
      before: JSONObject(changed.map { ($0, before?.values[$0] ?? .null) }), after)
    applied.decision = decision
    return applied
  }

  private func remove() throws -> ChangeOutcome.Applied {
    try checkState()
    try local.hardDelete(id)
    return applied(before: JSONObject(), nil)
  }

  private func restore() throws -> ChangeOutcome.Applied {
    guard let decision = change.decision else {
      throw SyncError.cannotUndo(UndoRefusal.nothingKept(of: id, in: change.table))
    }
    let log = UndoJournal(connection: local.connection)
    guard try log.obstacle(decision, change.table, id) == nil else {
      guard change.values.isEmpty else { return try update() }
      // A row that was never sent is not there to be undeleted.
      guard try row() != nil || local.operations(id).last?.kind == .delete else {
        throw SyncError.cannotUndo(UndoRefusal.changed(id, in: change.table))
      }
      return try undelete()
    }
    try log.undo(decision, change.table, id, by: local.by, at: local.now)
    return applied(before: JSONObject(), try row())
  }

  private func row() throws -> Record? {
    guard let schema = try Catalogue.table(change.table, on: local.connection) else { return nil }
    return try RowStore.fetch(id, in: schema, on: local.connection)
  }

  private func applied(before: JSONObject, _ record: Record?) -> ChangeOutcome.Applied {
    ChangeOutcome.Applied(
      kind: change.kind, table: change.table, id: id, before: before, record: record)
  }
}
