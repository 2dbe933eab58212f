import Support

extension PushRun {
  /// Begins ready operations and sends what waits while the window has room.
  func fill(
    _ tables: TableFilter, _ events: Locked<[Event]>,
    _ group: inout ThrowingTaskGroup<Void, any Error>
  ) async throws {
    if Task.isCancelled { stop(.cancelled) }
    if report.stopped != nil {
      try await park(batcher.removeAll())
      // Only the pause is left: nobody waits for its end any more.
      if pacing.isPaused, tasks == 1 { group.cancelAll() }
      return
    }
    try await parkRefused()
    guard !pacing.isPaused else { return }
    while requests < pacing.window {
      let size = batcher.size(context.remote)
      if size > 1, batches >= context.remote.batchesInFlightMax, !batcher.hasLooks { return }
      try await begin(tables, size)
      guard let request = batcher.next(upTo: size) else { return }
      launch(request, events, &group)
    }
  }

  /// Begins operations until there are enough for the free requests, or no more are ready.
  private func begin(_ tables: TableFilter, _ size: Int) async throws {
    while true {
      let wanted = size > 1 ? size : pacing.window - requests
      let most = size > 1 ? max(pacing.window, RequestBatcher.operationsMax) : pacing.window
      let room = min(wanted - batcher.count, most - active)
      if room <= 0 { return }
      if ready.isEmpty { try await load(tables, max(256, size)) }
      var begun = Array(ready.prefix(room))
      if begun.isEmpty { return }
      ready.removeFirst(begun.count)
      begun = begun.filter(isInTime)
      for id in begun { starts[id, default: 0] += 1 }
      startedInRound += begun.count
      let refused = refusedTables.keys
      for beginning in try await context.begin(begun, scope, exceptOf: refused) {
        switch beginning {
        case .flight(let flight):
          active += 1
          batcher.add(flight)
        case .waiting(let id):
          // What it waits for goes out in this round; the next round looks again.
          starts[id] = nil
          startedInRound -= 1
        case .recorded(let recorded): count(recorded)
        }
      }
    }
  }

  /// False for an operation that was queued after the run had taken in enough of those.
  private func isInTime(_ id: Int64) -> Bool {
    guard id > newestAtStart else { return true }
    lateLeft -= 1
    return lateLeft >= 0
  }

  private func load(_ tables: TableFilter, _ size: Int) async throws {
    while true {
      let page = try await context.readyOperations(
        scope, tables.excluding(refusedTables.keys), after: cursor, size: size)
      cursor = page.last ?? cursor
      ready = page.filter { starts[$0, default: 0] == 0 }
      if !ready.isEmpty || page.isEmpty { return }
    }
  }

  private func launch(
    _ request: PushRequest, _ events: Locked<[Event]>,
    _ group: inout ThrowingTaskGroup<Void, any Error>
  ) {
    tasks += 1
    requests += 1
    if case .batch = request { batches += 1 }
    let context = context
    group.addTask {
      let event = await context.perform(request)
      events.withLock { $0.append(event) }
    }
  }

  /// Delays the next step of an operation in flight, which keeps its place in the window.
  func rest(
    _ flight: InFlightOperation, for delay: Duration, _ events: Locked<[Event]>,
    _ group: inout ThrowingTaskGroup<Void, any Error>
  ) {
    tasks += 1
    let time = context.time
    group.addTask {
      do {
        try await time.sleep(for: delay)
        events.withLock { $0.append(.rested(flight)) }
      } catch {
        events.withLock { $0.append(.interrupted([flight])) }
      }
    }
  }

  func park(_ flights: [InFlightOperation]) async throws {
    if flights.isEmpty { return }
    let finished = flights.map { end($0, .parked) }
    for one in try await context.record(finished, thenLookAt: [], scope) { count(one) }
    active -= flights.count
  }
}
