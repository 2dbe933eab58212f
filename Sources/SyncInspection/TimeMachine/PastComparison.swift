internal import JSONKit
internal import Support
package import SyncCore

/// What the rows of the past are compared with.
package enum PastComparison: Sendable {
  /// The store's own rows: at the later time of the query, or now.
  case ownRows
  /// What the server has now.
  case server
  /// The rows of the same table in another store, now.
  case store(SyncContext)
}

extension SyncContext {
  private static let requestsAtOnce = 8

  /// A page of rows as they were, with what another place has in place of the later state.
  ///
  /// - Throws: As ``pastRows(_:_:)``; `SyncError.offline` and `RemoteError` where the server is asked,
  ///   `SyncError.noSuchTable` where the other store has no such table.
  package func pastRows(
    _ table: String, _ query: PastRowsQuery, beside place: PastComparison
  ) async throws -> PastRows {
    var past = try await pastRows(table, query)
    let ids = past.rows.map(\.id)
    let records: UTF8Dictionary<Record>
    switch place {
    case .ownRows: return past
    case .server: records = try await serverRecords(table, ids)
    case .store(let other):
      guard try await other.tableNames().contains(identical: table) else {
        throw SyncError.noSuchTable(table)
      }
      records = try await other.table(table).existing(ids)
    }
    for index in past.rows.indices {
      past.rows[index].later = records[past.rows[index].id].map { .row($0) } ?? .absent
    }
    return past
  }

  /// The server's present copies of some rows, by id.
  private func serverRecords(
    _ table: String, _ ids: [String]
  ) async throws -> UTF8Dictionary<Record> {
    guard try await !isOffline else { throw SyncError.offline }
    let share = max(1, (ids.count + Self.requestsAtOnce - 1) / Self.requestsAtOnce)
    let parts = stride(from: 0, to: ids.count, by: share).map {
      Array(ids[$0..<min($0 + share, ids.count)])
    }
    let remote = remote
    let records = try await withThrowingTaskGroup(of: [Record].self) { group in
      for part in parts { group.addTask { try await remote.read(table, ids: part) } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    guard let cover else {
      return UTF8Dictionary(records.map { ($0.id, $0) }) { first, _ in first }
    }
    let covered = records.map { record -> (String, Record) in
      (record.id, cover.record(record, table))
    }
    return UTF8Dictionary(covered) { first, _ in first }
  }
}
