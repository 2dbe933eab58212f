internal import SQLiteKit
internal import Support

/// Rows whose deletion changes more than the row, kept so that they can be brought back as they were.
///
/// Those that were never sent go altogether, operations and their errors are replaced, a row of the
/// trash leaves it. What they were is kept as that of a decision is.
struct DeletedRows {
  private let change: LocalChange
  private let log: UndoJournal
  private let keeps: Bool
  private var kept: [(table: String, id: String, before: String)] = []
  /// Those that went, for the server never had them.
  private var neverSent: UTF8Set = []

  /// - Parameter keeps: False where the rows are too many for that.
  init(_ change: LocalChange, keeps: Bool) {
    self.change = change
    self.keeps = keeps
    log = UndoJournal(connection: change.connection)
  }

  /// Looks at a row before and after `work`, which may delete it.
  mutating func look<Output>(at id: String, _ work: () throws -> Output) throws -> Output {
    let last = try change.operations(id).last
    guard try last != nil || change.isInTrash(id) else { return try work() }
    let before = keeps ? try log.snapshot(change.table, id) : nil
    let output = try work()
    if let before { kept.append((change.table, id, before)) }
    if let last, last.isUnsentInsert,
      try OperationStore.fetch(last.id, on: change.connection) == nil
    {
      neverSent.insert(id)
    }
    return output
  }

  /// Writes down what the rows were, and says in `outcome` what became of them.
  ///
  /// - Parameter open: The decision that keeps those of the batches before.
  func keep(in open: Int64? = nil, noting outcome: inout BulkOutcome) throws {
    outcome.neverSent = neverSent
    outcome.kept = UTF8Set(kept.map(\.id))
    outcome.decision = try log.keep(kept, by: change.by, at: change.now, in: open)
  }
}

extension BulkAction {
  /// Whether it deletes rows.
  package var removes: Bool { self == .delete || self == .hardDelete }
}
