import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The Sync page, and starting pushes, pulls and syncs.
struct SyncHandlers: Sendable {
  /// Runs of an answer to a program.
  private static let runsAnswered = 25

  let services: ConsoleServices

  // MARK: - Pages

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let schedule = try await services.scheduler?.status(of: store.name)
    let live = await services.scheduler?.live?.status(of: store.name)
    if request.wantsJSON {
      return try await answerRuns(schedule, live, store, request)
    }
    let overview = try await services.data.runsOverview(
      store: store.name, RunQuery(limit: SyncPage.runsShown), isCounted: true)
    let state = try await store.sync.state()
    context.found.note(StoreSummary(state), of: store.name)
    let figures = try await services.pages.frameFigures(of: store.name, context)
    let (counts, tables) = (state.counts, state.tables.map(\.name))
    var running: Run?
    if let id = await services.runs.running(in: store.name) {
      running = try await services.data.run(id, store: store.name)
    }
    let page = SyncPage(
      facts: context.facts(store, .syncRun), remoteURL: store.info.remoteURL,
      remoteKind: remoteName(store.info.remoteKind), counts: counts,
      newest: state.newestOperation, tables: tables,
      pushedFirst: try await store.sync.pushedBeforePull(),
      isOffline: !state.isOnline,
      isFailing: figures.failure(of: store.name, StoreSummary(state)) != nil,
      pausedUntil: try await store.sync.pausedUntil, running: running,
      runs: RunLines(runs: overview.runs, notes: overview.notes, now: context.now),
      tabs: SyncTabs(
        store: store.name, current: .sync, runs: overview.count ?? 0,
        drift: DriftState(overview.driftChecks, tables: tables).remaining),
      schedule: schedule, maySetSchedule: services.mayEditStores(context), live: live,
      clock: try await store.sync.clockDifference(), responseTime: store.sync.remote.responseTime,
      abilities: RemoteDescription(remote: store.sync.remote).facts)
    return try await services.pages.page(
      "Sync/sync", title: localized("Sync"), values: page.values, request, context,
      nav: Nav(store: store.name, .sync))
  }

  private func answerRuns(
    _ schedule: ScheduleStatus?, _ live: LiveStatus?, _ store: StoreHandle,
    _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let before = try RunListRequest.before(try request.query())
    let part = try await services.data.runPage(
      store: store.name, RunQuery(before: before, limit: Self.runsAnswered))
    return services.pages.respond(
      json: [
        "schedule": schedule?.json ?? .null, "live": live?.json ?? .null,
        "runs": try await store.json(of: part.runs),
        "next": JSONValue(part.next),
      ])
  }

  // MARK: - Runs

  func start(
    _ kind: Run.Kind, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    var order = RunRequest(kind, store: store.name, by: context.who)
    if kind != .sync { order.tables = body.texts("tables") }
    if kind != .pull { order.upTo = try body.count("upTo").map(Int64.init) }
    if kind == .push {
      order.operations = try body.numbers(body.isForm ? "operation" : "operations")
      if body.form?["query"] != nil { try await takeCause(of: &order, body, store, context) }
    }
    if kind != .sync { order.ignoresPause = try body.flag("anyway") ?? false }
    if kind == .pull { order.isFull = try body.flag("full") ?? false }
    try addPreview(to: &order, body, store, context)
    // A page that the browser kept may still have the button.
    if body.isForm, let run = try services.run(usingPreviewOf: order, now: context.now) {
      return try await usedBefore(run, order, store, request, context)
    }
    if order.upTo != nil, order.tables != nil || order.previewed != nil {
      throw HTTPError(
        422, localized("upTo cannot be combined with other members. Nothing was sent."))
    }
    if let tables = order.tables {
      guard !tables.isEmpty, !tables.contains("") else {
        throw HTTPError(
          422, localized("tables is empty. Name at least one table, or leave it out for all."))
      }
    }
    if kind == .push { try await store.requireKnown(order) }
    if kind == .pull { try await store.requireNames(order.tables ?? []) }
    return try await services.startRun(order, store, request, context)
  }

  /// Limits a push to the operations with a cause, as the page that lists it knew them.
  private func takeCause(
    of order: inout RunRequest, _ body: ActionBody, _ store: StoreHandle, _ context: PageContext
  ) async throws {
    let selection = try BulkSelection(body, .operation, in: ErrorRequest.filterNames)
    guard case .matching(let items) = selection.lines else { return }
    let newest = order.upTo ?? .max
    let asked = try ErrorRequest(items)
    let query = try await services.scope(of: asked, in: store, context).query(asked)
    let operations = try await store.sync.operations(withErrors: query)
      .map(\.id).filter { $0 <= newest }
    guard !operations.isEmpty else {
      throw HTTPError(409, localized("No queued operation has this cause. Nothing was sent."))
    }
    order.operations = operations
  }

  @Sendable func switchOffline(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    guard let isOffline = try ActionBody(request).flag("offline") else {
      throw HTTPError(422, localized("offline is required: true or false. Nothing was changed."))
    }
    let was = try await store.sync.isOffline
    if !isOffline, let place = try await store.sync.movedTo,
      try !ActionBody(request).isConfirmed
    {
      return try await askToGoOnline(store, movedTo: place, request, context)
    }
    let audit = ActionAudit(services: services, context: context, store: store.name)
    await audit.announce(
      .syncRun, isOffline ? "offline" : "online", after: ["offline": .bool(isOffline)])
    try await store.sync.setOffline(isOffline)
    let stopped = isOffline ? try await services.stopRun(in: store.name, context) : nil
    var entry: Int64?
    if was != isOffline {
      let ending = stopped.map { ", run \($0.id) asked to stop" } ?? ""
      entry = try await audit.note(
        .syncRun, isOffline ? "offline\(ending)" : "online", before: ["offline": .bool(was)],
        after: ["offline": .bool(isOffline)], undo: .offline(was, store: store.name))
    }
    return try await services.pages.actionResponse(
      request, context, redirectTo: try request.ownBack() ?? Links.sync(store.name),
      flash: isOffline
        ? Self.flash(stopping: stopped) : try await flashOnline(store, undoEntry: entry),
      json: [
        "offline": .bool(isOffline), "stopping": stopped.map { .integer($0.id) } ?? .null,
      ])
  }
}

extension SyncHandlers {
  /// The notice of every page of an offline store is the answer; only a run that stops is news.
  private static func flash(stopping run: Run?) -> Flash? {
    run.map { run in
      Flash(localized("\(run.title) stops at its next safe point."), kind: .plain)
    }
  }

  private func flashOnline(_ store: StoreHandle, undoEntry: Int64?) async throws -> Flash {
    let isPending = try await store.sync.counts().pending > 0
    return Flash(
      localized("Online."),
      detail: isPending ? localized("Pending changes can be pushed now.") : "",
      undoEntry: undoEntry, offersPush: true)
  }

  /// What was copied would reach two servers.
  private func askToGoOnline(
    _ store: StoreHandle, movedTo place: String, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    var page = ConfirmActionPage(
      facts: context.facts(store, .syncRun),
      question: localized("Take \(store.name) online again?"),
      headline: localized("It was moved to \(place)."),
      text: localized(
        "Its pending changes were copied there. The next push of \(store.name) sends them to its "
          + "own server too. To prevent that, cancel them in its queue first."),
      action: Links.offline(store.name), button: localized("Go online"),
      backLink: Links.queue(store.name),
      backName: localized("Queue"))
    page.hidden = [("offline", "false")]
    return try await services.ask(
      "Confirmation/confirm-action", title: page.question, values: page.values, request, context,
      nav: Nav(store: store.name, .sync))
  }
}

extension ConsoleServices {
  /// Asks the run under way to stop, whichever process works on it; nil when there is none.
  func stopRun(in store: String, _ context: PageContext) async throws -> Run? {
    var id = await runs.running(in: store)
    if id == nil { id = try await data.runElsewhere(store: store) }
    guard let id, let run = try await runs.run(id, store: store) else { return nil }
    let by = "\(context.who), who switched the store offline"
    return try await runs.requestCancel(id, by: by) ? run : nil
  }

  /// Starts a run, or leads to the one that the store has already.
  func startRun(
    _ order: RunRequest, _ store: StoreHandle, _ request: HTTPRequest, _ context: PageContext,
    as action: ConsoleAction = .syncRun
  ) async throws -> HTTPResponse {
    let target = "\(order.kind.rawValue) of \(RunReport(order).recordedScope)"
    AuditIntent.current?.record.target = target
    let (id, isNew) = try await started(order, store, isByPage: !request.wantsJSON)
    if let key = order.previewKey {
      previews.use(key, for: id)
      pullPreviews.use(key, for: id)
    }
    let link = Links.run(store.name, id)
    if isNew {
      try await ActionAudit(services: self, context: context, store: store.name).note(
        action, "\(target), run \(id)", run: id)
    }
    return try await pages.actionResponse(
      request, context, redirectTo: link,
      flash: isNew
        ? nil
        : Flash(
          localized("This run was already in progress."),
          detail: localized("No second run was started."), kind: .warn),
      json: ["run": .integer(id), "url": .string(link)], status: 202)
  }
}

extension ConsoleServices {
  /// - Parameter isByPage: True for a button, whose reader is led to a sync that pulls all tables
  ///   anyway; a program is told that its pull was not started.
  private func started(
    _ order: RunRequest, _ store: StoreHandle, isByPage: Bool
  ) async throws -> (id: RunID, isNew: Bool) {
    do {
      return try await runs.start(order)
    } catch let error as RunError {
      guard case .busy(let id, let kind, _) = error else { throw error }
      if isByPage, kind == .sync, order.isPlainPull { return (id, false) }
      let runName = "\(kind.title) \(id)"
      throw ConsoleError(
        error.status, title: localized("\(runName) is running"), reason: error.reason,
        code: "run_under_way",
        links: [.init(kind.viewLabel(id), Links.run(store.name, id))])
    }
  }
}

extension Run.Kind {
  /// The link to a run of this kind.
  fileprivate func viewLabel(_ id: RunID) -> String {
    switch self {
    case .push: localized("View push \(id)")
    case .pull: localized("View pull \(id)")
    case .sync: localized("View sync \(id)")
    case .reconcile: localized("View reconcile \(id)")
    case .copy: localized("View copy \(id)")
    case .verify: localized("View verification \(id)")
    }
  }
}

extension StoreHandle {
  /// A mistyped name is told at once, as far as the server can be asked now; else by the run.
  fileprivate func requireNames(_ tables: [String]) async throws {
    let known = try await sync.tables().map(\.name)
    let isOffline = try await sync.isOffline
    for table in tables where !known.contains(table) && !isOffline {
      do {
        try await sync.requireKnown(table)
      } catch is RemoteError {
        return
      }
    }
  }
}

extension RunError: HTTPResponseError {
  package var status: Int {
    switch self {
    case .noTable: 422
    case .stopping: 503
    case .noSuchRun: 404
    case .busy: 409
    }
  }

  package var reason: String { description }
}
