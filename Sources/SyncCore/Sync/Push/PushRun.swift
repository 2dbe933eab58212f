import SQLiteKit
import Support

/// One push: sends what is ready and records each outcome, until nothing is left to send.
///
/// One task owns it and decides; child tasks only talk to the remote. Operations of one row follow
/// each other, operations of different rows share a window of requests, and a request where the
/// remote takes batches.
final class PushRun {
  /// What a child task brings back.
  enum Event: Sendable {
    case sent([Sent], startedAt: Timestamp, milliseconds: Int)
    case looked(InFlightOperation, Result<Record?, RemoteError>)
    /// The operation's delay is over: it may take its next step.
    case rested(InFlightOperation)
    /// Their turn never came: the run was cancelled first.
    case interrupted([InFlightOperation])
    case pauseOver
    /// The conflict handler had its say.
    case handled(OperationKey)
  }

  /// One change of a request, and what the server said to it.
  struct Sent: Sendable {
    var flight: InFlightOperation
    var result: SendResult
  }

  /// How often one run begins the same operation anew, after a handler's or a person's decision.
  static let startsMax = 6
  /// Operations in a row that end without an outcome before the server counts as broken.
  static let brokenAfter = 8

  /// How many operations that were queued after its start a run sends, so that one who edits
  /// without end does not keep it running without end.
  static let lateMax = 200

  let context: SyncContext
  let scope: PushScope
  let progress: ProgressTracker
  let step: Int
  var report = PushReport()
  /// How many operations there were to send when the run began.
  private var total = 0

  var pacing: RateController
  /// A pause that the server asked for, to be kept for later runs too.
  var pauseToKeep: Timestamp?
  /// What waits for a request: begun, or at its next step.
  var batcher: RequestBatcher
  /// Loaded and not begun, oldest first.
  var ready: [Int64] = []
  /// The newest operation that was loaded in this level.
  var cursor: Int64 = 0
  var level = 0
  /// Child tasks that have not come back.
  var tasks = 0
  /// Requests on their way.
  var requests = 0
  /// Those of them that carry more than one change.
  var batches = 0
  /// Operations between beginning and outcome, and conflicts at the handler.
  var active = 0
  var startedInRound = 0
  var starts: [Int64: Int] = [:]
  var finished = 0
  var unsettledInARow = 0
  var createdAgain = ResentInserts()
  /// Tables that the sign-in may not change, with the server's reason.
  var refusedTables: UTF8Dictionary<String> = [:]
  /// The newest operation when the run began.
  var newestAtStart: Int64 = 0
  var lateLeft = PushRun.lateMax

  init(_ context: SyncContext, _ scope: PushScope, progress: ProgressTracker, step: Int) {
    self.context = context
    self.scope = scope
    self.progress = progress
    self.step = step
    let settings = context.settings
    pacing = RateController(
      windowMax: max(1, settings.pushWindow), growsTo: settings.pushWindowMax,
      random: context.random)
    // In a batch nothing says that what follows a refused change waits for a decision on it.
    batcher = RequestBatcher(isOn: settings.pushesBatches && settings.pushWindow > 1)
  }

  func run() async throws -> PushReport {
    let total = try await context.countToPush(scope)
    self.total = total
    if total > 0 { try await context.database.tuneWriter(.push) }
    newestAtStart = try await context.highestOperation()
    lateLeft = max(Self.lateMax, total)
    progress.update(step, push: reportSoFar) {
      $0.state = .running
      $0.total = total
    }
    if total > 0 { try await waitForPause() }
    let events = Locked<[Event]>([])
    let levels = TableDependencyOrder(context.settings)
    let held = try await context.blockedTables(scope, levels)
    try await withThrowingTaskGroup(of: Void.self) { group in
      repeat {
        startedInRound = 0
        for level in 0..<levels.count where report.stopped == nil {
          self.level = level
          cursor = 0
          ready = []
          try await drain(held.filter(levels.filter(level)), events, &group)
        }
        // What was queued meanwhile for a table whose turn was over gets another.
      } while startedInRound > 0 && report.stopped == nil
    }
    report.remaining = try await context.countQueued(scope)
    report.waiting = try await context.countToPush(scope)
    if !held.waitsFor.isEmpty {
      report.warnings = held.warnings(among: try await context.waitingTables(of: scope))
    }
    report.warnings += createdAgain.warnings
    try await reportRefusedTables()
    if report.stopped == .cancelled, report.remaining == 0 { report.stopped = nil }
    let stopped = report.stopped
    let failure = report.refusals.first
    progress.update(step, push: report) { $0.end(stopped, failure: failure) }
    return report
  }

  /// Waits until the moment that the server named to an earlier run.
  private func waitForPause() async throws {
    guard let pause = try await context.persistedRetryAfter() else { return }
    let sentence = PersistedRetryAfter.sentence(until: pause.until)
    let rest = pause.until.seconds(since: context.time.now)
    guard rest <= RateController.keptWaitMax else { return stop(.throttled(sentence)) }
    progress.update(step) { $0.message = sentence }
    // A cancelled wait ends at once.
    try? await context.time.sleep(for: .milliseconds(Int64((rest * 1_000).rounded(.up))))
    if Task.isCancelled { stop(.cancelled) }
    progress.update(step) { $0.message = nil }
  }

  /// What is told of the run while it is under way: should the program end now, this is known.
  ///
  /// Each snapshot has its own copy, and the list of problems may be long, so that stays out.
  var reportSoFar: PushReport {
    var report = report
    report.problems = []
    report.remaining = max(0, total - report.succeeded)
    report.waiting = max(0, total - finished + report.unknown)
    return report
  }

  /// Sends until nothing of this level is ready and nothing is on its way.
  private func drain(
    _ tables: TableFilter, _ events: Locked<[Event]>,
    _ group: inout ThrowingTaskGroup<Void, any Error>
  ) async throws {
    try await fill(tables, events, &group)
    while tasks > 0 {
      try await group.next()
      tasks -= 1
      // All that came back meanwhile is recorded in one transaction.
      let arrived = events.withLock { events in
        defer { events = [] }
        return events
      }
      if arrived.isEmpty { continue }
      try await handle(arrived, events, &group)
      try await fill(tables, events, &group)
    }
  }
}
