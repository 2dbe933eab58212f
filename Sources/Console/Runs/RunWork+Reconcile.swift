import Support
import SyncCore
import SyncInspection

extension RunWork {
  /// Compares one table, or all of them one after the other.
  ///
  /// A table that fails has a report that says why, and the next one is compared.
  func reconcile(_ report: inout RunReport) async throws {
    var found = report
    let pace = order.limits.map { RequestPace($0, time: time) }
    defer { report = found }
    try await RequestPace.$current.withValue(pace) { try await compare(&found) }
  }

  private func compare(_ report: inout RunReport) async throws {
    if let table = order.tables?.first {
      report.comparison = try await context.reconcile(
        table, content: order.comparesContent, progress: progress.sink)
      return try Task.checkCancellation()
    }
    let tables = try await context.tableNames()
    var steps: [SyncProgress.Step] = []
    report.comparisons = []
    for table in tables {
      let (progress, before) = (progress, steps)
      let comparison = try await compare(table) { now in
        var now = now
        now.steps = before + now.steps
        progress.report(now)
      }
      steps = progress.latest.steps
      report.comparisons?.append(comparison)
      try Task.checkCancellation()
    }
  }

  private func compare(
    _ table: String, _ sink: @escaping ProgressSink
  ) async throws -> ReconcileReport {
    do {
      return try await context.reconcile(table, content: order.comparesContent, progress: sink)
    } catch let error as CancellationError {
      throw error
    } catch {
      var failed = ReconcileReport(table: table, startedAt: time.now.description)
      failed.failure = sentence(for: error)
      return failed
    }
  }
}
