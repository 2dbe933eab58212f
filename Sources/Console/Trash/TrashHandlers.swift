import HTTPKit
import JSONKit
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The deleted rows of all tables.
struct TrashHandlers: Sendable {
  let services: ConsoleServices

  /// The values stand as JSON in one column: each table has columns of its own.
  private func export(
    _ query: TrashQuery, _ store: StoreHandle, _ file: ListFile, _ slot: ConcurrencyLimiter.Slot
  ) async throws -> ObjectExport<String> {
    let snapshot = try await store.sync.snapshot()
    let columns = ["table", "id", "deletedAt", "by", "values"]
    return ObjectExport(
      file: file, columns: columns, times: ["deletedAt"], slot: slot
    ) { place in
      var query = query
      (query.after, query.before) = (place, nil)
      query.size = 500
      query.wantsCount = false
      let page = try await snapshot.deletedRows(query)
      if page.next == nil { snapshot.end() }
      return (page.json["rows"]?.array ?? [], page.next)
    }
  }

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let items = try request.query()
    let asked: TrashRequest
    do {
      asked = try TrashRequest(items)
    } catch {
      guard !request.wantsJSON, request.format.isEmpty else { throw error }
      return try await refuse(items, error.reason, store, request, context)
    }
    context.found.noteAddress(asked.items(at: asked.cursor, pick: asked.pick))
    let tables = try await store.sync.tables()
    if let table = asked.table, !tables.contains(where: { $0.name === table }) {
      throw SyncError.noSuchTable(table)
    }
    if let file = ListFile(rawValue: request.format) {
      try context.demand(.export)
      let slot = try services.exports.take(for: context.owner)
      let export = try await export(asked.query, store, file, slot)
      return file.response(export, name: "\(store.name)-trash")
    }
    let page = try await store.sync.deletedRows(asked.query)
    let histogram = try await store.sync.trashHistogram(asked.query)
    if request.wantsJSON {
      return services.pages.respond(json: page.json(histogram))
    }
    var view = try await view(asked, page, histogram, tables, store, context)
    if view.chart == nil, asked.isFiltered {
      // Of the same rows, so that the chart and the list below it stay in their places.
      view.chart = try await store.sync.trashHistogram(asked.query, spansAll: true).flatMap {
        TrashChart(store: store.name, request: asked, histogram: $0, now: context.now).chart
      }
    }
    return try await services.pages.page(
      TrashView.template, title: view.title, values: view.values, request, context,
      nav: Nav(store: store.name, .trash), formats: ["json", "csv", "ndjson"],
      whole: Pages.wholeList(page.count, "row"))
  }

  /// The page without rows, with what was typed and what is wrong with it.
  private func refuse(
    _ items: QueryItems, _ reason: String, _ store: StoreHandle, _ request: HTTPRequest,
    _ context: PageContext
  ) async throws -> HTTPResponse {
    let given = { (names: UTF8Set) in
      QueryItems(items.items.filter { names.contains($0.name) })
    }
    // The text may be what is wrong.
    let asked =
      try (try? TrashRequest(given(["table", "by", "text"])))
      ?? TrashRequest(given(["table", "by"]))
    var view = try await view(
      asked, TrashPage(rows: [], count: 0), nil, try await store.sync.tables(), store, context)
    let zone = PageZone.current
    view.refused = .init(
      reason: reason, text: items["text"], from: items["from"].map(zone.control(typed:)),
      until: items["to"].map(zone.control(typed:)))
    return try await services.pages.page(
      TrashView.template, title: view.title, values: view.values, request, context,
      nav: Nav(store: store.name, .trash), formats: [], status: 400)
  }

  private func view(
    _ asked: TrashRequest, _ page: TrashPage, _ histogram: TrashHistogram?,
    _ tables: [TableSummary], _ store: StoreHandle, _ context: PageContext
  ) async throws -> TrashView {
    var columns: UTF8Dictionary<[Column]> = [:]
    for table in UTF8Set(page.rows.map(\.table)) {
      columns[table] = try await store.columns(of: table)
    }
    return TrashView(
      store: store.name, tables: tables, request: asked, page: page, histogram: histogram,
      chart: histogram.flatMap { histogram in
        TrashChart(store: store.name, request: asked, histogram: histogram, now: context.now).chart
      },
      counts: try await store.sync.trashTables(asked.query),
      people: try await store.sync.trashCounts(asked.query), columns: columns,
      permissions: context.rowPermissions,
      readOnlyTables: UTF8Set(
        tables.filter { $0.readOnlyReason != nil }.map(\.name)),
      pushes: try await FollowUpPush(services: services, store: store, context: context)
        .isPossible, now: context.now)
  }
}

extension TrashPage {
  /// With the histogram as `deletions`.
  fileprivate func json(_ histogram: TrashHistogram?) -> JSONValue {
    guard var object = json.object else { return json }
    object["count"] = .integer(Int64(count))
    object["deletions"] =
      histogram.map { histogram in
        [
          "from": JSONValue(histogram.start), "seconds": .integer(histogram.binSeconds),
          "rows": .array(histogram.bins.map { .integer(Int64($0)) }),
          "unknown": .integer(Int64(histogram.unknown)),
        ]
      } ?? .null
    return .object(object)
  }
}
