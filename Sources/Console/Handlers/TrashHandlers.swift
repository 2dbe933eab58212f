import ConsoleData
import HTTPKit
import JSONKit
import SyncCore

/// The deleted rows of all tables, and bringing them back.
struct TrashHandlers: Sendable {
  let services: ConsoleServices

  var routes: [ConsoleRoute] {
    [
      .get("/s/{store}/trash", .storeOpen, list),
      .post("/s/{store}/trash/undelete", .rowsUndelete, ["rows"], undelete),
    ]
  }

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let items = try request.query()
    let size = items["size"].map { Int($0) ?? 0 } ?? RowListRequest.sizeDefault
    guard (1...500).contains(size) else {
      throw HTTPError(400, "“\(items["size"] ?? "")” is no page size. Take 1 to 500.")
    }
    func given(_ name: String) -> String? { items[name].flatMap { $0.isEmpty ? nil : $0 } }
    let query = TrashQuery(table: given("table"), size: size, after: given("after"))
    let tables = try await store.sync.tables()
    if let table = query.table, !tables.contains(where: { $0.name == table }) {
      throw SyncError.noSuchTable(table)
    }
    let page = try await store.sync.deletedRows(query)
    if request.wantsJSON { return services.pages.respond(json: page.json) }
    var columns: [String: [Column]] = [:]
    for table in Set(page.rows.map(\.table)) {
      columns[table] = try await store.columns(of: table)
    }
    let view = TrashView(
      store: store.name, tables: tables, query: query, page: page, columns: columns,
      isAllTicked: items["_pick"] == "page", rights: context.rowRights, now: context.now)
    return try await services.pages.page(
      TrashView.template, title: view.title, values: view.values, request, context,
      nav: Nav(store: store.name, .trash))
  }

  @Sendable func undelete(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let keys = try keys(request)
    var outcome = BulkOutcome()
    var entries: [Int64] = []
    var tables: [String] = []
    for key in keys where !tables.contains(key.table) { tables.append(key.table) }
    for table in tables {
      let actions = RowActions(services: services, store: store, table: table, context: context)
      let ids = keys.filter { $0.table == table }.map(\.id)
      let part = try await actions.rows.bulk(.undelete, ids: ids, by: context.who)
      outcome.changed += part.changed
      outcome.problems += part.problems
      let refused = Set(part.problems.map(\.id))
      let undo = try await actions.undo(.delete, ids.filter { !refused.contains($0) })
      let entry = try await actions.note(
        .rowsUndelete, target: table, count: part.changed, undo: undo)
      if let entry { entries.append(entry) }
    }
    return try await services.pages.actionResponse(
      request, context, redirectTo: back(request, store),
      // One button takes back one entry: with several tables each is undone in the audit.
      flash: flash(outcome, entries.count == 1 ? entries.first : nil), json: outcome.json)
  }

  private func keys(_ request: HTTPRequest) throws -> [TrashKey] {
    guard request.hasJSONBody else {
      return try request.form().values("row").map { text in
        guard let key = TrashKey(text) else {
          throw HTTPError(400, "“\(text)” names no row of the trash.")
        }
        return key
      }
    }
    let wanted = HTTPError(400, "Send {\"rows\":[{\"table\":…,\"id\":…}]}.")
    guard let rows = try request.bodyObject()["rows"]?.array else { throw wanted }
    return try rows.map { row in
      guard let table = row["table"]?.string, let id = row["id"]?.string else { throw wanted }
      return TrashKey(table: table, id: id)
    }
  }

  private func back(_ request: HTTPRequest, _ store: OpenStore) throws -> String {
    let form = request.hasJSONBody ? QueryItems() : try request.form()
    return Links.with(
      Links.trash(store.name), QueryItems(decoding: form["back"] ?? "") ?? QueryItems())
  }

  private func flash(_ outcome: BulkOutcome, _ entry: Int64?) -> Flash {
    let rows = Format.count(outcome.changed, "row")
    if let first = outcome.problems.first {
      return Flash(
        "\(rows) undeleted.",
        detail: "\(Format.number(outcome.problems.count)) left as they are. "
          + "The first: \(first.message)",
        kind: .warn, undoEntry: entry)
    }
    guard outcome.changed > 0 else {
      return Flash("No row was ticked.", detail: "Nothing was changed.", kind: .warn)
    }
    return Flash(
      "\(rows) undeleted.", detail: "They go out with the next push.", undoEntry: entry)
  }
}
