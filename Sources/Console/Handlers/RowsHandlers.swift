import ConsoleData
import HTTPKit
import JSONKit
import SyncCore

/// The rows of a table: as a page, as JSON, and as files.
struct RowsHandlers: Sendable {
  let services: ConsoleServices

  var routes: [ConsoleRoute] { [.get("/s/{store}/t/{table}", .storeOpen, list)] }

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let table = request.parameter("table")
    let summary = try await store.summary(of: table)
    let columns = try await store.columns(of: table)
    let asked = RowListRequest(
      path: Links.rows(store.name, table), items: try request.query(), columns: columns)
    if request.format.isEmpty, let redirect = asked.redirect { return .seeOther(redirect) }
    let isData = request.wantsJSON || !request.format.isEmpty
    if isData, let mistake = asked.mistakes.first { throw HTTPError(400, mistake) }
    if request.format == "csv" || request.format == "ndjson" {
      return try await export(asked, columns, request, context, in: store)
    }
    if request.wantsJSON {
      var page = try await page(table, asked.query, columns, in: store)
      page.ignored = asked.ignored.map(\.parameter)
      return services.pages.respond(json: page.json)
    }
    return try await show(asked, columns, summary, request, context, in: store)
  }

  private func show(
    _ asked: RowListRequest, _ columns: [Column], _ summary: TableSummary,
    _ request: HTTPRequest, _ context: PageContext, in store: OpenStore
  ) async throws -> HTTPResponse {
    var shown = RowsPage(
      store: store.name, table: summary, columns: columns, request: asked,
      problem: asked.mistakes.first, rights: context.rowRights, now: context.now)
    if shown.problem == nil {
      do {
        shown.page = try await page(summary.name, asked.query, columns, in: store)
        if asked.pick == .all {
          shown.selectable = try await selectable(asked, summary.name, in: store)
        }
      } catch let error as SyncError where error.status == 400 {
        shown.problem = error.reason
      }
    }
    return try await services.pages.page(
      RowsPage.template, title: shown.title, values: shown.values, request, context,
      nav: Nav(store: store.name, .table(summary.name)), formats: ["json", "csv", "ndjson"],
      status: shown.problem == nil ? 200 : 400)
  }

  /// A table that is configured and has no rows yet is an empty list.
  private func page(
    _ table: String, _ query: RowQuery, _ columns: [Column], in store: OpenStore
  ) async throws -> RowPage {
    do {
      return try await store.sync.rows(table, query)
    } catch SyncError.noSuchTable {
      return RowPage(
        table: table, view: query.view, columns: columns, rows: [], count: RowCount(0))
    }
  }

  /// How many of all matching rows each action would change.
  private func selectable(
    _ asked: RowListRequest, _ table: String, in store: OpenStore
  ) async throws -> RowsPage.Selectable {
    func count(_ view: RowView) async throws -> Int {
      let query = RowQuery(
        view: view, filters: asked.query.filters, size: 1, exactCount: true)
      return try await store.sync.rows(table, query).count?.value ?? 0
    }
    switch asked.view {
    case .live: return .init(deletable: try await count(.live))
    case .deleted: return .init(undeletable: try await count(.deleted))
    case .all:
      return .init(deletable: try await count(.live), undeletable: try await count(.deleted))
    case .failed, .conflicts: return .init(retryable: try await count(asked.view))
    case .pending: return .init()
    }
  }

  private func export(
    _ asked: RowListRequest, _ columns: [Column], _ request: HTTPRequest, _ context: PageContext,
    in store: OpenStore
  ) async throws -> HTTPResponse {
    try context.demand(.export)
    let table = request.parameter("table")
    let chosen = asked.chosenColumns.compactMap { name in columns.first { $0.name == name } }
    let form: RowExport.Form =
      request.format == "csv" ? .csv(CSVWriter(isRaw: asked.isRaw)) : .ndjson
    let export = try await RowExport(
      table, asked.query, columns: chosen.isEmpty ? columns : chosen, form: form, in: store.sync)
    return export.response(fileName: "\(store.name)-\(table)")
  }
}
