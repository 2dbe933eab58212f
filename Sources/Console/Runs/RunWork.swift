import ConsoleData
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// The work of one run, off the actor that keeps the books.
struct RunWork: Sendable {
  let order: RunRequest
  let context: SyncContext
  /// The store that a copy reads; nil for other runs.
  var source: SyncContext?
  /// Where a copy is entered.
  let audit: AuditWriter
  let progress: ProgressBroadcaster
  let time: any TimeSource

  /// How often, and how long apart, a run that waits for another program tries again.
  static let tries = 60
  static let pause = Duration.seconds(5)
  /// The message of the first step while the run waits for another program.
  static var waitingMessage: String {
    inEnglish { localized("Waiting for a run of another program on this store.") }
  }

  struct Result: Sendable {
    var state: Run.State
    var outcome: RunOutcome
    var report: RunReport
  }

  /// Never throws: every failure is part of the report.
  @concurrent func perform() async -> Result {
    var report = RunReport(order)
    var isCancelled = false
    do {
      try await runAlone(&report)
      isCancelled = report.isCancelled
    } catch is CancellationError {
      isCancelled = true
    } catch RemoteError.cancelled {
      isCancelled = true
    } catch {
      // The store was switched offline just before the work began.
      if case SyncError.offline = error { isCancelled = true }
      report.failure = sentence(for: error)
    }
    // What broke off has no report of its own, and it may have done much before.
    report.fill(progress.latest)
    await noteProblems(&report)
    return result(report, isCancelled: isCancelled)
  }

  /// Tries again while the store belongs to a run of another program, for orders that may wait.
  private func runAlone(_ report: inout RunReport) async throws {
    for _ in 1..<(order.waitsForOthers ? Self.tries : 1) {
      do {
        return try await run(&report)
      } catch SyncError.runInProgress {
        progress.report(
          SyncProgress(steps: [
            .init(kind: .push, message: Self.waitingMessage)
          ]))
        try await time.sleep(for: Self.pause)
      }
    }
    try await run(&report)
  }

  private func run(_ report: inout RunReport) async throws {
    switch order.kind {
    case .push:
      let previewed = order.previewed ?? []
      let before = try await context.operations(previewed.map(\.id))
      report.push = try await context.push(
        order.pushScope, ignoresPause: order.ignoresPause, progress: progress.sink)
      if !previewed.isEmpty { report.preview = try await compare(previewed, before: before) }
      try await countNewer(&report)
    case .pull: try await pull(&report)
    case .sync:
      let both = try await context.sync(pushing: order.pushScope, progress: progress.sink)
      report.push = both.push
      report.pull = both.pull
      try await countNewer(&report)
    case .reconcile: try await reconcile(&report)
    case .copy: try await copy(&report)
    case .verify: try await verify(&report)
    }
  }

  /// What was queued after the page that the run was started from.
  private func countNewer(_ report: inout RunReport) async throws {
    guard let upTo = order.upTo else { return }
    report.newer = try await context.waitingOperations(after: upTo)
  }

  private func noteProblems(_ report: inout RunReport) async {
    let ids = report.pushes.flatMap(\.problems)
    for id in ids.prefix(RunReport.problemsMax) {
      // An error that somebody resolved meanwhile is no problem any more.
      guard let error = try? await context.error(id) else { continue }
      report.problems.append(RunProblem(error))
    }
  }

  private func result(_ report: RunReport, isCancelled: Bool) -> Result {
    let isClean = report.obstacles.isEmpty && report.failed == 0 && report.unknown == 0
    let state: Run.State = isCancelled ? .cancelled : isClean ? .succeeded : .failed
    let end: SyncProgress.State = isCancelled ? .cancelled : isClean ? .done : .failed
    var outcome = RunOutcome(report, progress.latest.settled(as: end))
    outcome.message = report.obstacles.first
    return Result(state: state, outcome: outcome, report: report)
  }

  private static func interruption(_ reason: String) -> String {
    localized("The run was interrupted: \(reason) Completed work is kept.")
  }

  func sentence(for error: any Error) -> String {
    switch error {
    case let error as SyncError: error.description
    case let error as RemoteError: error.description
    case let error as RunError: error.description
    case let error as CopyError: error.description
    default:
      Self.interruption((StorageProblem(error)?.description ?? "\(error)").asSentence)
    }
  }
}
