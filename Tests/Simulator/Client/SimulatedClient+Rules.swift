import SQLiteKit
import SyncCore

/// Conflicts that rules decide; each counts as decided by somebody who saw both copies.
extension SimulatedClient {
  /// Takes in what rules decided since the last call.
  ///
  /// - Returns: How many conflicts that were.
  @discardableResult
  func noteRuledDecisions() async throws -> Int {
    guard !plan.conflictRules.isEmpty else { return 0 }
    let last = lastDecidedConflict
    let decided = try await context.database.read { connection in
      try DecidedConflicts.some("id > ? ORDER BY id", [.integer(last)], on: connection)
    }
    for one in decided {
      lastDecidedConflict = one.id
      if one.rules.isEmpty { continue }
      try check(one)
      let before = book.rows[rowID(one.conflict.itemID)]
      note(one)
      guard let undo = one.decision else { continue }
      try await checkObstacle(to: undo, one)
      keep(undo: undo, of: rowID(one.conflict.itemID), before: before)
    }
    return decided.count { !$0.rules.isEmpty }
  }

  private func note(_ one: DecidedConflict) {
    let id = rowID(one.conflict.itemID)
    let result = one.result.map { image($0) }
    note { book in
      book.see(one.conflict.server.map { image($0) })
      guard one.resolution != Resolution.takeServer.name, let result else {
        return book.takeBack(id)
      }
      book.decided(id, result)
    }
  }

  // MARK: - I-RULE

  /// The server's copy is one that the service had, and the result is what the rules say.
  private func check(_ one: DecidedConflict) throws {
    let conflict = one.conflict
    guard let server = conflict.server.map({ image($0) }) else {
      throw broken(one, "was decided without the server's copy")
    }
    let wasThere = service.commits.contains { commit in
      // A server without tombstones tells that a row is gone, and the store has its last values.
      if server.isDeleted, commit.id == server.id, commit.deletes { return true }
      return commit.after?.version == server.version && commit.after?.content == server.content
    }
    guard wasThere else { throw broken(one, "the service never had \(server.content)") }
    guard one.decision != nil else { throw broken(one, "can't be undone") }
    guard one.resolution.hasPrefix("merge"), let local = conflict.local.map({ image($0) }),
      let result = one.result.map({ image($0) })
    else { return }
    let base = conflict.base.map { image($0) }
    for column in RowImage.columns {
      let sides = (base, local.values[column], server.values[column])
      guard !expected(column, sides, one.rules).contains(result.values[column]) else { continue }
      throw broken(
        one,
        "\(column) became \(result.values[column] ?? "null"): base "
          + "\(base?.content ?? "none"), local \(local.content), server \(server.content)")
    }
  }

  /// The values that a column may take.
  private func expected(
    _ column: String, _ sides: (base: RowImage?, local: String?, server: String?),
    _ rules: [ConflictRule]
  ) -> [String?] {
    let (local, server) = (sides.local, sides.server)
    if local == server { return [local] }
    if let base = sides.base {
      if base.values[column] == local { return [server] }
      if base.values[column] == server { return [local] }
    }
    let rule =
      plan.conflictRules.first { $0.column == column }
      ?? plan.conflictRules.first { $0.column == nil }
    switch rule?.choice {
    case .keepLocal: return [local]
    case .takeServer: return [server]
    case .newest: return [local, server]
    case .larger, .sum:
      guard let here = local.flatMap({ Int($0) }), let there = server.flatMap({ Int($0) }) else {
        return [local ?? server]
      }
      if rule?.choice == .larger { return ["\(max(here, there))"] }
      let base = sides.base?.values[column].flatMap { Int($0) }
      return [base.map { "\(here + there - $0)" }]
    default: return []
    }
  }

  /// A row that is as the decision left it, with nothing to send, can be given back its conflict.
  private func checkObstacle(to undo: Int64, _ one: DecidedConflict) async throws {
    let id = rowID(one.conflict.itemID)
    guard one.undoneAt == nil, let row = try await row(id), let result = one.result,
      row == image(result), try await operations().allSatisfy({ $0.itemID != id })
    else { return }
    if let obstacle = try await context.obstacle(toTakingBack: undo) {
      throw broken(one, "can't be undone: \(obstacle)")
    }
  }

  /// A decision of rules that was undone is listed as undone, and its conflict waits again.
  func checkUndone(_ decision: Int64, _ id: String) async throws {
    guard !plan.conflictRules.isEmpty else { return }
    let ruled = try await context.database.read { connection in
      try DecidedConflicts.some("decisionId = ?", [.integer(decision)], on: connection)
    }.filter { !$0.rules.isEmpty }
    guard let one = ruled.first else { return }
    guard one.undoneAt != nil else { throw broken(one, "is not listed as undone") }
    let waits = try await operations().contains { $0.itemID == id && $0.state == .conflict }
    guard waits else { throw broken(one, "was undone, and no conflict waits") }
  }

  private func broken(_ one: DecidedConflict, _ what: String) -> InvariantViolation {
    InvariantViolation(
      .rule,
      "\(name): the conflict of \(rowID(one.conflict.itemID)) that \(one.rules.map(\.name)) decided "
        + "(\(one.resolution)): \(what)")
  }
}
