import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// The rows of a table as the server has them now, page by page; nothing is stored.
struct ServerRowsHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let table = request.parameter("table")
    let asked = try ServerRowsRequest(request)
    // How many rows a filter finds tells what is in the columns that it names.
    if asked.filter != nil {
      try store.demandUncovered(table, back: Links.serverRows(store.name, table))
    }
    let page: ServerRows
    do {
      page = try await store.sync.serverRows(
        table, filter: asked.filter, after: asked.cursor, limit: asked.limit)
    } catch let failure as RemoteError {
      throw ConsoleError.remoteFailed(
        failure, title: localized("The server’s rows could not be read"),
        links: [
          .init(localized("Back to \(table)"), Links.rows(store.name, table)),
          .init(localized("Read from the start"), Links.serverRows(store.name, table)),
        ])
    }
    if request.wantsJSON { return services.pages.respond(json: page.json) }
    let view = ServerRowsPage(
      page: page, asked: asked, store: store.name, table: table, mayPull: context.may(.syncRun),
      now: context.now)
    return try await services.pages.page(
      ServerRowsPage.template, title: localized("\(table) on the server"), values: view.values,
      request, context, nav: Nav(store: store.name, .table(table)))
  }
}
