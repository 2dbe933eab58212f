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
        table, filter: asked.filter, after: asked.cursor.after, limit: asked.size)
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
      page: page, asked: asked, pager: pager(of: page, asked, store, context), store: store.name,
      table: table, mayPull: context.may(.syncRun), now: context.now)
    return try await services.pages.page(
      ServerRowsPage.template, title: localized("\(table) on the server"), values: view.values,
      request, context, nav: Nav(store: store.name, .table(table)))
  }

  /// Servers are read forwards only: the page before is one that the person came from.
  private func pager(
    of page: ServerRows, _ asked: ServerRowsRequest, _ store: StoreHandle, _ context: PageContext
  ) -> ListPager {
    let path = Links.serverRows(store.name, page.table)
    let address = Links.with(path, asked.items(at: asked.cursor))
    var pager = asked.pager(path, shown: page.rows.count, previous: nil, next: page.next)
    if !pager.isFirst {
      pager.rememberedLink = services.pagesBefore.find(address, of: context.owner)
    }
    if let next = pager.nextLink { services.pagesBefore.put(address, as: next, of: context.owner) }
    return pager
  }
}
