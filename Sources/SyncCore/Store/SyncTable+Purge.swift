internal import SQLiteKit
internal import Support

extension SyncTable {
  public func read(_ query: RowQuery = RowQuery()) async throws -> RowPage {
    try await context.rows(name, query)
  }

  /// Nil when the store has no such row; deleted rows are found too.
  public func read(id: String) async throws -> Record? {
    let table = name
    return try await context.database.read { connection in
      guard let schema = try Catalogue.table(table, on: connection) else { return nil }
      return try RowStore.fetch(id, in: schema, on: connection)
    }
  }

  /// Of so many rows a purge keeps what brings them back; of more, those with unsent changes.
  public static let keptByPurgeMax = DecisionLog.rowsMax

  /// Drops local copies and sends nothing; refuses while changes of the table wait or a run works.
  ///
  /// The table's delta tokens are forgotten, so that the rows can come back. A pull that was under
  /// way would put its token in their place, with the rows that it had stored before gone.
  ///
  /// - Parameter query: Nil for every row.
  /// - Returns: How many rows went.
  @discardableResult
  public func purge(_ query: RowQuery? = nil) async throws -> Int {
    let table = name
    return try await context.writeAlone { connection in
      try Self.checkIsClean(table, on: connection)
      return try Self.purge(table, query, on: connection)
    }
  }

  /// Drops the table's rows, operations, errors and delta tokens; what was not pushed is lost.
  ///
  /// - Returns: How many rows went.
  @discardableResult
  public func forcePurge() async throws -> Int {
    let table = name
    return try await context.writeAlone { connection in
      try Self.dropQueue(table, on: connection)
      return try Self.purge(table, nil, on: connection)
    }
  }

  /// Purges so that it can be taken back until the rows come back by a pull.
  ///
  /// - Parameter isForced: Takes the table's unsent changes along; then `query` is nil.
  public func purge(
    _ query: RowQuery?, isForced: Bool, by: String?
  ) async throws -> Purged {
    let (table, now) = (name, context.time.now)
    return try await context.writeAlone { connection in
      if !isForced { try Self.checkIsClean(table, on: connection) }
      let log = DecisionLog(connection: connection)
      let before = try Self.idsToKeep(table, query, on: connection).map { id in
        (table: table, id: id, before: try log.snapshot(table, id))
      }
      if isForced { try Self.dropQueue(table, on: connection) }
      let count = try Self.purge(table, query, on: connection)
      let decision = try log.keep(before, by: by, at: now)
      return Purged(count: count, decision: decision, kept: decision == nil ? 0 : before.count)
    }
  }

  /// The rows that a purge takes, with those that are gone here while their delete waits; only the
  /// ones with unsent changes where all would be too many.
  private static func idsToKeep(
    _ table: String, _ query: RowQuery?, on connection: Connection
  ) throws -> [String] {
    let waiting = try connection.query(
      "SELECT DISTINCT itemId FROM syncline_operations WHERE \"table\" = ?", [.text(table)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    let schema = try SyncContext.schema(table, on: connection)
    let selection = try RowSelection(query ?? RowQuery(view: .all), in: schema)
    let rows = try connection.query(
      "SELECT t.id FROM \(schema.quoted) t\(selection.whereClause()) LIMIT \(keptByPurgeMax + 1)",
      selection.values
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    let all = Set(rows).union(waiting)
    return all.count <= keptByPurgeMax ? all.sorted() : waiting
  }

  private static func checkIsClean(_ table: String, on connection: Connection) throws {
    let waiting = try OperationStore.count(table, on: connection)
    guard waiting == 0 else { throw SyncError.tableIsDirty(table: table, count: waiting) }
  }

  private static func dropQueue(_ table: String, on connection: Connection) throws {
    let operations = try connection.query(
      "SELECT operationId FROM syncline_operations WHERE \"table\" = ?", [.text(table)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
    for operation in operations { try OperationStore.remove(operation, on: connection) }
    for copies in ["syncline_bases", "syncline_server_copies"] {
      try connection.execute("DELETE FROM \(copies) WHERE \"table\" = ?", [.text(table)])
    }
  }

  private static func purge(
    _ table: String, _ query: RowQuery?, on connection: Connection
  ) throws -> Int {
    let schema = try SyncContext.schema(table, on: connection)
    let selection = try RowSelection(query ?? RowQuery(view: .all), in: schema)
    if let column = selection.ignored.first {
      throw SyncError.badFilter(column: column, reason: "\(table) has no such column.")
    }
    try connection.execute(
      """
      DELETE FROM \(schema.quoted) WHERE id IN (
        SELECT t.id FROM \(schema.quoted) t\(selection.whereClause()))
      """, selection.values)
    let count = connection.changes
    try connection.execute(
      """
      DELETE FROM syncline_trash
      WHERE "table" = ? AND itemId NOT IN (SELECT id FROM \(schema.quoted))
      """, [.text(table)])
    try TokenStore.forgetAll(table, on: connection)
    return count
  }
}

/// What a purge did.
public struct Purged: Sendable, Hashable {
  /// How many rows went.
  public var count: Int
  /// The number that takes it back; nil when nothing was kept.
  public var decision: Int64?
  /// How many rows that brings back.
  public var kept: Int
}

extension SyncContext {
  /// Writes while no run works on the store.
  fileprivate func writeAlone<Output: Sendable>(
    _ body: @Sendable (Connection) throws -> Output
  ) async throws -> Output {
    try await alone { try await database.write(body) }
  }
}
