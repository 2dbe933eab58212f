internal import SQLiteKit
internal import Support

extension SyncTable {
  public func read(_ query: RowQuery = RowQuery()) async throws -> RowPage {
    try await context.rows(name, query)
  }

  /// Nil when the store has no such row; deleted rows are found too.
  public func read(id: String) async throws -> Record? {
    let table = name
    let record = try await context.database.read { connection -> Record? in
      guard let schema = try Catalogue.table(table, on: connection) else { return nil }
      return try RowStore.fetch(id, in: schema, on: connection)
    }
    return context.cover?.record(record, table) ?? record
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
    try await drop(query, isForced: false) { _ in nil }.count
  }

  /// Drops the table's rows, operations, errors and delta tokens; what was not pushed is lost.
  ///
  /// - Returns: How many rows went.
  @discardableResult
  public func forcePurge() async throws -> Int {
    try await drop(nil, isForced: true) { _ in nil }.count
  }

  /// Purges so that it can be taken back until the rows come back by a pull.
  ///
  /// - Parameters:
  ///   - isForced: Takes the table's unsent changes along; then `query` is nil.
  ///   - expect: How many rows the caller saw; another number refuses with `countChanged`.
  /// - Returns: How many rows went, and the decision that takes it back; nil when nothing was kept.
  public func purge(
    _ query: RowQuery?, isForced: Bool, expect: Int? = nil, by: String?
  ) async throws -> (count: Int, decision: Int64?) {
    let (table, now) = (name, context.time.now)
    return try await drop(query, isForced: isForced, expect: expect) { connection in
      let log = DecisionLog(connection: connection)
      let before = try Self.idsToKeep(table, query, on: connection).map { id in
        (table: table, id: id, before: try log.snapshot(table, id))
      }
      return { try log.keep(before, by: by, at: now) }
    }
  }

  /// - Parameter keep: Looks at the rows before they go; what it gives is called afterwards.
  private func drop(
    _ query: RowQuery?, isForced: Bool, expect: Int? = nil,
    keep: @Sendable (Connection) throws -> (() throws -> Int64?)?
  ) async throws -> (count: Int, decision: Int64?) {
    let table = name
    return try await context.writeAlone { connection in
      if !isForced {
        let waiting = try OperationStore.count(table, on: connection)
        guard waiting == 0 else { throw SyncError.tableIsDirty(table: table, count: waiting) }
      }
      let kept = try keep(connection)
      if isForced { try Self.dropQueue(table, on: connection) }
      let count = try Self.purge(table, query, on: connection)
      if let expect, expect != count {
        throw SyncError.countChanged(expected: expect, found: count)
      }
      return (count, try kept?())
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
    let all = UTF8Set(rows).union(waiting)
    return all.count <= keptByPurgeMax ? all.sorted() : waiting
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
    try TokenStore.forgetAll(table, on: connection)
    return count
  }
}

extension SyncContext {
  /// Writes while no run works on the store.
  fileprivate func writeAlone<Output: Sendable>(
    _ body: @Sendable (Connection) throws -> Output
  ) async throws -> Output {
    try await alone { try await commit(body) }
  }
}
