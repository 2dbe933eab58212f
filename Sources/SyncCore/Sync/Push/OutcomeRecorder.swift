import JSONKit
import SQLiteKit
import Support

/// Writes down what became of operations: row, base, queue, errors, attempts and history together.
///
/// Works inside the caller's transaction, which has to end with ``finish()``.
struct OutcomeRecorder {
  let scope: PushScope
  let now: Timestamp
  let db: Connection
  /// What the settings say of conflicts, by table.
  let rules: UTF8Dictionary<ConflictRules>
  private var schemas = SchemaCache()
  /// Done operations that leave the queue together, since no other one of their rows waits.
  private var leaving: [Int64] = []

  init(
    scope: PushScope, now: Timestamp, db: Connection,
    rules: UTF8Dictionary<ConflictRules> = [:]
  ) {
    self.scope = scope
    self.now = now
    self.db = db
    self.rules = rules
  }

  /// Records finished on operations of different rows.
  mutating func record(_ finished: [FinishedOperation]) throws -> [RecordedOutcome] {
    let situations = try OperationContext.fetch(finished.map(\.flight.operationID), on: db)
    return try finished.map { one in
      guard let situation = situations[one.flight.operationID] else {
        return RecordedOutcome(operationID: one.flight.operationID, kind: .gone)
      }
      return try record(one, situation)
    }
  }

  /// Takes what is done out of the queue.
  mutating func finish() throws {
    try OperationStore.remove(leaving, on: db)
    leaving = []
  }

  private mutating func record(
    _ one: FinishedOperation, _ situation: OperationContext
  ) throws -> RecordedOutcome {
    let flight = one.flight
    let id = flight.operationID
    let operation = situation.operation
    switch try believed(one, operation) {
    case .done(let record):
      let isAgain = try isResentInsert(operation, flight)
      let row = try done(
        situation, record, takesID: flight.remoteAssignsIDs, isOnlyOwn: flight.isOnlyOwnChange,
        as: isAgain ? HistoryEntry.createdAgain : operation.kind.name)
      let next =
        situation.hasNext
        ? try SyncContext.nextOperation(operation.table, row, scope, on: db) : nil
      return RecordedOutcome(
        operationID: id, kind: .done, next: next,
        createdAgain: isAgain ? RowReference(table: operation.table, id: row) : nil)
    case .conflict(let record):
      try note(flight.attempts, operation)
      try conflict(operation, record, one)
      return try outcome(ofConflict: operation, one)
    case .failed(.missing) where try tombstoneBeside(operation) != nil:
      try note(flight.attempts, operation)
      try conflict(operation, try tombstoneBeside(operation), one)
      return try outcome(ofConflict: operation, one)
    case .failed(let reason):
      try note(flight.attempts, operation)
      try failed(operation, reason, one)
      return RecordedOutcome(operationID: id, kind: reason.recorded, errorID: one.errorID)
    case .parked:
      try note(flight.attempts, operation)
      if let reason = flight.unsettled { return try unsettled(operation, reason, one) }
      let message = flight.attempts.last?.message ?? operation.lastError
      try OperationStore.setState(id, .pending, message: message, on: db)
      return RecordedOutcome(operationID: id, kind: .parked)
    }
  }

  /// Keeps what the requests met, and counts those that were sent.
  private func note(_ attempts: [AttemptInfo], _ operation: StoredOperation) throws {
    for attempt in attempts { try AttemptStore.add(attempt, to: operation.id, on: db) }
    // One was counted when the operation was marked as being sent.
    guard operation.state == .sending else { return }
    let sent = operation.attempts - 1 + attempts.count { $0.wasSent }
    try OperationStore.setAttempts(operation.id, max(sent, 0), on: db)
  }

  // MARK: Done

  /// Takes a pulled row for the answer to an insert that was lost.
  mutating func adopt(_ insert: StoredOperation, _ record: Record) throws {
    guard let situation = try OperationContext.fetch([insert.id], on: db)[insert.id] else {
      return
    }
    _ = try done(
      situation, record, takesID: true, isOnlyOwn: false, as: insert.kind.name)
  }

  /// - Parameters:
  ///   - takesID: The id of `answer` becomes the row's, wherever the store names it.
  ///   - isOnlyOwn: `answer` has no change of somebody else that the row here has not.
  ///   - entry: What the row's history calls it.
  /// - Returns: The row's id.
  private mutating func done(
    _ situation: OperationContext, _ answer: Record?, takesID: Bool, isOnlyOwn: Bool,
    as entry: String
  ) throws -> String {
    var situation = situation
    let operation = situation.operation
    let table = operation.table
    var id = operation.itemID
    var record = answer
    if takesID, operation.kind == .insert, let assigned = answer?.id, assigned !== id {
      try RowRenaming(table: table, old: id, new: assigned, now: now, connection: db).run()
      id = assigned
      try situation.move(to: id, on: db)
    }
    // Only what becomes of a delete depends on it.
    let copy = operation.kind == .delete ? situation.serverCopy?.record : nil
    // A pull that met our own deletion went past it: without its copy the tombstone never comes.
    if operation.kind == .delete, record == nil, copy?.deleted == true { record = copy }
    record?.id = id
    if operation.kind == .delete { record?.deleted = true }
    let schema =
      try record.map { try schemas.schema(table, for: $0, on: db) }
      ?? schemas.schema(table, on: db)
    // What the server has takes the place of the row, whatever that is.
    let needsLocal = situation.hasNext || operation.kind == .delete || record == nil
    let local = needsLocal ? try RowStore.fetch(id, in: schema, on: db) : nil
    try forgetCopies(id, situation)
    if situation.hasNext {
      try OperationStore.remove(operation.id, on: db)
      try goOn(
        behind: situation, as: id, local: local, record: record, isOnlyOwn: isOnlyOwn, schema)
    } else {
      leaving.append(operation.id)
      let tombstone = schema.softDelete != .none && copy?.deleted == true ? record : nil
      if let row = try serverRow(operation.kind, record, local ?? tombstone) {
        try RowStore.upsert(row, in: schema, on: db)
      }
    }
    try HistoryStore.add(
      table, id, .push, entry, at: now, record: record ?? local ?? operation.item,
      on: db)
    return id
  }

  private func forgetCopies(_ id: String, _ situation: OperationContext) throws {
    let table = situation.operation.table
    if situation.serverCopy != nil { try ServerCopyStore.remove(table, id, on: db) }
    if situation.base != nil, !situation.hasNext { try BaseStore.remove(table, id, on: db) }
  }

  /// Gives the second operation of a row what the first one leaves.
  private func goOn(
    behind situation: OperationContext, as id: String, local: Record?, record: Record?,
    isOnlyOwn: Bool, _ schema: TableSchema
  ) throws {
    let table = situation.operation.table
    guard let queued = try OperationStore.of(table, id, on: db).first else { return }
    if queued.kind == .insert {
      // The row is gone there, and another one with its id waits.
      try BaseStore.remove(table, id, on: db)
      try restart(queued)
    } else {
      let left = try queued.before ?? BaseStore.fetch(table, id, on: db)
      // Versions may start over with a row that was removed and inserted again.
      if let left, let record, !isOnlyOwn || !isSameStamp(left.createdAt, record.createdAt),
        !unmarked(record, situation.operation)
          .isSameContent(as: unmarked(left, situation.operation))
      {
        return try stay(queued, on: left, beside: record)
      }
      try moveOn(
        queued, local: local, left: left, record: record, situation.operation.kind, schema)
    }
  }

  /// The local row after the server has the change; nil leaves it as it is, or gone.
  private func serverRow(
    _ kind: OperationKind, _ record: Record?, _ local: Record?
  ) throws -> Record? {
    guard kind == .delete else { return try record ?? WriteOnlyValues.sent(local, on: db) }
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

  /// The server's row without the column by which an insert is found again: the remote adds it, and
  /// it holds the row's first id.
  private func unmarked(_ record: Record, _ operation: StoredOperation) -> Record {
    guard operation.kind == .insert else { return record }
    var record = record
    for (name, value) in record.values where value == .string(operation.itemID) {
      record.values[name] = nil
    }
    return record
  }

  /// Keeps the second operation of a row on what its author saw, since the server's row has a
  /// change of somebody else by now: with the old version it goes out as a conflict.
  private func stay(_ queued: StoredOperation, on seen: Record, beside server: Record) throws {
    var (seen, queued) = (seen, queued)
    // The version of another row than the author saw must not stand for that row.
    if seen.version == server.version { seen.version = nil }
    try BaseStore.put(seen, table: queued.table, on: db)
    try ServerCopyStore.put(server, table: queued.table, at: now, on: db)
    queued.baseVersion = seen.version
    queued.before = nil
    queued.item?.version = seen.version
    try OperationStore.update(queued, on: db)
  }

  /// Makes an operation the first one of its row, on no server copy.
  private func restart(_ queued: StoredOperation) throws {
    var queued = queued
    queued.baseVersion = nil
    queued.before = nil
    try OperationStore.update(queued, on: db)
  }
}

extension SyncContext {
  /// Records finished in one transaction, and looks what the handler made of `handled`.
  func record(
    _ finished: [FinishedOperation], thenLookAt handled: [OperationKey], _ scope: PushScope
  ) async throws -> [RecordedOutcome] {
    if finished.isEmpty, handled.isEmpty { return [] }
    let now = time.now
    let rules = settings.conflictRules
    return try await database.write { db in
      var recorder = OutcomeRecorder(scope: scope, now: now, db: db, rules: rules)
      var recorded = try recorder.record(finished)
      try recorder.finish()
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
struct OperationKey: Sendable, Hashable {
  var operationID: Int64
  @UTF8Key var table: String
  @UTF8Key var itemID: String
  var errorID: String
}
