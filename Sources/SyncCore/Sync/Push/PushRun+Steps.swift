import Support

extension PushRun {
  /// Ends the run: nothing more is sent, what is on its way is awaited.
  func stop(_ reason: PushStop) {
    if report.stopped == nil { report.stopped = Task.isCancelled ? .cancelled : reason }
  }

  // MARK: What came back

  func handle(
    _ arrived: [Event], _ events: Locked<[Event]>,
    _ group: inout ThrowingTaskGroup<Void, any Error>
  ) async throws {
    var finished: [FinishedOperation] = []
    var handled: [OperationKey] = []
    for event in arrived {
      switch event {
      case .pauseOver: endPause(events, &group)
      case .handled(let key): handled.append(key)
      case .rested(let flight): batcher.add(flight)
      case .interrupted(let flights):
        stop(.cancelled)
        finished += flights.map { end($0, .parked) }
      case .sent(let sent, let startedAt, let milliseconds):
        requests -= 1
        if sent.count > 1 { batches -= 1 }
        note(sent, milliseconds)
        for var one in sent {
          if case .notTaken = one.result.outcome, sent.count > 1 {
            batcher.add(one.flight)
            continue
          }
          report.sent += 1
          let result = one.flight.ofThisRow(one.result)
          one.flight.add(
            result, among: sent.count, startedAt: startedAt, milliseconds: milliseconds,
            context.remote)
          let next = one.flight.sent(result)
          follow(next, one.flight, result.answer, &finished, events, &group)
        }
      case .looked(var flight, let answer):
        requests -= 1
        let next = flight.looked(answer)
        follow(next, flight, nil, &finished, events, &group)
      }
    }
    if let until = pauseToKeep.take() { try await context.persistRetryAfter(until: until) }
    active -= handled.count
    let recorded = try await context.record(finished, thenLookAt: handled, scope)
    active -= finished.count
    for (index, one) in recorded.enumerated() {
      count(one)
      if let row = one.createdAgain { createdAgain.add(row) }
      guard index < finished.count else { continue }
      handOver(one, finished[index].flight.change, events, &group)
    }
    report(recorded)
  }

  /// Learns from an answer how much may be sent at once.
  private func note(_ sent: [Sent], _ milliseconds: Int) {
    var isTrouble = false
    var isTurnedDown = false
    for one in sent {
      switch one.result.outcome {
      case .failed, .unknown: isTrouble = true
      case .notTaken: isTurnedDown = true
      case .accepted, .missing, .exists, .conflict, .refused, .throttled, .unauthorized,
        .unreachable, .elsewhere:
        break
      }
    }
    if isTurnedDown { batcher.wasTurnedDown(sent.count) }
    if isTrouble {
      pacing.failed()
    } else if sent.count == 1 {
      pacing.answered(after: milliseconds)
    }
  }

  private func follow(
    _ next: InFlightOperation.Next, _ flight: InFlightOperation, _ answer: ServerAnswer?,
    _ finished: inout [FinishedOperation], _ events: Locked<[Event]>,
    _ group: inout ThrowingTaskGroup<Void, any Error>
  ) {
    switch next {
    case .record(let outcome): finished.append(end(flight, outcome, answer))
    case .stop(let reason):
      if case .unauthorized(let why) = reason {
        refuse(flight.change.table, why)
      } else {
        stop(reason)
      }
      finished.append(end(flight, .parked, answer))
    case .again(let delay):
      if report.stopped != nil || Task.isCancelled {
        stop(.cancelled)
        finished.append(end(flight, .parked, answer))
      } else if pacing.isPaused || delay == .zero {
        batcher.add(flight)
      } else {
        rest(flight, for: delay, events, &group)
      }
    case .pause(let told):
      let seconds = told.flatMap(RetryAfter.seconds)
      if let seconds {
        let until = context.time.now.adding(milliseconds: Int64((seconds * 1_000).rounded(.up)))
        pauseToKeep = max(pauseToKeep ?? until, until)
      }
      switch pacing.throttled(seconds: seconds, at: context.time.now) {
      case .waiting: batcher.add(flight)
      case .giveUp(let sentence):
        stop(.throttled(sentence))
        finished.append(end(flight, .parked, answer))
      case .wait(let duration):
        batcher.add(flight)
        startPause(duration, events, &group)
      }
    }
  }

  func end(
    _ flight: InFlightOperation, _ outcome: PushOutcome, _ answer: ServerAnswer? = nil
  ) -> FinishedOperation {
    let mayLeaveError =
      switch outcome {
      case .conflict, .failed: true
      case .parked: flight.wasUncertain
      case .done: false
      }
    return FinishedOperation(
      flight, outcome, answer, errorID: mayLeaveError ? context.random.uuid() : "")
  }

  private func endPause(
    _ events: Locked<[Event]>, _ group: inout ThrowingTaskGroup<Void, any Error>
  ) {
    progress.update(step) { $0.message = nil }
    guard report.stopped == nil, !Task.isCancelled else { return pacing.endPause() }
    if let more = pacing.pauseIsOver(at: context.time.now) { startPause(more, events, &group) }
  }

  private func startPause(
    _ duration: Duration, _ events: Locked<[Event]>,
    _ group: inout ThrowingTaskGroup<Void, any Error>
  ) {
    tasks += 1
    let time = context.time
    let until = time.now.adding(milliseconds: Int64((duration / .milliseconds(1)).rounded(.up)))
    progress.update(step) { $0.message = PersistedRetryAfter.sentence(until: until) }
    group.addTask {
      // A cancelled pause ends at once; the run then sees the cancellation by itself.
      try? await time.sleep(for: duration)
      events.withLock { $0.append(.pauseOver) }
    }
  }

  // MARK: Counting

  func count(_ one: RecordedOutcome) {
    switch one.kind {
    case .done:
      report.succeeded += 1
      finished += 1
      unsettledInARow = 0
      starts[one.operationID] = nil
      pacing.accepted()
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
    case .handled(true):
      report.conflicts -= 1
      report.problems.removeAll { $0 == one.errorID }
    case .parked, .gone, .handled(false): break
    }
    if let errorID = one.errorID, one.kind.isProblem { report.problems.append(errorID) }
    guard let next = one.next, next <= cursor, starts[next, default: 0] < Self.startsMax
    else { return }
    // Later ones are found by the scan of the queue; this one lies behind it.
    let place = ready.firstIndex { $0 > next } ?? ready.endIndex
    ready.insert(next, at: place)
  }

  private func report(_ recorded: [RecordedOutcome]) {
    if recorded.isEmpty { return }
    let done = finished
    progress.update(step, push: reportSoFar) {
      $0.done = done
      if let total = $0.total, total < done { $0.total = done }
    }
  }

  /// Lets the conflict handler decide before the operation counts as left to a person.
  private func handOver(
    _ one: RecordedOutcome, _ change: Change, _ events: Locked<[Event]>,
    _ group: inout ThrowingTaskGroup<Void, any Error>
  ) {
    guard let handler = context.conflictHandler, one.kind == .conflict,
      let errorID = one.errorID, report.stopped == nil,
      starts[one.operationID, default: 0] < Self.startsMax
    else { return }
    tasks += 1
    active += 1
    let context = context
    let key = OperationKey(
      operationID: one.operationID, table: change.table, itemID: change.id, errorID: errorID)
    group.addTask {
      do {
        if let conflict = try await context.error(errorID),
          let resolution = await handler.resolve(conflict)
        {
          try await context.resolve(errorID, resolution, by: "conflict handler")
        }
      } catch is SyncError {
        // A decision that can't be carried out leaves the conflict for a person.
      }
      events.withLock { $0.append(.handled(key)) }
    }
  }
}
