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
    if let removed = entry.record.undo.flatMap({ RemovedStore($0) }) {
      return try await bringBack(removed, id, request, context)
    }
    guard let detail = entry.record.undo.flatMap({ UndoDetail($0) }) else {
      throw refusal("Entry \(id) cannot be taken back. Nothing was changed.")
    }
    guard let sync = try await services.stores.context(of: detail.store) else {
      throw HTTPError(404, "No store \(detail.store) is configured here any more.")
    }
    try await checkUnchanged(detail, sync)
    guard try await services.data.markUndone(id) else {
      throw refusal("Entry \(id) was taken back before. Nothing was changed.")
    }
    var changed = 0
    do {
      for part in detail.all { changed += try await apply(part, sync, by: context.who) }
    } catch {
      // What the first tables got back stays; the entry can be tried again for the rest.
      try await services.data.unmarkUndone(id)
      throw error
    }
    try await ActionNotes(services: services, context: context, store: detail.store).note(
      .actionUndo, "entry \(id), \(entry.record.target)", count: changed)
    return try await services.pages.actionResponse(
      request, context, redirectTo: place(detail), flash: flash(detail, changed),
      json: ["undone": .integer(id), "changed": .integer(Int64(changed))])
  }

  private func bringBack(
    _ store: RemovedStore, _ id: Int64, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    try context.demand(.storeEdit)
    let administration = try services.requiredAdministration()
    if let why = administration.whyLocked { throw ConsoleError.locked(administration.file, why) }
    guard try await services.data.markUndone(id) else {
      throw refusal("Entry \(id) was taken back before. Nothing was changed.")
    }
    do {
      try await administration.bringBack(store)
    } catch {
      try await services.data.unmarkUndone(id)
      throw error
    }
    try await ActionNotes(services: services, context: context, store: store.name).note(
      .actionUndo, "entry \(id), the store is back")
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.store(store.name),
      flash: Flash("\(store.name) is back.", detail: "With everything that it held."),
      json: ["undone": .integer(id), "store": .string(store.name)])
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
    throw refusal(
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
        let changed = rows.first { found[$0.id]?.rawValue != $0.fingerprint }
        if let changed { return changed.id }
      }
    }
    return nil
  }

  /// - Returns: How many rows really changed.
  private func apply(
    _ detail: UndoDetail, _ sync: SyncContext, by who: String
  ) async throws -> Int {
    let table = sync.table(detail.table)
    let ids = detail.rows.map(\.id)
    switch detail.action {
    case .undelete: return try await bulk(.undelete, ids, table, by: who)
    case .delete: return try await bulk(.delete, ids, table, by: who)
    case .insertRemove: return try await bulk(.hardDelete, ids, table, by: who)
    case .decision:
      do {
        return try await sync.takeBack(detail.decision ?? 0, by: who)
      } catch SyncError.cannotTakeBack(let reason) {
        throw refusal("\(reason) Nothing was changed.")
      }
    case .update:
      for row in detail.rows {
        try await table.update(
          row.id, row.values, ifState: RowFingerprint(rawValue: row.fingerprint), by: who)
      }
      return ids.count
    case .revert: return try await revert(detail, sync, by: who)
    }
  }

  private func revert(
    _ detail: UndoDetail, _ sync: SyncContext, by who: String
  ) async throws -> Int {
    let changes = detail.rows.map { row in
      RowChange(
        row.isNew ? .remove : .update, table: row.table ?? detail.table, id: row.id,
        values: row.values, ifState: RowFingerprint(rawValue: row.fingerprint))
    }
    let outcome = try await sync.change(changes, by: who)
    if let problem = outcome.problems.first {
      throw refusal("\(problem.message) Nothing was changed.")
    }
    return outcome.applied.count
  }

  private func bulk(
    _ action: BulkAction, _ ids: [String], _ table: SyncTable, by who: String
  ) async throws -> Int {
    let outcome = try await table.bulk(action, ids: ids, by: who)
    if outcome.changed == 0, let problem = outcome.problems.first {
      throw refusal("\(problem.message) Nothing was changed.")
    }
    return outcome.changed
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

  private func refusal(_ reason: String) -> ConsoleError {
    ConsoleError(
      409, title: "This cannot be taken back", reason: reason, code: "cannot_undo",
      links: [.init("Audit", Links.audit)])
  }
}
