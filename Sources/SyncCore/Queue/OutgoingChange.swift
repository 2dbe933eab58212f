internal import JSONKit
internal import SQLiteKit

/// What one operation would send, from the copies that the store keeps.
enum OutgoingChange {
  /// The row as `operation` leaves it: what the next operation of the row began with, else the row
  /// as it is now; nil for one that is gone.
  static func target(
    of operation: StoredOperation, in schema: TableSchema, on connection: Connection
  ) throws -> Record? {
    let next = try connection.first(
      """
      SELECT before FROM syncline_operations
      WHERE "table" = ? AND itemId = ? AND operationId > ? ORDER BY operationId LIMIT 1
      """, [.text(operation.table), .text(operation.itemID), .integer(operation.id)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String?.self) }
    if let before = next.flatMap({ $0 }).flatMap(RecordCoding.record) { return before }
    return try RowStore.fetch(operation.itemID, in: schema, on: connection)
  }

  /// The change that `operation` stands for.
  ///
  /// - Returns: The row as it leaves it too; nil where it is gone.
  static func make(
    _ operation: StoredOperation, in schema: TableSchema, on connection: Connection
  ) throws -> (change: Change, target: Record?) {
    let target = try target(of: operation, in: schema, on: connection)
    var change = Change(
      operation.kind, table: operation.table, id: operation.itemID,
      version: operation.baseVersion)
    guard let target else { return (change, nil) }
    switch operation.kind {
    case .insert:
      change.values = target.setValues
      change.version = nil
      change.allValues = target.setValues
    case .update:
      // Behind another operation of the row, what that one leaves is what the server will have.
      let base =
        try operation.before
        ?? BaseStore.fetch(operation.table, operation.itemID, on: connection)
      change.values = base.map(target.changes(from:)) ?? target.values
      change.allValues = target.values
    // A server that kept nothing of the row gets all of it.
    case .undelete: change.allValues = target.setValues
    case .delete: break
    }
    return (change, target)
  }
}
