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
    let tables = try await store.sync.tables()
    if request.wantsJSON {
      return services.pages.respond(json: ["tables": .array(tables.map(\.json))])
    }
    let page = TablesPage(
      store: store.name, tables: tables, permissions: context.rowPermissions, now: context.now,
      mayCreate: context.may(.tableCreate))
    return try await services.pages.page(
      TablesPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(store: store.name, .tables))
  }
}
