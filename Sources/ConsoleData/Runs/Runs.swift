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

extension Run {
  /// The same run with another report.
  public func reporting(_ report: JSONValue) -> Run {
    var outcome = outcome
    outcome.report = report
    return Run(
      id: id, store: store, kind: kind, state: state, who: who, startedAt: startedAt,
      finishedAt: finishedAt, outcome: outcome, cancelledBy: cancelledBy, applied: applied)
  }
}

/// What a run did so far, or in the end.
public struct RunOutcome: Sendable, Equatable {
  public var pushed = 0
  public var failed = 0
  /// Operations of which nobody knows whether the server has them.
  public var unknown = 0
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
    let process = try lifeSign()
    return try await database.write { connection in
      try connection.execute(
        """
        INSERT INTO runs (store, kind, state, who, process, startedAt, seenAt)
        VALUES (?1, ?2, 'running', ?3, ?4, ?5, ?5)
        """,
        [.text(store), .text(kind.rawValue), .text(who), .integer(process), .integer(now)])
      return connection.lastInsertedRowID
    }
  }

  /// Keeps how far a run has come.
  public func updateRun(_ id: Int64, _ outcome: RunOutcome) async throws {
    let now = time.now.milliseconds
    try await database.write { try save(id, outcome, at: now, $0) }
  }

  /// Ends a run; a run that has ended is not changed again.
  public func finishRun(_ id: Int64, _ state: Run.State, _ outcome: RunOutcome) async throws {
    let now = time.now.milliseconds
    try await database.write { connection in
      try save(id, outcome, at: now, connection)
      try connection.execute(
        "UPDATE runs SET state = ?, finishedAt = ? WHERE id = ? AND state = 'running'",
        [.text(state.rawValue), .integer(now), .integer(id)])
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

  public func run(_ id: Int64, store: String) async throws -> Run? {
    try await failAbandonedRuns(of: store)
    return try await database.read { connection in
      try connection.first(
        "SELECT * FROM runs WHERE id = ? AND store = ?", [.integer(id), .text(store)],
        decode: decodeRun)
    }
  }

  /// The newest first; those older than the run `before` when it is given.
  public func runs(
    store: String, kind: Run.Kind? = nil, before: Int64? = nil, limit: Int
  ) async throws -> [Run] {
    try await failAbandonedRuns(of: store)
    return try await database.read { connection in
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
}

private func save(
  _ id: Int64, _ outcome: RunOutcome, at now: Int64, _ connection: Connection
) throws {
  try connection.execute(
    """
    UPDATE runs SET pushed = ?, failed = ?, unknown = ?, pulled = ?, deleted = ?, message = ?,
      steps = ?, report = ?, seenAt = ? WHERE id = ? AND state = 'running'
    """,
    [
      .integer(Int64(outcome.pushed)), .integer(Int64(outcome.failed)),
      .integer(Int64(outcome.unknown)), .integer(Int64(outcome.pulled)),
      .integer(Int64(outcome.deleted)), text(outcome.message),
      .text(outcome.steps.serializedText), text(outcome.report?.serializedText), .integer(now),
      .integer(id),
    ])
}

func decodeRun(_ row: borrowing Row) throws(SQLiteError) -> Run {
  var outcome = RunOutcome()
  outcome.pushed = try row.decode("pushed")
  outcome.failed = try row.decode("failed")
  outcome.unknown = try row.decode("unknown")
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
