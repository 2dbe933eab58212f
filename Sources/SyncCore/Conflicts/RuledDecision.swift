internal import SQLiteKit
internal import Support

/// Carries out what conflict rules decide about one operation, in the caller's transaction.
struct RuledDecision {
  let rules: ConflictRules
  let now: Timestamp
  let connection: Connection

  /// Decides so that it can be taken back.
  ///
  /// - Returns: False when the conflict waits for a person.
  func decide(_ operation: StoredOperation) throws -> Bool {
    guard !rules.rules.isEmpty else { return false }
    let journal = UndoJournal(connection: connection)
    let before = try journal.snapshot(operation.table, operation.itemID)
    do {
      guard let (conflict, author) = try connection.savepoint({ _ in try resolve(operation) })
      else { return false }
      let decision = try journal.keep(
        [(operation.table, operation.itemID, before)], by: author, at: now)
      if let decision { try DecidedConflicts.link([conflict], to: decision, on: connection) }
      return true
    } catch is SyncError {
      // What can't be carried out is left to a person.
      return false
    }
  }

  /// - Returns: The decided conflict and whom the history names; nil when it waits for a person.
  func resolve(_ operation: StoredOperation) throws -> (conflict: Int64, author: String)? {
    guard operation.state == .conflict,
      let error = try ErrorStore.of(operation.id, on: connection).last,
      let conflict = try Conflict(operationID: operation.id, on: connection)
    else { return nil }
    let verdict = rules.verdict(on: conflict)
    guard let resolution = verdict.resolution else { return nil }
    let author = ConflictRule.author(verdict.rules)
    let decision = try Decision(operation, by: author, at: now, on: connection)
    let logged = try decision.resolve(error, operation, by: resolution, rules: verdict.rules)
    return logged.map { ($0, author) }
  }
}
