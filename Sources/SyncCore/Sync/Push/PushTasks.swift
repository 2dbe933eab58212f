import Support

/// The child tasks of a push: they talk to the remote, wait, or ask the conflict handler.
///
/// A task decides nothing and writes nothing; it ends with an event for the run.
struct PushTasks {
  typealias Group = ThrowingTaskGroup<Void, any Error>

  /// What a child task brings back.
  enum Event: Sendable {
    case sent([Sent], startedAt: Timestamp, milliseconds: Int)
    case looked(InFlightOperation, Result<Record?, RemoteError>)
    /// The operation's delay is over: it may take its next step.
    case rested(InFlightOperation)
    /// Their turn never came: the run was cancelled first.
    case interrupted([InFlightOperation])
    case pauseOver
    /// The conflict handler had its say.
    case handled(OperationKey)
  }

  /// One change of a request, and what the server said to it.
  struct Sent: Sendable {
    var flight: InFlightOperation
    var result: SendResult

    /// A batch that was turned down before any of it was done.
    var isTurnedDown: Bool {
      if case .notTaken = result.outcome { true } else { false }
    }

    /// The server did not get through with it.
    var isTrouble: Bool {
      switch result.outcome {
      case .failed, .unknown: true
      case .accepted, .missing, .exists, .conflict, .refused, .throttled, .unauthorized,
        .unreachable, .elsewhere, .notTaken:
        false
      }
    }
  }

  /// Tasks that have not come back.
  private(set) var running = 0
  /// Requests on their way.
  private(set) var requests = 0
  /// Those of them that carry more than one change.
  private(set) var batches = 0
  private let context: SyncContext
  private let events = Locked<[Event]>([])

  init(_ context: SyncContext) { self.context = context }

  /// Waits for the next task, and gives what it and others have brought back meanwhile.
  mutating func next(_ group: inout Group) async throws -> [Event] {
    try await group.next()
    running -= 1
    let arrived = events.withLock { events in
      defer { events = [] }
      return events
    }
    for event in arrived { noteEnd(of: event) }
    return arrived
  }

  private mutating func noteEnd(of event: Event) {
    switch event {
    case .sent(let sent, _, _):
      requests -= 1
      if sent.count > 1 { batches -= 1 }
    case .looked: requests -= 1
    case .rested, .interrupted, .pauseOver, .handled: break
    }
  }

  mutating func perform(_ request: PushRequest, _ group: inout Group) {
    requests += 1
    if case .batch = request { batches += 1 }
    let (context, events) = (context, events)
    add(to: &group) {
      let event = await context.perform(request)
      events.withLock { $0.append(event) }
    }
  }

  /// Delays the next step of an operation in flight, which keeps its place in the window.
  mutating func rest(_ flight: InFlightOperation, for delay: Duration, _ group: inout Group) {
    let (time, events) = (context.time, events)
    add(to: &group) {
      do {
        try await time.sleep(for: delay)
        events.withLock { $0.append(.rested(flight)) }
      } catch {
        events.withLock { $0.append(.interrupted([flight])) }
      }
    }
  }

  mutating func pause(for duration: Duration, _ group: inout Group) {
    let (time, events) = (context.time, events)
    add(to: &group) {
      // A cancelled pause ends at once; the run then sees the cancellation by itself.
      try? await time.sleep(for: duration)
      events.withLock { $0.append(.pauseOver) }
    }
  }

  mutating func resolve(
    _ key: OperationKey, by handler: any ConflictHandler, _ group: inout Group
  ) {
    let (context, events) = (context, events)
    add(to: &group) {
      do {
        if let conflict = try await context.error(key.errorID),
          let resolution = await handler.resolve(conflict)
        {
          try await context.resolve(key.errorID, resolution, by: "conflict handler")
        }
      } catch is SyncError {
        // A decision that can't be carried out leaves the conflict for a person.
      }
      events.withLock { $0.append(.handled(key)) }
    }
  }

  private mutating func add(
    to group: inout Group, _ work: @escaping @Sendable () async throws -> Void
  ) {
    running += 1
    group.addTask { try await work() }
  }
}
