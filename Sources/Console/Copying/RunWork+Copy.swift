import Support
import SyncCore
import SyncInspection

/// Copying the rows of another store, table by table.
extension RunWork {
  /// A table that fails has a report that says why, and the next one is copied.
  func copy(_ report: inout RunReport) async throws {
    try await eachTable(.copy, &report) { report, table, order, source, step in
      let preview = try await context.previewCopy(
        of: table, from: source, named: order.source, options: order.options)
      step(0, preview.sourceRows + preview.sourceDeleted)
      guard preview.rowsToCopy > 0 else { return CopyRunReport.Table(preview) }
      do {
        let copied = try await context.copyRows(
          of: table, from: source, named: order.source, options: order.options,
          expecting: preview.rowsToCopy, by: self.order.by
        ) { step($0.sourceRows + $0.sourceDeleted, nil) }
        return CopyRunReport.Table(copied, entry: try await note(copied, order))
      } catch let broken as CopyInterruption {
        // What was written can be undone by its entry, also when the run is cancelled.
        let entry = await Task { try? await note(broken.report, order) }.value
        var table = CopyRunReport.Table(broken.report, entry: entry)
        if broken.cause is CancellationError {
          report.copy?.tables.append(table)
          throw broken.cause
        }
        table.failure =
          StorageProblem(broken.cause)?.message ?? sentence(for: broken.cause)
        return table
      }
    }
  }

  private func note(_ copied: CopyReport, _ order: CopyOrder) async throws -> Int64? {
    try await CopyAudit(
      audit, who: self.order.by, address: order.address, requestID: order.requestID
    ).note(copied, from: order.source, into: self.order.store, context)
  }

  /// Compares the stores with digests of what their rows hold, then each with its server, by value.
  func verify(_ report: inout RunReport) async throws {
    report.comparisons = []
    try await eachTable(.verify, &report) { report, table, order, source, step in
      let compared = try await context.verifyCopy(of: table, from: source, named: order.source) {
        step($0.sourceRows + $0.sourceDeleted, nil)
      }
      var verified = CopyRunReport.Table(compared)
      verified.pendingHere = try await context.state().tables
        .first { $0.name === table }.map(\.queued)
      let here = try await compareWithServer(table, context)
      report.comparisons?.append(here)
      let there = try await compareWithServer(table, source)
      verified.there = CopyRunReport.ServerCheck(there)
      return verified
    }
  }

  private func compareWithServer(
    _ table: String, _ store: SyncContext
  ) async throws -> ReconcileReport {
    do {
      return try await store.reconcile(table, content: true, progress: nil)
    } catch let error as CancellationError {
      throw error
    } catch {
      var failed = ReconcileReport(table: table, startedAt: time.now.description)
      failed.failure = sentence(for: error)
      return failed
    }
  }

  /// - Parameter work: Does one table; its last argument tells how many rows were read, and of how
  ///   many where that is known.
  private func eachTable(
    _ kind: SyncProgress.Kind, _ report: inout RunReport,
    _ work: (
      inout RunReport, String, CopyOrder, SyncContext, @escaping @Sendable (Int, Int?) -> Void
    ) async throws -> CopyRunReport.Table
  ) async throws {
    guard let copy = order.copy, let source else { return }
    let tables = try await CopyComparison.tables(order.tables, from: source, to: context)
    let steps = Locked(tables.map { SyncProgress.Step(kind: kind, name: $0) })
    for (index, table) in tables.enumerated() {
      try Task.checkCancellation()
      let progress = progress
      let change = { @Sendable (change: (inout SyncProgress.Step) -> Void) in
        progress.report(
          SyncProgress(
            steps: steps.withLock { steps in
              change(&steps[index])
              return steps
            }))
      }
      change { $0.state = .running }
      var done: CopyRunReport.Table
      do {
        done = try await work(&report, table, copy, source) { count, total in
          change { step in
            step.done = count
            if let total { step.total = total }
          }
        }
      } catch let error as CancellationError {
        change { $0.state = .cancelled }
        throw error
      } catch {
        done = CopyRunReport.Table(CopyReport(table: table))
        done.failure = sentence(for: error)
      }
      report.copy?.tables.append(done)
      let failure = done.failure
      change { step in
        step.state = failure == nil ? .done : .failed
        step.message = failure
        if failure == nil, let total = step.total { step.done = total }
      }
    }
  }
}
