import ConsoleData
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// What is said once rows were taken back.
extension UndoHandlers {
  /// - Parameter next: What comes next for the rows that were taken back.
  func message(
    of entry: AuditEntry, _ detail: UndoPlan, _ changed: Int, _ left: [UndoPlan.LeftRow],
    _ next: String, _ context: PageContext
  ) async throws -> Flash {
    let isOfOne = left.isEmpty && changed == 1 && detail.action != .insertRemove
    let named = isOfOne ? try await sentence(ofOnly: detail, context) : nil
    let done = named ?? Self.sentence(of: detail, entry.record, changed)
    guard !left.isEmpty else { return Flash(done, detail: next, offersPush: true) }
    return Flash(done, detail: Self.stay(left), kind: .warn, offersPush: true)
  }

  /// To the error that waits for a decision again: that of the only row, else the list of all.
  func reviewStep(
    of record: AuditRecord, _ sync: SyncContext, _ store: String
  ) async throws -> NextStep? {
    let row = record.row ?? (record.names.count == 1 ? record.names[0].row : nil)
    guard let row else {
      guard try await sync.state().counts.needYou > 0 else { return nil }
      return NextStep(localized("Errors"), Links.errors(store))
    }
    let operations = try await sync.queuedOperations(of: row.table, [row.id]).map(\.id)
    let query = ErrorQuery(operations: .only(operations), size: 1)
    guard !operations.isEmpty, let error = try await sync.errorPage(query).errors.first else {
      return nil
    }
    return NextStep(
      error.isConflict ? localized("Review conflict") : localized("Review error"),
      Links.error(store, error.id))
  }

  /// What was decided, on the row by its name or on how many rows.
  private static func sentence(ofDecision record: AuditRecord, _ changed: Int) -> String {
    let isOfOne = changed == 1 && record.names.count == 1
    let rows = isOfOne ? quoted(record.names[0].name) : Format.count(changed, "row")
    return switch (ConsoleAction(rawValue: record.action), record.resolution) {
    case (.queueRetry?, _), (_, .retry?): localized("Undone: retry of \(rows).")
    case (.queueCancel?, _): localized("Undone: cancellation of changes to \(rows).")
    case (_, .discard?): localized("Undone: discard of changes to \(rows).")
    case (_, .removeRow?): localized("Undone: removal of \(rows) from this store.")
    case (.conflictResolve?, _): localized("Undone: resolution of \(rows).")
    default: localized("Undone: \(rows).")
    }
  }

  /// The row by its name, and the column that has its value again; nil where there are several rows,
  /// and for a row that is gone now.
  private func sentence(ofOnly detail: UndoPlan, _ context: PageContext) async throws -> String? {
    let rows = detail.all.flatMap { part in part.rows.map { (part.table, $0) } }
    guard detail.action != .decision, rows.count == 1, let (table, row) = rows.first,
      let sync = try await services.stores.context(of: detail.store),
      let info = services.stores.store(detail.store)
    else { return nil }
    let place = row.table ?? table
    let store = StoreHandle(info: info, sync: sync)
    let shown = try await ValueMasking.forAnswer { try await sync.row(place, row.id) }
    guard let shown else { return nil }
    guard detail.action == .update, !row.values.isEmpty else {
      let name = quoted(RowTitle(columns: shown.columns).title(shown.record))
      return switch detail.action {
      case .undelete: localized("Undone: deletion of \(name).")
      case .delete: localized("Undone: \(name) is deleted again.")
      case .update, .insertRemove, .revert, .decision, .importBack:
        localized("Undone: \(name) of \(place).")
      }
    }
    return try await EditedColumns(row.values.names, shown, now: context.now, in: store)
      .undoneSentence
  }

  /// What was taken back on so many rows.
  private static func sentence(
    of detail: UndoPlan, _ record: AuditRecord, _ changed: Int
  ) -> String {
    let rows = Format.count(changed, "row")
    let tables = detail.all.map(\.table).joinedAsList()
    switch detail.action {
    case .decision: return sentence(ofDecision: record, changed)
    case .undelete: return localized("Undone: deletion of \(rows) of \(tables).")
    case .delete: return localized("Undone: undelete of \(rows) of \(tables).")
    case .insertRemove:
      guard changed == 1, record.names.count == 1 else {
        return localized("Undone: creation of \(rows) of \(tables).")
      }
      let name = quoted(record.names[0].name)
      return localized("Undone: creation of \(name).")
    case .importBack: return localized("Undone: import of \(rows) of \(tables).")
    case .update, .revert: return localized("Undone: changes to \(rows) of \(tables).")
    }
  }

  private static func stay(_ left: [UndoPlan.LeftRow]) -> String {
    let sentence = left.first?.sentence ?? ""
    return ActionReport.skipped(left.count) + sentenceSpace
      + (left.count == 1 ? sentence : localized("First: \(sentence)"))
  }
}

extension ConsoleServices {
  /// A button that pushes all that is pending in a store, for a page of no store; nil where nothing
  /// can be pushed now.
  func pushStep(
    _ sync: SyncContext, _ store: String, _ context: PageContext
  ) async throws -> NextStep? {
    pages.pushStep(stores.store(store), StoreSummary(try await sync.state()), context)
  }
}
