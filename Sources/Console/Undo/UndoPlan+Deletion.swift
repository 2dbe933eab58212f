package import SyncCore

extension UndoPlan {
  /// What brings rows back that were just deleted, in whichever way: out of the trash, out of the
  /// queue while their removal waits there, or as they were with their operations, where the store
  /// keeps that.
  ///
  /// - Parameter ids: Those that were really deleted.
  /// - Returns: Nil when there are too many, or none of them can come back.
  package static func ofDeletion(
    _ ids: [String], _ outcome: BulkOutcome, of table: String, in store: String, _ sync: SyncContext
  ) async throws -> UndoPlan? {
    guard !ids.isEmpty, ids.count <= RowActions.undoMax,
      let trace = StoreAction.current?.trace(in: sync)
    else { return nil }
    let rows = ids.map { id in
      var row = Row(id: id, fingerprint: trace.fingerprint(table, id)?.rawValue ?? gone)
      if outcome.kept.contains(id) { row.decision = outcome.decision }
      return row
    }
    let detail = UndoPlan(
      store: store, table: table, action: .undelete, rows: rows, history: trace.history)
    let lost = try await UndoHandlers.changedRows(detail, sync)
    return lost.count < rows.count ? detail : nil
  }
}
