import SQLiteKit
public import Support

/// How a run ended.
struct FinishedRun: Sendable {
  var id: Int64
  var state: Run.State
  var outcome: RunOutcome
  var at: Timestamp
  /// What a reconcile found, by table.
  var checks: [DriftCheck] = []
}

extension ConsoleData {
  /// Ends a run; a run that has ended is not changed again.
  ///
  /// Where that cannot be written, the run has ended for this process all the same, which writes it
  /// as soon as it can; see ``finishRuns()``.
  ///
  /// - Parameter checks: What a reconcile found, by table.
  public func finishRun(
    _ id: Int64, _ state: Run.State, _ outcome: RunOutcome, checks: [DriftCheck] = []
  ) async throws {
    try await finish(
      FinishedRun(id: id, state: state, outcome: outcome, at: time.now, checks: checks))
  }

  /// Writes the ends of runs that could not be written before, as far as they can be now.
  public func finishRuns() async {
    for end in unwrittenRuns.withLock({ $0.values.sorted { $0.id < $1.id } }) {
      guard (try? await write(end)) != nil else { return }
      unwrittenRuns.withLock { _ = $0.removeValue(forKey: end.id) }
    }
  }

  /// - Returns: False when the run has ended already.
  @discardableResult
  func finish(_ end: FinishedRun) async throws -> Bool {
    do {
      return try await write(end)
    } catch {
      unwrittenRuns.withLock { $0[end.id] = end }
      throw error
    }
  }

  private func write(_ end: FinishedRun) async throws -> Bool {
    try await database.write { connection in
      try saveOutcome(of: end.id, end.outcome, at: end.at.milliseconds, connection)
      try connection.execute(
        "UPDATE runs SET state = ?, finishedAt = ? WHERE id = ? AND state = 'running'",
        [.text(end.state.rawValue), .integer(end.at.milliseconds), .integer(end.id)])
      let isChanged = connection.changes > 0
      if isChanged { try add(end.checks, of: end.id, connection) }
      try dropOldReports(of: end.id, connection)
      return isChanged
    }
  }

  func isUnwritten(_ id: Int64) -> Bool { unwrittenRuns.withLock { $0[id] != nil } }

  /// A run as it is kept, with its end where that could not be written yet.
  func ended(_ run: Run) -> Run {
    guard run.state == .running, let end = unwrittenRuns.withLock({ $0[run.id] }) else {
      return run
    }
    return Run(
      id: run.id, store: run.store, kind: run.kind, state: end.state, who: run.who,
      startedAt: run.startedAt, finishedAt: end.at, outcome: end.outcome,
      cancelledBy: run.cancelledBy, applied: run.applied)
  }
}

// MARK: - Runs that are added when they have ended

extension ConsoleData {
  /// Adds a run that has ended.
  public func addEndedRun(
    _ kind: Run.Kind, _ state: Run.State, _ outcome: RunOutcome, store: String, who: String,
    startedAt: Timestamp, finishedAt: Timestamp
  ) async throws -> Int64 {
    let process = try lifeSign()
    return try await database.write { connection in
      let id = try addRun(
        kind, store: store, who: who, process: process, at: startedAt.milliseconds, connection)
      try saveOutcome(of: id, outcome, at: finishedAt.milliseconds, connection)
      try connection.execute(
        "UPDATE runs SET state = ?, finishedAt = ? WHERE id = ?",
        [.text(state.rawValue), .integer(finishedAt.milliseconds), .integer(id)])
      try dropOldReports(of: id, connection)
      return id
    }
  }

  /// Lets a run that has ended go on until a later time, with another outcome.
  ///
  /// - Returns: False when its store has had another run since; nothing is changed then.
  public func extendRun(
    _ id: Int64, _ outcome: RunOutcome, until finishedAt: Timestamp
  ) async throws -> Bool {
    try await database.write { connection in
      try connection.execute(
        """
        UPDATE runs SET finishedAt = ?1 WHERE id = ?2 AND finishedAt IS NOT NULL
          AND id = (SELECT max(id) FROM runs WHERE store = (SELECT store FROM runs WHERE id = ?2))
        """, [.integer(finishedAt.milliseconds), .integer(id)])
      guard connection.changes > 0 else { return false }
      try saveOutcome(
        of: id, outcome, at: finishedAt.milliseconds, hasEnded: true, connection)
      return true
    }
  }
}
