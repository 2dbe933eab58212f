internal import JSONKit
package import SQLiteKit

/// What one operation would send, from the copies that the store keeps.
package enum OutgoingChange {
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
  package static func make(
    _ operation: StoredOperation, in schema: TableSchema, on connection: Connection
  ) throws -> (change: Change, target: Record?) {
    let target = try target(of: operation, in: schema, on: connection)
    var change = try change(operation, to: target) {
      try BaseStore.fetch(operation.table, operation.itemID, on: connection)
    }
    try WriteOnlyValues.separate(&change, on: connection)
    return (change, target)
  }

  /// The same for an operation that was read with its row's copies.
  ///
  /// - Returns: No row for a delete, which does not depend on it.
  static func make(
    _ situation: OperationContext, in schema: TableSchema, on connection: Connection
  ) throws -> (change: Change, target: Record?) {
    let operation = situation.operation
    var target: Record?
    if operation.kind != .delete {
      target =
        situation.hasNext
        ? try Self.target(of: operation, in: schema, on: connection)
        : try RowStore.fetch(operation.itemID, in: schema, on: connection)
    }
    var change = try change(operation, to: target) { situation.base?.record }
    try WriteOnlyValues.separate(&change, on: connection)
    return (change, target)
  }

  private static func change(
    _ operation: StoredOperation, to target: Record?, from base: () throws -> Record?
  ) throws -> Change {
    var change = Change(
      operation.kind, table: operation.table, id: operation.itemID,
      version: operation.baseVersion)
    guard let target else { return change }
    switch operation.kind {
    case .insert:
      change.values = target.setValues
      change.version = nil
      change.allValues = change.values
    case .update:
      // Behind another operation of the row, what that one leaves is what the server will have.
      let base = try operation.before ?? base()
      change.values = base.map(target.changes(from:)) ?? target.values
      change.allValues = target.values
    // A server that kept nothing of the row gets all of it.
    case .undelete: change.allValues = target.setValues
    case .delete: break
    }
    return change
  }
}
