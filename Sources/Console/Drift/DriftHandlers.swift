import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// The drift of a store.
struct DriftHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let text = try ListFilter.text(in: request.query())
    let state = try await services.drift(of: store)
    let histories = try await services.data.driftHistories(
      store: store.name, tables: state.lines.map(\.table), limit: DriftCharts.checksMax)
    let sums = try await services.data.driftSums(store: store.name, limit: DriftCharts.checksMax)
    let watch = services.scheduler?.driftWatch
    let schedule = await watch?.schedule(of: store.name)
    let next = try await watch?.nextCheck(of: store.name)
    if request.wantsJSON {
      return services.pages.respond(
        json: [
          "tables": state.json(histories, with: text),
          "remaining": .integer(Int64(state.remaining)),
          "checks": .array(sums.map(\.json)), "schedule": schedule?.json(next) ?? .null,
        ])
    }
    let page = DriftPage(
      facts: context.facts(store, .syncRun), state: state, text: text, histories: histories,
      sums: sums,
      schedule: schedule, next: next, isOffline: try await store.sync.isOffline,
      mayChangeSchedule: services.mayEditStores(context),
      tabs: try await services.syncTabs(.drift, of: store, drift: state))
    return try await services.pages.page(
      DriftPage.template, title: localized("Drift"), values: page.values, request, context,
      nav: Nav(store: store.name, .sync))
  }
}

extension DriftSum {
  fileprivate var json: JSONValue {
    [
      "run": .integer(run), "startedAt": .string(startedAt.description),
      "finishedAt": .string(finishedAt.description), "found": .integer(Int64(found)),
      "failedTables": .integer(Int64(failedTables)),
    ]
  }
}

extension DriftSchedule {
  fileprivate func json(_ next: Timestamp?) -> JSONValue {
    [
      "everyHours": .integer(Int64(everyHours)), "words": .string(words),
      "requestsPerMinute": JSONValue(limits.requestsPerMinute.map(Int64.init)),
      "bytesPerMinute": JSONValue(limits.bytesPerMinute.map(Int64.init)),
      "nextAt": JSONValue(next),
    ]
  }
}
