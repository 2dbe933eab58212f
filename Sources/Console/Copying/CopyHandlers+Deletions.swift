import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// Rows that the other store deleted since they were copied, deleted here.
extension CopyHandlers {
  /// Deleting rows for good is up to those who may do so elsewhere.
  private func demandDeletion(
    _ table: String, _ store: StoreHandle, _ context: PageContext
  ) throws {
    try context.demand(
      store.softDelete(of: table).keepsRows ? .rowsDelete : .rowsHardDelete)
  }

  func askDeletions(
    _ table: String, _ query: CopyQuery, _ store: StoreHandle, _ request: HTTPRequest,
    _ context: PageContext
  ) async throws -> HTTPResponse {
    try demandDeletion(table, store, context)
    let source = try await source(query, store, context)
    let slot = try services.copying.take(for: context.owner)
    defer { slot.release() }
    let count = try await deletions(table, source, store)
    guard count > 0 else { return .seeOther(query.link(store.name)) }
    let rows = Format.count(count, "row")
    let keeps = store.softDelete(of: table).keepsRows
    var page = ConfirmActionPage(
      facts: context.facts(store, .rowsDelete),
      question: localized("Delete \(rows) of \(table) in store \(store.name)?"),
      headline: count == 1
        ? localized("It was deleted in \(source.name) since the last copy.")
        : localized("They were deleted in \(source.name) since the last copy."),
      text: keeps
        ? localized("Deleted rows go to the trash here. The next push deletes them on the server.")
        : localized("This table has no trash: the next push hard deletes the rows on the server."),
      action: Links.copy(store.name) + "/deletions", button: localized("Delete \(rows)"),
      backLink: query.link(store.name), backName: localized("Copy rows"))
    page.hidden = [("from", source.name), ("table", table), ("expect", "\(count)")]
    page.known = [(localized("Table"), table), (localized("Copied from"), source.name)]
    return try await services.ask(
      "Confirmation/confirm-action", title: page.question, values: page.values, request, context,
      nav: Nav(store: store.name, .sync))
  }

  @Sendable func copyDeletions(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    let query = try CopyQuery(body)
    guard let table = body.text("table") else {
      throw HTTPError(422, localized("table is required. Nothing was changed."))
    }
    try demandDeletion(table, store, context)
    guard body.isConfirmed else { return .seeOther(query.link(store.name)) }
    let source = try await source(query, store, context)
    let slot = try services.copying.take(for: context.owner)
    defer { slot.release() }
    try await Self.demand(body.count("expect"), found: deletions(table, source, store))
    let audit = ActionAudit(services: services, context: context, store: store.name)
    let subject = "\(table), deleted in store \(source.name)"
    await audit.announce(.rowsDelete, subject)
    let report = try await Self.explaining(query.link(store.name)) {
      try await store.sync.copyDeletions(
        of: table, from: source.sync, named: source.name, by: context.who)
    }
    var entry: Int64?
    if report.written > 0 {
      entry = try await audit.note(
        .rowsDelete, subject, count: report.written,
        undo: UndoPlan.ofDeletion(
          report.deletedIDs, report.deletion, of: table, in: store.name, store.sync))
    }
    let rows = Format.count(report.written, "row")
    return try await services.pages.actionResponse(
      request, context, redirectTo: query.link(store.name),
      flash: Flash(
        localized("\(rows) of \(table) deleted."),
        detail: report.written == 0
          ? "" : localized("Push to delete them on the server of \(store.name)."),
        undoEntry: entry, offersPush: report.written > 0),
      json: ["deleted": .integer(Int64(report.written)), "entry": JSONValue(entry)])
  }

  /// How many rows the other store deleted since they were copied.
  private func deletions(
    _ table: String, _ source: StoreHandle, _ store: StoreHandle
  ) async throws -> Int {
    try await store.sync.previewCopy(
      of: table, from: source.sync, named: source.name, options: CopyOptions()
    ).deleted
  }
}
