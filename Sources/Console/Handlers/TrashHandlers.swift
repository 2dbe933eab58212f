import HTTPKit
import JSONKit
import SyncCore
import TemplateKit

/// The deleted rows of all tables.
struct TrashHandlers: Sendable {
  let services: ConsoleServices

  var routes: [ConsoleRoute] {
    [
      .get("/s/{store}/trash", .storeOpen, list).asFiles,
      .post(
        "/s/{store}/trash/undelete", .rowsUndelete,
        ["rows": .list(.named("RowName")), "query": .text, "expect": .integer],
        TrashUndeleteHandlers(services: services).undelete),
    ]
  }

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let asked = try TrashRequest(try request.query())
    let tables = try await store.sync.tables()
    if let table = asked.table, !tables.contains(where: { $0.name == table }) {
      throw SyncError.noSuchTable(table)
    }
    if let form = TrashExport.Form(rawValue: request.format) {
      try context.demand(.export)
      let slot = try services.exports.take(for: context.owner)
      var query = asked.query
      query.after = nil
      return TrashExport(sync: store.sync, query: query, form: form, slot: slot)
        .response(fileName: "\(store.name)-trash")
    }
    let page = try await store.sync.deletedRows(asked.query)
    let histogram = try await store.sync.trashHistogram(asked.query)
    if request.wantsJSON {
      return services.pages.respond(json: page.json(histogram))
    }
    var columns: [String: [Column]] = [:]
    for table in Set(page.rows.map(\.table)) {
      columns[table] = try await store.columns(of: table)
    }
    let view = TrashView(
      store: store.name, tables: tables, request: asked, page: page, histogram: histogram,
      people: try await store.sync.trashCounts(table: asked.table), columns: columns,
      rights: context.rowRights, now: context.now)
    return try await services.pages.page(
      TrashView.template, title: view.title, values: view.values, request, context,
      nav: Nav(store: store.name, .trash), formats: ["json", "csv", "ndjson"])
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
