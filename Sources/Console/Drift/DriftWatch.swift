package import ConsoleData
package import Support
import SyncCore

/// Starts the comparisons of all tables that the stores' drift schedules ask for.
///
/// It decides by the runs that are kept, so a restart changes nothing.
package actor DriftWatch {
  private var schedules: UTF8Dictionary<DriftSchedule>
  private let data: ConsoleData
  private let runs: RunCenter
  private let stores: RunCenter.Stores
  private let time: any TimeSource
  private let log: @Sendable (String) -> Void
  private let madeAt: Timestamp

  /// - Parameter schedules: By the store's name; the others are checked only when somebody asks.
  package init(
    _ schedules: UTF8Dictionary<DriftSchedule>, data: ConsoleData, runs: RunCenter,
    time: any TimeSource = SystemTime(), stores: @escaping RunCenter.Stores,
    log: @escaping @Sendable (String) -> Void
  ) {
    self.schedules = schedules
    self.data = data
    self.runs = runs
    self.stores = stores
    self.time = time
    self.log = log
    madeAt = time.now
  }

  package func setSchedules(_ schedules: UTF8Dictionary<DriftSchedule>) {
    self.schedules = schedules
  }

  func schedule(of store: String) -> DriftSchedule? { schedules[store] }

  /// Starts every check whose time has come; one waits for the run that its store has.
  package func startDue() async {
    for (store, schedule) in schedules.sorted(by: { $0.key < $1.key }) {
      do {
        try await startIfDue(store, schedule)
      } catch {
        log("drift schedule of \(store): \(error). Trying again.")
      }
    }
  }

  private func startIfDue(_ store: String, _ schedule: DriftSchedule) async throws {
    guard try await nextCheck(store, schedule) <= time.now, await isReady(store) else { return }
    do {
      var order = RunRequest(.reconcile, store: store, by: Scheduler.name, waitsForOthers: true)
      order.limits = schedule.limits
      let (id, isNew) = try await runs.start(order)
      guard isNew else { return }
      try await data.recordScheduled(.syncRun, "reconcile of all tables, run \(id)", store, run: id)
    } catch RunError.busy {
      return  // It is due again as soon as that run has ended.
    }
  }

  /// True for a store that is online and has tables to compare, whose server did not ask to wait.
  private func isReady(_ store: String) async -> Bool {
    guard let context = try? await stores(store), (try? await context.check()) != nil,
      (try? await context.isOffline) == false, (try? await context.pausedUntil) == nil
    else { return false }
    return (try? await context.tableNames())?.isEmpty == false
  }

  /// The earliest start of the next check, in the past for one that is due; nil without a schedule.
  func nextCheck(of store: String) async throws -> Timestamp? {
    guard let schedule = schedules[store] else { return nil }
    return try await nextCheck(store, schedule)
  }

  private func nextCheck(_ store: String, _ schedule: DriftSchedule) async throws -> Timestamp {
    let attempt = try await data.lastCheck(store: store, by: Scheduler.name)
    let check = try await data.driftSums(store: store, limit: 1).first
    guard let last = [attempt?.startedAt, check?.startedAt].compactMap({ $0 }).max() else {
      return schedule.first(after: madeAt)
    }
    let regular = schedule.next(after: last)
    guard let attempt, attempt.startedAt >= last, attempt.brokeOff else { return regular }
    guard check?.run != attempt.run || check?.isFailure == true else { return regular }
    return min(regular, (attempt.finishedAt ?? attempt.startedAt).adding(seconds: 3_600))
  }
}
