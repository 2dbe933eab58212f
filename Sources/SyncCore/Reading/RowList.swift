internal import SQLiteKit

/// Rows that were hard-deleted here and whose deletes are still in the queue: no list has them.
public struct RemovedRows: Sendable, Hashable {
  /// The first few, oldest first, with their last values where the operation has them.
  public var rows: [Record]
  public var count: Int

  /// How many are shown.
  static let rowsMax = 5

  /// Nil where there is none, or where the view is not about the queue.
  init?(_ view: RowView, in schema: TableSchema, on connection: Connection) throws {
    guard let states = view.queueStates else { return nil }
    let ids = try connection.query(
      """
      SELECT s.operationId FROM syncline_operations s
      WHERE s."table" = ? AND s.state IN (\(states))
        AND NOT EXISTS (SELECT 1 FROM \(schema.quoted) t WHERE t.id = s.itemId)
      ORDER BY s.operationId
      """, [.text(schema.name)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
    guard !ids.isEmpty else { return nil }
    count = ids.count
    rows = try ids.prefix(Self.rowsMax).compactMap { id in
      try OperationStore.fetch(id, on: connection).map { $0.item ?? Record(id: $0.itemID) }
    }
  }
}

/// A page of rows with what its page shows round it.
public struct RowList: Sendable, Hashable {
  /// How the whole store stands.
  public var state: StoreState
  /// System columns first.
  public var columns: [Column]
  /// The columns that name rows of another table, with that table.
  public var references: [String: String]
  /// Nil when no rows were asked for.
  public var page: RowPage?
  /// What the view would show too if it were still here; nil when there is nothing.
  public var removed: RemovedRows?

  public init(
    state: StoreState, columns: [Column], references: [String: String] = [:],
    page: RowPage? = nil
  ) {
    self.state = state
    self.columns = columns
    self.references = references
    self.page = page
  }

  /// How the table `name` stands.
  public func summary(of name: String) -> TableSummary {
    state.tables.first { $0.name == name } ?? TableSummary(name: name)
  }
}
