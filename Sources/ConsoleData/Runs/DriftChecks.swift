import SQLiteKit
public import Support

/// What the comparison of one table with its server found.
public struct DriftCheck: Sendable, Equatable {
  /// How the rows were compared.
  public enum Method: String, Sendable, CaseIterable {
    case digest, ids, values
  }

  public let run: Int64
  public let table: String
  public let checkedAt: Timestamp
  /// True when the run compared all tables.
  public let isOfAllTables: Bool
  public let method: Method
  public let serverRows: Int
  public let missingOnServer: Int
  public let missingHere: Int
  public let different: Int
  /// True when rows are missing here on purpose; those don't count.
  public let isFiltered: Bool
  /// Rows that applying the comparison has repaired since.
  public let repaired: Int
  /// Why the comparison broke off; its figures say nothing then.
  public let failure: String?

  public init(
    run: Int64, table: String, checkedAt: Timestamp, isOfAllTables: Bool, method: Method,
    serverRows: Int = 0, missingOnServer: Int = 0, missingHere: Int = 0, different: Int = 0,
    isFiltered: Bool = false, repaired: Int = 0, failure: String? = nil
  ) {
    self.run = run
    self.table = table
    self.checkedAt = checkedAt
    self.isOfAllTables = isOfAllTables
    self.method = method
    self.serverRows = serverRows
    self.missingOnServer = missingOnServer
    self.missingHere = missingHere
    self.different = different
    self.isFiltered = isFiltered
    self.repaired = repaired
    self.failure = failure
  }

  /// Rows that differed; none of a failed check, which found nothing out.
  public var found: Int {
    failure == nil ? missingOnServer + (isFiltered ? 0 : missingHere) + different : 0
  }

  /// Rows that, as far as is known, still differ.
  public var remaining: Int { max(0, found - repaired) }
}

/// One check of all tables of a store.
public struct DriftSum: Sendable, Equatable {
  public let run: Int64
  public let startedAt: Timestamp
  public let finishedAt: Timestamp
  /// Rows that differed.
  public let found: Int
  public let tables: Int
  /// Tables whose comparison broke off.
  public let failedTables: Int

  /// True when no table was compared to the end.
  public var isFailure: Bool { failedTables == tables }
}

/// A check that somebody or something started, whatever came of it.
public struct CheckAttempt: Sendable, Equatable {
  public let run: Int64
  public let startedAt: Timestamp
  public let finishedAt: Timestamp?
  /// True when it did not come to its end, though nobody stopped it.
  public let brokeOff: Bool
}

extension ConsoleData {
  /// Checks are kept so long.
  private static let driftMilliseconds: Int64 = 400 * 86_400_000

  static let driftStep: Migrator.Step = [
    """
    CREATE TABLE driftChecks (
      store TEXT NOT NULL, run INTEGER NOT NULL, tableName TEXT NOT NULL, checkedAt INTEGER NOT NULL,
      isOfAllTables BOOLEAN NOT NULL, method TEXT NOT NULL, serverRows INTEGER NOT NULL,
      missingOnServer INTEGER NOT NULL, missingHere INTEGER NOT NULL, different INTEGER NOT NULL,
      isFiltered BOOLEAN NOT NULL, repaired INTEGER NOT NULL, failure TEXT,
      isLatest BOOLEAN NOT NULL, PRIMARY KEY (store, run, tableName)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX latestDriftChecks ON driftChecks (store, tableName) WHERE isLatest",
    "CREATE INDEX IF NOT EXISTS reconciles ON runs (store, id) WHERE kind = 'reconcile'",
  ]

  /// The newest complete check of each table by name, and beside it one that failed since.
  public func driftChecks(store: String) async throws -> [DriftCheck] {
    try await database.read { try driftChecks(store: store, on: $0) }
  }

  func driftChecks(store: String, on connection: Connection) throws -> [DriftCheck] {
    try connection.query(
      "SELECT * FROM driftChecks WHERE store = ? AND isLatest ORDER BY tableName, run",
      [.text(store)], decode: decodeCheck)
  }

  /// The newest checks of all tables, the newest first.
  public func driftSums(store: String, limit: Int) async throws -> [DriftSum] {
    try await database.read { connection in
      try connection.query(
        """
        SELECT d.run, r.startedAt, coalesce(r.finishedAt, max(d.checkedAt)) AS finishedAt,
          sum(CASE WHEN failure IS NULL
            THEN missingOnServer + different + iif(isFiltered, 0, missingHere) ELSE 0 END) AS found,
          count(*) AS tables, sum(failure IS NOT NULL) AS failedTables
        FROM driftChecks d JOIN runs r ON r.id = d.run
        WHERE d.store = ? AND isOfAllTables GROUP BY d.run ORDER BY d.run DESC LIMIT ?
        """, [.text(store), .integer(Int64(limit))]
      ) { (row) throws(SQLiteError) in
        DriftSum(
          run: try row.decode("run"),
          startedAt: Timestamp(milliseconds: try row.decode("startedAt")),
          finishedAt: Timestamp(milliseconds: try row.decode("finishedAt")),
          found: try row.decode("found"), tables: try row.decode("tables"),
          failedTables: try row.decode("failedTables"))
      }
    }
  }

  /// How the newest reconcile that `who` started went; nil for none.
  ///
  /// It is asked for every few seconds, so the report, which may be large, is not read.
  public func lastCheck(store: String, by who: String) async throws -> CheckAttempt? {
    try await database.read { connection in
      try connection.first(
        """
        SELECT id, startedAt, finishedAt, state = 'failed' OR state = 'cancelled'
          AND cancelledBy IS NULL AS brokeOff
        FROM runs WHERE store = ? AND kind = 'reconcile' AND who = ? ORDER BY id DESC LIMIT 1
        """, [.text(store), .text(who)]
      ) { (row) throws(SQLiteError) in
        CheckAttempt(
          run: try row.decode("id"),
          startedAt: Timestamp(milliseconds: try row.decode("startedAt")),
          finishedAt: try moment("finishedAt", in: row), brokeOff: try row.decode("brokeOff"))
      }
    }
  }

  /// Counts rows that applying the comparison of a run has repaired; fewer when it is undone.
  ///
  /// - Parameter table: Nil for the one table of a run.
  public func noteRepaired(
    _ rows: Int, run: Int64, table: String? = nil, store: String
  ) async throws {
    try await database.write { connection in
      try connection.execute(
        """
        UPDATE driftChecks SET repaired = max(0, repaired + ?)
        WHERE store = ? AND run = ? AND tableName = coalesce(?, tableName)
        """, [.integer(Int64(rows)), .text(store), .integer(run), text(table)])
    }
  }

  /// Keeps the checks of a run that ends, and drops those that are old.
  func add(_ checks: [DriftCheck], of run: Int64, _ connection: Connection) throws {
    guard !checks.isEmpty,
      let store = try connection.first(
        "SELECT store FROM runs WHERE id = ?", [.integer(run)],
        decode: {
          (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self)
        })
    else { return }
    for check in checks {
      // A check that failed says nothing about the figures of the last complete one.
      try connection.execute(
        """
        UPDATE driftChecks SET isLatest = 0
        WHERE store = ? AND tableName = ? AND isLatest AND (?3 OR failure IS NOT NULL)
        """, [.text(store), .text(check.table), .integer(check.failure == nil ? 1 : 0)])
      try connection.execute(
        """
        INSERT INTO driftChecks (store, run, tableName, checkedAt, isOfAllTables, method,
          serverRows, missingOnServer, missingHere, different, isFiltered, repaired, failure, isLatest)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)
        """,
        [
          .text(store), .integer(check.run), .text(check.table),
          .integer(check.checkedAt.milliseconds), .integer(check.isOfAllTables ? 1 : 0),
          .text(check.method.rawValue), .integer(Int64(check.serverRows)),
          .integer(Int64(check.missingOnServer)), .integer(Int64(check.missingHere)),
          .integer(Int64(check.different)), .integer(check.isFiltered ? 1 : 0),
          .integer(Int64(check.repaired)), text(check.failure),
        ])
    }
    try connection.execute(
      "DELETE FROM driftChecks WHERE store = ? AND checkedAt < ?",
      [.text(store), .integer(time.now.milliseconds - Self.driftMilliseconds)])
  }
}

private func decodeCheck(_ row: borrowing Row) throws(SQLiteError) -> DriftCheck {
  DriftCheck(
    run: try row.decode("run"), table: try row.decode("tableName"),
    checkedAt: Timestamp(milliseconds: try row.decode("checkedAt")),
    isOfAllTables: try row.decode("isOfAllTables"),
    method: DriftCheck.Method(rawValue: try row.decode("method")) ?? .ids,
    serverRows: try row.decode("serverRows"), missingOnServer: try row.decode("missingOnServer"),
    missingHere: try row.decode("missingHere"), different: try row.decode("different"),
    isFiltered: try row.decode("isFiltered"), repaired: try row.decode("repaired"),
    failure: try row.decode("failure"))
}
