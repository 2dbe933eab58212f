import SQLiteKit
public import Support

extension Run {
  /// What is kept of a run whose program ended before it did.
  public static let abandonedMessage = "The program ended during this run."

  /// How far apart the signs of life of a run are.
  public static let signSeconds: Int64 = 1

  /// True for a run whose program ended before it did: its numbers are those of its last save.
  public var wasAbandoned: Bool { state == .failed && outcome.message == Self.abandonedMessage }
}

extension ConsoleData {
  /// The number by which other processes see that this one is alive.
  func lifeSign() throws -> Int64 {
    try sign.withLock { sign in
      if let sign { return sign.number }
      let new = try ProcessLease(in: lifePath, random: random)
      sign = new
      return new.number
    }
  }

  /// What came of a run whose process is gone, by what its store says; nil where that cannot be
  /// asked.
  ///
  /// The moment is that of its last sign of life.
  public typealias AbandonedLook = @Sendable (Run, Timestamp) async -> RunOutcome?

  /// From now on a run whose process is gone is kept with what `look` finds.
  public func lookAtAbandonedRuns(_ look: @escaping AbandonedLook) {
    abandonedLook.withLock { $0 = look }
  }

  /// Marks as failed the runs whose process is gone, and tells how many there were.
  ///
  /// Whoever looks at runs does this first, so nobody sees one under way that nobody works on, and
  /// before a next run changes what it left. Such a run ended with its last sign of life.
  ///
  /// - Parameter store: Nil for all of them.
  @discardableResult
  public func failAbandonedRuns(of store: String? = nil) async throws -> Int {
    guard database.canWrite else { return 0 }
    await finishRuns()
    var count = 0
    for gone in try await runsUnderWay()
    where !gone.isAlive && (store == nil || gone.run.store === store) {
      guard !isUnwritten(gone.run.id) else { continue }
      let look = abandonedLook.withLock { $0 }
      var outcome = await look?(gone.run, gone.seenAt) ?? gone.run.outcome
      outcome.message = Run.abandonedMessage
      let end = FinishedRun(id: gone.run.id, state: .failed, outcome: outcome, at: gone.seenAt)
      do {
        count += try await finish(end) ? 1 : 0
      } catch {
        // Who only looks is told of it all the same.
        guard StorageProblem(error) != nil else { throw error }
      }
    }
    return count
  }

  /// Notes that a run is still worked on.
  public func noteSign(ofRun id: Int64) async throws {
    let now = time.now.milliseconds
    try await database.write { connection in
      try connection.execute(
        "UPDATE runs SET seenAt = ? WHERE id = ? AND state = 'running'",
        [.integer(now), .integer(id)])
    }
  }

  /// Asks the process that works on a run to stop it; it looks every second.
  ///
  /// - Returns: False when the run has ended, or its process is gone.
  public func requestCancel(_ id: Int64, by who: String) async throws -> Bool {
    try await failAbandonedRuns()
    return try await database.write { connection in
      try connection.execute(
        "UPDATE runs SET cancelledBy = ? WHERE id = ? AND state = 'running'",
        [.text(who), .integer(id)])
      return connection.changes > 0
    }
  }

  public func isCancelRequested(_ id: Int64) async throws -> Bool {
    try await database.read { connection in
      try connection.first(
        "SELECT 1 FROM runs WHERE id = ? AND cancelledBy IS NOT NULL", [.integer(id)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
    } != nil
  }

  /// The run of another process that is under way on a store.
  public func runElsewhere(store: String) async throws -> Int64? {
    try await runsUnderWay().last { $0.run.store === store && !$0.isHere && $0.isAlive }?.run.id
  }

  /// The file in which the processes that work on runs hold a byte each.
  var lifePath: String { path + ".alive" }

  private struct UnderWay {
    var run: Run
    /// Its last sign of life.
    var seenAt: Timestamp
    /// True when this process works on it.
    var isHere: Bool
    /// True when a process works on it, or when that cannot be found out.
    var isAlive: Bool
  }

  /// The oldest first.
  private func runsUnderWay() async throws -> [UnderWay] {
    let here = sign.withLock { $0?.number }
    let (path, isAlive) = (lifePath, ProcessLease.isAlive)
    return try await database.read { connection in
      try connection.query(
        "SELECT * FROM runs WHERE state = 'running' ORDER BY id"
      ) { (row) throws(SQLiteError) in
        let process = try row.decode("process", as: Int64.self)
        let isHere = process == here
        let run = try decodeRun(row)
        let seenAt = try row.decode("seenAt", as: Int64?.self).map(Timestamp.init(milliseconds:))
        return UnderWay(
          run: run, seenAt: seenAt ?? run.startedAt, isHere: isHere,
          isAlive: isHere || (try? isAlive(process, path)) ?? true)
      }
    }
  }
}
