internal import SQLiteKit
internal import Support
package import SyncCore

extension SyncContext {
  /// What a page of rows needs, in one look at the file.
  ///
  /// - Parameter ask: Makes the query once the table's columns are known; nil for no rows.
  package func list(
    _ table: String, _ ask: @Sendable (_ columns: [Column]) throws -> RowQuery?
  ) async throws -> RowList {
    let (settings, remote) = (settings, remote)
    var list = try await database.read { connection in
      let state = try SummaryReader.state(settings, remote, on: connection)
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
      if query.view == .synced {
        list.synced = try schema.map { try RowCounts.synced(of: $0, on: connection) } ?? 0
      }
      return list
    }
    if let cover { list.page = list.page.map(cover.page) }
    return list
  }

  /// One row with everything that is known about it; nil when the store has no such row.
  ///
  /// A row that was hard-deleted and whose delete waits comes with its last values.
  ///
  /// - Parameters:
  ///   - operation: The one of the row that ``RowDetail/why`` is about; nil for the first.
  ///   - withVersions: Has all ``RowDetail/serverVersions``, not only that of an open conflict.
  package func row(
    _ table: String, _ id: String, asking operation: Int64? = nil, withVersions: Bool = false
  ) async throws -> RowDetail? {
    let (settings, remote, now) = (settings, remote, time.now)
    let detail = try await database.read { connection in
      try DetailReader(
        queue: QueueReader(settings: settings, remote: remote, connection: connection), now: now
      ).row(table, id, asking: operation, withVersions: withVersions)
    }
    guard let cover else { return detail }
    return detail.map(cover.detail)
  }
}
