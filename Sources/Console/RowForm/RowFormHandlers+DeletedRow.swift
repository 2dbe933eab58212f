import ConsoleData
import HTTPKit
import JSONKit
import Localization
import SyncCore
import SyncInspection

/// Edits of rows that left the store after their form was opened.
extension RowFormHandlers {
  /// The answer to an edit of a row that is not here.
  ///
  /// - Throws: `SyncError.noSuchRow` where the edit does not say that its row was seen here before.
  func refuse(
    editOf id: String, _ request: HTTPRequest, _ actions: RowActions
  ) async throws -> HTTPResponse {
    let table = actions.table
    let posted = request.hasJSONBody ? nil : try request.form()
    let state =
      try posted.map { $0["ifState"] } ?? request.bodyObject()["ifState"]?.string
    guard let state else { throw SyncError.noSuchRow(table: table, id: id) }
    let gone = try await actions.store.sync.rowFromHistory(table, id)
    let notice = try await notice(of: id, gone, actions)
    guard let posted, !request.wantsJSON else {
      throw ConsoleError(
        409, title: localized("This row is no longer in the store"),
        reason: [
          localized("Row \(id) of \(table) was removed from the store. Nothing was changed."),
          notice.cause(now: actions.context.now), notice.advice,
        ].compactMap { $0 }.joinedAsSentences(),
        code: SyncError.staleEdit(current: Record(id: id)).code)
    }
    let record = gone?.record ?? Record(id: id)
    let columns = try await actions.store.columns(of: table).adding(typedIn: posted, record)
    let form = RowForm(columns: columns, record: record, posted: posted)
    var page = RowFormPage(
      store: actions.store.name, table: table, form: form, record: record,
      fingerprint: RowFingerprint(rawValue: state),
      softDelete: actions.store.softDelete(of: table), list: try ListOrigin(request))
    page.staged = posted[RowFormPage.stagedField].flatMap { Int64($0) }
    page.stale = .init(
      sent: form, current: record, isDeleted: true, isSurprise: true, gone: notice,
      last: gone?.history.first, now: actions.context.now)
    return try await self.page(page, request, actions, status: 409)
  }

  private func notice(
    of id: String, _ gone: RowDetail?, _ actions: RowActions
  ) async throws -> DeletedRowNotice {
    let last = gone?.history.first
    var notice = DeletedRowNotice(
      removal: last.flatMap { $0.isRemoval ? $0 : nil }, hasHistory: gone != nil)
    // What the server took away stands in no audit.
    guard notice.removal?.source != .pull,
      let newest = try await services.newestEntry(
        about: id, of: actions.table, in: actions.store, actions.context),
      // A list of entries comes without what takes them back.
      let entry = try await services.data.auditEntry(newest.id), entry.mayTakeRowsAway
    else { return notice }
    let isPossible = try await services.undoing(entry) == .possible
    notice.entry = .init(
      id: entry.id, at: entry.at, who: entry.record.who,
      isPurge: entry.record.action == ConsoleAction.rowsPurge.rawValue,
      canUndo: isPossible && entry.canUndo(actions.context))
    return notice
  }
}

extension AuditEntry {
  /// Whether a row may have left the store by it.
  fileprivate var mayTakeRowsAway: Bool {
    let actions: [ConsoleAction] = [
      .rowsDelete, .rowsHardDelete, .rowsPurge, .queueCancel, .conflictResolve, .reconcileApply,
      .actionUndo,
    ]
    return record.result == .done && actions.contains { $0.rawValue == record.action }
  }
}

extension HistoryEntry {
  /// Whether the row went by it.
  fileprivate var isRemoval: Bool {
    switch source {
    case .local, .pull, .push: kind == "delete"
    case .resolve: true
    }
  }
}
