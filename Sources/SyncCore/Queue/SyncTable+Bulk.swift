internal import SQLiteKit
internal import Support

extension SyncTable {
  /// Rows changed in one transaction at most.
  static let batchMax = 500

  /// A deletion of more rows keeps nothing of what they were in the queue and the trash.
  package static let keptByDeleteMax = 100_000

  /// Does the same to each of these rows; a row that can't be changed stops no other.
  package func bulk(
    _ action: BulkAction, ids: [String], by: String? = nil
  ) async throws -> BulkOutcome {
    if action.changesRows { try context.requireChanges(of: name) }
    let keeps = ids.count <= Self.keptByDeleteMax
    return try await inBatches(ids) { batch, isLast, outcome in
      try await bulk(
        action, batch: batch, isLast: isLast, keeps: keeps, in: outcome.decision, by: by)
    }
  }

  /// Works on all rows in as many transactions as `CommitBudget` wants.
  ///
  /// - Parameter work: Takes the next rows, whether they are the last, and what came of those before.
  func inBatches(
    _ ids: [String],
    _ work: (_ batch: [String], _ isLast: Bool, BulkOutcome) async throws -> BulkPart
  ) async throws -> BulkOutcome {
    var outcome = BulkOutcome()
    var rest = ids[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      let batch = Array(rest.prefix(Self.batchMax))
      let part = try await work(batch, batch.count == rest.count, outcome)
      rest = rest.dropFirst(part.count)
      outcome.changed += part.outcome.changed
      outcome.problems += part.outcome.problems
      outcome.neverSent.formUnion(part.outcome.neverSent)
      outcome.kept.formUnion(part.outcome.kept)
      outcome.decision = part.outcome.decision
      outcome.keep(part.outcome.edited)
    }
    return outcome
  }

  /// Does the same to every row that `query` matches just now.
  ///
  /// - Parameter expect: How many rows the caller saw; another number refuses with `countChanged`.
  package func bulk(
    _ action: BulkAction, matching query: RowQuery, expect: Int?, by: String? = nil
  ) async throws -> BulkOutcome {
    let table = name
    let ids = try await context.database.read { connection in
      try RowReader.ids(query, in: SyncContext.schema(table, on: connection), on: connection)
    }
    if let expect, expect != ids.count {
      throw SyncError.countChanged(expected: expect, found: ids.count)
    }
    return try await bulk(action, ids: ids, by: by)
  }

  /// What one transaction did, and how many rows it got to.
  typealias BulkPart = (outcome: BulkOutcome, count: Int)

  /// Works on rows inside of a transaction until its `CommitBudget` is spent.
  ///
  /// - Parameters:
  ///   - isMeant: Whether a refusal says that the row is as it was to be.
  ///   - apply: False when there was nothing to do.
  static func each(
    of batch: [String], on connection: Connection,
    isMeant: (SyncError) -> Bool = { _ in false }, _ apply: (String) throws -> Bool
  ) throws -> BulkPart {
    let budget = CommitBudget()
    var outcome = BulkOutcome()
    var count = 0
    for id in batch {
      count += 1
      do {
        if try connection.savepoint({ _ in try apply(id) }) { outcome.changed += 1 }
      } catch let error as SyncError {
        outcome.problems.append(
          .init(id: id, message: error.description, wasSoAlready: isMeant(error)))
      }
      if budget.isSpent(after: count) { break }
    }
    return (outcome, count)
  }

  /// - Parameter isLast: No row comes after these.
  private func bulk(
    _ action: BulkAction, batch: [String], isLast: Bool, keeps: Bool, in open: Int64?, by: String?
  ) async throws -> BulkPart {
    let (table, now) = (name, context.time.now)
    return try await context.commit(noting: true, counting: \.outcome.changed) { connection in
      let change = LocalChange(connection: connection, table: table, now: now, by: by)
      var deleted = DeletedRows(change, keeps: keeps)
      var part = try Self.each(of: batch, on: connection, isMeant: action.means) { id in
        guard action.removes else { return try Self.apply(action, to: id, with: change) }
        return try deleted.look(at: id) { try Self.apply(action, to: id, with: change) }
      }
      try deleted.keep(in: open, noting: &part.outcome)
      if isLast, part.count == batch.count, action.removes || action == .cancel {
        try LocalColumns.dropUnused(table, on: connection)
      }
      return part
    }
  }

  /// False when there was nothing to do.
  private static func apply(
    _ action: BulkAction, to id: String, with change: LocalChange
  ) throws -> Bool {
    switch action {
    case .delete: try change.delete(id)
    case .undelete: try change.undelete(id)
    case .hardDelete: try change.hardDelete(id)
    case .retry:
      let stuck = try change.operations(id).filter { $0.state == .failed || $0.state == .conflict }
      for operation in stuck { try change.decision(operation).retry(operation) }
      return !stuck.isEmpty
    case .cancel:
      guard let first = try change.operations(id).first else { return false }
      try change.decision(first).cancel(first, as: "cancel")
    }
    return true
  }
}

extension BulkAction {
  /// Whether it refuses because of what it would make of the row.
  fileprivate func means(_ refusal: SyncError) -> Bool {
    switch (self, refusal) {
    case (.delete, .rowIsDeleted), (.undelete, .rowIsLive): true
    default: false
    }
  }
}

extension LocalChange {
  fileprivate func decision(_ operation: StoredOperation) throws -> Decision {
    try Decision(operation, by: by, at: now, on: connection)
  }
}
