import ConsoleData
public import HTTPKit
import JSONKit
import Support
import SyncCore
import TemplateKit

/// The Sync page, and starting pushes, pulls and syncs.
struct SyncHandlers: Sendable {
  let services: ConsoleServices

  var routes: [ConsoleRoute] {
    [
      .get("/s/{store}/sync", .storeOpen, show),
      .post(
        "/s/{store}/push", .syncRun,
        ["tables": .list(.text), "operations": .list(.integer), "previewed": .list(.any)]
      ) {
        try await start(.push, $0, $1)
      },
      .post(
        "/s/{store}/pull", .syncRun,
        ["tables": .list(.text), "full": .boolean, "previewed": .list(.any)]
      ) {
        try await start(.pull, $0, $1)
      },
      .post("/s/{store}/sync", .syncRun) { try await start(.sync, $0, $1) },
      .post(
        "/s/{store}/push/preview", .syncRun,
        ["tables": .list(.text), "operations": .list(.integer)], preview),
      .post("/s/{store}/offline", .syncRun, ["offline": .boolean], switchOffline),
    ]
  }

  // MARK: - Pages

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let before = try olderThan(try request.query())
    let found = try await services.data.runs(
      store: store.name, before: before, limit: SyncPage.runsShown + 1)
    let runs = Array(found.prefix(SyncPage.runsShown))
    let older = found.count > runs.count ? runs.last?.id : nil
    let schedule = try await services.scheduler?.status(of: store.name)
    if request.wantsJSON {
      return services.pages.respond(
        json: [
          "schedule": schedule?.json ?? .null, "runs": .array(runs.map { $0.json(nil) }),
          "next": older.map { .integer($0) } ?? .null,
        ])
    }
    let counts = try await store.sync.counts()
    var running: Run?
    if let id = await services.runs.running(in: store.name) {
      running = try await services.data.run(id, store: store.name)
    }
    let page = SyncPage(
      facts: context.facts(store, .syncRun), remoteURL: store.info.remoteURL,
      remoteKind: remoteName(store.info.remoteKind), pending: counts.pending,
      needYou: counts.failed + counts.conflicts,
      tables: try await store.sync.tables().map(\.name),
      isOffline: try await store.sync.isOffline, running: running, runs: runs, older: older,
      isOlderPage: before != nil, schedule: schedule,
      abilities: RemoteWords(remote: store.sync.remote).facts)
    return try await services.pages.page(
      "sync", title: "Sync", values: page.values, request, context,
      nav: Nav(store: store.name, .sync))
  }

  private func olderThan(_ query: QueryItems) throws(HTTPError) -> Int64? {
    guard let text = query["before"], !text.isEmpty else { return nil }
    guard let id = Int64(text) else {
      throw HTTPError(400, "“\(text)” is not the number of a run.")
    }
    return id
  }

  // MARK: - Runs

  private func start(
    _ kind: Run.Kind, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    var order = RunOrder(kind, store: store.name, by: context.who)
    if kind != .sync { order.tables = body.texts("tables") }
    if kind == .push {
      order.operations = try body.numbers(body.isForm ? "operation" : "operations")
    }
    if kind == .pull { order.isFull = try body.flag("full") ?? false }
    try addPreview(to: &order, body)
    if let tables = order.tables {
      guard !tables.isEmpty, !tables.contains("") else {
        throw HTTPError(422, "tables is empty. Name at least one, or leave it out for all.")
      }
    }
    return try await services.startRun(order, store, request, context)
  }

  /// What the person or the program saw before.
  private func addPreview(to order: inout RunOrder, _ body: ActionBody) throws {
    var items: [JSONValue] = []
    if let form = body.form {
      let texts = form.values("previewed")
      items = texts.map { (try? JSONValue(parsing: $0)) ?? .string($0) }
    } else {
      items = body.json?["previewed"]?.array ?? []
    }
    guard !items.isEmpty || body.json?["previewed"]?.array != nil else { return }
    let wrong = HTTPError(
      422, "previewed holds something that no preview gave. Take a new preview. Nothing was sent.")
    if order.kind == .push {
      guard order.operations == nil, order.tables == nil else {
        throw HTTPError(422, "Send previewed alone: it names the operations. Nothing was sent.")
      }
      order.previewed = try items.map { item in
        guard let one = item.string.flatMap({ PreviewedSend($0) }) ?? PreviewedSend(item) else {
          throw wrong
        }
        return one
      }
    } else {
      order.previewedPulls = try items.map { item in
        guard let one = PreviewedPull(item) else { throw wrong }
        return one
      }
    }
  }

  @Sendable func preview(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    var order = RunOrder(.push, store: store.name, by: context.who)
    order.tables = body.texts("tables")
    order.operations = try body.numbers(body.isForm ? "operation" : "operations")
    let operations = try await store.sync.pushPreview(order.pushScope)
    if request.wantsJSON {
      return services.pages.respond(json: ["operations": .array(operations.map(\.json))])
    }
    var page = PreviewPage(facts: context.facts(store, .syncRun), operations: operations)
    for table in Set(operations.map(\.table)) {
      page.columns[table] = try await store.columns(of: table)
    }
    return try await services.pages.page(
      "preview", title: "Preview of the push", values: page.values, request, context,
      nav: Nav(store: store.name, .sync), formats: [])
  }

  @Sendable func switchOffline(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    guard let isOffline = try ActionBody(request).flag("offline") else {
      throw HTTPError(422, "offline is missing: give true or false. Nothing was changed.")
    }
    let was = try await store.sync.isOffline
    try await store.sync.setOffline(isOffline)
    if was != isOffline {
      try await ActionNotes(services: services, context: context, store: store.name).note(
        .syncRun, isOffline ? "offline" : "online", before: ["offline": .bool(was)],
        after: ["offline": .bool(isOffline)], undo: .offline(was, store: store.name))
    }
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.sync(store.name),
      flash: isOffline
        ? Flash("This store is offline.", detail: "Changes are kept here until you go online.")
        : Flash("This store is online.", detail: "Push sends what waited."),
      json: ["offline": .bool(isOffline)])
  }
}

extension ConsoleServices {
  /// Starts a run, or leads to the one that the store has already.
  func startRun(
    _ order: RunOrder, _ store: OpenStore, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    guard try await !store.sync.isOffline else { throw SyncError.offline }
    let (id, isNew) = try await runs.start(order)
    let link = Links.run(store.name, id)
    if isNew {
      try await ActionNotes(services: self, context: context, store: store.name).note(
        .syncRun, "\(order.kind.rawValue) of \(RunReport(order).scope), run \(id)")
    }
    return try await pages.actionResponse(
      request, context, redirectTo: link,
      flash: isNew
        ? nil
        : Flash(
          "This run was under way already.", detail: "No second one was started.", kind: .warn),
      json: ["run": .integer(id), "url": .string(link)], status: 202)
  }
}

extension RunError: HTTPResponseError {
  public var status: Int {
    switch self {
    case .noTable: 422
    case .stopping: 503
    case .noSuchRun: 404
    }
  }

  public var reason: String { description }
}
