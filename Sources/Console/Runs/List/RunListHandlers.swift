import ConsoleData
import HTTPKit
import JSONKit

/// The runs of a store.
struct RunListHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let asked = try RunListRequest(try request.query(), size: ListSize.standard(request))
    let found = try await services.data.runs(store: store.name, asked.query(extra: 1))
    let runs = Array(found.prefix(asked.size))
    let next = found.count > runs.count ? runs.last?.id : nil
    let count = try await services.data.runCount(store: store.name, asked.query())
    if request.wantsJSON {
      return services.pages.respond(
        json: [
          "runs": try await store.json(of: runs), "count": .integer(Int64(count)),
          "next": JSONValue(next),
        ])
    }
    let page = RunListPage(
      facts: context.facts(store, .syncRun), request: asked, runs: runs,
      notes: try await services.data.notes(store: store.name, runs: runs.map(\.id))
        .mapValues(\.count), count: count, next: next,
      tabs: try await services.syncTabs(.runs, of: store.name))
    return try await services.pages.page(
      RunListPage.template, title: "Runs", values: page.values, request, context,
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
