import ConsoleData
import JSONKit
import SyncCore
import SyncInspection

extension RowActions {
  /// The audit entry of columns that were changed in one row, with what takes that back.
  ///
  /// - Parameter decision: Keeps what the server had refused of the row.
  func noteEdit(
    _ changed: [String], _ before: RowDetail, _ after: RowDetail, _ decision: Int64?
  ) async throws -> Int64? {
    let old = JSONObject(changed.map { ($0, before.record.value($0)) })
    let new = JSONObject(changed.map { ($0, after.record.value($0)) })
    let trace = StoreAction.current?.trace(in: store.sync)
    let left =
      trace?.fingerprint(table, after.record.id) ?? RowFingerprint(content: after.record)
    var row = UndoPlan.Row(id: after.record.id, fingerprint: left.rawValue, values: old)
    row.decision = decision
    return try await note(
      .rowsEdit, row: after.record.id, count: 1,
      before: .object(old),
      after: .object(new),
      undo: UndoPlan(
        store: store.name, table: table, action: .update, rows: [row],
        history: trace?.history))
  }

  /// What takes the edit of a column of many rows back; nil when it changed none, or too much.
  func undo(_ edit: ColumnEdit, _ outcome: BulkOutcome) -> UndoPlan? {
    guard outcome.changed > 0, outcome.keepsEdited,
      let trace = StoreAction.current?.trace(in: store.sync)
    else { return nil }
    let rows = outcome.edited.compactMap { edited -> UndoPlan.Row? in
      guard let left = trace.fingerprint(table, edited.id) else { return nil }
      var row = UndoPlan.Row(
        id: edited.id, fingerprint: left.rawValue, values: [edit.column.name: edited.before])
      row.decision = edited.decision
      return row
    }
    return UndoPlan(
      store: store.name, table: table, action: .update, rows: rows, history: trace.history)
  }
}
