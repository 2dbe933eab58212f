internal import SQLiteKit
package import Support
package import SyncCore

extension SyncContext {
  /// When somebody changed a row here last; nil when nobody did among the newest changes.
  package var lastLocalChangeAt: Timestamp? {
    get async throws {
      try await database.read { db in try HistoryStore.lastLocalChangeAt(on: db) }
    }
  }

  /// Counts, tables and the offline switch; cheap while nobody writes to the store.
  package func state() async throws -> StoreState {
    let settings = settings
    return try await database.read { try SummaryReader.state(settings, on: $0) }
  }

  package func counts() async throws -> StoreCounts { try await state().counts }

  /// Configured tables in the configuration's order, then others of the store by name.
  package func tables() async throws -> [TableSummary] { try await state().tables }

  /// What a page of rows needs, in one look at the file.
  ///
  /// - Parameter ask: Makes the query once the table's columns are known; nil for no rows.
  package func list(
    _ table: String, _ ask: @Sendable (_ columns: [Column]) throws -> RowQuery?
  ) async throws -> RowList {
    let settings = settings
    var list = try await database.read { connection in
      let state = try SummaryReader.state(settings, on: connection)
      guard state.tables.contains(where: { $0.name === table }) else {
        throw SyncError.noSuchTable(table)
      }
      let references = try ReferenceMap.of(settings, on: connection)
      let schema = try Catalogue.table(table, on: connection)
      let columns = schema?.columns ?? TableSchema.systemColumns
      var list = RowList(
        state: state, columns: columns, references: references.outgoing(of: table))
      guard let query = try ask(columns) else { return list }
      try demandOpen(query, of: table)
      list.removed = try schema.flatMap { try RemovedRows(query.view, in: $0, on: connection) }
      list.page =
        try schema.map { try RowReader.page(query, in: $0, on: connection) }
        ?? RowPage(
          table: table, view: query.view, columns: columns, rows: [], count: RowCount(0))
      return list
    }
    if let cover { list.page = list.page.map(cover.page) }
    return list
  }

  /// One row with everything that is known about it; nil when the store has no such row.
  ///
  /// A row that was hard-deleted and whose delete waits comes with its last values.
  ///
  /// - Parameter operation: The one of the row that ``RowDetail/why`` is about; nil for the first.
  package func row(
    _ table: String, _ id: String, asking operation: Int64? = nil
  ) async throws -> RowDetail? {
    let (settings, remote, now) = (settings, remote, time.now)
    let detail = try await database.read { connection in
      try DetailReader(
        queue: QueueReader(settings: settings, remote: remote, connection: connection), now: now
      ).row(table, id, asking: operation)
    }
    guard let cover else { return detail }
    return detail.map(cover.detail)
  }

  /// Deleted rows of all tables, newest deletion first.
  package func deletedRows(_ query: TrashQuery) async throws -> TrashPage {
    let page = try await database.read { try TrashReader.page(query, on: $0) }
    return cover?.page(page) ?? page
  }

  /// The operation queue, oldest first.
  package func operations(_ query: OperationQuery) async throws -> OperationPage {
    let (settings, remote, cover) = (settings, remote, cover)
    return try await database.read { connection in
      var page = try QueueReader(
        settings: settings, remote: remote, connection: connection, cover: cover
      ).page(query)
      if let cover {
        page.operations = try page.operations.map { try cover.info($0, on: connection) }
      }
      return page
    }
  }

  package func operation(_ id: Int64) async throws -> OperationDetail? {
    let (settings, remote) = (settings, remote)
    let detail = try await database.read { connection in
      try OperationStore.fetch(id, on: connection).map(
        QueueReader(settings: settings, remote: remote, connection: connection).detail)
    }
    guard let cover else { return detail }
    return detail.map(cover.operation)
  }
}
