internal import JSONKit
internal import SQLiteKit
internal import Support

/// How a new change meets what the queue has for the row already.
extension LocalChange {
  /// Changes the values of a live row.
  func change(
    _ row: Record, to target: Record, _ kind: String, in schema: TableSchema
  ) throws {
    guard !target.changes(from: row).isEmpty else { return }
    let all = try operations(row.id)
    switch all.last {
    case nil:
      try BaseStore.put(row, table: table, on: connection)
      try queue(.update, row.id, before: nil, version: row.version)
    case .some(let last) where last.isInFlight || last.kind == .undelete:
      try queue(.update, row.id, before: row, version: last.baseVersion)
    case .some(let last):
      if all.count == 1, last.kind == .update, try isBackAtBase(target, last) {
        try OperationStore.remove(last.id, on: connection)
        try BaseStore.remove(table, row.id, on: connection)
      } else {
        try touch(last)
      }
    }
    try store(target, kind, in: schema)
  }

  /// Takes a row out of the live view, by a tombstone or altogether.
  func remove(_ row: Record, leavesTombstone: Bool, in schema: TableSchema) throws {
    let all = try operations(row.id)
    guard var last = all.last else {
      try BaseStore.put(row, table: table, on: connection)
      try queue(.delete, row.id, before: nil, version: row.version, item: row)
      return try leave(row, tombstone: leavesTombstone, in: schema)
    }
    switch last.kind {
    case .delete:
      // A tombstone that shall go altogether: its delete is in the queue or on its way.
      try leave(row, tombstone: leavesTombstone, in: schema)
    case _ where last.isInFlight:
      try queue(.delete, row.id, before: row, version: last.baseVersion, item: row)
      try leave(row, tombstone: leavesTombstone, in: schema)
    case _ where try last.isUnsentInsert && all.count == 1 && isTakenThere(row.id):
      try deleteInsertedRow(last, row, leavesTombstone: leavesTombstone, in: schema)
    case _ where last.isUnsentInsert:
      try OperationStore.remove(last.id, on: connection)
      try leave(row, tombstone: false, in: schema)
      if all.count == 1 { try settle(row.id, in: schema) }
    case .undelete:
      try backToTombstone(row, dropping: [last], isOnly: all.count == 1, in: schema)
      try finishRemoving(row.id, leavesTombstone: leavesTombstone, in: schema)
    case .insert:
      try deleteInsertedRow(last, row, leavesTombstone: leavesTombstone, in: schema)
    case .update:
      if let undelete = all.dropLast().last, undelete.kind == .undelete, !undelete.isInFlight {
        try backToTombstone(row, dropping: [undelete, last], isOnly: all.count == 2, in: schema)
        return try finishRemoving(row.id, leavesTombstone: leavesTombstone, in: schema)
      }
      last.replacesUpdate = true
      last.kind = .delete
      last.item = row
      try touch(last)
      try leave(row, tombstone: leavesTombstone, in: schema)
    }
  }

  /// True when the server is known to have a live row by this id, which somebody else inserted.
  private func isTakenThere(_ id: String) throws -> Bool {
    try ServerCopyStore.fetch(table, id, on: connection).map { !$0.deleted } ?? false
  }

  /// Turns an insert, whose id a row of the server has too, into the deletion of that row, in the
  /// version that is known here.
  private func deleteInsertedRow(
    _ insert: StoredOperation, _ row: Record, leavesTombstone: Bool, in schema: TableSchema
  ) throws {
    var delete = insert
    delete.kind = .delete
    delete.item = row
    delete.baseVersion = try ServerCopyStore.fetch(table, row.id, on: connection)?.version
    try touch(delete)
    try leave(row, tombstone: leavesTombstone, in: schema)
  }

  func undeleteTombstone(
    _ row: Record, last: StoredOperation?, in schema: TableSchema
  ) throws {
    var live = row
    live.deleted = false
    if let last, last.kind == .delete, !last.isInFlight {
      return try takeBackDelete(last, to: live, in: schema)
    }
    if last == nil { try BaseStore.put(row, table: table, on: connection) }
    try queue(
      .undelete, row.id, before: last == nil ? nil : row,
      version: last?.baseVersion ?? row.version)
    try store(live, "undelete", in: schema)
  }

  /// Undoes a delete that the server does not have: an update that it replaced comes back.
  func takeBackDelete(
    _ delete: StoredOperation, to row: Record, in schema: TableSchema
  ) throws {
    try store(row, "undelete", in: schema)
    var operation = delete
    operation.item = nil
    if delete.replacesUpdate {
      operation.kind = .update
      operation.replacesUpdate = false
      try touch(operation)
    } else if delete.before == nil, try BaseStore.fetch(table, row.id, on: connection) == nil {
      // An insert that met a row of the server, then deleted here: the insert comes back.
      operation.kind = .insert
      operation.baseVersion = nil
      try OperationStore.update(operation, on: connection)
    } else {
      try OperationStore.remove(delete.id, on: connection)
      if delete.before == nil { try settle(row.id, in: schema) }
    }
  }

  /// An insert of a row whose delete still waits: together they are an update.
  func replaceDelete(
    _ delete: StoredOperation, row: Record?, with record: Record, in schema: TableSchema
  ) throws {
    guard let old = row ?? delete.item else {
      throw SyncError.rowExists(table: table, id: record.id)
    }
    var live = old
    live.deleted = false
    for name in live.values.names { live.values[name] = record.values[name] ?? .null }
    for (name, value) in record.values { live.values[name] = value }
    var operation = delete
    operation.kind = .update
    operation.item = nil
    operation.replacesUpdate = false
    try touch(operation)
    try store(live, "insert", in: schema)
  }

  /// Puts an operation at the end of the queue.
  func queue(
    _ kind: OperationKind, _ id: String, before: Record?, version: String? = nil,
    item: Record? = nil
  ) throws {
    try OperationStore.insert(
      StoredOperation(
        table: table, itemID: id, kind: kind, queuedAt: now, queuedBy: by, baseVersion: version,
        item: item, before: before),
      on: connection)
  }

  // MARK: - Steps

  /// Writes an operation that a new change went into.
  ///
  /// What the server refused is not what would be sent now, so a failed one waits again; a conflict
  /// stays one, since the server's version is still another.
  private func touch(_ operation: StoredOperation) throws {
    var touched = operation
    if touched.state == .failed {
      touched.state = .pending
      touched.lastError = nil
      try ErrorStore.removeAll(of: touched.id, on: connection)
    }
    if touched.state != .conflict { touched.failedSince = nil }
    touched.nextAttemptAt = nil
    try OperationStore.update(touched, on: connection)
  }

  private func leave(_ row: Record, tombstone: Bool, in schema: TableSchema) throws {
    if tombstone {
      var dead = row
      dead.deleted = true
      try store(dead, "delete", in: schema)
    } else {
      try RowStore.remove(row.id, in: schema, on: connection)
      try note("delete", row)
    }
  }

  private func backToTombstone(
    _ row: Record, dropping operations: [StoredOperation], isOnly: Bool, in schema: TableSchema
  ) throws {
    var dead = try BaseStore.fetch(table, row.id, on: connection) ?? row
    if let before = operations.first?.before { dead = before }
    dead.deleted = true
    for operation in operations { try OperationStore.remove(operation.id, on: connection) }
    try RowStore.upsert(dead, in: schema, deletedAt: now, by: by, on: connection)
    try note("delete", row)
    if isOnly { try settle(row.id, in: schema) }
  }

  /// Goes on where taking an undelete back was not enough: the row must go altogether, or it came
  /// back as a live copy of the server.
  private func finishRemoving(
    _ id: String, leavesTombstone: Bool, in schema: TableSchema
  ) throws {
    guard let row = try RowStore.fetch(id, in: schema, on: connection),
      !leavesTombstone || !schema.isDeleted(row)
    else { return }
    try remove(row, leavesTombstone: leavesTombstone, in: schema)
  }

  /// With nothing pending any more, a server copy that came meanwhile becomes the row.
  func settle(_ id: String, in schema: TableSchema) throws {
    try BaseStore.remove(table, id, on: connection)
    guard let copy = try ServerCopyStore.fetch(table, id, on: connection) else { return }
    try ServerCopyStore.remove(table, id, on: connection)
    let schema = try Catalogue.ensure(table, for: [copy], on: connection)
    try RowStore.upsert(copy, in: schema, on: connection)
    try HistoryStore.add(
      table, id, .pull, "update", at: now, record: copy, on: connection)
  }

  private func isBackAtBase(_ target: Record, _ operation: StoredOperation) throws -> Bool {
    guard operation.state == .pending, operation.attempts == 0,
      let base = try BaseStore.fetch(table, target.id, on: connection)
    else { return false }
    let copy = try ServerCopyStore.fetch(table, target.id, on: connection)
    return copy == nil && target.changes(from: base).isEmpty
  }
}
