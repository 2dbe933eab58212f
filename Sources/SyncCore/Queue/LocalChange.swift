internal import JSONKit
internal import SQLiteKit
internal import Support

/// One local change of one row: the row and the queue together, in the caller's transaction.
///
/// A new change condenses into the row's last operation unless the server may have that one.
struct LocalChange {
  let connection: Connection
  let table: String
  let now: Timestamp
  let by: String?

  // MARK: - What callers ask for

  func insert(_ record: Record) throws {
    try ReadOnlyTables.check(table, on: connection)
    var record = record
    record.values = try WriteOnlyValues.seal(
      record.values, of: record.id, in: table, over: nil, on: connection)
    try Catalogue.refuseAlike(table, record.values, on: connection)
    let schema = try Catalogue.ensure(table, for: [record], isLocal: true, on: connection)
    try schema.check(record.values)
    let row = try RowStore.fetch(record.id, in: schema, on: connection)
    let last = try operations(record.id).last
    if let last, last.kind == .delete, row == nil || row?.deleted == true {
      if !last.isInFlight {
        return try replaceDelete(last, row: row, with: record, in: schema)
      }
      if row == nil {
        try queue(.insert, record.id, before: last.item)
        return try store(record, "insert", in: schema)
      }
    }
    if let row {
      throw schema.isDeleted(row)
        ? SyncError.rowIsDeleted(table: table, id: record.id)
        : SyncError.rowExists(table: table, id: record.id)
    }
    try queue(.insert, record.id, before: nil)
    try store(record, "insert", in: schema)
  }

  func update(_ id: String, _ values: JSONObject, ifState: RowFingerprint?) throws {
    try ReadOnlyTables.check(table, on: connection)
    let id = try current(id)
    var schema = try known(id)
    let row = try existing(id, in: schema)
    if let ifState, !ifState.matches(row) {
      throw SyncError.staleEdit(current: row)
    }
    guard schema.softDelete.allows(values, of: row) else {
      throw SyncError.rowIsDeleted(table: table, id: id)
    }
    let values = try WriteOnlyValues.seal(
      values, of: id, in: table, over: row, on: connection)
    try Catalogue.refuseAlike(table, values, on: connection)
    schema = try Catalogue.ensure(
      table, for: [Record(id: id, values: values)], isLocal: true, on: connection)
    try schema.check(values)
    try change(row, to: row.applying(values), "update", in: schema)
  }

  /// "Delete" as the table means it.
  ///
  /// - Parameter deletion: When and by whom it had been deleted before; nil for now.
  func delete(_ id: String, as deletion: Deletion? = nil) throws {
    try ReadOnlyTables.check(table, on: connection)
    let id = try current(id)
    let schema = try known(id)
    let row = try existing(id, in: schema)
    guard !schema.isDeleted(row) else { throw SyncError.rowIsDeleted(table: table, id: id) }
    switch schema.softDelete {
    case .system: try remove(row, leavesTombstone: true, in: schema)
    case .none: try remove(row, leavesTombstone: false, in: schema)
    case .flag(let column):
      try change(row, to: row.applying([column: true]), "delete", in: schema)
    case .date(let column):
      let moment = deletion?.at ?? now
      try change(
        row, to: row.applying([column: .string(moment.description)]), "delete", in: schema)
    }
    if let deletion {
      try TrashStore.change(table, id, to: deletion, on: connection)
    }
  }

  func hardDelete(_ id: String) throws {
    try ReadOnlyTables.check(table, on: connection)
    let id = try current(id)
    let schema = try known(id)
    try remove(try existing(id, in: schema), leavesTombstone: false, in: schema)
  }

  /// - Parameter before: The row before the deletion that this undoes, whose column for it comes
  ///   back; nil for what marks any live row.
  func undelete(_ id: String, to before: Record? = nil) throws {
    try ReadOnlyTables.check(table, on: connection)
    let id = try current(id)
    let schema = try known(id)
    let last = try operations(id).last
    guard let row = try RowStore.fetch(id, in: schema, on: connection) else {
      guard let last, last.kind == .delete else {
        throw SyncError.noSuchRow(table: table, id: id)
      }
      guard !last.isInFlight, let item = last.item else {
        throw SyncError.nothingToUndelete(table: table, id: id)
      }
      try takeBackDelete(last, to: item, in: schema)
      // It was in the trash before it was to go for good.
      let back = try RowStore.fetch(id, in: schema, on: connection)
      return try back.map(schema.isDeleted) == true ? undelete(id, to: before) : ()
    }
    guard schema.isDeleted(row) else { throw SyncError.rowIsLive(table: table, id: id) }
    if row.deleted { try undeleteTombstone(row, last: last, in: schema) }
    guard var restored = try RowStore.fetch(id, in: schema, on: connection) else { return }
    if restored.deleted {
      // Taking the delete back brought the server's copy, which is a tombstone too.
      try undeleteTombstone(restored, last: try operations(id).last, in: schema)
      restored.deleted = false
    }
    guard schema.isDeleted(restored), let column = schema.softDelete.column
    else { return }
    var cleared: JSONValue = .null
    if case .flag = schema.softDelete { cleared = false }
    if let before, !schema.isDeleted(before) { cleared = before.values[column] ?? .null }
    try change(restored, to: restored.applying([column: cleared]), "undelete", in: schema)
  }

  // MARK: - Rows

  /// The row's id now: one that was made here may have got another from the server meanwhile.
  func current(_ id: String) throws -> String {
    guard try operations(id).isEmpty,
      let new = try AliasStore.fetch(table, id, on: connection),
      let schema = try Catalogue.table(table, on: connection),
      try RowStore.fetch(id, in: schema, on: connection) == nil
    else { return id }
    return new
  }

  private func known(_ id: String) throws -> TableSchema {
    guard let schema = try Catalogue.table(table, on: connection) else {
      throw SyncError.noSuchRow(table: table, id: id)
    }
    return schema
  }

  private func existing(_ id: String, in schema: TableSchema) throws -> Record {
    if let row = try RowStore.fetch(id, in: schema, on: connection) { return row }
    if try operations(id).last?.kind == .delete {
      throw SyncError.rowIsDeleted(table: table, id: id)
    }
    throw SyncError.noSuchRow(table: table, id: id)
  }

  func isInTrash(_ id: String) throws -> Bool {
    guard let schema = try Catalogue.table(table, on: connection),
      let row = try RowStore.fetch(id, in: schema, on: connection)
    else { return false }
    return schema.isDeleted(row)
  }

  func operations(_ id: String) throws -> [StoredOperation] {
    try OperationStore.of(table, id, on: connection)
  }

  func store(_ record: Record, _ kind: String, in schema: TableSchema) throws {
    let before = try RowStore.fetch(record.id, in: schema, on: connection)
    try RowStore.upsert(record, in: schema, deletedAt: now, by: by, on: connection)
    try note(kind, record, before: before)
  }

  func note(_ kind: String, _ record: Record, before: Record? = nil) throws {
    try HistoryStore.add(
      table, record.id, .local, kind, by: by, at: now, record: record, before: before,
      on: connection)
  }
}
