internal import JSONKit
internal import Localization
package import SQLiteKit
internal import Support

/// The operation queue: `MS_TableOperations` with what `syncline_operations` adds.
package enum OperationStore {
  /// The highest number that an operation of the store was ever given; 0 when there was none.
  package static func highest(on connection: Connection) throws -> Int64 {
    try connection.first("SELECT seq FROM sqlite_sequence WHERE name = 'MS_TableOperations'") {
      (row) throws(SQLiteError) in try row.decode(at: 0)
    } ?? 0
  }

  /// Puts `operation` at the end of the queue and returns its id.
  @discardableResult
  static func insert(_ operation: StoredOperation, on connection: Connection) throws -> Int64 {
    try ReadOnlyTables.check(operation.table, on: connection)
    try connection.execute(
      "INSERT INTO MS_TableOperations(itemId, \"table\", tableKind, properties) VALUES (?, ?, 0, ?)",
      [.text(operation.itemID), .text(operation.table), .blob(operation.properties)])
    let id = connection.lastInsertedRowID
    try connection.execute(
      """
      INSERT INTO syncline_operations(operationId, "table", itemId, state, attempts, queuedAt,
        queuedBy, sentAt, nextAttemptAt, baseVersion, lastError, before, replacesUpdate,
        failedSince)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [.integer(id), .text(operation.table), .text(operation.itemID)] + operation.storedState)
    return id
  }

  /// Writes everything of `operation` but its row and its place in the queue.
  static func update(_ operation: StoredOperation, on connection: Connection) throws {
    try connection.execute(
      "UPDATE MS_TableOperations SET properties = ? WHERE id = ?",
      [.blob(operation.properties), .integer(operation.id)])
    try connection.execute(
      """
      UPDATE syncline_operations SET state = ?, attempts = ?, queuedAt = ?, queuedBy = ?,
        sentAt = ?, nextAttemptAt = ?, baseVersion = ?, lastError = ?, before = ?,
        replacesUpdate = ?, failedSince = ?
      WHERE operationId = ?
      """, operation.storedState + [.integer(operation.id)])
  }

  /// Removes the operation with its errors and attempts.
  static func remove(_ id: Int64, on connection: Connection) throws {
    let key: [SQLiteValue] = [.integer(id)]
    try connection.execute("DELETE FROM MS_TableOperations WHERE id = ?", key)
    try connection.execute("DELETE FROM syncline_operations WHERE operationId = ?", key)
    try connection.execute("DELETE FROM MS_TableOperationErrors WHERE operationId = ?", key)
    try connection.execute("DELETE FROM syncline_attempts WHERE operationId = ?", key)
  }

  /// Removes operations with their errors and attempts, all at once.
  static func remove(_ ids: [Int64], on connection: Connection) throws {
    if ids.isEmpty { return }
    for (table, column) in [
      ("MS_TableOperations", "id"), ("syncline_operations", "operationId"),
      ("MS_TableOperationErrors", "operationId"), ("syncline_attempts", "operationId"),
    ] {
      try connection.execute(
        "DELETE FROM \(table) WHERE \(column) IN (SELECT value FROM json_each(?))", [.list(ids)])
    }
  }

  package static func fetch(_ id: Int64, on connection: Connection) throws -> StoredOperation? {
    try connection.first(
      "SELECT \(StoredOperation.columns) FROM \(StoredOperation.from) WHERE o.id = ?",
      [.integer(id)]
    ) { (row) throws(SQLiteError) in try StoredOperation(row) }
  }

  /// The operations of one row, oldest first; ids compare exactly.
  package static func of(
    _ table: String, _ id: String, on connection: Connection
  ) throws -> [StoredOperation] {
    try connection.query(
      """
      SELECT \(StoredOperation.columns) FROM \(StoredOperation.from)
      WHERE s."table" = ? AND s.itemId = ? ORDER BY o.id
      """, [.text(table), .text(id)]
    ) { (row) throws(SQLiteError) in try StoredOperation(row) }
  }

  /// The operations of a table, oldest first; of every table for nil.
  package static func all(
    of table: String?, on connection: Connection
  ) throws -> [StoredOperation] {
    try connection.query(
      """
      SELECT \(StoredOperation.columns) FROM \(StoredOperation.from)
      WHERE ?1 IS NULL OR s."table" = ?1 ORDER BY o.id
      """, [.init(table)]
    ) { (row) throws(SQLiteError) in try StoredOperation(row) }
  }

  /// The newest operation of each of these rows that has one.
  package static func last(
    _ table: String, _ ids: [String], on connection: Connection
  ) throws -> [StoredOperation] {
    try connection.query(
      """
      SELECT \(StoredOperation.columns) FROM \(StoredOperation.from)
      WHERE o.id IN (
        SELECT max(operationId) FROM syncline_operations
        WHERE "table" = ? AND itemId IN (SELECT value FROM json_each(?)) GROUP BY itemId)
      """, [.text(table), .list(ids)]
    ) { (row) throws(SQLiteError) in try StoredOperation(row) }
  }

  static func count(_ table: String? = nil, on connection: Connection) throws -> Int {
    try connection.first(
      "SELECT count(*) FROM syncline_operations WHERE ?1 IS NULL OR \"table\" = ?1",
      [.init(table)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
  }

  /// The id, as the queue writes it, of a row with an operation whose id is `id` but for the case.
  static func pendingID(
    like id: String, table: String, on connection: Connection
  ) throws -> String? {
    try connection.first(
      """
      SELECT itemId FROM syncline_operations
      WHERE "table" = ? AND itemId = ? COLLATE NOCASE ORDER BY itemId = ? DESC LIMIT 1
      """, [.text(table), .text(id), .text(id)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0) }
  }

  // MARK: - States

  /// - Parameter message: Why, for the queue's list; nil clears it.
  static func setState(
    _ id: Int64, _ state: OperationState, message: String? = nil,
    nextAttemptAt: Timestamp? = nil, on connection: Connection
  ) throws {
    try connection.execute(
      """
      UPDATE syncline_operations SET state = ?, lastError = ?, nextAttemptAt = ?
      WHERE operationId = ?
      """, [.integer(state.code), .init(message), .init(nextAttemptAt), .integer(id)])
  }

  /// Notes, before the requests leave, that they do.
  static func markSending(
    _ ids: [Int64], at moment: Timestamp, on connection: Connection
  ) throws {
    if ids.isEmpty { return }
    try connection.execute(
      """
      UPDATE syncline_operations
      SET state = 2, attempts = attempts + 1, sentAt = ?, nextAttemptAt = NULL
      WHERE operationId IN (SELECT value FROM json_each(?))
      """, [.text(moment.description), .list(ids)])
  }

  /// How many requests were sent for the operation.
  static func setAttempts(_ id: Int64, _ count: Int, on connection: Connection) throws {
    try connection.execute(
      "UPDATE syncline_operations SET attempts = ? WHERE operationId = ?",
      [.integer(Int64(count)), .integer(id)])
  }

  /// What a run that ended without a word left as sending has an unknown outcome, and every
  /// operation with an unknown outcome has an error entry that says so.
  ///
  /// Only for the holder of the run lock.
  static func settleInterrupted(at moment: Timestamp, on connection: Connection) throws {
    try AttemptStore.noteInterrupted(on: connection)
    try connection.execute("UPDATE syncline_operations SET state = 1 WHERE state = 2")
    let untold = try connection.query(
      """
      SELECT \(StoredOperation.columns) FROM \(StoredOperation.from)
      WHERE s.state = 1 AND NOT EXISTS (
        SELECT 1 FROM syncline_errors e WHERE e.operationId = s.operationId)
      """
    ) { (row) throws(SQLiteError) in try StoredOperation(row) }
    for operation in untold {
      let message = inEnglish {
        FailureReason.interrupted.message(
          kind: operation.kind, table: operation.table, id: operation.itemID)
      }
      try setState(operation.id, .unknown, message: message, on: connection)
      try ErrorStore.put(
        ErrorStore.Entry(
          id: "interrupted-\(operation.id)", operation: operation,
          code: OperationError.Code.withMessage, status: 0, message: message,
          item: operation.item, at: moment),
        on: connection)
    }
  }
}

extension StoredOperation {
  /// The columns from `state` on, in the order in which the file has them.
  fileprivate var storedState: [SQLiteValue] {
    [
      .integer(state.code), .integer(Int64(attempts)), .text(queuedAt.description),
      .init(queuedBy), .init(sentAt), .init(nextAttemptAt), .init(baseVersion),
      .init(lastError), .init(before.map(RecordCoding.text)), .integer(replacesUpdate ? 1 : 0),
      .init(failedSince),
    ]
  }
}
