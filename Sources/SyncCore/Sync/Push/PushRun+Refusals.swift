import Support

extension PushRun {
  /// Sends no more changes of a table that the sign-in may not change; other tables go on.
  func refuse(_ table: String, _ why: String) {
    guard refusedTables[table] == nil else { return }
    refusedTables[table] = why
  }

  /// Takes what waits of refused tables back into the queue.
  func parkRefused() async throws {
    if refusedTables.isEmpty { return }
    try await park(batcher.remove { refusedTables[$0.change.table] != nil })
  }

  /// A sign-in that no table accepts stops the run, as one that has expired does.
  func reportRefusedTables() async throws {
    guard let first = refusedTables.min(by: { $0.key < $1.key }) else { return }
    let waiting = try await context.waitingTables(of: scope)
    let hasAnswers = report.succeeded + report.failed + report.conflicts > 0
    if !hasAnswers, waiting.isSubset(of: refusedTables.keys) {
      if report.stopped == nil { report.stopped = .unauthorized(first.value) }
    } else {
      report.refusedTables = refusedTables
    }
  }
}

extension PushReport {
  /// A sentence for each table that the sign-in may not change.
  public var refusals: [String] {
    refusedTables.sorted { $0.key < $1.key }.map {
      "Changes of \($0.key) were not sent. \($0.value)"
    }
  }
}

extension TableFilter {
  func excluding(_ tables: UTF8Set) -> TableFilter {
    if tables.isEmpty { return self }
    return switch self {
    case .only(let names): .only(names.filter { !tables.contains($0) })
    case .allBut(let names): .allBut(names + tables.sorted())
    }
  }
}
