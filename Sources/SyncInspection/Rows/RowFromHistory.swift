internal import SQLiteKit
package import SyncCore

extension SyncContext {
  /// A row that is gone, with the history that is kept of it; nil when there is none, or no
  /// version in it, and for a row that the store or its queue has.
  package func rowFromHistory(_ table: String, _ id: String) async throws -> RowDetail? {
    let cover = cover
    return try await database.read { connection in
      guard let schema = try Catalogue.table(table, on: connection),
        try RowStore.fetch(id, in: schema, on: connection) == nil,
        try OperationStore.of(table, id, on: connection).isEmpty
      else { return nil }
      let history = try HistoryStore.fetch(table, id, on: connection)
      guard let record = history.lazy.compactMap(\.record).first else { return nil }
      var detail = RowDetail(
        table: table, record: record, state: .synced, deleted: true, columns: schema.columns,
        operations: [], errors: [], history: history, fingerprint: RowFingerprint(of: record))
      detail.isRemoved = true
      detail.serverVersions = try ServerVersion.all(of: table, id, open: nil, on: connection)
      detail.serverVersionCount = detail.serverVersions.count
      return cover?.detail(detail) ?? detail
    }
  }
}
