import ConsoleData
import HTTPKit
import JSONKit
import Localization
import SyncCore

/// The runs of a store.
struct RunListHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let asked = try RunListRequest(try request.query(), size: ListSize.standard(request))
    let part = try await services.data.runPage(store: store.name, asked.query)
    let count = try await services.data.runCount(store: store.name, asked.query)
    if request.wantsJSON {
      return services.pages.respond(
        json: [
          "runs": try await store.json(of: part.runs), "count": .integer(Int64(count)),
          "next": JSONValue(part.next),
        ])
    }
    let page = RunListPage(
      facts: context.facts(store, .syncRun), request: asked,
      lines: try await services.lines(of: part.runs, in: store.name, now: context.now),
      count: count,
      part: part, newest: try await store.sync.highestOperation(),
      tabs: try await services.syncTabs(.runs, of: store))
    return try await services.pages.page(
      RunListPage.template, title: localized("Runs"), values: page.values, request, context,
      nav: Nav(store: store.name, .sync))
  }
}

extension StoreHandle {
  /// Runs as their pages answer them, with the messages of their problems as whoever reads now may
  /// see them.
  func json(of runs: [Run]) async throws -> JSONValue {
    var list: [JSONValue] = []
    for run in runs { list.append(try await covered(run).json(nil)) }
    return .array(list)
  }
}
