import ConsoleData
import HTTPKit
import Support
import SyncCore

/// What a monitoring system asks for every few seconds.
struct MetricsHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    var stores: [StoreMetrics] = []
    var isUp: [MetricsText.Sample] = []
    for info in services.stores.stores where context.sees(info.name) {
      // A store that cannot be read is a figure too, and must not hide the others.
      let metrics = try await metrics(of: info.name)
      isUp.append(.init([("store", info.name)], metrics.summary.trouble == nil ? 1 : 0))
      stores.append(metrics)
    }
    var text = MetricsText()
    text.add(
      "syncline_info", .gauge, "The version of the program.",
      [.init([("version", services.configuration.version)], 1)])
    text.add(
      "syncline_uptime_seconds", .gauge, "How long the console is up.",
      [.init(milliseconds: context.now.milliseconds - services.startedAt.milliseconds)])
    text.add(
      "syncline_http_requests_total", .counter, "Requests answered by the console.",
      services.requests.byClass.map { .init([("status", $0.name)], $0.count) })
    text.add(
      try await services.data.openAlerts().filter { alert in
        alert.cause.store.map(context.sees) ?? true
      })
    text.add("syncline_store_up", .gauge, "0 for a store that cannot be read.", isUp)
    text.add(stores, now: context.now)
    return HTTPResponse(
      200, headers: ["Content-Type": MetricsText.contentType],
      body: .bytes(Array(text.text.utf8)))
  }

  private func metrics(of store: String) async throws -> StoreMetrics {
    StoreMetrics(
      store: store, summary: await services.stores.standing(of: store),
      runs: try await services.data.runCounts(store: store),
      ends: try await services.data.lastRunEnds(store: store),
      schedule: try await services.scheduler?.status(of: store),
      drift: try await services.data.driftChecks(store: store),
      live: await services.scheduler?.live?.status(of: store))
  }
}
