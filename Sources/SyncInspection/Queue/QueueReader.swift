internal import JSONKit
internal import SQLiteKit
internal import Support
internal import SyncCore

/// The operation queue, for people.
struct QueueReader {
  let settings: StoreSettings
  let remote: any Remote
  let connection: Connection
  /// What a search for a text must not find out.
  var cover: ValueMasking?

  /// Operations of tables that go first, named as reasons for waiting, at most this many.
  private static let namedMax = 20

  func page(_ query: OperationQuery) throws -> OperationPage {
    let size = min(max(query.size, 1), RowQuery.sizeMax)
    let (condition, values) = try condition(query)
    let count =
      try connection.first(
        "SELECT count(*) FROM syncline_operations s\(condition)", values
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
    let found = try KeysetPage(size: size, after: query.after, before: query.before) {
      place, isReversed, limit in
      var (condition, values) = (condition, values)
      if let place {
        guard let id = Int64(place) else { throw SyncError.badCursor }
        condition += (condition.isEmpty ? " WHERE" : " AND")
        condition += " s.operationId \(isReversed ? "<" : ">") ?"
        values.append(.integer(id))
      }
      return try connection.query(
        """
        SELECT \(StoredOperation.columns) FROM \(StoredOperation.from)\(condition)
        ORDER BY s.operationId\(isReversed ? " DESC" : "") LIMIT ?
        """, values + [.integer(Int64(limit))]
      ) { (row) throws(SQLiteError) in try StoredOperation(row) }
    }
    let blocked = try blocked(found.lines)
    var page = OperationPage(
      operations: found.lines.map { OperationInfo($0, isBlocked: blocked.contains($0.id)) },
      count: count, next: found.next.map { String($0.id) })
    page.previous = found.previous.map { String($0.id) }
    return page
  }

  func detail(_ operation: StoredOperation) throws -> OperationDetail {
    let (table, id) = (operation.table, operation.itemID)
    let schema = try SyncContext.schema(table, on: connection)
    let (change, target) = try OutgoingChange.make(operation, in: schema, on: connection)
    let inserts = try insertsBefore(operation, sending: change)
    let blockers = try blockers(operation) + inserts
    var detail = OperationDetail(
      info: OperationInfo(operation, isBlocked: !blockers.isEmpty), item: operation.item,
      changed: change.complete.values, base: try BaseStore.fetch(table, id, on: connection),
      local: target, server: try ServerCopyStore.fetch(table, id, on: connection),
      attempts: try AttemptStore.of(operation, on: connection),
      request: remote.describe(change.complete), blockedBy: blockers,
      nextAttemptAt: operation.nextAttemptAt, queuedBy: operation.queuedBy,
      story: try story(operation))
    detail.insertsBefore = inserts
    if [.pending, .unknown].contains(operation.state) {
      detail.pausedUntil = try PersistedRetryAfter.fetch(on: connection)?.until
    }
    detail.countOfTablesBefore = try countOfTablesBefore(operation)
    return detail
  }

  func details(_ table: String, _ id: String) throws -> [OperationDetail] {
    try OperationStore.of(table, id, on: connection).map(detail)
  }

  /// Its place among all operations, counted from 1, and their number.
  func place(_ id: Int64) throws -> (place: Int, count: Int) {
    try connection.first(
      "SELECT (SELECT count(*) FROM syncline_operations WHERE operationId <= ?), "
        + "(SELECT count(*) FROM syncline_operations)",
      [.integer(id)]
    ) { (row) throws(SQLiteError) in
      (try row.decode(at: 0, as: Int.self), try row.decode(at: 1, as: Int.self))
    } ?? (0, 0)
  }

  // MARK: - Waiting

  /// Earlier operations of the row, then those of tables that go first.
  func blockers(_ operation: StoredOperation) throws -> [Int64] {
    let own = try connection.query(
      """
      SELECT operationId FROM syncline_operations
      WHERE "table" = ? AND itemId = ? AND operationId < ? ORDER BY operationId
      """, [.text(operation.table), .text(operation.itemID), .integer(operation.id)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
    guard operation.state == .pending else { return own }
    let others = try tablesBefore(operation.table).flatMap { table in
      try connection.query(
        """
        SELECT operationId FROM syncline_operations
        WHERE "table" = ? AND state IN (0, 1, 2) ORDER BY operationId LIMIT \(Self.namedMax)
        """, [.text(table)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
    }
    return own + others.prefix(Self.namedMax)
  }

  /// The operations of tables that go first, however many ``blockers(_:)`` names.
  private func countOfTablesBefore(_ operation: StoredOperation) throws -> Int {
    guard operation.state == .pending else { return 0 }
    return try tablesBefore(operation.table).reduce(0) { sum, table in
      try connection.first(
        """
        SELECT count(*) FROM syncline_operations WHERE "table" = ? AND state IN (0, 1, 2)
        """, [.text(table)]
      ) { (row) throws(SQLiteError) in sum + (try row.decode(at: 0, as: Int.self)) } ?? sum
    }
  }

  /// Tables whose operations go out before those of `table`, directly or by way of others.
  func tablesBefore(_ table: String) -> [String] {
    TableDependencyOrder(settings).before(table)
  }

  /// Which of `operations` wait for another one.
  private func blocked(_ operations: [StoredOperation]) throws -> Set<Int64> {
    let pending = operations.filter { $0.state == .pending }
    guard !pending.isEmpty else { return [] }
    let waiting = try waitingTables()
    let naming = try operationsNamingUnsentRows(among: pending.map(\.id))
    return Set(
      try pending.filter { operation in
        // Only a second operation of a row knows what the first one leaves.
        if waiting.contains(operation.table) || naming.contains(operation.id) { return true }
        guard operation.before != nil else { return false }
        return try !blockers(operation).isEmpty
      }.map(\.id))
  }

  private func operationsNamingUnsentRows(among ids: [Int64]) throws -> Set<Int64> {
    guard let condition = try namesUnsentRow() else { return [] }
    let list = ids.map(String.init).joined(separator: ", ")
    return Set(
      try connection.query(
        "SELECT operationId FROM syncline_operations s WHERE operationId IN (\(list)) AND \(condition)"
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) })
  }

  /// Pending operations that a push skips, as one that they wait for needs attention.
  func heldBackCount() throws -> Int {
    let needAttention = "3, 4"
    let naming = try namesUnsentRow(states: needAttention).map {
      "UNION SELECT s.operationId FROM syncline_operations s WHERE \($0)"
    }
    // Those of the same rows are found by way of the ones that need attention, which are few.
    return try connection.first(
      """
      SELECT count(*) FROM (
        SELECT DISTINCT s.operationId FROM syncline_operations e
        JOIN syncline_operations s ON s."table" = e."table" AND s.itemId = e.itemId
        WHERE e.state IN (\(needAttention)) AND s.state = 0 AND s.operationId > e.operationId
        \(naming ?? ""))
      """
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
  }

  /// Tables that wait because a table before them has something to send.
  func waitingTables() throws -> [String] {
    let levels = TableDependencyOrder(settings)
    guard !levels.later.isEmpty else { return [] }
    let busy = UTF8Set(
      try connection.query(
        "SELECT DISTINCT \"table\" FROM syncline_operations WHERE state IN (0, 1, 2)"
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) })
    return settings.tables.map(\.name).filter { !busy.isDisjoint(with: levels.before($0)) }
  }

  /// True for an operation `s` that waits for another one; takes the names of `waiting` as values.
  func blocked(by waiting: [String]) throws -> String {
    """
    (s.state = 0 AND (s."table" IN (\(waiting.map { _ in "?" }.joined(separator: ", "))) OR EXISTS (
      SELECT 1 FROM syncline_operations e WHERE e."table" = s."table"
        AND e.itemId = s.itemId AND e.operationId < s.operationId)
      OR \(try namesUnsentRow() ?? "0")))
    """
  }

  func condition(_ query: OperationQuery) throws -> (sql: String, values: [SQLiteValue]) {
    var conditions: [String] = []
    var values: [SQLiteValue] = []
    if let table = query.table {
      conditions.append("s.\"table\" = ?")
      values.append(.text(table))
    }
    if let text = query.text {
      let found = try OperationText.condition(text, cover, on: connection)
      conditions.append(found.sql)
      values += found.values
    }
    if let states = query.states, !states.isSuperset(of: OperationState.allCases) {
      let waiting = try waitingTables()
      let blocked = try blocked(by: waiting)
      var parts: [String] = []
      for state in OperationState.allCases where states.contains(state) {
        switch state {
        case .pending: parts.append("(s.state = 0 AND NOT \(blocked))")
        case .blocked: parts.append(blocked)
        default: parts.append("s.state = \(state.code)")
        }
        if state == .pending || state == .blocked { values += waiting.map(SQLiteValue.text) }
      }
      conditions.append(parts.isEmpty ? "0" : "(" + parts.joined(separator: " OR ") + ")")
    }
    let joined = conditions.joined(separator: " AND ")
    return (joined.isEmpty ? "" : " WHERE " + joined, values)
  }
}
