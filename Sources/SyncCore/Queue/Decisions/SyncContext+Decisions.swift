internal import SQLiteKit
package import Support

extension SyncContext {
  /// Carries decisions out; one that cannot be carried out stops no other.
  ///
  /// Those on one row go together; the rows go in as many transactions as `CommitBudget` wants.
  /// What every row and its queue were before is kept, so that all of it can be taken back together.
  ///
  /// - Parameters:
  ///   - rules: The conflict rules that led to a decision, by operation.
  ///   - seen: What the decisions are about; one whose row stands otherwise by now is not carried
  ///     out. Operations that are not in it are decided as they are.
  ///   - isWhole: Then no decision is carried out, and all of them go in one transaction.
  /// - Throws: `SyncError.changedSinceSeen` or `.settledSinceSeen`, only with `isWhole`.
  package func decide(
    _ decisions: [(operationID: Int64, decision: QueueDecision)],
    rules: [Int64: [ConflictRule]] = [:], asSeen seen: [Int64: Revision] = [:],
    isWhole: Bool = false, by: String?
  ) async throws -> DecisionOutcome {
    let now = time.now
    let rows = try await database.read { try DecisionBatch.rows(decisions, on: $0) }
    let keeps = rows.count <= UndoJournal.rowsMax
    var outcome = DecisionOutcome()
    var next = 0
    while next < rows.count {
      try Task.checkCancellation()
      let (rest, open) = (rows[next...], outcome.undo)
      let (part, count) = try await commit(counting: \.0.changed) { connection in
        let batch = DecisionBatch(
          connection: connection, now: now, by: by, rules: rules, seen: seen, keeps: keeps,
          budget: isWhole ? nil : CommitBudget())
        if isWhole { try batch.demandSeen() }
        let part = try batch.perform(rest, in: open)
        if part.count == rest.count { try LocalColumns.dropUnused(on: connection) }
        return part
      }
      next += count
      outcome.changedOperations += part.changedOperations
      outcome.problems += part.problems
      outcome.undo = part.undo
    }
    return outcome
  }

  /// Takes one call of ``decide(_:rules:asSeen:isWhole:by:)`` back: rows, operations, errors and copies are as before.
  ///
  /// It looks at all rows first, and then goes in as many transactions as `CommitBudget` wants. A
  /// row that changes in between stays as it is. What a crash leaves can be taken back again.
  ///
  /// - Throws: `SyncError.cannotUndo` when one of the rows or its queue is not as the decision
  ///   left it; then nothing is changed.
  @discardableResult
  package func undo(_ decision: Int64, by: String?) async throws -> UndoOutcome {
    if let obstacle = try await obstacle(toTakingBack: decision) {
      throw SyncError.cannotUndo(obstacle)
    }
    let now = time.now
    var all = UndoOutcome()
    var isDone = false
    while !isDone {
      let isFirst = all.rows == 0
      let part = try await commit(counting: \.taken.rows) { connection in
        let part = try UndoJournal(connection: connection).undoSome(
          of: decision, isFirst: isFirst, by: by, at: now)
        if part.isDone { try LocalColumns.dropUnused(on: connection) }
        return part
      }
      all.rows += part.taken.rows
      all.left += part.taken.left
      isDone = part.isDone
    }
    return all
  }
}

extension SyncContext {
  /// The rows whose errors these were, as far as decisions of late settled them.
  package func rows(
    ofSettled errors: [String]
  ) async throws -> UTF8Dictionary<(table: String, id: String)> {
    if errors.isEmpty { return [:] }
    return try await database.read { try UndoJournal(connection: $0).rows(ofSettled: errors) }
  }

  /// Why `undo(_:by:)` would refuse now, as a sentence; nil when it would not.
  package func obstacle(toTakingBack decision: Int64) async throws -> String? {
    try await database.read { try UndoJournal(connection: $0).obstacle(decision) }
  }
}

/// Decisions on several rows, in the caller's transaction.
private struct DecisionBatch {
  let connection: Connection
  let now: Timestamp
  let by: String?
  let rules: [Int64: [ConflictRule]]
  let seen: [Int64: Revision]
  /// False where the rows are too many for taking the decision back.
  let keeps: Bool
  /// Nil where all has to go together.
  let budget: CommitBudget?

  typealias Decisions = [(operationID: Int64, decision: QueueDecision)]

  /// The decisions by row; one whose operation is gone stands alone.
  static func rows(_ decisions: Decisions, on connection: Connection) throws -> [Decisions] {
    var rows: [Decisions] = []
    var positions: [StoreAction.RowName: Int] = [:]
    for decision in decisions {
      let operation = try OperationStore.fetch(decision.operationID, on: connection)
      let name = operation.map { StoreAction.RowName(table: $0.table, id: $0.itemID) }
      if let position = name.flatMap({ positions[$0] }) {
        rows[position].append(decision)
      } else {
        if let name { positions[name] = rows.count }
        rows.append([decision])
      }
    }
    return rows
  }

  /// - Throws: `SyncError` for the first operation that stands otherwise, or has left the queue.
  func demandSeen() throws {
    for (id, revision) in seen.sorted(by: { $0.key < $1.key }) {
      guard let operation = try OperationStore.fetch(id, on: connection) else {
        throw SyncError.operationSettledSinceSeen(id)
      }
      guard try revision == Revision(of: operation, on: connection) else {
        throw SyncError.changedSinceSeen(table: operation.table, id: operation.itemID)
      }
    }
  }

  /// - Parameter open: The decision that keeps the rows of the batches before.
  /// - Returns: How many of the rows it got to, too.
  func perform(
    _ rows: ArraySlice<Decisions>, in open: Int64?
  ) throws -> (outcome: DecisionOutcome, count: Int) {
    var outcome = DecisionOutcome()
    var kept: [UndoJournal.Before] = []
    var conflicts: [Int64] = []
    var count = 0
    for row in rows {
      if let before = try perform(row, noting: &outcome, &conflicts) { kept.append(before) }
      count += 1
      if let budget, budget.isSpent(after: count) { break }
    }
    outcome.undo = try UndoJournal(connection: connection).keep(kept, by: by, at: now, in: open)
    if keeps, let decision = outcome.undo {
      try DecidedConflicts.link(conflicts, to: decision, on: connection)
    }
    return (outcome, count)
  }

  /// - Parameter conflicts: Gets the ids of the decided conflicts.
  /// - Returns: What the row was before; nil when nothing changed, or nothing is kept.
  private func perform(
    _ row: Decisions, noting outcome: inout DecisionOutcome, _ conflicts: inout [Int64]
  ) throws -> UndoJournal.Before? {
    let known = try row.map { try OperationStore.fetch($0.operationID, on: connection) }
    var before: UndoJournal.Before?
    var isDecided = false
    for ((id, decision), operation) in zip(row, known) {
      guard let operation else {
        outcome.problems.append(.init(operationID: id, error: .noSuchOperation(id)))
        continue
      }
      let (table, item) = (operation.table, operation.itemID)
      // The first decision on a row is what makes it stand otherwise for the next one.
      if !isDecided, let seen = seen[id],
        try seen != Revision(of: operation, on: connection)
      {
        outcome.problems.append(
          .init(operationID: id, error: .changedSinceSeen(table: table, id: item)))
        continue
      }
      if !isDecided, keeps {
        let log = UndoJournal(connection: connection)
        before = (table, item, try log.snapshot(table, item))
      }
      do {
        let effect = try connection.savepoint { _ in
          try carryOut(decision, id, wasDecidedHere: isDecided)
        }
        guard let effect else { continue }
        if let conflict = effect.conflict { conflicts.append(conflict) }
        outcome.changedOperations.append(id)
        isDecided = true
      } catch let error as SyncError {
        outcome.problems.append(.init(operationID: id, error: error))
      }
    }
    return isDecided ? before : nil
  }

  private struct Effect {
    /// The conflict that was decided.
    var conflict: Int64?
  }

  /// Nil when there was nothing to do.
  private func carryOut(
    _ decision: QueueDecision, _ id: Int64, wasDecidedHere: Bool
  ) throws -> Effect? {
    guard let operation = try OperationStore.fetch(id, on: connection) else {
      // A decision on an earlier operation of the same row took this one along.
      if wasDecidedHere { return Effect() }
      throw SyncError.noSuchOperation(id)
    }
    let row = try Decision(operation, by: by, at: now, on: connection)
    switch decision {
    case .cancel: try row.cancel(operation, as: "cancel")
    case .retry:
      let isStuck = operation.state == .failed || operation.state == .conflict
      guard isStuck || operation.nextAttemptAt != nil else { return nil }
      return try row.retry(operation) ? Effect() : nil
    case .resolve(.retry): return try row.retry(operation) ? Effect() : nil
    case .resolve(let resolution):
      guard let error = try ErrorStore.of(id, on: connection).last else {
        throw SyncError.noSuchError("of operation \(id)")
      }
      return Effect(
        conflict: try row.resolve(error, operation, by: resolution, rules: rules[id] ?? []))
    }
    return Effect()
  }
}
