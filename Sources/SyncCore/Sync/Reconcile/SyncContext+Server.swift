import JSONKit
import SQLiteKit
package import Support

/// A page of the server's rows, each beside the store's.
package struct ServerRows: Sendable, Hashable {
  package var table: String
  /// When the server answered.
  package var at: Timestamp
  package var columns: [Column]
  /// In the order in which the server lists them.
  package var rows: [ServerComparison]
  /// Asks for the next page; nil after the last.
  package var next: String?
  /// What the server's answer leaves open, in whole sentences.
  package var warnings: [String]
}

extension SyncContext {
  /// Reads the server's present copy of a row, and changes nothing.
  ///
  /// - Throws: `SyncError.noSuchTable`, `SyncError.offline`, or a `RemoteError` where the server did
  ///   not answer.
  package func compareWithServer(_ table: String, _ id: String) async throws -> ServerComparison {
    try await requireServer(table)
    var server = try await remote.read(table, id: id)
    server?.id = id
    let (copy, now) = (server, time.now)
    return covered(
      try await database.read { db in
        try Self.compare(
          table, id, with: copy, in: Catalogue.table(table, on: db), at: now, on: db)
      })
  }

  /// Reads a page of the server's rows, and stores nothing.
  ///
  /// - Parameters:
  ///   - filter: In the remote's own language; nil for all rows.
  ///   - cursor: The `next` of the page before; nil for the first.
  /// - Throws: As ``compareWithServer(_:_:)``, also for a filter that the server rejects.
  package func serverRows(
    _ table: String, filter: String?, after cursor: String?, limit: Int
  ) async throws -> ServerRows {
    try await requireServer(table)
    let page = try await remote.changes(
      PullRequest(
        table: table, filter: filter, cursor: cursor, pageSize: limit,
        softDelete: settings.table(table).softDelete))
    let now = time.now
    let (columns, rows) = try await database.read { db in
      let schema = try Catalogue.table(table, on: db)
      let rows = try page.records.map {
        try Self.compare(table, $0.id, with: $0, in: schema, at: now, on: db)
      }
      return (page.records.reduce(Self.columns(of: schema)) { $0.including($1) }, rows)
    }
    return ServerRows(
      table: table, at: now, columns: columns, rows: rows.map(covered), next: page.next,
      warnings: page.warnings)
  }

  private func requireServer(_ table: String) async throws {
    try await requireTable(table)
    guard try await !isOffline else { throw SyncError.offline }
  }

  private func covered(_ comparison: ServerComparison) -> ServerComparison {
    guard let cover else { return comparison }
    var covered = comparison
    covered.local = cover.record(comparison.local, comparison.table)
    covered.server = cover.record(comparison.server, comparison.table)
    return covered
  }

  /// Carries out one choice for a row, which is asked for again first.
  ///
  /// As with ``apply(_:_:by:)`` a row that changed here since, that has a pending operation, or that
  /// the server has after all is left alone, and the outcome says so.
  ///
  /// - Parameter fingerprint: Of the local row that the choice was made from.
  package func repair(
    _ table: String, _ id: String, _ repair: RowRepair, ifState fingerprint: RowFingerprint?,
    by: String?
  ) async throws -> ReconcileOutcome {
    try await requireTable(table)
    var row = ReconcileRow(id: id)
    row.fingerprint = fingerprint?.rawValue
    let chosen = row
    return try await withRun {
      var applier = ReconcileApplier(self, table, by: by, keeps: true)
      switch repair {
      case .pullAgain: try await applier.pullAgain([chosen], overSameVersion: true)
      case .insertAgain: try await applier.insertAgain([chosen])
      case .removeHere: try await applier.removeHere([chosen])
      }
      return applier.outcome
    }
  }

  private static func columns(of schema: TableSchema?) -> [Column] {
    schema?.columns ?? TableSchema.systemColumns
  }

  /// - Parameter schema: Nil for a configured table that no row has come to.
  private static func compare(
    _ table: String, _ id: String, with server: Record?, in schema: TableSchema?,
    at now: Timestamp, on db: Connection
  ) throws -> ServerComparison {
    let local = try schema.flatMap { try RowStore.fetch(id, in: $0, on: db) }
    let columns = columns(of: schema)
    var comparison = ServerComparison(
      table: table, id: id, at: now, local: local, server: server,
      columns: server.map { columns.including($0) } ?? columns)
    comparison.fingerprint = local.map { RowFingerprint(of: $0) }
    comparison.operations = try OperationStore.of(table, id, on: db).map { OperationInfo($0) }
    guard let server else { return comparison }
    if let local {
      comparison.differing = local.differences(from: server)
      comparison.isOtherVersion = RowIdentity(local).differs(from: RowIdentity(server))
    }
    if !comparison.operations.isEmpty {
      let base = try BaseStore.fetch(table, id, on: db)
      comparison.isChangedOnServer = base.map { !$0.differences(from: server).isEmpty } ?? true
    }
    return comparison
  }
}

extension Record {
  /// The columns in which the server's row differs, `deleted` included.
  fileprivate func differences(from server: Record) -> [String] {
    (deleted == server.deleted ? [] : [SystemColumn.deleted.rawValue])
      + columnsThatDiffer(from: server)
  }
}

extension [Column] {
  /// These, and the columns that only the row has.
  fileprivate func including(_ record: Record) -> [Column] {
    self
      + record.values.filter { value in !contains { $0.name === value.name } }
      .map { Column($0.name, ColumnType(of: $0.value) ?? .text) }
  }
}
