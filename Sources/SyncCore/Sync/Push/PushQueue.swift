internal import JSONKit
internal import SQLiteKit
package import Support

extension PushScope {
  /// Which operations `s` of `syncline_operations` belong to the scope.
  var condition: (sql: String, values: [SQLiteValue]) {
    switch self {
    case .all: ("1", [])
    case .tables(let tables):
      ("s.\"table\" IN (SELECT value FROM json_each(?))", [.list(tables)])
    case .operations(let ids):
      (
        """
        EXISTS (SELECT 1 FROM json_each(?) wanted
          JOIN syncline_operations t ON t.operationId = wanted.value
          WHERE t."table" = s."table" AND t.itemId = s.itemId
            AND s.operationId <= t.operationId)
        """, [.list(ids)]
      )
    case .upTo(let id): ("s.operationId <= ?", [.integer(id)])
    case .exactly(let expected):
      (
        "s.operationId IN (SELECT value FROM json_each(?))",
        [.list(expected.keys.sorted())]
      )
    }
  }
}

extension PushScope {
  /// False for an operation that shall only be sent as it was previewed, and is not like that now.
  func allows(_ change: Change, of operation: Int64) -> Bool {
    guard case .exactly(let expected) = self else { return true }
    return expected[operation] == change.fingerprint
  }
}

extension Change {
  /// Changes whenever something else would be sent; opaque.
  ///
  /// Of the whole row only what it has values in: what was emptied is among the changed values.
  var fingerprint: String {
    let complete = complete
    let whole = Record(id: id, values: complete.allValues).setValues
    let sent = Record(
      id: "\(kind.name) \(table) \(id)", version: version,
      values: ["values": .object(complete.values), "all": .object(whole)])
    return RowFingerprint(of: sent).rawValue
  }
}

extension TableFilter {
  var condition: (sql: String, values: [SQLiteValue]) {
    switch self {
    case .only(let tables):
      ("s.\"table\" IN (SELECT value FROM json_each(?))", [.list(tables)])
    case .allBut([]): ("1", [])
    case .allBut(let tables):
      ("s.\"table\" NOT IN (SELECT value FROM json_each(?))", [.list(tables)])
    }
  }
}

/// True for an operation `s` that may be sent: waiting, and the first one of its row.
///
/// The unary plus keeps SQLite from the index by state, after which it would have to sort the whole
/// queue for every few operations.
private let isReady = """
  +s.state IN (0, 1) AND NOT EXISTS (
    SELECT 1 FROM syncline_operations e
    WHERE e."table" = s."table" AND e.itemId = s.itemId AND e.operationId < s.operationId)
  """

extension SyncContext {
  /// Ids of operations that could be sent now, oldest first.
  func readyOperations(
    _ scope: PushScope, _ tables: TableFilter, after: Int64, size: Int
  ) async throws -> [Int64] {
    let (wanted, wantedValues) = scope.condition
    let (turn, turnValues) = tables.condition
    return try await database.read { db in
      try db.query(
        """
        SELECT s.operationId FROM syncline_operations s
        WHERE s.operationId > ? AND \(wanted) AND \(turn) AND \(isReady)
        ORDER BY s.operationId LIMIT ?
        """, [.integer(after)] + wantedValues + turnValues + [.integer(Int64(size))]
      ) { row throws(SQLiteError) in try row.decode(at: 0) }
    }
  }

  /// The operation of one row that could be sent next.
  static func nextOperation(
    _ table: String, _ id: String, _ scope: PushScope, on db: Connection
  ) throws -> Int64? {
    let (wanted, values) = scope.condition
    return try db.first(
      """
      SELECT s.operationId FROM syncline_operations s
      WHERE s."table" = ? AND s.itemId = ? AND \(wanted) AND \(isReady)
      """, [.text(table), .text(id)] + values
    ) { row throws(SQLiteError) in try row.decode(at: 0) }
  }

  /// Operations of the scope that wait to be sent, those behind another one of their row included.
  package func countToPush(_ scope: PushScope) async throws -> Int {
    try await count(scope, "s.state IN (0, 1, 2)")
  }

  /// All operations of the scope.
  func countQueued(_ scope: PushScope) async throws -> Int { try await count(scope, "1") }

  private func count(_ scope: PushScope, _ condition: String) async throws -> Int {
    let (wanted, values) = scope.condition
    return try await database.read { db in
      try db.first(
        "SELECT count(*) FROM syncline_operations s WHERE \(condition) AND \(wanted)", values
      ) { row throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
    }
  }

  /// How many operations that were sent between two moments have an outcome that nobody knows.
  package func unknownOutcomes(sentFrom start: Timestamp, to end: Timestamp) async throws -> Int {
    try await database.read { db in
      try db.first(
        """
        SELECT count(*) FROM syncline_operations WHERE state IN (1, 2) AND sentAt BETWEEN ? AND ?
        """, [.init(start), .init(end)]
      ) { row throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
    }
  }

  func recoverInterrupted() async throws {
    let now = time.now
    try await database.write { db in try OperationStore.settleInterrupted(at: now, on: db) }
  }
}
