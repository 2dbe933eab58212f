import ConsoleData
import HTTPKit
import Localization
import Support
import SyncCore
import SyncInspection

/// What a decision comes to that somebody else was faster with.
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
      nav: Nav(store: store.name, .errors), formats: [], status: 409)
  }
}
