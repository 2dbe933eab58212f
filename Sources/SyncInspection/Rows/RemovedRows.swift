internal import SQLiteKit
package import SyncCore

/// Rows that were hard-deleted here and whose deletes are still in the queue: no list has them.
package struct RemovedRows: Sendable, Hashable {
  /// The first few, oldest first, with their last values where the operation has them.
  package var rows: [Record]
  package var count: Int

  /// How many are shown.
  static let rowsMax = 5

  /// Nil where there is none, or where the view is not about the queue.
  init?(_ view: RowView, in schema: TableSchema, on connection: Connection) throws {
    guard let states = view.queueStates else { return nil }
    let removed = """
      FROM syncline_operations s
      WHERE s."table" = ? AND s.state IN (\(states))
        AND NOT EXISTS (SELECT 1 FROM \(schema.quoted) t WHERE t.id = s.itemId)
      """
    let ids = try connection.query(
      "SELECT s.operationId \(removed) ORDER BY s.operationId LIMIT \(Self.rowsMax)",
      [.text(schema.name)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
    guard !ids.isEmpty else { return nil }
    rows = try ids.compactMap { id in
      try OperationStore.fetch(id, on: connection).map { $0.item ?? Record(id: $0.itemID) }
    }
    guard ids.count == Self.rowsMax else {
      count = ids.count
      return
    }
    count =
      try connection.first("SELECT count(*) \(removed)", [.text(schema.name)]) {
        (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self)
      } ?? ids.count
  }
}
