import JSONKit
import SQLiteKit
import Support

/// Takes rows that the server removed out of the live view, inside the caller's transaction.
///
/// A row becomes a tombstone with its last values, so that it can be undeleted; where the table
/// keeps no deleted rows it goes. A row with a pending operation stays as it is: the tombstone is
/// kept beside it, and pushing makes it a conflict.
struct RemovalStorer {
  let now: Timestamp
  let db: Connection
  private(set) var result = StoredPage()

  init(now: Timestamp, db: Connection) {
    self.now = now
    self.db = db
  }

  /// - Returns: False when the store has nothing of such a row.
  @discardableResult
  mutating func remove(_ id: String, from table: String) throws -> Bool {
    guard let schema = try Catalogue.table(table, on: db) else { return false }
    let operations = try OperationStore.of(table, id, on: db)
    let local = try RowStore.fetch(id, in: schema, on: db)
    if let first = operations.first, let last = operations.last {
      // What waits makes the row anew or removes it: that it is gone is what it expects.
      guard first.kind == .update, last.kind != .delete else {
        result.unchanged += 1
        return true
      }
      try keepBeside(id, table, local)
      return true
    }
    guard var row = local else {
      result.unchanged += 1
      return false
    }
    guard !row.deleted else {
      result.unchanged += 1
      return true
    }
    if schema.softDelete == .none {
      try RowStore.remove(id, in: schema, on: db)
    } else {
      row.deleted = true
      // The version of a row that is gone is nobody's any more.
      row.version = nil
      try RowStore.upsert(row, in: schema, deletedAt: now, on: db)
    }
    result.deleted += 1
    try HistoryStore.add(table, id, .pull, "delete", at: now, record: row, before: local, on: db)
    return true
  }

  private mutating func keepBeside(_ id: String, _ table: String, _ local: Record?) throws {
    if try ServerCopyStore.fetch(table, id, on: db)?.deleted == true {
      result.unchanged += 1
      return
    }
    var tombstone = try BaseStore.fetch(table, id, on: db) ?? local ?? Record(id: id)
    tombstone.deleted = true
    tombstone.version = nil
    try ServerCopyStore.put(tombstone, table: table, at: now, on: db)
    result.keptBeside += 1
  }
}

extension SyncContext {
  /// Takes rows out that the server confirmed to have no more.
  func remove(_ ids: [String], from table: String) async throws -> StoredPage {
    if ids.isEmpty { return StoredPage() }
    let now = time.now
    return try await database.write { db in
      var storer = RemovalStorer(now: now, db: db)
      for id in ids { try storer.remove(id, from: table) }
      return storer.result
    }
  }
}
