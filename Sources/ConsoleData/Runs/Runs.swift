public import JSONKit
import SQLiteKit
public import Support

/// One push, pull, sync, reconcile, copy or verification, with what came of it.
public struct Run: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    case push, pull, sync, reconcile
    /// Queues the rows of another store.
    case copy
    /// Compares this store with another one, and each of them with its server.
    case verify

    /// True for a kind that sends or fetches rows.
    public var isSync: Bool {
      switch self {
      case .push, .pull, .sync: true
      case .reconcile, .copy, .verify: false
      }
    }
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
  /// Of so many runs of a store, the newest, reports are kept; of older ones only the numbers.
  public static let reportsMax = 1_000

  /// True for a run that is older than those of which reports are kept.
  public var isReportDropped: Bool {
    outcome.report == nil && finishedAt != nil && !wasAbandoned
  }

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

/// The newest runs of a store, with what else its first pages show.
public struct RunsOverview: Sendable {
  public fileprivate(set) var runs: [Run]
  /// How many notes a run has.
  public let notes: [Int64: Int]
  /// Of all runs; nil where they were not counted.
  public let count: Int?
  /// The newest check of each table.
  public let driftChecks: [DriftCheck]
  /// Of all stores.
  public let lastBackup: BackupRecord?
}

extension ConsoleData {
  public func startRun(_ kind: Run.Kind, store: String, who: String) async throws -> Int64 {
    let now = time.now.milliseconds
    let process = try lifeSign()
    return try await writeKeepingIntent { connection in
      try addRun(kind, store: store, who: who, process: process, at: now, connection)
    }
  }

  /// Keeps how far a run has come.
  public func updateRun(_ id: Int64, _ outcome: RunOutcome) async throws {
    let now = time.now.milliseconds
    try await database.write { try saveOutcome(of: id, outcome, at: now, $0) }
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
    }.map(ended)
  }

  /// The runs of a store that `query` asks for, the newest first.
  public func runs(store: String, _ query: RunQuery) async throws -> [Run] {
    try await failAbandonedRuns(of: store)
    return try await database.read { try runs(store: store, query, on: $0) }.map(ended)
  }

  private func runs(
    store: String, _ query: RunQuery, on connection: Connection
  ) throws -> [Run] {
    let page = query.page(store)
    return try connection.query(page.sql, page.values, decode: decodeRun)
  }

  /// What the first pages of a store show of its runs, in one read.
  ///
  /// - Parameter isCounted: Whether all runs are counted, too.
  public func runsOverview(
    store: String, _ query: RunQuery, isCounted: Bool
  ) async throws -> RunsOverview {
    try await failAbandonedRuns(of: store)
    var overview = try await database.read { connection in
      let runs = try runs(store: store, query, on: connection)
      return RunsOverview(
        runs: runs, notes: try noteCounts(store: store, runs: runs.map(\.id), on: connection),
        count: isCounted ? try runCount(store: store, RunQuery(limit: 0), on: connection) : nil,
        driftChecks: try driftChecks(store: store, on: connection),
        lastBackup: try backups(limit: 1, on: connection).first)
    }
    overview.runs = overview.runs.map(ended)
    return overview
  }

  /// A page of them: behind ``RunQuery/before``, or before ``RunQuery/newerThan``, which takes precedence over it.
  public func runPage(store: String, _ query: RunQuery) async throws -> RunListPart {
    try await failAbandonedRuns(of: store)
    let page = try await database.read { connection in
      try KeysetPage(size: query.limit, after: query.before, before: query.newerThan) {
        place, isReversed, limit in
        var part = query
        (part.before, part.newerThan) = isReversed ? (nil, place) : (place, nil)
        part.limit = limit
        return try runs(store: store, part, on: connection)
      }
    }
    return RunListPart(
      runs: page.lines.map(ended), previous: page.previous?.id, next: page.next?.id)
  }

  /// How many runs of a store `query` asks for on all of its pages.
  public func runCount(store: String, _ query: RunQuery) async throws -> Int {
    try await database.read { try runCount(store: store, query, on: $0) }
  }

  private func runCount(store: String, _ query: RunQuery, on connection: Connection) throws -> Int {
    let count = query.count(store)
    return try connection.first(count.sql, count.values) {
      (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self)
    } ?? 0
  }
}

/// One page of the runs of a store, the newest first.
public struct RunListPart: Sendable {
  public let runs: [Run]
  /// The first one where newer ones are on a page before; nil on the first page.
  public let previous: Int64?
  /// The last one where older ones are on a page behind; nil on the last page.
  public let next: Int64?
}

/// Adds a run that is under way.
func addRun(
  _ kind: Run.Kind, store: String, who: String, process: Int64, at now: Int64,
  _ connection: Connection
) throws -> Int64 {
  try connection.execute(
    """
    INSERT INTO runs (store, kind, state, who, process, startedAt, seenAt)
    VALUES (?1, ?2, 'running', ?3, ?4, ?5, ?5)
    """,
    [.text(store), .text(kind.rawValue), .text(who), .integer(process), .integer(now)])
  return connection.lastInsertedRowID
}

/// Keeps what a run did.
///
/// - Parameter hasEnded: True to change a run that has ended; else that is left as it is.
func saveOutcome(
  of id: Int64, _ outcome: RunOutcome, at now: Int64, hasEnded: Bool = false,
  _ connection: Connection
) throws {
  try connection.execute(
    """
    UPDATE runs SET pushed = ?, failed = ?, unknown = ?, pulled = ?, deleted = ?, message = ?,
      steps = ?, report = ?, seenAt = ? WHERE id = ? AND (state <> 'running') = ?
    """,
    [
      .integer(Int64(outcome.pushed)), .integer(Int64(outcome.failed)),
      .integer(Int64(outcome.unknown)), .integer(Int64(outcome.pulled)),
      .integer(Int64(outcome.deleted)), text(outcome.message),
      .text(outcome.steps.serializedText), text(outcome.report?.serializedText), .integer(now),
      .integer(id), .integer(hasEnded ? 1 : 0),
    ])
}

/// Removes the reports beyond ``Run/reportsMax`` from the store of a run.
///
/// One whose comparison was applied is kept: undoing it reads the report.
func dropOldReports(of id: Int64, _ connection: Connection) throws {
  try connection.execute(
    """
    UPDATE runs SET report = NULL, steps = '[]' WHERE id IN (
      SELECT id FROM runs WHERE store = (SELECT store FROM runs WHERE id = ?) AND report IS NOT NULL
      ORDER BY id DESC LIMIT -1 OFFSET ?
    ) AND applied IS NULL AND state <> 'running'
    """,
    [.integer(id), .integer(Int64(Run.reportsMax))])
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
