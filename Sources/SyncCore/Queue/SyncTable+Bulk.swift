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
    var outcome = BulkOutcome()
    var rest = ids[...]
    let keeps = ids.count <= Self.keptByDeleteMax
    while !rest.isEmpty {
      try Task.checkCancellation()
      let batch = Array(rest.prefix(Self.batchMax))
      let (part, count) = try await bulk(
        action, batch: batch, isLast: batch.count == rest.count, keeps: keeps,
        in: outcome.decision, by: by)
      rest = rest.dropFirst(count)
      outcome.changed += part.changed
      outcome.problems += part.problems
      outcome.neverSent.formUnion(part.neverSent)
      outcome.kept.formUnion(part.kept)
      outcome.decision = part.decision
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

  /// - Parameter isLast: No row comes after these.
  /// - Returns: How many of the rows it got to, too.
  private func bulk(
    _ action: BulkAction, batch: [String], isLast: Bool, keeps: Bool, in open: Int64?, by: String?
  ) async throws -> (outcome: BulkOutcome, count: Int) {
    let (table, now) = (name, context.time.now)
    return try await context.commit(noting: true) { connection in
      let budget = CommitBudget()
      let change = LocalChange(connection: connection, table: table, now: now, by: by)
      var deleted = DeletedRows(change, keeps: keeps)
      var outcome = BulkOutcome()
      var count = 0
      for id in batch {
        count += 1
        do {
          let isChanged = try connection.savepoint { _ in
            guard action.removes else { return try Self.apply(action, to: id, with: change) }
            return try deleted.look(at: id) { try Self.apply(action, to: id, with: change) }
          }
          if isChanged { outcome.changed += 1 }
        } catch let error as SyncError {
          outcome.problems.append(
            BulkOutcome.Problem(
              id: id, message: error.description, wasSoAlready: action.means(error)))
        }
        if budget.isSpent(after: count) { break }
      }
      try deleted.keep(in: open, noting: &outcome)
      if isLast, count == batch.count, action.removes || action == .cancel {
        try LocalColumns.dropUnused(table, on: connection)
      }
      return (outcome, count)
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
