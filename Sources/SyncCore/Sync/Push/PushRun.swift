import SQLiteKit
import Support

/// One push: sends what is ready and records each outcome, until nothing is left to send.
///
/// One task owns it and decides; child tasks only talk to the remote. Operations of one row follow
/// each other, operations of different rows share a window of requests, and a request where the
/// remote takes batches.
final class PushRun {
  private let context: SyncContext
  private let scope: PushScope
  private let progress: ProgressTracker
  private let step: Int
  private var ready: ReadyOperations
  private var tally: PushTally
  private var tasks: PushTasks
  private var pacing: RateController
  /// A pause that the server asked for, to be kept for later runs too.
  private var pauseToKeep: Timestamp?
  /// What waits for a request: begun, or at its next step.
  private var batcher: RequestBatcher
  private let files: QueuedFileUploader
  /// Operations between beginning and outcome, and conflicts at the handler.
  private var active = 0

  init(
    _ context: SyncContext, _ scope: PushScope, progress: ProgressTracker, step: Int
  ) async throws {
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
    tasks = PushTasks(context)
    files = QueuedFileUploader(context: context, scope: scope)
    let total = try await context.countToPush(scope)
    tally = PushTally(total: total)
    ready = try await ReadyOperations(context, scope, total: total)
  }

  func run() async throws -> PushReport {
    let total = tally.total
    if total > 0 { try await context.database.tuneWriter(.push) }
    progress.update(step, push: tally.reportSoFar) {
      $0.state = .running
      $0.total = total
    }
    if total > 0, let stop = try await context.waitForPause(progress, step) { tally.stop(stop) }
    let levels = TableDependencyOrder(context.settings)
    let held = try await context.blockedTables(scope, levels)
    try await withThrowingTaskGroup(of: Void.self) { group in
      repeat {
        ready.beginRound()
        for level in 0..<levels.count where !tally.isStopped {
          ready.beginLevel()
          try await drain(held.filter(levels.filter(level)), &group)
        }
        // What was queued meanwhile for a table whose turn was over gets another.
      } while ready.startedInRound > 0 && !tally.isStopped
    }
    let report = try await tally.finalReport(of: scope, held, in: context)
    progress.update(step, push: report) { $0.end(report.stopped, failure: report.refusals.first) }
    return report
  }

  /// Sends until nothing of this level is ready and nothing is on its way.
  private func drain(_ tables: TableFilter, _ group: inout PushTasks.Group) async throws {
    try await fill(tables, &group)
    while tasks.running > 0 {
      // All that came back meanwhile is recorded in one transaction.
      let arrived = try await tasks.next(&group)
      if arrived.isEmpty { continue }
      try await handle(arrived, &group)
      try await fill(tables, &group)
    }
  }

  // MARK: - Sending

  /// Begins ready operations and sends what waits while the window has room.
  private func fill(_ tables: TableFilter, _ group: inout PushTasks.Group) async throws {
    if Task.isCancelled { tally.stop(.cancelled) }
    if tally.isStopped {
      try await park(batcher.removeAll())
      // Only the pause is left: nobody waits for its end any more.
      if pacing.isPaused, tasks.running == 1 { group.cancelAll() }
      return
    }
    let refused = tally.refusedTables
    if !refused.isEmpty {
      try await park(batcher.remove { refused[$0.change.table] != nil })
    }
    guard !pacing.isPaused else { return }
    while tasks.requests < pacing.window {
      let size = batcher.size(context.remote)
      if size > 1, tasks.batches >= context.remote.batchesInFlightMax, !batcher.hasLooks { return }
      try await begin(tables, size)
      guard let request = batcher.next(upTo: size) else { return }
      tasks.perform(request, &group)
    }
  }

  /// Begins operations until there are enough for the free requests, or no more are ready.
  private func begin(_ tables: TableFilter, _ size: Int) async throws {
    while true {
      let wanted = size > 1 ? size : pacing.window - tasks.requests
      let most = size > 1 ? max(pacing.window, RequestBatcher.operationsMax) : pacing.window
      let room = min(wanted - batcher.count, most - active)
      if room <= 0 { return }
      let refused = tally.refusedTables.keys
      let begun = try await ready.take(room, of: tables.excluding(refused), loading: size)
      guard let begun else { return }
      let uploads = try await files.upload(for: begun)
      tally.count(uploads)
      // What was not uploaded stays in the queue as it is.
      if tally.isStopped { return }
      for beginning in try await context.begin(
        begun, scope, exceptOf: tally.refusedTables.keys, files: uploads)
      {
        switch beginning {
        case .flight(let flight):
          active += 1
          batcher.add(flight)
        // What it waits for goes out in this round.
        case .waiting(let id): ready.postpone(id)
        case .recorded(let recorded): count(recorded)
        }
      }
    }
  }

  private func park(_ flights: [InFlightOperation]) async throws {
    if flights.isEmpty { return }
    let finished = flights.map { end($0, .parked) }
    for one in try await context.record(finished, thenLookAt: [], scope) { count(one) }
    active -= flights.count
  }

  // MARK: - What came back

  private func handle(
    _ arrived: [PushTasks.Event], _ group: inout PushTasks.Group
  ) async throws {
    // One moment for all: the answers of a batch that was told to wait begin one wait.
    let now = context.time.now
    var finished: [FinishedOperation] = []
    var handled: [OperationKey] = []
    for event in arrived {
      switch event {
      case .pauseOver: endPause(&group)
      case .handled(let key): handled.append(key)
      case .rested(let flight): batcher.add(flight)
      case .interrupted(let flights):
        tally.stop(.cancelled)
        finished += flights.map { end($0, .parked) }
      case .sent(let sent, let startedAt, let milliseconds):
        note(sent, milliseconds)
        for var one in sent {
          if one.isTurnedDown, sent.count > 1 {
            batcher.add(one.flight)
            continue
          }
          tally.countSent()
          let result = one.flight.ofThisRow(one.result)
          one.flight.add(
            result, among: sent.count, startedAt: startedAt, milliseconds: milliseconds,
            context.remote)
          let next = one.flight.sent(result)
          if let end = follow(next, one.flight, result.answer, at: now, &group) {
            finished.append(end)
          }
        }
      case .looked(var flight, let answer):
        let next = flight.looked(answer)
        if let end = follow(next, flight, nil, at: now, &group) { finished.append(end) }
      }
    }
    if let until = pauseToKeep.take() { try await context.persistRetryAfter(until: until) }
    active -= handled.count
    let recorded = try await context.record(finished, thenLookAt: handled, scope)
    active -= finished.count
    for (index, one) in recorded.enumerated() {
      count(one)
      if index < finished.count { handOver(one, finished[index].flight.change, &group) }
    }
    if !recorded.isEmpty { tellProgress() }
  }

  /// Learns from an answer how much may be sent at once.
  private func note(_ sent: [PushTasks.Sent], _ milliseconds: Int) {
    if sent.contains(where: \.isTurnedDown) { batcher.wasTurnedDown(sent.count) }
    if sent.contains(where: \.isTrouble) {
      pacing.failed()
    } else if sent.count == 1 {
      pacing.answered(after: milliseconds)
    }
  }

  /// Takes a flight's next step; nil while it goes on.
  private func follow(
    _ next: InFlightOperation.Next, _ flight: InFlightOperation, _ answer: ServerAnswer?,
    at now: Timestamp, _ group: inout PushTasks.Group
  ) -> FinishedOperation? {
    switch next {
    case .record(let outcome): return end(flight, outcome, answer)
    case .stop(.unauthorized(let why)):
      tally.refuse(flight.change.table, why)
      return end(flight, .parked, answer)
    case .stop(let reason):
      tally.stop(reason)
      return end(flight, .parked, answer)
    case .again(let delay):
      if tally.isStopped || Task.isCancelled {
        tally.stop(.cancelled)
        return end(flight, .parked, answer)
      }
      if pacing.isPaused || delay == .zero {
        batcher.add(flight)
      } else {
        tasks.rest(flight, for: delay, &group)
      }
      return nil
    case .pause(let told):
      let seconds = told.flatMap(RetryAfter.seconds)
      if let until = RetryAfter.end(seconds, from: now) {
        pauseToKeep = max(pauseToKeep ?? until, until)
      }
      switch pacing.throttled(seconds: seconds, at: now) {
      case .waiting: batcher.add(flight)
      case .giveUp(let sentence):
        tally.stop(.throttled(sentence))
        return end(flight, .parked, answer)
      case .wait(let duration):
        batcher.add(flight)
        startPause(duration, &group)
      }
      return nil
    }
  }

  private func end(
    _ flight: InFlightOperation, _ outcome: PushOutcome, _ answer: ServerAnswer? = nil
  ) -> FinishedOperation {
    FinishedOperation(flight, outcome, answer, among: ready, random: context.random)
  }

  private func startPause(_ duration: Duration, _ group: inout PushTasks.Group) {
    let milliseconds = Int64((duration / .milliseconds(1)).rounded(.up))
    let until = context.time.now.adding(milliseconds: milliseconds)
    progress.update(step) { $0.message = PersistedRetryAfter.sentence(until: until) }
    tasks.pause(for: duration, &group)
  }

  private func endPause(_ group: inout PushTasks.Group) {
    progress.update(step) { $0.message = nil }
    guard !tally.isStopped, !Task.isCancelled else { return pacing.endPause() }
    if let more = pacing.pauseIsOver(at: context.time.now) { startPause(more, &group) }
  }

  private func count(_ one: RecordedOutcome) {
    if one.kind == .done {
      ready.isDone(one.operationID)
      pacing.accepted()
    }
    tally.count(one)
    if let next = one.next { ready.add(next) }
  }

  private func tellProgress() {
    let done = tally.finished
    progress.update(step, push: tally.reportSoFar) {
      $0.done = done
      if let total = $0.total, total < done { $0.total = done }
    }
  }

  /// Lets the conflict handler decide before the operation counts as left to a person.
  private func handOver(
    _ one: RecordedOutcome, _ change: Change, _ group: inout PushTasks.Group
  ) {
    guard let handler = context.conflictHandler, one.kind == .conflict,
      let errorID = one.errorID, !tally.isStopped, ready.mayBeginAgain(one.operationID)
    else { return }
    active += 1
    let key = OperationKey(
      operationID: one.operationID, table: change.table, itemID: change.id, errorID: errorID)
    tasks.resolve(key, by: handler, &group)
  }
}
