internal import SQLiteKit
internal import Support

/// Which rows of a table a purge takes, as they stand when it begins.
struct PurgePlan: Sendable {
  let table: String
  let query: RowQuery
  /// Unsent changes of this number or less go along with their rows; a row with a newer one stays.
  let operationsUpTo: Int64
  /// Rows that a purge takes.
  let rows: Int
  let keeps: Keeps
  /// The feed that has the table's rows.
  let feed: String?

  /// What is kept of the rows, for taking the purge back.
  enum Keeps {
    case nothing
    /// Those with unsent changes, where all are too many.
    case unsent
    case all
  }

  static let keptMax = UndoJournal.rowsMax

  /// - Throws: `SyncError.tableIsDirty` when changes wait and it is not forced; `badFilter`.
  init(
    _ table: String, _ query: RowQuery?, isForced: Bool, feed: String?, on connection: Connection
  ) throws {
    self.table = table
    self.feed = feed
    self.query = query ?? RowQuery(view: .all)
    let waiting = try OperationStore.count(table, on: connection)
    guard isForced || waiting == 0 else {
      throw SyncError.tableIsDirty(table: table, count: waiting)
    }
    operationsUpTo = isForced ? try OperationStore.highest(on: connection) : 0
    let schema = try SyncContext.schema(table, on: connection)
    let selection = try RowSelection(self.query, in: schema)
    if let column = selection.ignored.first {
      throw SyncError.badFilter(column: column, reason: FilterRefusal.noColumn(in: table))
    }
    rows =
      try connection.first(
        "SELECT count(*) FROM \(schema.quoted) t\(selection.whereClause())", selection.values
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
    let gone = waiting == 0 ? 0 : try Self.gone(schema, on: connection)
    keeps = rows + gone <= Self.keptMax ? .all : .unsent
  }

  /// Rows that are gone here while their delete waits.
  private static func gone(_ schema: TableSchema, on connection: Connection) throws -> Int {
    try connection.first(
      """
      SELECT count(DISTINCT itemId) FROM syncline_operations
      WHERE "table" = ? AND itemId NOT IN (SELECT id FROM \(schema.quoted))
      """, [.text(schema.name)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
  }
}
