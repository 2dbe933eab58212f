internal import SQLiteKit

extension SyncContext {
  /// How many of these rows the server surely does not have: deleting takes them away altogether.
  public func neverSent(_ table: String, _ ids: [String]) async throws -> Int {
    try await database.read {
      try OperationStore.last(table, ids, on: $0).count(where: \.isUnsentInsert)
    }
  }

  /// A row that is gone, with the history that is kept of it; nil when there is none, or no
  /// version in it, and for a row that the store or its queue has.
  public func goneRow(_ table: String, _ id: String) async throws -> RowDetail? {
    try await database.read { connection in
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
      return detail
    }
  }
}

extension RowDetail {
  /// True where the server surely does not have the row: deleting takes it away altogether.
  public var isNeverSent: Bool {
    guard let last = operations.last?.info else { return false }
    return last.kind == .insert && !last.state.mayHaveArrived
  }
}
