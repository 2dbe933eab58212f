import ConsoleData
import HTTPKit
import JSONKit
import SyncCore

/// Takes an action back: once, and only while its rows are as it left them.
struct UndoHandlers: Sendable {
  let services: ConsoleServices

  var routes: [ConsoleRoute] { [.post("/undo/{entry}", .actionUndo, undo)] }

  @Sendable func undo(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let id = try request.number("entry")
    guard let entry = try await services.data.auditEntry(id) else {
      throw HTTPError(404, "The audit has no entry \(id).")
    }
    if let kept = entry.record.undo.flatMap({ KeptRemoval($0) }) {
      return try await KeptRemovalUndo(services: services, context: context, entry: id)
        .bringBack(kept, request)
    }
    guard let detail = entry.record.undo.flatMap({ UndoDetail($0) }) else {
      throw Self.refusal("Entry \(id) cannot be taken back. Nothing was changed.")
    }
    guard let sync = try await services.stores.context(of: detail.store) else {
      throw HTTPError(404, "No store \(detail.store) is configured here any more.")
    }
    try await checkUnchanged(detail, sync)
    guard try await services.data.markUndone(id) else {
      throw Self.refusal("Entry \(id) was taken back before. Nothing was changed.")
    }
    let changed: Int
    do {
      changed = try await apply(detail, sync, by: context.who)
    } catch {
      try await services.data.unmarkUndone(id)
      throw error
    }
    try await ActionNotes(services: services, context: context, store: detail.store).note(
      .actionUndo, "entry \(id), \(entry.record.target)", count: changed)
    return try await services.pages.actionResponse(
      request, context, redirectTo: place(detail), flash: flash(detail, changed),
      json: ["undone": .integer(id), "changed": .integer(Int64(changed))])
  }

  private func flash(_ detail: UndoDetail, _ changed: Int) -> Flash {
    let rows = Format.count(changed, "row")
    if detail.action == .decision {
      return Flash(
        "Taken back: \(rows).", detail: "Rows, queue and errors are as they were before.")
    }
    let tables = detail.all.map(\.table)
    return Flash(
      "Taken back: \(rows) of \(tables.joined(separator: ", ")).",
      detail: "It goes out with the next push.")
  }

  private func checkUnchanged(_ detail: UndoDetail, _ sync: SyncContext) async throws {
    guard let changed = try await Self.changedRow(detail, sync) else { return }
    throw Self.refusal(
      "Row \(changed) of \(detail.table) changed since, so this cannot be taken back. "
        + "Nothing was changed; look at the row and change it by hand.")
  }

  /// The first row that is not as the action left it; nil when all are.
  ///
  /// Of a decision the store itself knows that, when it is taken back.
  static func changedRow(_ detail: UndoDetail, _ sync: SyncContext) async throws -> String? {
    for part in detail.all {
      // An action may have changed rows of several tables in one step.
      for (table, rows) in Dictionary(grouping: part.rows, by: { $0.table ?? part.table }) {
        let found = try await sync.fingerprints(table, rows.map(\.id))
        let changed = rows.first {
          (found[$0.id]?.rawValue ?? UndoDetail.gone) != $0.fingerprint
        }
        if let changed { return changed.id }
        // What was taken away can come back while the store still knows it.
        for row in rows where row.fingerprint == UndoDetail.gone {
          if try await sync.row(table, row.id) == nil { return row.id }
        }
      }
    }
    return nil
  }

  /// Takes everything back, of all tables, in one transaction or not at all.
  ///
  /// - Returns: How many rows really changed.
  private func apply(
    _ detail: UndoDetail, _ sync: SyncContext, by who: String
  ) async throws -> Int {
    if detail.action == .decision {
      do {
        return try await sync.takeBack(detail.decision ?? 0, by: who)
      } catch SyncError.cannotTakeBack(let reason) {
        throw Self.refusal("\(reason) Nothing was changed.")
      }
    }
    let outcome = try await sync.change(detail.all.flatMap(\.changes), by: who)
    if let problem = outcome.problems.first {
      throw Self.refusal("\(problem.message) Nothing was changed.")
    }
    return outcome.applied.count
  }

  /// Where the rows are to be seen now.
  private func place(_ detail: UndoDetail) -> String {
    if detail.action == .decision { return Links.queue(detail.store) }
    if detail.action == .delete, detail.rows.count > 1 { return Links.trash(detail.store) }
    if detail.action != .insertRemove, detail.rows.count == 1, let row = detail.rows.first {
      return Links.row(detail.store, detail.table, row.id)
    }
    return Links.rows(detail.store, detail.table)
  }

  static func refusal(_ reason: String) -> ConsoleError {
    ConsoleError(
      409, title: "This cannot be taken back", reason: reason, code: "cannot_undo",
      links: [.init("Audit", Links.audit)])
  }
}

extension UndoDetail {
  /// What takes the rows of this part back.
  fileprivate var changes: [RowChange] {
    rows.map { row in
      RowChange(
        kind(of: row), table: row.table ?? table, id: row.id, values: row.values,
        ifState: RowFingerprint(rawValue: row.fingerprint))
    }
  }

  private func kind(of row: Row) -> RowChange.Kind {
    switch action {
    case .undelete: .undelete
    case .delete: .delete
    case .insertRemove: .remove
    case .update, .decision: .update
    case .revert: row.isNew ? .remove : .update
    }
  }
}
