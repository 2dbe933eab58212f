import HTTPKit
import JSONKit
import SyncCore
import SyncInspection

/// The tables of a store.
struct TablesHandlers: Sendable {
  let services: ConsoleServices

  /// How long the tables are measured, the smallest first.
  static let measureTime = Duration.milliseconds(100)

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
      sizes: try await store.sync.sizes(
        of: tables.sorted { $0.live + $0.deleted < $1.live + $1.deleted }.map(\.name),
        within: Self.measureTime),
      permissions: context.rowPermissions, now: context.now, mayCreate: context.may(.tableCreate))
    return try await services.pages.page(
      TablesPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(store: store.name, .tables))
  }
}

extension TableSummary: Searchable {
  package var texts: [String] { [name] }
}
