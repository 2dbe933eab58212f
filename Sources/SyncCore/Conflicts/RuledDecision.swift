internal import SQLiteKit
internal import Support

/// Carries out what conflict rules decide about one operation, in the caller's transaction.
struct RuledDecision {
  let rules: ConflictRules
  let now: Timestamp
  let connection: Connection

  /// Decides so that it can be taken back.
  ///
  /// - Parameter operation: One with a conflict.
  /// - Returns: False when the conflict waits for a person.
  func decide(_ operation: StoredOperation) throws -> Bool {
    let journal = UndoJournal(connection: connection)
    do {
      var decision = try Decision(operation, by: nil, at: now, on: connection)
      let conflict = try Conflict(operation, decision)
      let verdict = rules.verdict(on: conflict)
      guard let resolution = verdict.resolution,
        let error = try ErrorStore.of(operation.id, on: connection).last
      else { return false }
      decision.by = ConflictRule.author(verdict.rules)
      let before = try journal.snapshot(operation.table, operation.itemID)
      let decided = try connection.savepoint { _ in
        try decision.resolve(error, operation, by: resolution, of: conflict, rules: verdict.rules)
      }
      let kept = try journal.keep(
        [(operation.table, operation.itemID, before)], by: decision.by, at: now)
      if let kept, let decided { try DecidedConflicts.link([decided], to: kept, on: connection) }
      return true
    } catch is SyncError {
      // What can't be carried out is left to a person.
      return false
    }
  }
}
