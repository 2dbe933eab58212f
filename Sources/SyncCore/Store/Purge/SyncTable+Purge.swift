internal import SQLiteKit
internal import Support

extension SyncTable {
  /// Of so many rows a purge keeps what brings them back; of more, those with unsent changes.
  package static let keptByPurgeMax = PurgePlan.keptMax

  /// Drops local copies and sends nothing; refuses while changes of the table wait or a run works.
  ///
  /// The table's delta tokens are forgotten, so that the rows can come back. A pull that was under
  /// way would put its token in their place, with the rows that it had stored before gone.
  ///
  /// - Parameter query: Nil for every row.
  /// - Returns: How many rows went.
  @discardableResult
  public func purge(_ query: RowQuery? = nil) async throws -> Int {
    try await drop(query, isForced: false).count
  }

  /// Drops the table's rows, operations, errors and delta tokens; what was not pushed is lost.
  ///
  /// - Returns: How many rows went.
  @discardableResult
  public func forcePurge() async throws -> Int {
    try await drop(nil, isForced: true).count
  }

  /// Purges so that it can be undone until the rows come back by a pull.
  ///
  /// The rows go in as many transactions as `CommitBudget` wants. A row that is changed here
  /// meanwhile stays, with its change.
  ///
  /// - Parameters:
  ///   - isForced: Takes the table's unsent changes along; then `query` is nil.
  ///   - expect: How many rows the caller saw; another number refuses with `countChanged`.
  /// - Returns: How many rows went, and the decision that takes it back; nil when nothing was kept.
  package func purge(
    _ query: RowQuery?, isForced: Bool, expect: Int? = nil, by: String?
  ) async throws -> (count: Int, decision: Int64?) {
    try await drop(query, isForced: isForced, expect: expect, keeping: true, by: by)
  }

  private func drop(
    _ query: RowQuery?, isForced: Bool, expect: Int? = nil, keeping: Bool = false, by: String? = nil
  ) async throws -> (count: Int, decision: Int64?) {
    let (table, now) = (name, context.time.now)
    let feed = context.remote.feed(of: table)?.name
    return try await context.alone {
      let plan = try await context.database.read { connection in
        try PurgePlan(table, query, isForced: isForced, feed: feed, on: connection)
      }
      if let expect, expect != plan.rows {
        throw SyncError.countChanged(expected: expect, found: plan.rows)
      }
      let keeps = keeping ? plan.keeps : .nothing
      var all = PurgeBatch.Outcome()
      repeat {
        try Task.checkCancellation()
        let before = all
        let counting = { @Sendable (all: PurgeBatch.Outcome) in all.count - before.count }
        all = try await context.commit(counting: counting) { connection in
          let all = try PurgeBatch(plan: plan, keeps: keeps, by: by, now: now, on: connection)
            .perform(after: before)
          if all.isDone { try LocalColumns.dropUnused(table, on: connection) }
          return all
        }
      } while !all.isDone
      return (all.count, all.decision)
    }
  }
}
