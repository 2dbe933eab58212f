import Glibc
public import JSONKit
import SQLiteKit
public import Support

/// One push, pull, sync or reconcile, with what came of it.
public struct Run: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    case push, pull, sync, reconcile
  }

  public enum State: String, Sendable, CaseIterable {
    case running, succeeded, failed, cancelled
  }

  /// Counts up over all stores, so that a number names one run.
  public let id: Int64
  public let store: String
  public let kind: Kind
  public let state: State
  public let who: String
  public let startedAt: Timestamp
  public let finishedAt: Timestamp?
  public let outcome: RunOutcome
  /// Who asked it to stop; nil when nobody did.
  public let cancelledBy: String?
  /// What was done with what it found, the newest last.
  public let applied: [JSONValue]
}

/// What a run did so far, or in the end.
public struct RunOutcome: Sendable, Equatable {
  public var pushed = 0
  public var failed = 0
  public var pulled = 0
  public var deleted = 0
  /// Why it ended as it did, as a sentence.
  public var message: String?
  /// The steps as the page and the JSON show them.
  public var steps: JSONValue = []
  public var report: JSONValue?

  public init() {}
}

extension ConsoleData {
  public func startRun(_ kind: Run.Kind, store: String, who: String) async throws -> Int64 {
    let now = time.now.milliseconds
    return try await database.write { connection in
      try connection.execute(
        """
        INSERT INTO runs (store, kind, state, who, process, startedAt)
        VALUES (?, ?, 'running', ?, ?, ?)
        """,
        [
          .text(store), .text(kind.rawValue), .text(who), .integer(Int64(getpid())), .integer(now),
        ])
      return connection.lastInsertedRowID
    }
  }

  /// Keeps how far a run has come.
  public func updateRun(_ id: Int64, _ outcome: RunOutcome) async throws {
    try await database.write { try save(id, outcome, $0) }
  }

  /// Ends a run; a run that has ended is not changed again.
  public func finishRun(_ id: Int64, _ state: Run.State, _ outcome: RunOutcome) async throws {
    let now = time.now.milliseconds
    try await database.write { connection in
      try save(id, outcome, connection)
      try connection.execute(
        "UPDATE runs SET state = ?, finishedAt = ? WHERE id = ? AND state = 'running'",
        [.text(state.rawValue), .integer(now), .integer(id)])
    }
  }

  /// Asks the process that works on a run to stop it; it looks every second.
  ///
  /// - Returns: False when the run has ended, or its process is gone.
  public func requestCancel(_ id: Int64, by who: String) async throws -> Bool {
    try await database.write { connection in
      let process = try connection.first(
        "SELECT process FROM runs WHERE id = ? AND state = 'running'", [.integer(id)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
      guard let process, isAlive(process) else { return false }
      try connection.execute(
        "UPDATE runs SET cancelledBy = ? WHERE id = ?", [.text(who), .integer(id)])
      return true
    }
  }

  /// Keeps with a run that has ended what was done with what it found.
  public func noteApplied(_ entry: JSONValue, run id: Int64) async throws {
    try await database.write { connection in
      let before = try connection.first(
        "SELECT applied FROM runs WHERE id = ?", [.integer(id)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String?.self) }
      let entries = json(before ?? nil)?.array ?? []
      try connection.execute(
        "UPDATE runs SET applied = ? WHERE id = ?",
        [.text(JSONValue.array(entries + [entry]).serializedText), .integer(id)])
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
    let running = try await database.read { connection in
      try connection.query(
        "SELECT id, process FROM runs WHERE store = ? AND state = 'running' ORDER BY id DESC",
        [.text(store)]
      ) { (row) throws(SQLiteError) in
        (
          id: try row.decode("id", as: Int64.self),
          process: try row.decode("process", as: Int64.self)
        )
      }
    }
    return running.first { $0.process != Int64(getpid()) && isAlive($0.process) }?.id
  }

  public func run(_ id: Int64, store: String) async throws -> Run? {
    try await database.read { connection in
      try connection.first(
        "SELECT * FROM runs WHERE id = ? AND store = ?", [.integer(id), .text(store)],
        decode: decodeRun)
    }
  }

  /// The newest first; those older than the run `before` when it is given.
  public func runs(
    store: String, kind: Run.Kind? = nil, before: Int64? = nil, limit: Int
  ) async throws -> [Run] {
    try await database.read { connection in
      try connection.query(
        """
        SELECT * FROM runs WHERE store = ?1 AND (?2 IS NULL OR kind = ?2)
          AND (?3 IS NULL OR id < ?3)
        ORDER BY id DESC LIMIT ?4
        """,
        [.text(store), text(kind?.rawValue), integer(before), .integer(Int64(limit))],
        decode: decodeRun)
    }
  }

  /// Marks as failed the runs whose process is gone, and tells how many there were.
  ///
  /// For the start of a server, before it runs anything itself: a run of an earlier process with
  /// the same number is gone too.
  @discardableResult
  public func failAbandonedRuns() async throws -> Int {
    let now = time.now.milliseconds
    return try await database.write { connection in
      let running = try connection.query(
        "SELECT id, process FROM runs WHERE state = 'running'"
      ) { (row) throws(SQLiteError) in
        (
          id: try row.decode("id", as: Int64.self),
          process: try row.decode("process", as: Int64.self)
        )
      }
      let abandoned = running.filter { !isAlive($0.process) || $0.process == Int64(getpid()) }
      for run in abandoned {
        try connection.execute(
          "UPDATE runs SET state = 'failed', finishedAt = ?, message = ? WHERE id = ?",
          [.integer(now), .text(abandonedMessage), .integer(run.id)])
      }
      return abandoned.count
    }
  }
}

private let abandonedMessage =
  "The program ended during this run. What was sent or stored before is kept, "
  + "and what was not sent is still in the queue. Start it again."

private func isAlive(_ process: Int64) -> Bool {
  guard let number = pid_t(exactly: process), number > 0 else { return false }
  return kill(number, 0) == 0 || errno == EPERM
}

private func save(_ id: Int64, _ outcome: RunOutcome, _ connection: Connection) throws {
  try connection.execute(
    """
    UPDATE runs SET pushed = ?, failed = ?, pulled = ?, deleted = ?, message = ?, steps = ?,
      report = ? WHERE id = ? AND state = 'running'
    """,
    [
      .integer(Int64(outcome.pushed)), .integer(Int64(outcome.failed)),
      .integer(Int64(outcome.pulled)), .integer(Int64(outcome.deleted)), text(outcome.message),
      .text(outcome.steps.serializedText), text(outcome.report?.serializedText), .integer(id),
    ])
}

func decodeRun(_ row: borrowing Row) throws(SQLiteError) -> Run {
  var outcome = RunOutcome()
  outcome.pushed = try row.decode("pushed")
  outcome.failed = try row.decode("failed")
  outcome.pulled = try row.decode("pulled")
  outcome.deleted = try row.decode("deleted")
  outcome.message = try row.decode("message")
  outcome.steps = json(try row.decode("steps")) ?? []
  outcome.report = json(try row.decode("report"))
  return Run(
    id: try row.decode("id"), store: try row.decode("store"),
    kind: Run.Kind(rawValue: try row.decode("kind")) ?? .sync,
    state: Run.State(rawValue: try row.decode("state")) ?? .failed, who: try row.decode("who"),
    startedAt: Timestamp(milliseconds: try row.decode("startedAt")),
    finishedAt: try row.decode("finishedAt", as: Int64?.self).map(Timestamp.init(milliseconds:)),
    outcome: outcome, cancelledBy: try row.decode("cancelledBy"),
    applied: json(try row.decode("applied"))?.array ?? [])
}
