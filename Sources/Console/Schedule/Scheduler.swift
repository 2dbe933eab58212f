package import ConsoleData
package import Support
import SyncCore
import SyncInspection

/// Starts the syncs that the stores' schedules ask for, drift checks and scheduled backups.
///
/// What it knows is in the list of runs and in the console's database, so a restart changes nothing:
/// an interval goes on where it was, a pause stays.
package actor Scheduler {
  /// Who asked for a run, in the list of runs and in the audit.
  package static let name = "schedule"

  private var schedules: UTF8Dictionary<Schedule>
  private let data: ConsoleData
  private let runs: RunCenter
  private let time: any TimeSource
  private let random: RandomSource
  private let isReadOnly: Bool
  private let stores: RunCenter.Stores
  private let backups: BackupCenter?
  nonisolated let driftWatch: DriftWatch?
  nonisolated let live: LiveCenter?
  private let log: @Sendable (String) -> Void
  /// Before it there was nobody to be late.
  private let madeAt: Timestamp
  /// The delay by chance of each store, drawn once for the sync that it comes after.
  private var jitters: UTF8Dictionary<(after: RunID?, milliseconds: Int64)> = [:]

  /// - Parameters:
  ///   - schedules: By the store's name; the others sync only when somebody asks.
  ///   - backups: Made on its own schedule; nil for none.
  ///   - driftWatch: Compares the stores on schedules of its own; nil for none.
  ///   - live: Pulls what servers say has changed; nil for none.
  ///   - log: Receives what kept a run from being started.
  package init(
    _ schedules: UTF8Dictionary<Schedule>, data: ConsoleData, runs: RunCenter,
    time: any TimeSource = SystemTime(), random: RandomSource = .system, isReadOnly: Bool = false,
    stores: @escaping RunCenter.Stores, backups: BackupCenter? = nil,
    driftWatch: DriftWatch? = nil, live: LiveCenter? = nil,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.schedules = schedules
    self.data = data
    self.runs = runs
    self.time = time
    self.random = random
    self.isReadOnly = isReadOnly
    self.stores = stores
    self.backups = backups
    self.driftWatch = driftWatch
    self.live = live
    self.log = log
    madeAt = time.now
  }

  /// Looks every few seconds until the task is cancelled; the runs are ended by their ``RunCenter``.
  ///
  /// Short steps follow a clock that is set, and an offline switch or a pause that changes.
  package func run() async {
    guard !isReadOnly else { return }
    async let following: Void? = live?.run()
    while !Task.isCancelled {
      await startDue()
      guard (try? await time.sleep(for: .seconds(5))) != nil else { break }
    }
    _ = await following
  }

  /// Starts every sync and every check whose time has come, and a backup if one is due.
  package func startDue() async {
    for (store, _) in schedules.sorted(by: { $0.key < $1.key }) {
      do {
        try await startIfDue(store)
      } catch {
        log("schedule of \(store): \(error). Trying again.")
      }
    }
    await driftWatch?.startDue()
    do {
      try await backups?.startIfDue()
    } catch {
      log("schedule of backups: \(error). Trying again.")
    }
  }

  /// Goes by other schedules from now on; a run under way goes on to its end.
  ///
  /// - Parameter live: The stores that follow their servers' change streams.
  package func setSchedules(
    _ schedules: UTF8Dictionary<Schedule>, drift: UTF8Dictionary<DriftSchedule>, live: UTF8Set
  ) async {
    self.schedules = schedules
    await driftWatch?.setSchedules(drift)
    await self.live?.setStores(live)
  }

  private func startIfDue(_ store: String) async throws {
    guard let status = try await status(of: store) else { return }
    if status.isHopeless { return try await giveUp(store, status) }
    guard status.isDue(time.now) else { return }
    do {
      let (id, isNew) = try await runs.start(
        RunRequest(.sync, store: store, by: Self.name, waitsForOthers: true))
      guard isNew else { return }
      try await data.recordScheduled(.syncRun, "sync of all tables, run \(id)", store, run: id)
    } catch RunError.busy {
      return  // It is due again as soon as that run has ended.
    }
  }

  private func giveUp(_ store: String, _ status: ScheduleStatus) async throws {
    let reason = "\(Format.count(status.failures, "sync", "syncs")) in a row failed"
    guard
      try await data.setSchedulePaused(true, store: store, who: Self.name, reason: reason)
    else { return }
    try await data.recordScheduled(.schedulePause, "pause", store, reason)
  }

  // MARK: - Looking and pausing

  /// Nil for a store without a schedule.
  package func status(of store: String) async throws -> ScheduleStatus? {
    guard let schedule = schedules[store] else { return nil }
    let pause = try await data.schedulePause(store)
    let (context, trouble) = try await context(of: store)
    let syncs = try await data.endedSyncs(store: store, limit: schedule.remembered)
    let resumedAt = pause?.isPaused == false ? pause?.at : nil
    let failures = syncs.prefix { sync in
      sync.brokeOff && resumedAt.map { sync.finishedAt ?? sync.startedAt > $0 } ?? true
    }.count
    return ScheduleStatus(
      schedule: schedule, phase: try await phase(of: store, pause, context, trouble),
      nextAt: try await nextStart(store, schedule, syncs.first, failures, context),
      failures: failures, last: syncs.first)
  }

  /// The store's file, or what keeps it from being used.
  private func context(of store: String) async throws -> (SyncContext?, StorageProblem?) {
    do {
      let context = try await stores(store)
      try await context.check()
      return (context, nil)
    } catch {
      guard let problem = StorageProblem(error) else { throw error }
      return (nil, problem)
    }
  }

  private func phase(
    of store: String, _ pause: SchedulePause?, _ context: SyncContext?,
    _ trouble: StorageProblem?
  ) async throws -> ScheduleStatus.Phase {
    if isReadOnly { return .readOnly }
    if let pause, pause.isPaused { return .paused(pause) }
    if let run = await runs.running(in: store) { return .running(run) }
    if let run = try await data.runElsewhere(store: store) { return .running(run) }
    guard let context else { return trouble.map { .unusable($0) } ?? .planned }
    return try await context.isOffline ? .offline : .planned
  }

  private func nextStart(
    _ store: String, _ schedule: Schedule, _ last: Run?, _ failures: Int,
    _ context: SyncContext?
  ) async throws -> Timestamp {
    var start = madeAt.adding(seconds: Int64(schedule.startDelaySeconds))
    if let last {
      let minutes = Int64(schedule.minutes(afterFailures: failures))
      start = max(start, (last.finishedAt ?? last.startedAt).adding(seconds: minutes * 60))
    }
    start = start.adding(milliseconds: jitter(store, schedule, after: last?.id))
    guard let context else { return start }
    if let until = try await context.pausedUntil { start = max(start, until) }
    guard schedule.quietSeconds > 0, let change = try await context.lastLocalChangeAt else {
      return start
    }
    let quiet = change.adding(seconds: Int64(schedule.quietSeconds))
    return max(start, min(quiet, start.adding(seconds: Int64(schedule.everyMinutes) * 60)))
  }

  private func jitter(_ store: String, _ schedule: Schedule, after last: RunID?) -> Int64 {
    if let known = jitters[store], known.after == last { return known.milliseconds }
    let drawn = random.bytes(4).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let milliseconds = Int64(drawn % (UInt64(schedule.jitterSeconds) * 1_000 + 1))
    jitters[store] = (last, milliseconds)
    return milliseconds
  }

  /// Pauses or resumes the schedule of a store; a run under way goes on to its end.
  ///
  /// - Returns: False when it was so already.
  package func setPaused(_ isPaused: Bool, store: String, by who: String) async throws -> Bool {
    try await data.setSchedulePaused(isPaused, store: store, who: who)
  }
}

extension ConsoleData {
  /// Records what a schedule did, or something else that works by itself.
  func recordScheduled(
    _ action: ConsoleAction, _ target: String, _ store: String, _ reason: String? = nil,
    run: RunID? = nil, by who: String = Scheduler.name
  ) async throws {
    try await record(
      AuditRecord(
        who: who, address: "", action: action.rawValue, store: store, target: target,
        reason: reason, requestID: "", run: run))
  }
}
