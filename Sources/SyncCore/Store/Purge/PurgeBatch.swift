internal import SQLiteKit
internal import Support

/// A part of a purge, in the caller's transaction.
struct PurgeBatch {
  let plan: PurgePlan
  let keeps: PurgePlan.Keeps
  let by: String?
  let now: Timestamp
  let connection: Connection
  private let schema: TableSchema
  private let log: UndoJournal

  /// What the batches came to so far.
  struct Outcome: Sendable {
    var count = 0
    /// Takes the purge back; nil while nothing is kept.
    var decision: Int64?
    fileprivate var hasBegun = false
    fileprivate var place = Place.queue
    var isDone: Bool { place == .end }
  }

  fileprivate enum Place: Sendable, Equatable {
    /// At the rows with unsent changes, some of which are gone here already.
    case queue
    /// At the rows whose ids come after this one.
    case rows(after: String)
    case end
  }

  /// Rows that are looked up at once.
  private static let chunk = 100

  init(
    plan: PurgePlan, keeps: PurgePlan.Keeps, by: String?, now: Timestamp,
    on connection: Connection
  ) throws {
    self.plan = plan
    self.keeps = keeps
    self.by = by
    self.now = now
    self.connection = connection
    schema = try SyncContext.schema(plan.table, on: connection)
    log = UndoJournal(connection: connection)
  }

  func perform(after before: Outcome) throws -> Outcome {
    let budget = CommitBudget()
    var outcome = before
    if !before.hasBegun {
      // First: a crash after some rows went must not leave a token that says they are here.
      try TokenStore.forgetAll(plan.table, feed: plan.feed, on: connection)
      outcome.hasBegun = true
    }
    var kept: [UndoJournal.Before] = []
    var seen = 0
    while !outcome.isDone, !budget.isSpent(after: seen) {
      let ids = try ids(at: outcome.place)
      seen += ids.count
      if keeps == .all || keeps == .unsent && outcome.place == .queue {
        kept += try ids.map { (plan.table, $0, try log.snapshot(plan.table, $0)) }
      }
      outcome.count += try remove(ids)
      outcome.place = next(outcome.place, after: ids)
    }
    outcome.decision = try log.keep(kept, by: by, at: now, in: before.decision)
    return outcome
  }

  private func next(_ place: Place, after ids: [String]) -> Place {
    switch place {
    case .queue: ids.count < Self.chunk ? .rows(after: "") : .queue
    case .rows: ids.count < Self.chunk ? .end : .rows(after: ids.last ?? "")
    case .end: .end
    }
  }

  private func ids(at place: Place) throws -> [String] {
    let table = SQLiteValue.text(plan.table)
    let upTo = SQLiteValue.integer(plan.operationsUpTo)
    let limit = SQLiteValue.integer(Int64(Self.chunk))
    switch place {
    case .queue:
      return try connection.query(
        """
        SELECT DISTINCT t.itemId FROM syncline_operations t
        WHERE t."table" = ? AND t.operationId <= ?
          AND \(Self.isUnchanged("t.itemId")) LIMIT ?
        """, [table, upTo, table, upTo, limit], decode: Self.id)
    case .rows(let last):
      let selection = try RowSelection(plan.query, in: schema)
      return try connection.query(
        """
        SELECT t.id FROM \(schema.quoted) t
        \(selection.whereClause(and: ["t.id > ?", Self.isUnchanged("t.id")]))
        ORDER BY t.id LIMIT ?
        """, selection.values + [.text(last), table, upTo, limit], decode: Self.id)
    case .end: return []
    }
  }

  /// A row that was changed since the purge began stays, with its change.
  private static func isUnchanged(_ id: String) -> String {
    """
    NOT EXISTS (SELECT 1 FROM syncline_operations newer
      WHERE newer."table" = ? AND newer.itemId = \(id) AND newer.operationId > ?)
    """
  }

  private static func id(_ row: borrowing Row) throws(SQLiteError) -> String {
    try row.decode(at: 0)
  }

  /// - Returns: How many of them were here.
  private func remove(_ ids: [String]) throws -> Int {
    let list = SQLiteValue.list(ids)
    if plan.operationsUpTo > 0 { try removeChanges(ids, list) }
    try connection.execute(
      "DELETE FROM \(schema.quoted) WHERE id IN (SELECT value FROM json_each(?))", [list])
    return connection.changes
  }

  private func removeChanges(_ ids: [String], _ list: SQLiteValue) throws {
    for id in ids {
      for operation in try OperationStore.of(plan.table, id, on: connection) {
        try OperationStore.remove(operation.id, on: connection)
      }
    }
    for copies in ["syncline_bases", "syncline_server_copies"] {
      try connection.execute(
        """
        DELETE FROM \(copies)
        WHERE "table" = ? AND itemId IN (SELECT value FROM json_each(?))
        """, [.text(plan.table), list])
    }
  }
}
