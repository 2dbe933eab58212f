import Localization
import Support

extension SyncContext {
  /// Compares the ids and versions of a table with the server's, and changes nothing.
  ///
  /// A listing that breaks off makes a report that can't be applied.
  ///
  /// - Parameter content: Reads every row of the server, page by page, and compares the values of
  ///   those too that have the same version on both sides.
  /// - Throws: `SyncError.noSuchTable`, `SyncError.offline` or `SyncError.runInProgress`.
  package func reconcile(
    _ table: String, content: Bool = false, progress: ProgressSink? = nil
  ) async throws -> ReconcileReport {
    try await requireTable(table)
    return try await withRun {
      let tracker = ProgressTracker(progress)
      let step = tracker.add([SyncProgress.Step(kind: .reconcile, name: table, state: .running)])
      let startedAt = time.now
      try await beginListing(table)
      var failure = try await waitForPause(tracker, step)?.description
      let differences = failure == nil ? try await listDifferences(table) : nil
      let serverRows = differences?.rows
      var warnings = differences?.warnings ?? []
      if failure == nil, differences == nil {
        failure = try await list(table, &warnings, tracker, step)
      }
      var report = try await compareListing(
        table, startedAt: startedAt, differencesOf: serverRows)
      try await endListing()
      if content, failure == nil {
        failure = try await compareContent(&report, tracker, step)
        report.comparesContent = failure == nil
      }
      report.isComplete = failure == nil
      if failure != nil { report.dropGroups() }
      report.usesDigest = serverRows != nil
      report.isFiltered = settings.table(table).effectivePulls.allSatisfy { $0.filter != nil }
      warnings += report.filterWarning + (try await duplicatedInserts(of: table).map(\.sentence))
      report.warnings = warnings.unique
      report.failure = failure
      let message = failure
      let isCancelled = Task.isCancelled
      tracker.update(step) {
        if let serverRows { $0.done = serverRows }
        $0.end(
          message != nil && isCancelled ? .cancelled : nil, failure: isCancelled ? nil : message)
      }
      return report
    }
  }

  /// Fills the listing, the next page asked for while one is stored; returns why it broke off.
  private func list(
    _ table: String, _ warnings: inout [String], _ tracker: ProgressTracker, _ step: Int
  ) async throws -> String? {
    var said: [String] = []
    defer { warnings += said }
    var cursor: String?
    var count = 0
    do {
      try await withThrowingTaskGroup(of: IdentityPage.self) { group in
        group.addTask { try await self.identities(table, after: nil) }
        while let page = try await group.next() {
          if let next = page.next {
            guard next != cursor else {
              throw RemoteError.malformed(detail: "the list of ids leads to the same page again")
            }
            cursor = next
            group.addTask { try await self.identities(table, after: next) }
          }
          try Task.checkCancellation()
          let unusable = try await addToListing(page.identities)
          said += page.warnings + unusable.warnings(table)
          count += page.identities.count
          let listed = count
          tracker.update(step) { $0.done = listed }
        }
      }
      return nil
    } catch let error as RemoteError {
      return error.description
    } catch is CancellationError {
      return PushStop.cancelled.description
    }
  }

  private func identities(_ table: String, after cursor: String?) async throws -> IdentityPage {
    try await retrying { () throws(RemoteError) in
      try await remote.identities(table, after: cursor, pageSize: settings.pageSize)
    }
  }

  // MARK: - Applying

  /// Carries out what was chosen for each group of a report.
  ///
  /// Every row is looked at again first: one that changed here since the listing, that has a
  /// pending operation, or that the server has after all, is left alone and listed as skipped.
  /// What the others were is kept with them, unless they are more than `ReconcileReport.keptMax`.
  ///
  /// - Throws: `ReconcileError` when the report may not be applied; nothing is changed then.
  package func apply(
    _ report: ReconcileReport, _ choices: ReconcileChoices, by: String?
  ) async throws -> ReconcileOutcome {
    guard report.isComplete else {
      throw ReconcileError.incompleteListing(
        table: report.table, detail: report.failure ?? "no reason given")
    }
    if choices.missingOnServer == .removeHere, let needed = report.confirmationNeeded,
      choices.confirm != needed
    {
      throw ReconcileError.confirmationNeeded(
        table: report.table, count: needed, of: report.localRows)
    }
    if choices.missingOnServer == .insertAgain { try requireChanges(of: report.table) }
    return try await withRun {
      var applier = ReconcileApplier(
        self, report.table, by: by, keeps: report.chosen(choices) <= ReconcileReport.keptMax)
      switch choices.missingOnServer {
      case .removeHere: try await applier.removeHere(choices.chosen(report.missingOnServer))
      case .insertAgain: try await applier.insertAgain(choices.chosen(report.missingOnServer))
      case nil: break
      }
      if choices.missingHere != nil {
        try await applier.pullAgain(choices.chosen(report.missingHere))
      }
      let before = applier.outcome.pulled
      if choices.different != nil {
        try await applier.pullAgain(choices.chosen(report.different))
      }
      var outcome = applier.outcome
      outcome.replaced = outcome.pulled - before
      return outcome
    }
  }
}

extension ReconcileReport {
  /// Empties the groups: rows that the server didn't get to list are not missing on it.
  fileprivate mutating func dropGroups() {
    (missingOnServer, missingHere, different) = (.init(), .init(), .init())
  }

  fileprivate var filterWarning: [String] {
    guard isFiltered, missingHere.count > 0 else { return [] }
    return [
      localized("Pulls of this table have a filter: rows outside of it are listed as missing here.")
    ]
  }
}

extension ReconcileChoices {
  func chosen(_ group: ReconcileGroup) -> [ReconcileRow] {
    guard let ids else { return group.rows }
    return group.rows.filter { ids.contains($0.id) }
  }
}
