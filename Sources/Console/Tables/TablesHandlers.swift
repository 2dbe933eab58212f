import HTTPKit
import JSONKit
import SyncCore
import SyncInspection

/// The tables of a store.
struct TablesHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func list(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let text = try ListFilter.text(in: request.query())
    let all = try await store.sync.tables()
    let tables = all.filter { $0.contains(text) }
    if request.wantsJSON {
      return services.pages.respond(json: ["tables": .array(tables.map(\.json))])
    }
    let page = TablesPage(
      store: store.name, all: all, tables: tables, text: text,
      permissions: context.rowPermissions, now: context.now, mayCreate: context.may(.tableCreate))
    return try await services.pages.page(
      TablesPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(store: store.name, .tables))
  }
}

extension TableSummary: Searchable {
  package var texts: [String] { [name] }
}
