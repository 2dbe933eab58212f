import JSONKit
import Localization
import SQLiteKit
import Support

extension SyncContext {
  /// Sends what waits in the queue, until nothing is left that can be sent.
  ///
  /// Operations that are queued meanwhile go too. Cancelling the task ends the run early: requests
  /// under way are awaited for some seconds, and the report says so.
  ///
  /// - Throws: ``SyncError/offline``, ``SyncError/runInProgress(path:)``, or a failure of the store
  ///   file.
  public func push(progress: ProgressSink? = nil) async throws -> PushReport {
    try await push(.all, progress: progress)
  }

  /// Sends what waits in the queue within `scope`.
  ///
  /// - Parameter ignoresPause: Sends at once, though the server asked an earlier run to wait.
  package func push(
    _ scope: PushScope, ignoresPause: Bool = false, progress: ProgressSink? = nil
  ) async throws -> PushReport {
    try await withRun(progress) { tracker in
      if ignoresPause { try await forgetRetryAfter() }
      return try await pushStep(scope, tracker)
    }
  }

  /// Fetches what changed on the server.
  ///
  /// - Parameters:
  ///   - tables: Nil for every configured table and every table of the store.
  ///   - full: Forgets the delta tokens first, so that every row comes again.
  /// - Throws: ``SyncError/offline``, ``SyncError/runInProgress(path:)``,
  ///   ``SyncError/unknownTable(_:known:)``, or a failure of the store file.
  public func pull(
    tables: [String]? = nil, full: Bool = false, progress: ProgressSink? = nil
  ) async throws -> PullReport {
    try await pull(tables: tables, full: full, pushing: nil, progress: progress)
  }

  /// Fetches what changed on the server.
  ///
  /// - Parameters:
  ///   - first: What is pushed before; nil for all that waits in these tables, where the settings
  ///     push before a pull.
  ///   - ignoresPause: Asks at once, though the server asked an earlier run to wait.
  package func pull(
    tables: [String]? = nil, full: Bool = false, pushing first: PushScope?,
    ignoresPause: Bool = false, progress: ProgressSink? = nil
  ) async throws -> PullReport {
    try await withRun(progress) { tracker in
      if ignoresPause { try await forgetRetryAfter() }
      try await discover()
      for table in tables ?? [] { try await requireKnown(table) }
      let jobs = try await pullJobs(tables, full: full)
      return try await pullSteps(
        jobs, tracker, pushing: first ?? pushBeforePull(of: jobs))
    }
  }

  /// A mistyped name must not pass for a table without rows.
  ///
  /// Of a table that this store does not know, the server is asked for a row, unless it asked to
  /// wait.
  ///
  /// - Throws: `SyncError.unknownTable` or `.tableAlike`, or what the server answered.
  package func requireKnown(_ table: String) async throws {
    let known = try await tableNames()
    guard !known.contains(identical: table) else { return }
    if let other = Catalogue.alike(table, among: known) {
      throw SyncError.tableAlike(table, known: other)
    }
    guard try await pausedUntil == nil else { return }
    let page: PullPage
    do {
      page = try await fetch(PullRequest(table: table, pageSize: 1))
    } catch RemoteError.rejected, RemoteError.notFound {
      // A name that no table can have is refused where an unknown one lists as empty.
      throw SyncError.unknownTable(table, known: known)
    }
    guard page.records.isEmpty, page.next == nil else { return }
    throw SyncError.unknownTable(table, known: known)
  }

  /// Pushes, then pulls every table; the pull is left out when the push was stopped.
  ///
  /// - Throws: As ``push(progress:)`` and ``pull(tables:full:progress:)``.
  public func sync(
    progress: ProgressSink? = nil
  ) async throws -> (push: PushReport, pull: PullReport) {
    try await sync(pushing: .all, progress: progress)
  }

  /// Pushes what `scope` says, then pulls every table.
  ///
  /// The pull pushes nothing more: what waits beside the scope stays, and its rows are kept.
  package func sync(
    pushing scope: PushScope, progress: ProgressSink? = nil
  ) async throws -> (push: PushReport, pull: PullReport) {
    try await withRun(progress) { tracker in
      try await discover()
      let jobs = try await pullJobs(nil, full: false)
      let push = try await pushStep(scope, tracker)
      guard let stopped = push.stopped?.endsPull else {
        return (push, try await pullSteps(jobs, tracker, pushing: nil))
      }
      tracker.add(jobs.map { SyncProgress.Step(kind: .pull, name: $0.name) })
      tracker.skipWaiting()
      var pull = PullReport()
      pull.stopped = stopped
      return (push, pull)
    }
  }

  func pushStep(_ scope: PushScope, _ tracker: ProgressTracker) async throws -> PushReport {
    let step = tracker.add([SyncProgress.Step(kind: .push)])
    return try await PushRun(self, scope, progress: tracker, step: step).run()
  }

  /// Runs `body` as ``withRun(_:)`` does, and tells `progress` which entries of the history are its own.
  func withRun<Output: Sendable>(
    _ progress: ProgressSink?, isLive: Bool = false,
    _ body: (ProgressTracker) async throws -> Output
  ) async throws -> Output {
    try await withRun(isLive: isLive) {
      let tracker = ProgressTracker(progress)
      var span = HistorySpan(after: try await newestChange())
      tracker.note(span)
      do {
        let output = try await body(tracker)
        span.upTo = try await newestChange()
        tracker.note(span)
        return output
      } catch {
        span.upTo = try? await newestChange()
        tracker.note(span)
        throw error
      }
    }
  }

  /// Runs `body` as the only run on this store file, over all processes.
  ///
  /// A request that an earlier process had under way when it died may have arrived: whoever gets
  /// the lock and finds one marked as being sent knows that its outcome is unknown.
  ///
  /// - Parameter isLive: True for a live pull, which others wait for.
  func withRun<Output: Sendable>(
    isLive: Bool = false, _ body: () async throws -> Output
  ) async throws -> Output {
    if try await isOffline { throw SyncError.offline }
    return try await alone(isLive: isLive, body)
  }

  /// Runs `body` while nobody else holds the run lock; works on a store that is offline too.
  ///
  /// It runs in English, whoever asked: what runs say is stored.
  func alone<Output: Sendable>(
    isLive: Bool = false, _ body: () async throws -> Output
  ) async throws -> Output {
    let lock = try await runLock(isLive: isLive)
    defer { withExtendedLifetime(lock) {} }
    try await recoverInterrupted()
    let output: Output
    do {
      output = try await performInEnglish(body)
    } catch {
      try? await database.tuneWriter(.betweenRuns)  // The run's own error is the one to tell.
      throw error
    }
    try await database.tuneWriter(.betweenRuns)
    try await trimHistory()
    try await keepBatchSize()
    return output
  }

  // MARK: - The offline switch

  /// True while the store is switched offline: no run begins.
  public var isOffline: Bool {
    get async throws {
      try await database.read { db in try SettingStore.fetch(SettingStore.offline, on: db) != nil }
    }
  }

  /// Kept in the store file, so that it holds for every process and after a restart.
  ///
  /// A run that is under way goes on.
  public func setOffline(_ offline: Bool) async throws {
    try await commit { db in
      try SettingStore.put(offline ? "true" : nil, for: SettingStore.offline, on: db)
      if !offline { try SettingStore.put(nil, for: SettingStore.movedTo, on: db) }
    }
  }

  /// The store that took this one's place; nil for one that was not moved, or is online again.
  package var movedTo: String? {
    get async throws {
      try await database.read { try SettingStore.fetch(SettingStore.movedTo, on: $0) }
    }
  }

  /// Switches the store offline for good: the store `name` has its rows and its pending changes.
  ///
  /// - Parameter name: Nil takes that back, and leaves the store offline.
  package func setMoved(to name: String?) async throws {
    try await commit { db in
      if name != nil { try SettingStore.put("true", for: SettingStore.offline, on: db) }
      try SettingStore.put(name, for: SettingStore.movedTo, on: db)
    }
  }
}
