internal import JSONKit
internal import SQLiteKit

/// The resolutions of an error or a conflict.
extension Decision {
  /// - Parameters:
  ///   - conflict: The conflict of `operation`; nil reads it, where there is one.
  ///   - rules: Those that decided; none where a person or a handler did.
  /// - Returns: What was written down about a conflict; nil where there was none to decide.
  @discardableResult
  func resolve(
    _ error: ErrorStore.Entry, _ operation: StoredOperation, by resolution: Resolution,
    of conflict: Conflict? = nil, rules: [ConflictRule] = []
  ) throws -> Int64? {
    let isDecided = operation.state == .conflict && resolution != .retry
    let conflict = try isDecided ? conflict ?? Conflict(operation, self) : nil
    try carryOut(resolution, error, operation)
    guard let conflict else { return nil }
    return try DecidedConflicts.add(
      conflict, resolution.name, result: try row(), by: by, rules: rules, at: now, on: connection)
  }

  private func carryOut(
    _ resolution: Resolution, _ error: ErrorStore.Entry, _ operation: StoredOperation
  ) throws {
    switch resolution {
    case .retry: try retry(operation)
    case .removeRow: try goBack(to: nil, resolution.name)
    case .discard: try goBack(to: try serverState() ?? before(), resolution.name)
    case .takeServer:
      if let server = try serverState() { return try goBack(to: server, resolution.name) }
      guard error.isMissingThere else { throw copyMissing }
      try goBack(to: nil, resolution.name)
    case .keepLocal:
      try ReadOnlyTables.check(table, on: connection)
      try keepLocal(error, operation)
    case .merge(let values):
      try ReadOnlyTables.check(table, on: connection)
      guard let server = try serverState() else { throw copyMissing }
      try merge(values, into: server)
    }
  }

  private var copyMissing: SyncError { .serverCopyMissing(table: table, id: id) }

  // MARK: - Mine

  private func keepLocal(_ error: ErrorStore.Entry, _ operation: StoredOperation) throws {
    if let server = try serverState() { return try putOnTop(of: server, operation) }
    if error.isMissingThere, operation.kind == .update || operation.kind == .undelete {
      return try insertAgain(operation)
    }
    if operation.state == .conflict || operation.state == .unknown { throw copyMissing }
    try retry(operation, as: Resolution.keepLocal.name)
  }

  /// The server has no such row: what is here goes there as a new one.
  private func insertAgain(_ operation: StoredOperation) throws {
    var insert = operation
    insert.kind = .insert
    insert.baseVersion = nil
    try again(insert)
    try BaseStore.remove(table, id, on: connection)
    // An insert sends the whole row, later updates of it included.
    try dropOperations(operations.filter { $0.id > operation.id && $0.kind == .update })
    if var row = try row() {
      row.version = nil
      try RowStore.upsert(row, in: schema, on: connection)
    }
    try note(Resolution.keepLocal.name, try row())
  }

  private func putOnTop(of server: Record, _ operation: StoredOperation) throws {
    try rebase(on: server)
    guard let operation = try OperationStore.fetch(operation.id, on: connection) else { return }
    let mine = try OutgoingChange.target(of: operation, in: schema, on: connection)
    switch operation.kind {
    case .delete:
      if server.deleted {
        try OperationStore.remove(operation.id, on: connection)
        if operations.count == 1 { return try goBack(to: server, Resolution.keepLocal.name) }
      } else {
        try again(operation, on: server)
      }
    case .insert, .update, .undelete:
      var first = operation
      let isDifferent = mine.map { !$0.changes(from: server).isEmpty } ?? false
      if server.deleted {
        first.kind = .undelete
        try again(first, on: server)
        if isDifferent, let mine { try updateAfterUndelete(server, first: first, target: mine) }
      } else if isDifferent || operations.count > 1 {
        first.kind = .update
        try again(first, on: server)
      } else {
        return try goBack(to: server, Resolution.keepLocal.name)
      }
    }
    try note(Resolution.keepLocal.name, try row())
  }

  /// An update behind an undelete, unless one waits there already.
  private func updateAfterUndelete(
    _ server: Record, first: StoredOperation, target: Record
  ) throws {
    var restored = server
    restored.deleted = false
    if var next = operations.first(where: { $0.id > first.id }) {
      // It began with mine, which the undelete alone does not bring to the server.
      guard next.kind == .update else { return }
      next.before = restored
      next.baseVersion = server.version
      return try OperationStore.update(next, on: connection)
    }
    try OperationStore.insert(
      StoredOperation(
        table: table, itemID: id, kind: .update, queuedAt: now, queuedBy: by,
        baseVersion: server.version, before: restored),
      on: connection)
  }

  // MARK: - Both

  private func merge(_ values: JSONObject, into server: Record) throws {
    let values = try WriteOnlyValues.seal(
      values, of: id, in: table, over: try row(), on: connection)
    _ = try Catalogue.ensure(table, for: [server], on: connection)
    let schema = try Catalogue.ensure(
      table, for: [Record(id: id, values: values)], isLocal: true, on: connection)
    try schema.check(values)
    var row = server
    for (name, value) in values where !SystemColumn.contains(name) { row.values[name] = value }
    row.deleted = false
    guard let first = operations.first else { throw SyncError.noSuchRow(table: table, id: id) }
    let isDifferent = !row.changes(from: server).isEmpty
    guard isDifferent || server.deleted else {
      return try goBack(to: server, Resolution.merge([:]).name)
    }
    try dropOperations(Array(operations.dropFirst()))
    try rebase(on: server)
    var operation = first
    operation.kind = server.deleted ? .undelete : .update
    try again(operation, on: server)
    if server.deleted, isDifferent {
      var restored = server
      restored.deleted = false
      try OperationStore.insert(
        StoredOperation(
          table: table, itemID: id, kind: .update, queuedAt: now, queuedBy: by,
          baseVersion: server.version, before: restored),
        on: connection)
    }
    try RowStore.upsert(row, in: schema, on: connection)
    try note(Resolution.merge([:]).name, row)
  }

  // MARK: - Steps

  /// The server's copy is what changes are made on from now on: what was changed here stays, and
  /// the other columns become as the server has them.
  ///
  /// Without a base nobody knows what was changed here, so all of the row counts as changed.
  private func rebase(on server: Record) throws {
    let schema = try Catalogue.ensure(table, for: [server], on: connection)
    let base = try before()
    func onTop(_ record: Record) -> Record {
      var rebased = base.map { server.applying(record.changes(from: $0)) } ?? record
      rebased.version = server.version
      rebased.createdAt = server.createdAt
      rebased.updatedAt = server.updatedAt
      rebased.deleted = record.deleted
      return rebased
    }
    try BaseStore.put(server, table: table, on: connection)
    try ServerCopyStore.remove(table, id, on: connection)
    for operation in operations where operation.before != nil || operation.item != nil {
      var rebased = operation
      rebased.before = operation.before.map(onTop)
      rebased.item = operation.item.map(onTop)
      try OperationStore.update(rebased, on: connection)
    }
    guard let row = try RowStore.fetch(id, in: schema, on: connection) else { return }
    try RowStore.upsert(onTop(row), in: schema, on: connection)
  }

  /// Pending again, without its errors.
  private func again(_ operation: StoredOperation, on server: Record? = nil) throws {
    var again = operation
    again.state = .pending
    again.nextAttemptAt = nil
    again.lastError = nil
    again.failedSince = nil
    again.before = nil  // It is the row's first: what it changes is counted from the base.
    if let server { again.baseVersion = server.version }
    if again.kind != .delete { again.item = nil }
    // What was changed before the delete comes back when the row is undeleted.
    again.replacesUpdate = server.map { again.item?.changes(from: $0).isEmpty == false } ?? false
    try ErrorStore.removeAll(of: again.id, on: connection)
    try OperationStore.update(again, on: connection)
  }
}
