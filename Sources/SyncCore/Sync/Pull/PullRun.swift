import Localization
import SQLiteKit
import Support

/// One query to pull.
struct PullJob: Sendable {
  var table: String
  var query: PullQuery
  /// Forgets the delta token first.
  var full = false

  /// False for a pull that keeps no delta token.
  var keepsToken: Bool { query.keepsToken }

  var name: String {
    query.queryID === PullQuery.wholeTable ? table : "\(table) (\(query.queryID))"
  }
}

/// Pulls one query: fetches pages while others are stored, as ``PagePrefetcher`` bounds them.
struct PullRun {
  let context: SyncContext
  let job: PullJob
  let progress: ProgressTracker
  let step: Int
  var report: TablePullReport
  var stopped: PushStop?
  /// True when the sign-in may not read the table; others may be open to it.
  private(set) var isRefused = false
  private var seen = RecentVersions()
  /// New rows that the history takes of the rest of the pull.
  private var notedMax = 0

  init(_ context: SyncContext, _ job: PullJob, progress: ProgressTracker, step: Int) {
    self.context = context
    self.job = job
    self.progress = progress
    self.step = step
    report = TablePullReport(table: job.table, queryID: job.query.queryID)
  }

  mutating func run() async throws {
    progress.update(step, pulled: [report]) { $0.state = .running }
    let start = try await context.startPull(job)
    report.warnings += start.warnings
    // What is left of a first pull that was interrupted comes with a token of its own.
    let isFirst = start.cursor.token == nil || !start.hasEnded
    notedMax = start.hasEnded ? HistoryStore.newRowsMax : 0
    try await context.database.tuneWriter(isFirst ? .firstPull : .laterPull)
    var cursor = start.cursor
    do {
      do {
        try await pages(&cursor)
      } catch is ClockSetBack {
        try await beginAnew(&cursor)
      }
      // What changed on pages that an earlier pull has read comes only now.
      if start.cursor.place != nil, cursor.token != nil, report.failure == nil {
        try await pages(&cursor)
      }
    } catch let error as RemoteError {
      note(error)
    } catch let error as SyncError {
      // The store has no place for a row that came.
      report.failure = error.description
    } catch is CancellationError {
      stopped = .cancelled
    }
    try await context.completeTables()
    report.warnings += try await context.duplicatedInserts(of: job.table).map(\.sentence)
    report.goesOn = cursor.isSet
    if report.failure == nil, stopped == nil { try await context.finishPull(job, report) }
    let (failure, stop) = (report.failure, stopped)
    progress.update(step, pulled: [report]) { $0.end(stop, failure: failure) }
  }

  /// Reads the whole query: the token says nothing of what the server has stamped since.
  private mutating func beginAnew(_ cursor: inout SyncCursor) async throws {
    report.warnings.append(SyncContext.clockWarning(job))
    try await context.forgetCursor(of: job)
    cursor = SyncCursor()
    try await pages(&cursor)
  }

  /// Fetches in a task of its own, and stores what has come with one commit.
  private mutating func pages(_ cursor: inout SyncCursor) async throws {
    let first = context.request(job, from: cursor)
    let feed = PagePrefetcher(isLong: first.token == nil)
    try await withThrowingTaskGroup(of: Void.self) { [context] group in
      group.addTask { await feed.fill(first, from: context) }
      do {
        while let pages = try await feed.take() {
          try Task.checkCancellation()
          let stored = try await context.store(
            pages, of: job, after: cursor, notingNew: notedMax)
          if stored.isTokenForeign {
            report.failure =
              localized(
                "The delta token of \(job.table) was reset while this pull ran, so it was ended. "
                  + "Pull again to fetch the rest.")
            cursor = try await context.cursor(of: job)
            break
          }
          if job.keepsToken { cursor = cursor.moved(by: pages) }
          take(stored, pages, cursor)
        }
        await feed.close()
      } catch {
        await feed.close()
        throw error
      }
      group.cancelAll()
    }
  }

  private mutating func take(_ stored: StoredPage, _ pages: [PullPage], _ cursor: SyncCursor) {
    // The store had them when they came again, so they stand among its unchanged rows.
    let again = pages.reduce(0) { $0 + seen.countAgain($1.batch) }
    report.pages += pages.count
    report.received += pages.reduce(0) { $0 + $1.batch.count } - again
    notedMax -= stored.noted
    report.inserted += stored.inserted
    report.updated += stored.updated
    report.deleted += stored.deleted
    report.unchanged += stored.unchanged - min(again, stored.unchanged)
    report.keptBeside += stored.keptBeside
    for warning in pages.flatMap(\.warnings) + stored.warnings
    where !report.warnings.contains(warning) {
      report.warnings.append(warning)
    }
    report.goesOn = cursor.isSet
    let received = report.received
    progress.update(step, pulled: [report]) { $0.done = received }
  }

  /// A server that can't be reached ends the whole pull; another failure, a refused sign-in too, only
  /// this query.
  private mutating func note(_ error: RemoteError) {
    if case .unauthorized = error {
      isRefused = true
    } else {
      stopped = error.stop
    }
    if stopped == nil { report.failure = error.description }
  }
}

/// What storing pages came to.
struct StoredPage: Sendable, Equatable {
  var inserted = 0
  var updated = 0
  var deleted = 0
  var unchanged = 0
  var keptBeside = 0
  /// New rows, tombstones among them, that the history has got an entry of.
  var noted = 0
  var warnings: [String] = []
  /// Somebody reset the token meanwhile: nothing was stored.
  var isTokenForeign = false

  mutating func add(_ other: StoredPage) {
    inserted += other.inserted
    updated += other.updated
    deleted += other.deleted
    unchanged += other.unchanged
    keptBeside += other.keptBeside
    noted += other.noted
    warnings += other.warnings
  }
}

extension SyncContext {
  func request(_ job: PullJob, from cursor: SyncCursor) -> PullRequest {
    PullRequest(
      table: job.table, filter: job.query.filter, token: cursor.token, asOf: cursor.asOf,
      cursor: cursor.place, pageSize: settings.pageSize, overlapSeconds: settings.overlapSeconds,
      softDelete: settings.table(job.table).softDelete)
  }

  static func clockWarning(_ job: PullJob) -> String {
    localized(
      "The clock of the server was set back since the last pull of \(job.name), so its delta token "
        + "no longer holds and every row of the query is pulled again.")
  }

  /// One page, asked for again while the server is only busy or failing.
  func fetch(_ request: PullRequest) async throws -> PullPage {
    try await retrying { () throws(RemoteError) in try await remote.changes(request) }
  }

  func pullJobs(_ tables: [String]?, full: Bool) async throws -> [PullJob] {
    var names = tables ?? settings.tables.map(\.name)
    if tables == nil {
      for name in try await storedTables() where !names.contains(identical: name) {
        names.append(name)
      }
    }
    return names.flatMap { name in
      settings.table(name).effectivePulls.map { PullJob(table: name, query: $0, full: full) }
    }
  }

  func pullSteps(
    _ jobs: [PullJob], _ tracker: ProgressTracker, pushing first: PushScope?,
    waitingAtMost most: Double = pauseMax
  ) async throws -> PullReport {
    var report = PullReport()
    if let first, try await countToPush(first) > 0 {
      let push = try await pushStep(first, tracker)
      report.push = push
      report.stopped = push.stopped?.endsPull
    }
    let plan = PullPlan(jobs, remote)
    let firstWalk = tracker.add(
      plan.walks.map { SyncProgress.Step(kind: .pull, name: $0.job.feed) })
    let jobs = plan.queries
    let first = tracker.add(jobs.map { SyncProgress.Step(kind: .pull, name: $0.name) })
    if report.stopped == nil {
      // Of a store without tables nobody knows what to pull before the server may be asked.
      report.stopped =
        plan.walks.isEmpty && jobs.isEmpty
        ? try await persistedRetryAfter().map { .throttled($0.sentence) }
        : try await waitForPause(tracker, firstWalk, atMost: most)
    }
    for (index, walk) in plan.walks.enumerated() where report.stopped == nil {
      var run = FeedWalk(
        self, walk.remote, walk.job, progress: tracker, step: firstWalk + index)
      try await run.run()
      report.tables += run.report.entries
      report.stopped = run.stopped
    }
    var refusals = 0
    for (index, job) in jobs.enumerated() where report.stopped == nil {
      var run = PullRun(self, job, progress: tracker, step: first + index)
      try await run.run()
      report.tables.append(run.report)
      report.stopped = run.stopped
      refusals += run.isRefused ? 1 : 0
    }
    if refusals > 0, refusals == jobs.count { report.stopForRefusedSignIn() }
    tracker.skipWaiting()
    return report
  }
}

extension SyncTable {
  /// Pulls one query of this table.
  ///
  /// - Parameter queryID: Names the delta token; nil pulls every row of the query and keeps none.
  @discardableResult
  public func pull(
    queryID: String? = PullQuery.wholeTable, filter: String? = nil,
    progress: ProgressSink? = nil
  ) async throws -> PullReport {
    let job = PullJob(table: name, query: PullQuery(queryID: queryID, filter: filter))
    return try await context.withRun {
      try await context.pullSteps(
        [job], ProgressTracker(progress), pushing: context.pushBeforePull(of: [job]))
    }
  }

  /// Compares this table with the server, and changes nothing.
  package func reconcile(
    content: Bool = false, progress: ProgressSink? = nil
  ) async throws -> ReconcileReport {
    try await context.reconcile(name, content: content, progress: progress)
  }
}
