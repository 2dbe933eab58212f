import JSONKit
import SQLiteKit
package import Support

/// One row of the store beside the server's copy of this moment.
package struct ServerComparison: Sendable, Hashable {
  package enum Result: Sendable, Hashable {
    case same, different, missingOnServer, missingHere, missingOnBoth
  }

  package var table: String
  package var id: String
  /// When the server answered.
  package var at: Timestamp
  /// Nil where the store has no such row.
  package var local: Record?
  /// Nil where the server has no such row, or does not show that it is deleted.
  package var server: Record?
  /// The table's columns, and those that only the server's row has.
  package var columns: [Column]
  /// The columns in which the copies differ, `deleted` included; empty unless both are there.
  package var differing: [String] = []
  /// True when the copies have different versions, whatever their values; false where a side has
  /// none.
  package var isOtherVersion = false
  /// Of the local row; nil where there is none.
  package var fingerprint: RowFingerprint?
  /// The pending operations of the row, oldest first.
  package var operations: [OperationInfo] = []
  /// True when the server's row is not the one that the oldest pending operation started from.
  package var isChangedOnServer = false

  package var result: Result {
    switch (local, server) {
    case (nil, nil): .missingOnBoth
    case (nil, _): .missingHere
    case (_, nil): .missingOnServer
    default: differing.isEmpty && !isOtherVersion ? .same : .different
    }
  }

  /// What ``SyncContext/repair(_:_:_:ifState:by:)`` can do; nothing while an operation is pending.
  package var repairs: [RowRepair] {
    guard operations.isEmpty else { return [] }
    switch result {
    case .same, .missingOnBoth: return []
    case .different, .missingHere: return [.pullAgain]
    case .missingOnServer:
      return local?.deleted == true ? [.removeHere] : [.insertAgain, .removeHere]
    }
  }
}

/// What to do about one row that is not the same on both sides.
package enum RowRepair: String, Sendable, CaseIterable {
  /// The row is read from the server and stored.
  case pullAgain = "pull-again"
  /// An insert of the local row is queued.
  case insertAgain = "insert-again"
  /// The local row is removed; its history stays. Nothing is sent.
  case removeHere = "remove-here"
}

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
        try Self.compare(table, id, with: copy, at: now, on: db)
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
    var rows = try await database.read { db in
      try page.records.map { try Self.compare(table, $0.id, with: $0, at: now, on: db) }
    }
    rows = rows.map(covered)
    var columns: [Column] = []
    for row in rows {
      columns += row.columns.filter { column in
        !columns.contains { $0.name === column.name }
      }
    }
    return ServerRows(
      table: table, at: now, columns: columns, rows: rows, next: page.next,
      warnings: page.warnings)
  }

  private func requireServer(_ table: String) async throws {
    guard try await tableNames().contains(identical: table) else {
      throw SyncError.noSuchTable(table)
    }
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
    guard try await tableNames().contains(identical: table) else {
      throw SyncError.noSuchTable(table)
    }
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

  private static func compare(
    _ table: String, _ id: String, with server: Record?, at now: Timestamp, on db: Connection
  ) throws -> ServerComparison {
    let schema = try Catalogue.table(table, on: db)
    let local = try schema.flatMap { try RowStore.fetch(id, in: $0, on: db) }
    var columns = schema?.columns ?? TableSchema.systemColumns
    for (name, value) in server?.values ?? [:]
    where !columns.contains(where: { $0.name === name }) {
      columns.append(Column(name, ColumnType(of: value) ?? .text))
    }
    var comparison = ServerComparison(
      table: table, id: id, at: now, local: local, server: server, columns: columns)
    comparison.fingerprint = local.map { RowFingerprint(of: $0) }
    comparison.operations = try OperationStore.of(table, id, on: db).map { OperationInfo($0) }
    if let local, let server {
      comparison.differing = local.columnsThatDiffer(from: server)
      comparison.isOtherVersion = RowIdentity(local).differs(from: RowIdentity(server))
      if local.deleted != server.deleted { comparison.differing.insert("deleted", at: 0) }
    }
    if let base = try BaseStore.fetch(table, id, on: db), let server {
      comparison.isChangedOnServer =
        base.deleted != server.deleted || !base.columnsThatDiffer(from: server).isEmpty
    } else {
      comparison.isChangedOnServer = server != nil && !comparison.operations.isEmpty
    }
    return comparison
  }
}
