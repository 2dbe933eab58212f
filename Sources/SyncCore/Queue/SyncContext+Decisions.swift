internal import SQLiteKit
public import Support

extension SyncContext {
  /// Carries decisions out in one transaction; one that cannot be carried out stops no other.
  ///
  /// What every row and its queue were before is kept, so that all of it can be taken back together.
  ///
  /// - Parameters:
  ///   - seen: What the decisions are about; one whose row stands otherwise by now is not carried
  ///     out. Operations that are not in it are decided as they are.
  ///   - isWhole: Then no decision is carried out.
  /// - Throws: `SyncError.changedSinceSeen` or `.settledSinceSeen`, only with `isWhole`.
  public func decide(
    _ decisions: [(operationID: Int64, decision: QueueDecision)],
    asSeen seen: [Int64: DecisionStanding] = [:], isWhole: Bool = false, by: String?
  ) async throws -> DecisionOutcome {
    let now = time.now
    return try await commit { connection in
      let batch = DecisionBatch(connection: connection, now: now, by: by, seen: seen)
      if isWhole { try batch.demandSeen() }
      return try batch.perform(decisions)
    }
  }

  /// Takes one call of ``decide(_:by:)`` back: rows, operations, errors and copies are as before.
  ///
  /// - Returns: How many rows.
  /// - Throws: `SyncError.cannotTakeBack` when one of the rows or its queue is not as the decision
  ///   left it; then nothing is changed.
  @discardableResult
  public func takeBack(_ decision: Int64, by: String?) async throws -> Int {
    let now = time.now
    return try await commit { connection in
      try DecisionLog(connection: connection).takeBack(decision, by: by, at: now)
    }
  }
}

extension SyncContext {
  /// The rows whose errors these were, as far as decisions of late settled them.
  public func rows(
    ofSettled errors: [String]
  ) async throws -> UTF8Dictionary<(table: String, id: String)> {
    if errors.isEmpty { return [:] }
    return try await database.read { try DecisionLog(connection: $0).rows(ofSettled: errors) }
  }

  /// Why ``takeBack(_:by:)`` would refuse now, as a sentence; nil when it would not.
  public func obstacle(toTakingBack decision: Int64) async throws -> String? {
    try await database.read { try DecisionLog(connection: $0).obstacle(decision) }
  }
}

/// Decisions on several operations, in the caller's transaction.
private struct DecisionBatch {
  let connection: Connection
  let now: Timestamp
  let by: String?
  let seen: [Int64: DecisionStanding]

  private struct Key: Hashable {
    @UTF8Key var table: String
    @UTF8Key var id: String
  }

  /// - Throws: `SyncError` for the first operation that stands otherwise, or has left the queue.
  func demandSeen() throws {
    for (id, standing) in seen.sorted(by: { $0.key < $1.key }) {
      guard let operation = try OperationStore.fetch(id, on: connection) else {
        throw SyncError.settledSinceSeen(what: "Operation \(id)")
      }
      guard try standing == DecisionStanding(of: operation, on: connection) else {
        throw SyncError.changedSinceSeen(table: operation.table, id: operation.itemID)
      }
    }
  }

  func perform(
    _ decisions: [(operationID: Int64, decision: QueueDecision)]
  ) throws -> DecisionOutcome {
    var outcome = DecisionOutcome()
    let log = DecisionLog(connection: connection)
    let known = try decisions.map { try OperationStore.fetch($0.operationID, on: connection) }
    var before: [Key: String] = [:]
    var order: [Key] = []
    for ((id, decision), operation) in zip(decisions, known) {
      guard let operation else {
        outcome.problems.append(.init(operationID: id, error: .noSuchOperation(id)))
        continue
      }
      let key = Key(table: operation.table, id: operation.itemID)
      let isFirst = before[key] == nil
      // The first decision on a row is what makes it stand otherwise for the next one.
      if isFirst, let seen = seen[id],
        try seen != DecisionStanding(of: operation, on: connection)
      {
        outcome.problems.append(
          .init(operationID: id, error: .changedSinceSeen(table: key.table, id: key.id)))
        continue
      }
      let snapshot = isFirst ? try log.snapshot(key.table, key.id) : ""
      do {
        let isChanged = try connection.savepoint { _ in
          try carryOut(decision, id, wasDecidedHere: !isFirst)
        }
        guard isChanged else { continue }
        outcome.changed += 1
        if isFirst {
          before[key] = snapshot
          order.append(key)
        }
      } catch let error as SyncError {
        outcome.problems.append(.init(operationID: id, error: error))
      }
    }
    outcome.undo = try log.keep(
      order.map { ($0.table, $0.id, before[$0] ?? "") }, by: by, at: now)
    return outcome
  }

  /// False when there was nothing to do.
  private func carryOut(
    _ decision: QueueDecision, _ id: Int64, wasDecidedHere: Bool
  ) throws -> Bool {
    guard let operation = try OperationStore.fetch(id, on: connection) else {
      // A decision on an earlier operation of the same row took this one along.
      if wasDecidedHere { return true }
      throw SyncError.noSuchOperation(id)
    }
    let row = try Decision(operation, by: by, at: now, on: connection)
    switch decision {
    case .cancel: try row.cancel(operation, as: "cancel")
    case .retry:
      let isStuck = operation.state == .failed || operation.state == .conflict
      guard isStuck || operation.nextAttemptAt != nil else { return false }
      return try row.retry(operation)
    case .resolve(.retry): return try row.retry(operation)
    case .resolve(let resolution):
      guard let error = try ErrorStore.of(id, on: connection).last else {
        throw SyncError.noSuchError("of operation \(id)")
      }
      try row.resolve(error, operation, by: resolution)
    }
    return true
  }
}
