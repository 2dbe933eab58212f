import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Answers to decisions on an error that is settled, and to visits of its address.
extension ErrorHandlers {
  /// That the error is settled; nil for one that nobody saw and that no decision of late settled.
  func settled(_ request: HTTPRequest, _ store: StoreHandle) async throws -> SyncError? {
    let id = request.parameter("error")
    var wasThere = try ActionBody(request).text(Precondition.field) != nil
    if !wasThere { wasThere = try await store.sync.rows(ofSettled: [id])[id] != nil }
    return wasThere ? .settledSinceSeen(what: localized("Error \(id)")) : nil
  }

  /// The answer to the decision of a form whose error is settled; nil where it cannot be said by
  /// whom.
  func settled(
    _ request: HTTPRequest, _ store: StoreHandle, _ context: PageContext
  ) async throws -> HTTPResponse? {
    guard !request.wantsJSON, let posted = try ActionBody(request).form,
      let row = ResolvedRow(posted)
    else { return nil }
    return try await settled(row, posted, request, store, context)
  }

  /// The answer to a visit of a settled error's address: the row's current error if it has one,
  /// else what happened to the row; nil for an error that no recent decision settled, and to
  /// programs.
  func successor(
    _ request: HTTPRequest, _ store: StoreHandle, _ context: PageContext
  ) async throws -> HTTPResponse? {
    let id = request.parameter("error")
    guard !request.wantsJSON, let found = try await store.sync.rows(ofSettled: [id])[id] else {
      return nil
    }
    let row = ResolvedRow(table: found.table, id: found.id)
    guard let error = try await store.sync.row(row.table, row.id)?.errors.first else {
      return try await settled(row, nil, request, store, context)
    }
    return try await services.pages.actionResponse(
      request, context, redirectTo: try ListOrigin(request).on(Links.error(store.name, error.id)),
      flash: Flash(
        localized("The error you opened is resolved."),
        detail: localized("This is the row’s current error."), kind: .plain),
      json: .null)
  }

  /// - Parameter posted: The decision that came too late; nil for a visit.
  private func settled(
    _ row: ResolvedRow, _ posted: QueryItems?, _ request: HTTPRequest, _ store: StoreHandle,
    _ context: PageContext
  ) async throws -> HTTPResponse {
    let here = try await store.sync.row(row.table, row.id)
    var detail = here
    if detail == nil { detail = try await store.sync.rowFromHistory(row.table, row.id) }
    let entry = try await services.newestEntry(about: row.id, of: row.table, in: store, context)
    let page = AlreadyResolvedPage(
      facts: context.facts(store, .conflictResolve), row: row, list: try ListOrigin(request),
      last: detail?.history.first, entry: entry?.id, isHere: here != nil, posted: posted)
    return try await services.pages.page(
      AlreadyResolvedPage.template, title: AlreadyResolvedPage.title, values: page.values, request,
      context,
      nav: Nav(store: store.name, .errors), formats: [], status: posted == nil ? 404 : 409)
  }
}
