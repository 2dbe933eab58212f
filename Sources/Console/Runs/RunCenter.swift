package import ConsoleData
import Localization
package import Support
package import SyncCore

/// Starts and ends the runs of all stores: at most one per store at a time.
///
/// A run is in the list of runs before its work begins, and its report is there before its progress
/// ends. The work goes on when whoever asked for it goes away.
package actor RunCenter {
  /// Opens a store by its name.
  package typealias Stores = @Sendable (String) async throws -> SyncContext

  private struct Active {
    var id: RunID
    var order: RunRequest
    var progress: ProgressBroadcaster
    var task: Task<Void, Never>
    /// True once somebody asked for its end.
    var isCancelled = false

    func answer(to order: RunRequest) throws(RunError) -> RunID {
      // One that is ending does not do any more what is asked for now.
      guard self.order.isSameWork(as: order), !isCancelled else {
        throw .busy(id, self.order.kind, instead: order.kind)
      }
      return id
    }
  }

  /// A run whose entry is being made.
  private struct Start {
    var order: RunRequest
    var task: Task<RunID, any Error>
  }

  private let data: ConsoleData
  private let time: any TimeSource
  private let stores: Stores
  private var starts: UTF8Dictionary<Start> = [:]
  private var active: UTF8Dictionary<Active> = [:]
  private var livePulls: UTF8Dictionary<Task<RunReport, any Error>> = [:]
  private var isStopping = false

  package init(data: ConsoleData, time: any TimeSource = SystemTime(), stores: @escaping Stores) {
    self.data = data
    self.time = time
    self.stores = stores
    data.lookAtAbandonedRuns { run, seenAt in await run.abandonedOutcome(seenAt, stores) }
  }

  // MARK: - Starting and ending

  /// Starts a run, or answers the one under way that does just this.
  package func start(
    _ kind: Run.Kind, store: String, tables: [String]? = nil, full: Bool = false, by: String
  ) async throws -> RunID {
    try await start(RunRequest(kind, store: store, tables: tables, isFull: full, by: by)).id
  }

  /// Starts a run; `isNew` is false when the store has one already that does just this, which is
  /// answered instead.
  ///
  /// - Throws: ``RunError/busy(_:_:instead:)`` while the store has another run, and
  ///   `SyncError.offline` for one that needs the server of a store that is switched offline.
  package func start(_ order: RunRequest) async throws -> (id: RunID, isNew: Bool) {
    guard order.kind != .reconcile || order.tables?.isEmpty != true else {
      throw RunError.noTable
    }
    guard !isStopping else { throw RunError.stopping }
    if let run = active[order.store] { return try (run.answer(to: order), false) }
    // Another start may be waiting for the database: its run is as good as under way.
    if let start = starts[order.store] {
      let id = try await start.task.value
      guard start.order.isSameWork(as: order) else {
        throw RunError.busy(id, start.order.kind, instead: order.kind)
      }
      return (id, false)
    }
    let start = Start(order: order, task: Task { try await begin(order) })
    starts[order.store] = start
    defer { starts[order.store] = nil }
    return (try await start.task.value, true)
  }

  private func begin(_ order: RunRequest) async throws -> RunID {
    let context = try await stores(order.store)
    // Refused by a person's own switch, which is no failure of the sync: no run is recorded.
    if order.kind != .copy, try await context.isOffline { throw SyncError.offline }
    var source: SyncContext?
    if let copy = order.copy { source = try await stores(copy.source) }
    await endLivePull(of: order.store)
    // It would settle what one that was cut off left open.
    try await data.failAbandonedRuns(of: order.store)
    // What a run empties within a minute would be in no sample.
    if order.kind.isSync {
      try? await data.addSample(of: context, store: order.store, at: time.now)
    }
    let id = try await data.startRun(order.kind, store: order.store, who: order.by)
    let progress = ProgressBroadcaster()
    let work = RunWork(
      order: order, context: context, source: source, audit: AuditWriter(data),
      progress: progress, time: time)
    // What the request notes for the audit is its own: the run goes on after it. What it keeps is
    // English, whoever started it.
    let task = AuditIntent.$current.withValue(nil) {
      inEnglish { Task { await perform(id, work) } }
    }
    active[order.store] = Active(id: id, order: order, progress: progress, task: task)
    if isStopping { task.cancel() }
    return id
  }

  private func perform(_ id: RunID, _ work: RunWork) async {
    let saver = Task { await save(id, work) }
    let listener = Task { await listen(id) }
    let result = await work.perform()
    for task in [saver, listener] { task.cancel() }
    await saver.value
    await listener.value
    await end(id, result, work)
  }

  /// Keeps how far the run has come, so that other processes and a later start can see it.
  private func save(_ id: RunID, _ work: RunWork) async {
    for await progress in work.progress.updates() {
      let report = RunReport(work.order, soFar: progress)
      // A missed save costs nothing: the next one, or the end, has it all.
      try? await data.updateRun(id, RunOutcome(report, progress))
      guard (try? await time.sleep(for: .seconds(1))) != nil else { return }
    }
  }

  /// Leaves signs of life, and stops the run when another process asks for it.
  private func listen(_ id: RunID) async {
    // Other processes live in real time, whatever clock this one goes by.
    while (try? await SystemTime().sleep(for: .seconds(Run.signSeconds))) != nil {
      try? await data.noteSign(ofRun: id)
      guard (try? await data.isCancelRequested(id)) == true else { continue }
      cancel(id)
      return
    }
  }

  private func end(_ id: RunID, _ result: RunWork.Result, _ work: RunWork) async {
    var outcome = result.outcome
    if result.state == .cancelled, isStopping, active[work.order.store]?.isCancelled == false {
      outcome.message = Run.shutDownMessage
    }
    let checks = result.report.checks(run: id, isCancelled: result.state == .cancelled)
    // Where this fails, it is written later.
    try? await data.finishRun(id, result.state, outcome, checks: checks)
    active[work.order.store] = nil
    work.progress.finish()
  }

  /// Asks a run to stop at its next safe point, whichever process works on it.
  ///
  /// - Returns: False when it has ended.
  package func requestCancel(_ id: RunID, by who: String) async throws -> Bool {
    let isOpen = try await data.requestCancel(id, by: who)
    // One of this process need not wait until it looks.
    return cancel(id) || isOpen
  }

  /// Asks a run of this process to stop at its next safe point.
  ///
  /// - Returns: False when it has ended, or runs in another process.
  @discardableResult
  package func cancel(_ id: RunID) -> Bool {
    guard let run = active.values.first(where: { $0.id == id }) else { return false }
    active[run.order.store]?.isCancelled = true
    run.task.cancel()
    return true
  }

  /// Cancels all runs and waits for their ends; no run starts afterwards.
  package func stop() async {
    isStopping = true
    for start in starts.values { _ = try? await start.task.value }
    for store in livePulls.keys { await endLivePull(of: store) }
    let tasks = active.values.map(\.task)
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    await data.finishRuns()
  }

  // MARK: - Live pulls

  /// Pulls some tables without an entry in the list of runs; a run that is started meanwhile ends it
  /// at its next safe point.
  ///
  /// - Returns: What came of it; nil while the store has a run.
  /// - Throws: ``RunError/stopping``, or what the store or its server threw.
  func pullLive(_ tables: [String], store: String) async throws -> RunReport? {
    guard !isStopping else { throw RunError.stopping }
    guard active[store] == nil, starts[store] == nil, livePulls[store] == nil else { return nil }
    let stores = stores
    let task = inEnglish {
      Task { () throws -> RunReport in
        let progress = ProgressBroadcaster()
        var report = RunReport()
        report.tables = tables
        report.pull = try await stores(store).pullLive(tables: tables, progress: progress.sink)
        report.fill(progress.latest)
        return report
      }
    }
    livePulls[store] = task
    defer { livePulls[store] = nil }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func endLivePull(of store: String) async {
    guard let task = livePulls[store] else { return }
    task.cancel()
    _ = await task.result
  }

  /// Waits for the end of the run that the store has in this process, or of its live pull.
  func waitUntilIdle(_ store: String) async {
    if let pull = livePulls[store] { _ = await pull.result }
    if let start = starts[store] { _ = await start.task.result }
    if let run = active[store] { await run.task.value }
  }

  // MARK: - Looking

  /// The run that works on `store` in this process.
  package func running(in store: String) -> RunID? { active[store]?.id }

  /// Snapshots until the run ends; nil when it is not one of this process that is under way.
  package func updates(_ id: RunID) -> AsyncStream<SyncProgress>? {
    active.values.first { $0.id == id }?.progress.updates()
  }

  /// The newest snapshot of a run under way; nil when it is not one of this process.
  package func progress(_ id: RunID) -> SyncProgress? {
    active.values.first { $0.id == id }?.progress.latest
  }

  /// Waits for the end of a run of this process, and answers it as it is kept.
  package func wait(_ id: RunID, store: String) async throws -> Run {
    if let run = active.values.first(where: { $0.id == id }) { await run.task.value }
    guard let run = try await data.run(id, store: store) else { throw RunError.noSuchRun(id) }
    return run
  }

  /// A run as it is kept; nil when the store has no such run.
  package func run(_ id: RunID, store: String) async throws -> Run? {
    try await data.run(id, store: store)
  }
}
