import Localization
import Support

/// What a push has come to so far, and why it ends.
struct PushTally {
  /// Operations in a row that end without an outcome before the server counts as broken.
  static let brokenAfter = 8

  private(set) var report = PushReport()
  /// How many operations have an outcome.
  private(set) var finished = 0
  /// Tables that the sign-in may not change, with the server's reason.
  private(set) var refusedTables: UTF8Dictionary<String> = [:]
  /// How many operations there were to send when the run began.
  let total: Int
  private var unsettledInARow = 0
  private var createdAgain = ResentInserts()

  init(total: Int) { self.total = total }

  var isStopped: Bool { report.stopped != nil }

  /// Ends the run: nothing more is sent, what is on its way is awaited.
  mutating func stop(_ reason: PushStop) {
    if report.stopped == nil { report.stopped = Task.isCancelled ? .cancelled : reason }
  }

  /// Stops what failed uploads stop.
  mutating func count(_ uploads: QueuedUploads) {
    for (table, why) in uploads.refusedTables { refuse(table, why) }
    if let reason = uploads.stop { stop(reason) }
  }

  /// Sends no more changes of a table that the sign-in may not change; other tables go on.
  mutating func refuse(_ table: String, _ why: String) {
    if refusedTables[table] == nil { refusedTables[table] = why }
  }

  mutating func countSent() { report.sent += 1 }

  mutating func count(_ one: RecordedOutcome) {
    switch one.kind {
    case .done:
      report.succeeded += 1
      finished += 1
      unsettledInARow = 0
    case .failed:
      report.failed += 1
      finished += 1
      unsettledInARow = 0
    case .unknown(let why):
      report.unknown += 1
      finished += 1
      unsettledInARow += 1
      if unsettledInARow >= Self.brokenAfter { stop(.failing(after: unsettledInARow, why)) }
    case .conflict:
      report.conflicts += 1
      finished += 1
    case .decidedByRule: report.decidedByRules += 1
    case .handled(true):
      report.conflicts -= 1
      report.problems.removeAll { $0 == one.errorID }
    case .parked, .gone, .handled(false): break
    }
    if let errorID = one.errorID, one.kind.isProblem { report.problems.append(errorID) }
    if let row = one.createdAgain { createdAgain.add(row) }
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

  /// The report of a run that has ended, with what it left in the queue.
  func finalReport(
    of scope: PushScope, _ held: BlockedTables, in context: SyncContext
  ) async throws -> PushReport {
    var report = report
    report.remaining = try await context.countQueued(scope)
    report.waiting = try await context.countToPush(scope)
    if !held.waitsFor.isEmpty {
      report.warnings = held.warnings(among: try await context.waitingTables(of: scope))
    }
    report.warnings += createdAgain.warnings
    try await add(refusedTables, to: &report, of: scope, in: context)
    if report.stopped == .cancelled, report.remaining == 0 { report.stopped = nil }
    return report
  }

  /// A sign-in that no table accepts stops the run, as one that has expired does.
  private func add(
    _ refused: UTF8Dictionary<String>, to report: inout PushReport, of scope: PushScope,
    in context: SyncContext
  ) async throws {
    guard let first = refused.min(by: { $0.key < $1.key }) else { return }
    let waiting = try await context.waitingTables(of: scope)
    let hasAnswers = report.succeeded + report.failed + report.conflicts > 0
    if !hasAnswers, waiting.isSubset(of: refused.keys) {
      if report.stopped == nil { report.stopped = .unauthorized(first.value) }
    } else {
      report.refusedTables = refused
    }
  }
}

extension PushReport {
  /// A sentence for each table that the sign-in may not change.
  package var refusals: [String] {
    refusedTables.sorted { $0.key < $1.key }.map {
      localized("Changes of \($0.key) were not sent.") + " \($0.value)"
    }
  }
}
