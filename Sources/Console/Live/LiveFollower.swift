import ConsoleData
import Localization
import Support
import SyncCore

/// Follows the change stream of one store's server: pulls what it names.
///
/// Every connection begins with a pull of all tables, for what happened before; then only those are
/// pulled that change. What waits in the queue is not pushed.
actor LiveFollower {
  /// How often it looks whether the store went offline or was opened anew, or a pause is over.
  private static let lookPause = Duration.seconds(2)
  private static let unsupportedPause = Duration.seconds(900)
  /// After a live pull nothing is pulled for as long as that took, at most this long.
  private static let restMax = Duration.seconds(5)
  /// How soon it tries again while another program has the store.
  private static let lockPause = Duration.milliseconds(200)

  private let store: String
  private let services: LiveServices
  private let log: LiveRunLog
  private var backOff: LiveBackOff
  private let hints = ChangeInbox()
  private(set) var status = LiveStatus()

  init(store: String, services: LiveServices) {
    self.store = store
    self.services = services
    log = LiveRunLog(store: store, data: services.data)
    backOff = LiveBackOff(random: services.random)
  }

  /// Follows until the task is cancelled.
  func run() async {
    async let hinted: Void = followHints()
    while !Task.isCancelled {
      do {
        try await connect()
      } catch {
        guard !Task.isCancelled else { break }
        await rest(after: error)
      }
    }
    await hinted
  }

  private func rest(after error: any Error) async {
    let pause: Duration
    switch error {
    case is StoreReopened: return
    case SyncError.offline:
      enter(.offline)
      pause = Self.lookPause
    case let paused as ServerPause:
      enter(.waiting(reason: localized("Rate limited by the server."), until: paused.until))
      // Somebody may pull anyway, which ends it.
      pause = Self.lookPause
    case RemoteError.unsupported(let detail):
      enter(.unsupported(reason: detail))
      pause = Self.unsupportedPause
    default:
      pause = backOff.next(after: error)
      let until = services.time.now.adding(milliseconds: Int64(pause / .milliseconds(1)))
      let reason = LiveStatus.sentence(for: error)
      enter(.waiting(reason: reason, until: until))
      services.log("live: \(store): \(reason) Trying again.")
    }
    try? await services.time.sleep(for: pause)
  }

  private func enter(_ phase: LiveStatus.Phase) { status.enter(phase, at: services.time.now) }

  // MARK: - One connection

  /// Throws why the connection ended.
  private func connect() async throws {
    let context = try await services.stores(store)
    if try await context.isOffline { throw SyncError.offline }
    try await demandNoPause(context)
    guard let remote = context.remote as? any LiveRemote else {
      throw RemoteError.unsupported(detail: "This kind of server has no change stream.")
    }
    enter(.connecting)
    let inbox = ChangeInbox()
    try await withThrowingTaskGroup(of: Void.self) { group in
      defer { group.cancelAll() }
      let tables = try await context.tableNames()
      group.addTask { try await remote.listen(to: tables) { inbox.add($0) } }
      group.addTask { try await self.watch(context, hearing: tables) }
      group.addTask { try await self.pull(from: inbox, of: context) }
      try await group.next()
    }
  }

  /// Throws while the server asked earlier runs to wait.
  private func demandNoPause(_ context: SyncContext) async throws {
    if let until = try await context.pausedUntil { throw ServerPause(until: until) }
  }

  /// Throws when the store goes offline, is opened anew with other settings, or has other tables.
  private func watch(_ context: SyncContext, hearing tables: [String]) async throws {
    while true {
      try await services.time.sleep(for: Self.lookPause)
      if try await context.isOffline { throw SyncError.offline }
      guard try await services.stores(store) === context,
        try await context.tableNames() == tables
      else { throw StoreReopened() }
    }
  }

  private func pull(from inbox: ChangeInbox, of context: SyncContext) async throws {
    guard await inbox.take() != nil else { return }
    try await pullEverything()
    enter(.connected(since: services.time.now))
    backOff.reset()
    while let changes = await inbox.take() { try await apply(changes, to: context) }
  }

  /// Takes a change that a webhook told of, also while there is no stream.
  nonisolated func hear(_ change: ServerChange) { hints.add(change) }

  private func followHints() async {
    while let changes = await hints.take() {
      do {
        let context = try await services.stores(store)
        if let until = try await context.pausedUntil {
          try await services.time.sleep(until: until)
        }
        try await apply(changes, to: context)
      } catch {
        // The next pull brings it.
        services.log("live: \(store): \(error)")
      }
    }
  }

  private func apply(_ changes: ServerChanges, to context: SyncContext) async throws {
    let clock = ContinuousClock()
    let began = clock.now
    try await pull(changes.tables, of: context)
    for row in changes.removals {
      guard let table = row.table,
        try await context.removeRow(row.id, of: table, hintedBy: LiveCenter.name)
      else { continue }
      note(rows: 1)
    }
    try await services.time.sleep(for: min(clock.now - began, Self.restMax))
  }

  // MARK: - Pulling

  /// A run like any other, since it may take long.
  private func pullEverything() async throws {
    var order = RunRequest(.pull, store: store, by: LiveCenter.name, waitsForOthers: true)
    order.pushesFirst = false
    while true {
      do {
        let (id, isNew) = try await services.runs.start(order)
        if isNew {
          try await services.data.recordScheduled(
            .syncRun, "pull of all tables, run \(id)", store, run: id, by: LiveCenter.name)
        }
        let run = try await services.runs.wait(id, store: store)
        if run.state == .cancelled { throw LivePullCancelled(by: run.cancelledBy) }
        if let stopped = run.report.stopped { throw stopped.asError }
        note(rows: run.outcome.pulled + run.outcome.deleted)
        return
      } catch RunError.busy {
        await services.runs.waitUntilIdle(store)
      }
    }
  }

  private func pull(_ names: UTF8Set, of context: SyncContext) async throws {
    let tables = try await context.tables(named: names.sorted())
    guard !tables.isEmpty else { return }
    while true {
      switch try await pullOnce(tables) {
      case .done: return
      // That run may have read before the change, or may not pull at all.
      case .runHere: await services.runs.waitUntilIdle(store)
      case .runElsewhere: try await services.time.sleep(for: Self.lockPause)
      }
    }
  }

  private enum Attempt {
    case done
    /// This console has a run on the store.
    case runHere
    /// Another program has one.
    case runElsewhere
  }

  private func pullOnce(_ tables: [String]) async throws -> Attempt {
    let startedAt = services.time.now
    let report: RunReport
    do {
      guard let done = try await services.runs.pullLive(tables, store: store) else {
        return .runHere
      }
      report = done
    } catch SyncError.runInProgress {
      return .runElsewhere
    } catch is CancellationError {
      // It gave way before it began, unless the follower itself ends.
      try Task.checkCancellation()
      return .runHere
    }
    try await log.record(report, startedAt: startedAt, endedAt: services.time.now)
    note(rows: report.pulled + report.deleted)
    guard let stopped = report.stopped else { return .done }
    try Task.checkCancellation()
    if stopped == .cancelled { return .runHere }
    throw stopped.asError
  }

  private func note(rows: Int) {
    guard rows > 0 else { return }
    status.rows += rows
    status.lastRowAt = services.time.now
  }
}

/// The server asked earlier runs to wait.
private struct ServerPause: Error {
  let until: Timestamp
}

/// The store was opened anew, so the stream has to be as well.
private struct StoreReopened: Error {}

/// Somebody ended the pull that a connection begins with.
struct LivePullCancelled: Error, CustomStringConvertible {
  let by: String?

  var description: String { "The pull was cancelled\(by.map { " by \($0)" } ?? "")." }
}

/// Why a pull ended before its end.
struct LivePullStopped: Error, CustomStringConvertible {
  let stop: PushStop

  var description: String { stop.description }
}

extension PushStop {
  fileprivate var asError: LivePullStopped { LivePullStopped(stop: self) }
}

extension LiveStatus {
  fileprivate static func sentence(for error: any Error) -> String {
    switch error {
    case let error as RemoteError: error.description
    case let error as SyncError: error.description
    case let error as LivePullCancelled: error.description
    case let error as LivePullStopped: error.description
    default: StorageProblem(error)?.message ?? "The store could not be read or written."
    }
  }
}
