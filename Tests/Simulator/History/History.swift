import JSONKit
import Support
import TestSupport

/// One random history of clients, a service and what goes wrong between them.
package struct History {
  /// What came of a history.
  package struct Result: Sendable {
    package var plan: HistoryPlan
    package var violation: InvariantViolation?
    /// Every step with its requests and the commits on the service.
    package var trace: [String]
    package var traceHash: UInt64

    /// The broken invariant, the last steps, and the command that replays the history.
    package var report: String {
      let remote = plan.kind == .azure ? "" : " --remote \(plan.kind.rawValue)"
      let bug = remote + (plan.bug.map { " --bug \($0.rawValue)" } ?? "")
      return """
        seed \(plan.seed): \(violation?.description ?? "no violation")
        \(trace.suffix(12).map { "  \($0)" }.joined(separator: "\n"))
          Replay: swift run -c release syncline-simulate --seed \(plan.seed)\(bug) --trace
        """
    }
  }

  private let plan: HistoryPlan
  private let time = ManualTime()
  private let directory: TemporaryDirectory
  private let service: any SimulatedService
  private let clients: [SimulatedClient]
  private var logCheck: ServiceLogCheck
  private var random: SplitMix64
  /// For what the plan's actions add.
  private var further: SplitMix64
  private var trace: [String] = []
  private var traced = 0

  private init(_ plan: HistoryPlan) async throws {
    self.plan = plan
    directory = try TemporaryDirectory(inMemory: true)
    random = SplitMix64(plan.seed)
    further = SplitMix64(plan.seed ^ 0x1f83_d9ab)
    service = try await plan.service(time, in: directory)
    logCheck = ServiceLogCheck(plan)
    var clients: [SimulatedClient] = []
    for number in 1...plan.clients {
      clients.append(
        try await SimulatedClient("c\(number)", plan, service, time, in: directory))
    }
    self.clients = clients
  }

  /// Runs the history of `plan` to its end, or to the first broken invariant.
  package static func run(_ plan: HistoryPlan) async throws -> Result {
    var history = try await History(plan)
    var violation: InvariantViolation?
    do {
      try await history.steps()
      try await history.heal()
    } catch let found as InvariantViolation {
      violation = found
    }
    for client in history.clients { await client.close() }
    await history.service.close()
    return Result(
      plan: plan, violation: violation, trace: history.trace,
      traceHash: quickHash(Array(history.trace.joined(separator: "\n").utf8)))
  }

  private mutating func steps() async throws {
    for step in 1...plan.steps {
      let client = clients[Int(random.next() % UInt64(clients.count))]
      time.advance(milliseconds: Int64(random.next() % 500))
      begin(client)
      let what = try await take(client)
      try await end(client, "\(step) \(client.name) \(what)")
      try await takeAction(after: step)
    }
  }

  /// What the history's actions add between two steps.
  private mutating func takeAction(after step: Int) async throws {
    let actions = HistoryAction.allCases.filter {
      plan.actions.contains($0) && $0 != .conflictRules
    }
    guard !actions.isEmpty, further.next() % 4 == 0 else { return }
    let client = clients[Int(further.next() % UInt64(clients.count))]
    client.wire.begin(further.next(), beforeWrite: nil)
    let isKilled = plan.events.contains(.kill) && further.next() % 4 == 0
    let writes = isKilled ? Int(further.next() % 8) + 1 : nil
    let what: String
    if actions[Int(further.next() % UInt64(actions.count))] == .previews {
      what = try await client.preview(&further)
    } else if further.next() % 3 == 0 {
      what = try await client.undoImport(killedAfter: writes)
    } else {
      what = try await client.importRows(&further, killedAfter: writes)
    }
    if isKilled { try await client.reopen() }
    try await end(client, "\(step)+ \(client.name) \(what)")
  }

  private mutating func begin(_ client: SimulatedClient) {
    let seed = random.next()
    client.wire.begin(seed, beforeWrite: hook(client))
  }

  /// What others do while a write is under way.
  private func hook(_ client: SimulatedClient) -> (@Sendable (SplitMix64) async -> Void)? {
    guard plan.hasHook else { return nil }
    let isEdited = plan.events.contains(.editsDuringRequests)
    let hasRival = plan.events.contains(.rivalDuringRequests)
    let rival = Rival(service, plan)
    return { random in
      var random = random
      let die = random.next() % 6
      if die == 0, isEdited, !client.life.isOver {
        // What rules decided so far did not know of this edit.
        _ = try? await client.noteRuledDecisions()
        _ = try? await client.edit(&random)
      } else if die == 1, hasRival {
        await rival.write(&random)
      }
    }
  }

  private mutating func take(_ client: SimulatedClient) async throws -> String {
    switch random.next() % 40 {
    case 0...11: return try await client.edit(&random)
    case 12...14: return try await client.editChain(&random)
    case 15...20: return try await client.push()
    case 21...25: return try await client.pull()
    case 26: return try await client.pull(full: true)
    case 27...29: return try await client.decide(&random)
    case 30...31: return try await client.cancelOrUndo(&random)
    case 32: return try await client.editMany(&random)
    case 33: return try await client.reconcile(insertsAgain: random.next() % 4 == 0)
    case 34: return try await client.purge()
    case 35:
      try await client.reopen()
      return "reopen"
    case 36...37: return try await killed(client)
    default: return try await event(client)
    }
  }

  /// A run or an edit in which the process ends.
  private mutating func killed(_ client: SimulatedClient) async throws -> String {
    guard plan.events.contains(.kill) else { return try await client.edit(&random) }
    let moment = Int(random.next() % 12) + 1
    let isPush = random.next() % 2 == 0
    // Pages are asked for ahead, so only a push ends at the same request in every run.
    if isPush, random.next() % 2 == 0 {
      client.life.end(afterRequests: moment)
    } else {
      client.life.end(afterWrites: moment)
    }
    var what = try await client.edit(&random)
    if !client.life.isOver {
      what += ", " + (isPush ? try await client.push() : try await client.pull())
    }
    try await client.reopen()
    return "kill at \(moment): \(what)"
  }

  private mutating func event(_ client: SimulatedClient) async throws -> String {
    let events = HistoryEvent.allCases.filter { plan.events.contains($0) }
    guard !events.isEmpty else { return "nothing" }
    let event = events[Int(random.next() % UInt64(events.count))]
    let rival = Rival(service, plan)
    switch event {
    case .clientClockStep:
      client.time.set(skewMilliseconds: Self.skew(&random))
      client.wire.forgetPause()
      return "client clock"
    case .serviceClockStep:
      service.time.set(skewMilliseconds: Self.skew(&random))
      return "service clock"
    case .hardDelete: return try await rival.remove(&random, insertsAgain: false)
    case .reinsert: return try await rival.remove(&random, insertsAgain: true)
    case .newColumn: return await rival.addColumn(&random)
    case .rivalWrites, .rivalDuringRequests, .kill, .editsDuringRequests:
      return await rival.write(&random)
    }
  }

  private static func skew(_ random: inout SplitMix64) -> Int64 {
    [0, 1_000, -1_000, 3_600_000, -3_600_000, 86_400_000, -86_400_000][Int(random.next() % 7)]
  }

  private mutating func end(_ client: SimulatedClient, _ what: String) async throws {
    trace.append(what)
    trace += client.wire.takeLog().map { "    \($0)" }
    let commits = service.commits
    trace += commits[traced...].map { "      \($0.description)" }
    traced = commits.count
    try await client.noteRuledDecisions()
    try logCheck.check(commits, clients)
    try await client.check()
  }

  // MARK: - In the end

  /// Faults stop; within a few rounds every queue is empty and every store has the service's rows.
  private mutating func heal() async throws {
    trace.append("faults stop")
    service.time.set(skewMilliseconds: 0)
    for client in clients {
      client.wire.begin(0, beforeWrite: nil)
      client.wire.heal()
      client.time.set(skewMilliseconds: 0)
      await client.wire.deliverLate()
    }
    time.advance(milliseconds: 3 * 86_400_000)
    for round in 1...6 {
      var queued = 0
      for client in clients {
        client.wire.begin(0, beforeWrite: nil)
        client.wire.heal()
        var what = try await client.push()
        try await client.giveIn()
        what += ", " + (try await client.pull())
        if plan.needsReconcile { what += ", " + (try await client.reconcile()) }
        try await end(client, "round \(round) \(client.name) \(what)")
        queued += try await client.operations().count
      }
      if queued == 0, round > 2 { break }
    }
    for client in clients { try await FinalCheck(plan, client, service).check() }
  }
}
