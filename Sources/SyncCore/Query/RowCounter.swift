import SQLiteKit
import Support

/// Counts the rows that a query selects: exactly where that is cheap, else up to a bound.
struct RowCounter {
  private let query: RowQuery
  private let selection: RowSelection
  private let schema: TableSchema
  private let connection: Connection

  init(
    _ query: RowQuery, _ selection: RowSelection, in schema: TableSchema,
    on connection: Connection
  ) {
    self.query = query
    self.selection = selection
    self.schema = schema
    self.connection = connection
  }

  func count() throws -> RowCount {
    if selection.isWholeView, let known = try known() { return RowCount(known) }
    // A list of numbers is rarely asked for again.
    guard query.among == nil else { return try counted() }
    let key = """
      count \(query.exactCount) \(schema.name) \(query.countTimeLimit.map(String.init(describing:)) ?? "") \
      \(selection.whereClause()) \(selection.values)
      """
    return try connection.memo(key) { try counted() }
  }

  /// What the counters of the store say already; nil for the views of the queue.
  private func known() throws -> Int? {
    let counts = try RowCounts.of(schema.name, on: connection)
    return switch query.view {
    case .live: counts.live
    case .deleted: counts.deleted
    case .all: counts.rows
    case .synced: try RowCounts.synced(of: schema, on: connection)
    case .pending, .failed, .conflicts: nil
    }
  }

  /// Row by row, so that a limit of time leaves what was counted.
  private func counted() throws -> RowCount {
    let bound = query.exactCount ? "" : " LIMIT \(RowCount.bound + 1)"
    var count = 0
    let isWhole = try RowReader.within(query.countTimeLimit, on: connection) {
      _ = try connection.query(
        "SELECT 1 FROM \(schema.quoted) t\(selection.whereClause())\(bound)", selection.values
      ) { (_) throws(SQLiteError) in count += 1 }
    }
    let isCut = !query.exactCount && count > RowCount.bound
    return RowCount(isCut ? RowCount.bound : count, exact: isWhole && !isCut)
  }
}
