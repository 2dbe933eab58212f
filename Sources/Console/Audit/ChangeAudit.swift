import ConsoleData
import JSONKit
import SyncCore

/// The audit entry of changes that were made together, with what takes all of them back.
struct ChangeAudit: Sendable {
  let services: ConsoleServices
  let context: PageContext
  let store: StoreHandle
  /// As ``ActionAudit/action``.
  var action: String?

  /// The values of more bytes than this are not kept, so that the audit stays small.
  static let undoBytesMax = 4 << 20
  /// Of so many rows the audit shows the values before and after.
  static let shownMax = 50

  /// - Returns: The entry's number, for the Undo button; nil when nothing can be taken back.
  func note(
    _ action: ConsoleAction, _ applied: [ChangeOutcome.Applied], target: String
  ) async throws -> Int64? {
    guard !applied.isEmpty else { return nil }
    return try await note(
      action, applied[...].prefix(Self.shownMax), count: applied.count, target: target,
      undo: undo(applied))
  }

  /// The same where the store keeps what takes it back.
  ///
  /// - Parameter shown: The changes whose values the audit shows.
  func note(
    _ action: ConsoleAction, _ shown: some Collection<ChangeOutcome.Applied>, count: Int,
    target: String, undo: UndoPlan?
  ) async throws -> Int64? {
    var audit = ActionAudit(services: services, context: context, store: store.name)
    audit.action = self.action
    return try await audit.note(
      action, target, count: count,
      before: .object(JSONObject(shown.map { (name($0), .object($0.before)) })),
      after: .object(
        JSONObject(
          shown.map { change in
            let values = change.before.names.map { ($0, change.record?.value($0) ?? .null) }
            return (name(change), .object(JSONObject(values)))
          })),
      undo: undo)
  }

  private func name(_ change: ChangeOutcome.Applied) -> String { "\(change.table) \(change.id)" }

  private func undo(_ applied: [ChangeOutcome.Applied]) -> UndoPlan? {
    var rows: [UndoPlan.Row] = []
    for change in applied {
      guard let record = change.record else { return nil }
      var row = UndoPlan.Row(
        id: change.id, fingerprint: RowFingerprint(content: record).rawValue)
      row.table = change.table
      row.isNew = change.kind == .insert
      if !row.isNew { row.values = change.before }
      row.decision = change.decision
      rows.append(row)
    }
    let detail = UndoPlan(
      store: store.name, table: applied[0].table, action: .revert, rows: rows,
      history: StoreAction.current?.trace(in: store.sync)?.history)
    return detail.json.serialized.count <= Self.undoBytesMax ? detail : nil
  }
}
