import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// The drift of a store.
struct DriftHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let query = try request.query()
    let text = try ListFilter.text(in: query)
    let whole = try await services.drift(of: store)
    var table: TableSummary?
    if let name = query["table"], !name.isEmpty { table = try await store.summary(of: name) }
    let state = table.map { whole.only($0.name) } ?? whole
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
          "remaining": .integer(Int64(whole.remaining)),
          "checks": .array(sums.map(\.json)), "schedule": schedule?.json(next) ?? .null,
        ])
    }
    let tabs =
      if let table {
        try await store.tabs(
          .drift, of: table, maySeeSettings: services.maySeeSettings(context))
      } else { try await services.syncTabs(.drift, of: store, drift: whole).page }
    let page = DriftPage(
      facts: context.facts(store, .syncRun), table: table?.name, state: state, text: text,
      histories: histories, sums: sums,
      schedule: schedule, next: next, isOffline: try await store.sync.isOffline,
      mayChangeSchedule: services.mayEditStores(context),
      tabs: tabs)
    return try await services.pages.page(
      DriftPage.template, title: page.title, values: page.values, request, context,
      nav: Nav(store: store.name, table.map { .table($0.name, .drift) } ?? .sync))
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
