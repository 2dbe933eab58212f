import SQLiteKit
public import Support

/// The end of a person's last visit to a store.
public struct LastVisit: Sendable, Equatable {
  public let at: Timestamp
  /// The newest run that had ended then, 0 for none.
  public let run: Int64

  /// A visit ends when its person has asked for no page for so long.
  public static let idleSeconds: Int64 = 30 * 60
  /// Pages are noted at most this often.
  static let notedSeconds: Int64 = 60
}

/// What several runs did in all.
public struct RunTotals: Sendable, Equatable {
  /// More runs than this are not counted.
  public static let runsMax = 10_000

  public var runs = 0
  public var pushed = 0
  public var pulled = 0
  public var deleted = 0
  /// The newest of them; 0 for none.
  public var newest: Int64 = 0
}

extension ConsoleData {
  /// Nil while `owner` has not come back to `store` yet.
  public func lastVisit(of owner: String, to store: String) async throws -> LastVisit? {
    let now = time.now
    guard let visit = try await visit(of: owner, to: store) else { return nil }
    return visit.isOver(at: now) ? visit.current : visit.last
  }

  /// Notes that `owner` sees a page of `store` now; kept at most once a minute.
  public func noteVisit(of owner: String, to store: String) async throws {
    let (now, key) = (time.now, "\(store)/\(owner)")
    func isRecent(_ noted: Timestamp) -> Bool {
      now.seconds(since: noted) < Double(LastVisit.notedSeconds)
    }
    if notedVisits.withLock({ $0[key] }).map(isRecent) == true { return }
    let known = try await visit(of: owner, to: store)
    if let known, isRecent(known.current.at) {
      keep(known.current.at, for: key)
      return
    }
    let last = known.flatMap { $0.isOver(at: now) ? $0.current : $0.last }
    try await noteIfPossible { connection in
      try connection.execute(
        """
        INSERT OR REPLACE INTO visits (owner, store, seenAt, run, lastSeenAt, lastRun)
        VALUES (?1, ?2, ?3, coalesce((SELECT id FROM runs WHERE store = ?2
          AND state <> 'running' ORDER BY id DESC LIMIT 1), 0), ?4, ?5)
        """,
        [
          .text(owner), .text(store), .integer(now.milliseconds),
          integer(last?.at.milliseconds), integer(last?.run),
        ])
    }
  }

  private func keep(_ noted: Timestamp, for key: String) {
    notedVisits.withLock { visits in
      if visits.count >= Self.notedVisitsMax { visits.removeAll() }
      visits[key] = noted
    }
  }

  /// More people and stores than a console has.
  private static let notedVisitsMax = 10_000

  /// What the runs of `store` after `run` did that have ended.
  public func runTotals(store: String, after run: Int64) async throws -> RunTotals {
    try await database.read { connection in
      try connection.first(
        """
        SELECT count(*), coalesce(sum(pushed), 0), coalesce(sum(pulled), 0),
          coalesce(sum(deleted), 0), coalesce(max(id), 0)
        FROM (SELECT id, pushed, pulled, deleted FROM runs
          WHERE store = ? AND id > ? AND state <> 'running' ORDER BY id
          LIMIT \(RunTotals.runsMax))
        """, [.text(store), .integer(run)]
      ) { (row) throws(SQLiteError) in
        RunTotals(
          runs: try row.decode(at: 0), pushed: try row.decode(at: 1), pulled: try row.decode(at: 2),
          deleted: try row.decode(at: 3), newest: try row.decode(at: 4))
      }
    } ?? RunTotals()
  }

  private struct Visit: Sendable {
    var current: LastVisit
    var last: LastVisit?

    func isOver(at now: Timestamp) -> Bool {
      now.seconds(since: current.at) > Double(LastVisit.idleSeconds)
    }
  }

  private func visit(of owner: String, to store: String) async throws -> Visit? {
    // Kept until somebody writes to the file.
    try await database.read { connection in
      try connection.memo("visit \(owner.utf8.count) \(owner) \(store)") {
        try connection.first(
          "SELECT seenAt, run, lastSeenAt, lastRun FROM visits WHERE owner = ? AND store = ?",
          [.text(owner), .text(store)]
        ) { (row) throws(SQLiteError) in
          let lastRun = try row.decode(at: 3, as: Int64?.self)
          return Visit(
            current: LastVisit(
              at: Timestamp(milliseconds: try row.decode(at: 0)), run: try row.decode(at: 1)),
            last: try row.decode(at: 2, as: Int64?.self).map {
              LastVisit(at: Timestamp(milliseconds: $0), run: lastRun ?? 0)
            })
        }
      }
    }
  }
}
