import JSONKit
import SQLiteKit
import Support

/// Writes down what became of operations: row, base, queue, errors, attempts and history together.
///
/// Works inside the caller's transaction.
struct OutcomeRecorder {
  let scope: PushScope
  let now: Timestamp
  let db: Connection

  func record(_ one: FlightVerdict, _ schemas: inout SchemaCache) throws -> RecordedOutcome {
    let flight = one.flight
    let id = flight.operationID
    guard let operation = try OperationStore.fetch(id, on: db) else {
      return RecordedOutcome(operationID: id, kind: .gone)
    }
    switch one.verdict {
    case .done(let record):
      let row = try done(operation, record, takesID: flight.remoteAssignsIDs, &schemas)
      return RecordedOutcome(
        operationID: id, kind: .done,
        next: try SyncContext.nextOperation(operation.table, row, scope, on: db))
    case .conflict(let record):
      try note(flight.attempts, id)
      try conflict(operation, record, one)
      return RecordedOutcome(operationID: id, kind: .conflict, errorID: one.errorID)
    case .failed(.missing) where try tombstoneBeside(operation) != nil:
      try note(flight.attempts, id)
      try conflict(operation, try tombstoneBeside(operation), one)
      return RecordedOutcome(operationID: id, kind: .conflict, errorID: one.errorID)
    case .failed(let reason):
      try note(flight.attempts, id)
      let isUnsettled = try failed(operation, reason, one)
      return RecordedOutcome(
        operationID: id, kind: .failed(isUnsettled: isUnsettled), errorID: one.errorID)
    case .parked:
      try note(flight.attempts, id)
      let message = flight.attempts.last?.message ?? operation.lastError
      if flight.wasUncertain {
        try OperationStore.setState(id, .unknown, message: message, on: db)
      } else if flight.attempts.contains(where: { $0.status != nil }) {
        try OperationStore.setState(id, .pending, message: message, on: db)
      } else {
        try OperationStore.release(id, message: message, on: db)
      }
      return RecordedOutcome(operationID: id, kind: .parked)
    }
  }

  private func note(_ attempts: [AttemptInfo], _ id: Int64) throws {
    for attempt in attempts { try AttemptStore.add(attempt, to: id, on: db) }
  }

  // MARK: Done

  /// Takes a pulled row for the answer to an insert that was lost.
  func adopt(
    _ insert: StoredOperation, _ record: Record, _ schemas: inout SchemaCache
  ) throws {
    _ = try done(insert, record, takesID: true, &schemas)
  }

  /// - Parameter takesID: The id of `answer` becomes the row's, wherever the store names it.
  /// - Returns: The row's id.
  private func done(
    _ operation: StoredOperation, _ answer: Record?, takesID: Bool, _ schemas: inout SchemaCache
  ) throws -> String {
    let table = operation.table
    var id = operation.itemID
    var record = answer
    if takesID, operation.kind == .insert, let assigned = answer?.id, assigned != id {
      try RowRenaming(table: table, old: id, new: assigned, now: now, connection: db).run()
      id = assigned
    }
    let copy = try ServerCopyStore.fetch(table, id, on: db)
    // A pull that met our own deletion went past it: without its copy the tombstone never comes.
    if operation.kind == .delete, record == nil, copy?.deleted == true { record = copy }
    record?.id = id
    if operation.kind == .delete { record?.deleted = true }
    let schema =
      try record.map { try schemas.schema(table, for: $0, on: db) }
      ?? schemas.schema(table, on: db)
    let local = try RowStore.fetch(id, in: schema, on: db)
    let queued = try OperationStore.of(table, id, on: db).first { $0.id != operation.id }
    try OperationStore.remove(operation.id, on: db)
    try ServerCopyStore.remove(table, id, on: db)
    if let queued, queued.kind == .insert {
      // The row is gone there, and another one with its id waits.
      try BaseStore.remove(table, id, on: db)
      try restart(queued)
    } else if let queued {
      let left = try queued.before ?? BaseStore.fetch(table, id, on: db)
      try moveOn(queued, local: local, left: left, record: record, operation.kind, schema)
    } else {
      try BaseStore.remove(table, id, on: db)
      let tombstone = schema.softDelete != .none && copy?.deleted == true ? record : nil
      if let row = serverRow(operation.kind, record, local ?? tombstone) {
        try RowStore.upsert(row, in: schema, on: db)
      }
    }
    try HistoryStore.add(
      table, id, .push, operation.kind.name, at: now, record: record ?? local ?? operation.item,
      on: db)
    return id
  }

  /// The local row after the server has the change; nil leaves it as it is, or gone.
  private func serverRow(_ kind: OperationKind, _ record: Record?, _ local: Record?) -> Record? {
    guard kind == .delete else { return record }
    // A hard delete took the row away already.
    guard var tombstone = local else { return nil }
    tombstone.version = record?.version
    tombstone.createdAt = record?.createdAt ?? tombstone.createdAt
    tombstone.updatedAt = record?.updatedAt ?? tombstone.updatedAt
    tombstone.deleted = true
    if let values = record?.values, !values.isEmpty { tombstone.values = values }
    return tombstone
  }

  /// Lays what the second operation of a row changes on what the first one left on the server.
  private func moveOn(
    _ queued: StoredOperation, local: Record?, left: Record?, record: Record?,
    _ kind: OperationKind, _ schema: TableSchema
  ) throws {
    var base = record ?? left ?? local ?? Record(id: queued.itemID)
    if record == nil {
      base.version = nil
      base.deleted = kind == .delete
    }
    try BaseStore.put(base, table: queued.table, on: db)
    var queued = queued
    queued.baseVersion = base.version
    queued.before = nil
    queued.item?.version = base.version
    try OperationStore.update(queued, on: db)
    guard let local else { return }
    var row = base.applying(local.changes(from: left ?? base))
    row.deleted = local.deleted
    try RowStore.upsert(row, in: schema, on: db)
  }

  /// Makes an operation the first one of its row, on no server copy.
  private func restart(_ queued: StoredOperation) throws {
    var queued = queued
    queued.baseVersion = nil
    queued.before = nil
    try OperationStore.update(queued, on: db)
  }

  // MARK: Not done

  /// The tombstone that a pull brought for the row, where the server keeps none to show.
  private func tombstoneBeside(_ operation: StoredOperation) throws -> Record? {
    let copy = try ServerCopyStore.fetch(operation.table, operation.itemID, on: db)
    return copy?.deleted == true ? copy : nil
  }

  private func conflict(
    _ operation: StoredOperation, _ record: Record?, _ one: FlightVerdict
  ) throws {
    var server = record
    server?.id = operation.itemID
    if let server {
      try ServerCopyStore.put(server, table: operation.table, at: now, on: db)
    }
    let status = one.answer?.status ?? (operation.kind == .insert ? 409 : 412)
    let told = one.answer?.message
    let code =
      status == 412
      ? OperationError.Code.conflict
      : told == nil ? OperationError.Code.withoutMessage : OperationError.Code.withMessage
    let message = told ?? conflictSentence(operation, server)
    try fail(
      operation, .conflict, code: code, status: status, message: message, server: server, one)
  }

  private func conflictSentence(_ operation: StoredOperation, _ server: Record?) -> String {
    let row = "row \(operation.itemID) of \(operation.table)"
    guard let server else {
      return "The server turned the \(operation.kind.name) of \(row) down for the state of its "
        + "own copy, and does not show it."
    }
    if operation.kind == .insert { return "The server has another \(row) already." }
    return server.deleted
      ? "The server's \(row) was deleted since this store synced it."
      : "The server's \(row) changed since this store synced it."
  }

  private func failed(
    _ operation: StoredOperation, _ reason: FailureReason, _ one: FlightVerdict
  ) throws -> Bool {
    let own = reason.message(
      kind: operation.kind, table: operation.table, id: operation.itemID)
    switch reason {
    case .refused:
      let told = one.answer?.message
      let code =
        told == nil ? OperationError.Code.withoutMessage : OperationError.Code.withMessage
      try fail(
        operation, .failed, code: code, status: one.answer?.status ?? 0, message: told ?? own, one)
    case .missing:
      try fail(
        operation, .failed, code: OperationError.Code.withMessage,
        status: one.answer?.status ?? 404, message: own, one)
    case .untraceable:
      try fail(
        operation, .failed, code: OperationError.Code.withMessage,
        status: one.flight.attempts.last?.status ?? 0, message: own, one)
    case .noLocalRow:
      try fail(operation, .failed, code: -1_101, status: 0, message: own, one)
    case .exhausted:
      // The row may have been read after the answer, so the answer is the last attempt's.
      let status = one.answer?.status ?? one.flight.attempts.last?.status ?? 0
      try fail(
        operation, .unknown, code: OperationError.Code.withMessage, status: status, message: own,
        one)
      return true
    }
    return false
  }

  private func fail(
    _ operation: StoredOperation, _ state: OperationState, code: Int, status: Int,
    message: String, server: Record? = nil, _ one: FlightVerdict
  ) throws {
    try OperationStore.setState(operation.id, state, message: message, on: db)
    let sent = Record(
      id: operation.itemID, version: one.flight.change.version,
      values: one.flight.change.values)
    try ErrorStore.put(
      ErrorStore.Entry(
        id: one.errorID, operation: operation, code: code, status: status, message: message,
        item: operation.kind == .delete ? operation.item : sent, server: server, at: now),
      on: db)
  }
}

extension SyncContext {
  /// Records verdicts in one transaction, and looks what the handler made of `handled`.
  func record(
    _ verdicts: [FlightVerdict], thenLookAt handled: [FlightKey], _ scope: PushScope
  ) async throws -> [RecordedOutcome] {
    if verdicts.isEmpty, handled.isEmpty { return [] }
    let now = time.now
    return try await database.write { db in
      var schemas = SchemaCache()
      let recorder = OutcomeRecorder(scope: scope, now: now, db: db)
      var recorded = try verdicts.map { try recorder.record($0, &schemas) }
      for key in handled {
        let state = try OperationStore.fetch(key.operationID, on: db)?.state
        recorded.append(
          RecordedOutcome(
            operationID: key.operationID, kind: .handled(isDecided: state != .conflict),
            errorID: key.errorID,
            next: try SyncContext.nextOperation(key.table, key.itemID, scope, on: db)))
      }
      return recorded
    }
  }
}

/// An operation that was given to the conflict handler.
struct FlightKey: Sendable, Hashable {
  var operationID: Int64
  var table: String
  var itemID: String
  var errorID: String
}
