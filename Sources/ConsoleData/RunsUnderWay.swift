import SQLiteKit
import Support

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
      let new = try LifeSign(in: lifePath, random: random)
      sign = new
      return new.number
    }
  }

  /// Marks as failed the runs whose process is gone, and tells how many there were.
  ///
  /// Whoever looks at runs does this first, so nobody sees one under way that nobody works on. Such a
  /// run ended with its last sign of life.
  @discardableResult
  public func failAbandonedRuns() async throws -> Int {
    let abandoned = try await runsUnderWay().filter { !$0.isAlive }.map(\.id)
    guard !abandoned.isEmpty else { return 0 }
    return try await database.write { connection in
      try abandoned.reduce(0) { count, id in
        try connection.execute(
          """
          UPDATE runs SET state = 'failed', finishedAt = coalesce(seenAt, startedAt), message = ?
          WHERE id = ? AND state = 'running'
          """, [.text(Run.abandonedMessage), .integer(id)])
        return count + connection.changes
      }
    }
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
    try await runsUnderWay().last { $0.store == store && !$0.isHere && $0.isAlive }?.id
  }

  private struct UnderWay {
    var id: Int64
    var store: String
    /// True when this process works on it.
    var isHere: Bool
    /// True when a process works on it, or when that cannot be found out.
    var isAlive: Bool
  }

  /// The oldest first.
  private func runsUnderWay() async throws -> [UnderWay] {
    let here = sign.withLock { $0?.number }
    let (path, isAlive) = (lifePath, LifeSign.isAlive)
    return try await database.read { connection in
      try connection.query(
        "SELECT id, store, process FROM runs WHERE state = 'running' ORDER BY id"
      ) { (row) throws(SQLiteError) in
        let process = try row.decode("process", as: Int64.self)
        let isHere = process == here
        return UnderWay(
          id: try row.decode("id"), store: try row.decode("store"), isHere: isHere,
          isAlive: isHere || (try? isAlive(process, path)) ?? true)
      }
    }
  }

  /// The file in which the processes that work on runs hold a byte each.
  private var lifePath: String { path + ".alive" }
}
