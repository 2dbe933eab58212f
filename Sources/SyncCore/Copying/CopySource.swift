import JSONKit
import SQLiteKit
import Support

/// A table of another store, read for this one.
struct CopySource: Sendable {
  static let pageMax = 500

  let context: SyncContext
  let table: String
  let columns: CopiedColumns

  init(_ context: SyncContext, _ table: String, to target: SyncContext) async throws {
    self.context = context
    self.table = table
    let schema = try await context.database.read { try Catalogue.table(table, on: $0) }
    let here = try await target.database.read { try Catalogue.table(table, on: $0) }
    columns = CopiedColumns(schema, from: context.remote, to: target.remote, here: here)
  }

  /// The next rows by id, as their server has them: without what waits in the queue.
  ///
  /// - Returns: The rows, and where the next page begins; nil after the last.
  func rows(after id: String) async throws -> (rows: [Record], next: String?) {
    let table = table
    let (rows, next) = try await context.database.read { connection -> ([Record], String?) in
      guard let schema = try Catalogue.table(table, on: connection) else { return ([], nil) }
      let stored = try connection.query(
        """
        SELECT \(schema.columnList) FROM \(schema.quoted) t WHERE t.id > ? ORDER BY t.id LIMIT ?
        """, [.text(id), .integer(Int64(Self.pageMax))]
      ) { (row) throws(SQLiteError) in try schema.decode(row) }
      guard let first = stored.first, let last = stored.last else { return ([], nil) }
      let pending = try Self.pending(table, first.id, last.id, on: connection)
      let rows = try stored.compactMap { row in
        pending.contains(row.id) ? try Self.ofServer(table, row.id, on: connection) : row
      }
      return (rows, stored.count < Self.pageMax ? nil : last.id)
    }
    return (rows.map(columns.copy), next)
  }

  /// The rows with a pending change, each with what it came from, in the order of the queue.
  func pendingChanges() async throws -> [PendingChange] {
    let table = table
    let changes = try await context.database.read { connection -> [PendingChange] in
      guard let schema = try Catalogue.table(table, on: connection) else { return [] }
      let operations = try OperationStore.all(of: table, on: connection)
      let conflicts = UTF8Set(operations.filter { $0.state == .conflict }.map(\.itemID))
      var seen: UTF8Set = []
      return try operations.filter { seen.insert($0.itemID).inserted }.map { first in
        let id = first.itemID
        var change = PendingChange(id: id, by: first.queuedBy)
        change.base = try BaseStore.fetch(table, id, on: connection)
        change.row = try RowStore.fetch(id, in: schema, on: connection)
        change.isRemovedForGood = change.row == nil && schema.softDelete != .none
        change.isInConflict =
          try conflicts.contains(id) || ServerCopyStore.fetch(table, id, on: connection) != nil
        return change
      }
    }
    return changes.map { change in
      var change = change
      change.base = change.base.map(columns.copy)
      change.row = change.row.map(columns.copy)
      return change
    }
  }

  private static func pending(
    _ table: String, _ first: String, _ last: String, on connection: Connection
  ) throws -> UTF8Set {
    UTF8Set(
      try connection.query(
        """
        SELECT DISTINCT itemId FROM syncline_operations
        WHERE "table" = ? AND itemId BETWEEN ? AND ?
        """, [.text(table), .text(first), .text(last)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) })
  }

  /// Nil for a row that its server never had.
  private static func ofServer(
    _ table: String, _ id: String, on connection: Connection
  ) throws -> Record? {
    var record = try ServerCopyStore.fetch(table, id, on: connection)
    if record == nil { record = try BaseStore.fetch(table, id, on: connection) }
    record?.id = id
    return record
  }
}
