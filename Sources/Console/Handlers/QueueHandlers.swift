import ConsoleData
import HTTPKit
import JSONKit
import SyncCore
import TemplateKit

/// The operation queue, its operations, and what can be done to them.
struct QueueHandlers: Sendable {
  let services: ConsoleServices

  var routes: [ConsoleRoute] {
    [
      .get("/s/{store}/queue", .storeOpen, list),
      .post("/s/{store}/queue/bulk", .queueRetry, ["action", "ids"], bulk),
      .get("/s/{store}/queue/{operation}", .storeOpen, show),
      .post("/s/{store}/queue/{operation}/cancel", .queueCancel, cancel),
      .post("/s/{store}/queue/{operation}/retry", .queueRetry, retry),
    ]
  }

  // MARK: - Pages

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let asked = try QueueRequest(try request.query())
    let page = try await store.sync.operations(asked.query)
    if request.wantsJSON { return services.pages.respond(json: page.json) }
    var counts: [String: Int] = [:]
    for tab in QueuePage.tabs {
      let query = OperationQuery(states: tab.states, table: asked.table, size: 1)
      counts[tab.word] = try await store.sync.operations(query).count
    }
    let values = QueuePage(
      facts: context.facts(store, .queueRetry), request: asked, page: page, counts: counts,
      oldestAt: try await store.sync.operations(OperationQuery(table: asked.table, size: 1))
        .operations.first?.queuedAt,
      errors: try await store.sync.errors(table: asked.table),
      tables: try await store.sync.tables().map(\.name)
    ).values
    let all = counts["", default: 0]
    return try await services.pages.page(
      "queue", title: all > 0 ? "Queue (\(Format.number(all)))" : "Queue", values: values, request,
      context, nav: Nav(store: store.name, .queue))
  }

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let detail = try await operation(request, store)
    let info = detail.info
    let row = try await store.sync.row(info.table, info.itemID)
    let why = row?.why ?? []
    if request.wantsJSON { return services.pages.respond(json: detail.json(why: why)) }
    if try request.query()["confirm"] == "cancel" {
      return try await askBeforeCancel(detail, store, request, context)
    }
    let values = OperationView(
      facts: context.facts(store, .queueRetry), detail: detail,
      columns: try await store.columns(of: info.table),
      error: row?.errors.first { $0.operationID == info.id },
      why: why
    ).values
    return try await services.pages.page(
      "operation", title: info.title, values: values, request, context,
      nav: Nav(store: store.name, .queue))
  }

  private func operation(
    _ request: HTTPRequest, _ store: OpenStore
  ) async throws -> OperationDetail {
    let id = try request.number("operation")
    guard let detail = try await store.sync.operation(id) else {
      throw SyncError.noSuchOperation(id)
    }
    return detail
  }

  private func askBeforeCancel(
    _ detail: OperationDetail, _ store: OpenStore, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let info = detail.info
    var page = ConfirmActionPage(
      facts: context.facts(store, .queueCancel),
      question: "Cancel \(info.kind.name) \(info.id) of store \(store.name)?",
      headline: info.kind == .insert
        ? "The new row leaves this store." : "The change is taken back here.",
      text: info.kind == .insert
        ? "It was never on the server, so nothing of it remains but its history."
        : "The row goes back to what the server had. The server is not touched.",
      action: Links.operation(store.name, info.id, action: "cancel"),
      button: "Cancel \(info.kind.name) \(info.id)",
      backLink: Links.operation(store.name, info.id), backName: info.title)
    page.known = [
      ("Row", info.itemID), ("Table", info.table), ("Queued", Format.full(info.queuedAt)),
    ]
    return try await services.pages.page(
      "confirm-action", title: page.question, values: page.values, request, context,
      nav: Nav(store: store.name, .queue), formats: [])
  }

  // MARK: - Actions

  @Sendable func cancel(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let detail = try await operation(request, store)
    let info = detail.info
    guard try ActionBody(request).isConfirmed else {
      return .seeOther(Links.confirmation(Links.operation(store.name, info.id), "cancel"))
    }
    try await store.sync.cancel(info.id, by: context.who)
    let entry = try await ActionNotes(services: services, context: context, store: store.name)
      .note(
        .queueCancel, "\(info.kind.name) \(info.id) of \(info.itemID) in \(info.table)", count: 1,
        before: JSONValue(detail.local ?? detail.item),
        undo: try await TakenBack(store: store, detail: detail).undo())
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.queue(store.name),
      flash: Flash(
        "\(info.title) cancelled.", detail: "The row is as the server had it.", undoEntry: entry),
      json: ["operation": .integer(info.id), "cancelled": true])
  }

  @Sendable func retry(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let info = try await operation(request, store).info
    try await store.sync.retry(info.id, by: context.who)
    try await ActionNotes(services: services, context: context, store: store.name).note(
      .queueRetry, "\(info.kind.name) \(info.id) of \(info.itemID) in \(info.table)", count: 1)
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.operation(store.name, info.id),
      flash: Flash("\(info.title) is ready again.", detail: "It goes out with the next push."),
      json: ["operation": .integer(info.id), "state": "pending"])
  }

  @Sendable func bulk(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    guard let word = try body.text("action"), let action = QueueBulk.Action(rawValue: word) else {
      throw HTTPError(422, "Choose an action: retry or cancel. Nothing was changed.")
    }
    try context.demand(action == .retry ? .queueRetry : .queueCancel)
    let ids = try body.numbers(body.isForm ? "id" : "ids") ?? []
    guard !ids.isEmpty else {
      throw HTTPError(422, "No operation was ticked. Nothing was changed.")
    }
    let bulk = QueueBulk(action: action, ids: ids, store: store, services: services)
    if action == .cancel, !body.isConfirmed { return try await bulk.ask(request, context) }
    return try await bulk.perform(request, context)
  }
}
