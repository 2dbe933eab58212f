internal import SQLiteKit

/// Rows that a deletion takes away altogether, for the server never had them: what they were is kept
/// as that of a decision is, so that they can be brought back.
struct UnsentRows {
  private let change: LocalChange
  private let log: DecisionLog
  private let keeps: Bool
  private var kept: [(table: String, id: String, before: String)] = []
  /// Those that went.
  private(set) var gone: Set<String> = []

  /// - Parameter keeps: False where the rows are too many, or nothing is deleted.
  init(_ change: LocalChange, keeps: Bool) {
    self.change = change
    self.keeps = keeps
    log = DecisionLog(connection: change.connection)
  }

  /// Looks at a row before and after `work`, which may delete it.
  mutating func look<Output>(at id: String, _ work: () throws -> Output) throws -> Output {
    guard let insert = try change.operations(id).last, insert.isUnsentInsert else {
      return try work()
    }
    let before = keeps ? try log.snapshot(change.table, id) : nil
    let output = try work()
    guard try OperationStore.fetch(insert.id, on: change.connection) == nil else { return output }
    gone.insert(id)
    if let before { kept.append((change.table, id, before)) }
    return output
  }

  /// - Parameter open: The decision that keeps those of the batches before.
  /// - Returns: The decision that brings them back; nil when there is none.
  func keep(in open: Int64? = nil) throws -> Int64? {
    try log.keep(kept, by: change.by, at: change.now, in: open)
  }
}

extension BulkAction {
  /// Whether it deletes rows.
  public var removes: Bool { self == .delete || self == .hardDelete }
}
