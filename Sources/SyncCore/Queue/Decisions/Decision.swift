internal import JSONKit
internal import SQLiteKit
internal import Support

/// A person's or a handler's decision on one row's operations, in the caller's transaction.
struct Decision {
  let connection: Connection
  let table: String
  let id: String
  let now: Timestamp
  var by: String?
  let schema: TableSchema
  /// Of the row, oldest first.
  let operations: [StoredOperation]

  init(
    _ operation: StoredOperation, by: String?, at now: Timestamp, on connection: Connection
  ) throws {
    self.connection = connection
    table = operation.table
    id = operation.itemID
    self.now = now
    self.by = by
    schema = try SyncContext.schema(operation.table, on: connection)
    operations = try OperationStore.of(operation.table, operation.itemID, on: connection)
    if let sending = operations.first(where: { $0.state == .sending }) {
      throw SyncError.operationIsSending(sending.id)
    }
  }

  // MARK: - Operations

  /// - Returns: False for a change with an unknown outcome: it stays as it is, for the next push
  ///   asks the server anyway.
  @discardableResult
  func retry(_ operation: StoredOperation, as kind: String = "retry") throws -> Bool {
    guard operation.state != .unknown else { return false }
    var again = operation
    if again.state == .failed || again.state == .conflict { again.state = .pending }
    again.nextAttemptAt = nil
    again.lastError = nil
    try ErrorStore.removeAll(of: again.id, on: connection)
    try OperationStore.update(again, on: connection)
    try note(kind, try row())
    return true
  }

  /// Takes `operation` and what follows it back.
  ///
  /// Behind another operation of the row, the row becomes what that one sends; else the newest known
  /// server state. A row whose insert is undone goes.
  func cancel(_ operation: StoredOperation, as kind: String) throws {
    let dropped = operations.filter { $0.id >= operation.id }
    if let before = dropped.first?.before, dropped.count < operations.count {
      try dropOperations(dropped)
      // Behind a hard delete that is on its way there is no row.
      let leavesNone = operations.dropLast(dropped.count).last?.kind == .delete && !before.deleted
      return try become(leavesNone ? nil : before, isLocal: true, kind)
    }
    try goBack(to: try serverState() ?? before(), kind)
  }

  /// Drops everything that waits and makes the row what `state` says; nil removes it.
  func goBack(to state: Record?, _ kind: String) throws {
    try dropOperations(operations)
    try BaseStore.remove(table, id, on: connection)
    try ServerCopyStore.remove(table, id, on: connection)
    try become(state, kind)
  }

  // MARK: - Copies

  func row() throws -> Record? { try RowStore.fetch(id, in: schema, on: connection) }

  /// The row as the last sync left it; nil when it was made here.
  func before() throws -> Record? { try BaseStore.fetch(table, id, on: connection) }

  /// A newer copy of the server than the base.
  func serverState() throws -> Record? {
    if let copy = try ServerCopyStore.fetch(table, id, on: connection) { return copy }
    for operation in operations {
      if let copy = try ErrorStore.of(operation.id, on: connection).compactMap(\.server).last {
        return copy
      }
    }
    return nil
  }

  // MARK: - Steps

  func dropOperations(_ dropped: [StoredOperation]) throws {
    for operation in dropped { try OperationStore.remove(operation.id, on: connection) }
  }

  /// Stores `record` as the row, or removes the row, and notes it.
  ///
  /// - Parameter isLocal: True for a state that a change here left, not a server.
  func become(_ record: Record?, isLocal: Bool = false, _ kind: String) throws {
    if let record {
      let schema = try Catalogue.ensure(table, for: [record], isLocal: isLocal, on: connection)
      try RowStore.upsert(record, in: schema, deletedAt: now, by: by, on: connection)
      try note(kind, record)
    } else {
      let last = try row() ?? operations.last?.item
      try RowStore.remove(id, in: schema, on: connection)
      try note(kind, last)
    }
  }

  func note(_ kind: String, _ record: Record?) throws {
    try HistoryStore.add(
      table, id, .resolve, kind, by: by, at: now, record: record, on: connection)
  }
}
