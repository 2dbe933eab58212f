import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// One run: its page, its progress as events, and cancelling it.
struct RunHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let run = try await store.covered(try await services.run(request, store))
    let progress = run.state == .running ? await services.runs.progress(run.id) : nil
    let notes = try await services.data.notes(store: store.name, runs: [run.id])[run.id] ?? []
    if request.wantsJSON {
      var json = run.json(progress, now: context.now).object ?? JSONObject()
      json["notes"] = notes.json(for: context)
      return services.pages.respond(json: .object(json))
    }
    var page = RunPage(
      facts: context.facts(store, .syncRun), run: run, progress: progress,
      whyNotApply: context.whyNot(.reconcileApply))
    if let comparison = run.report.comparison {
      page.isReadOnly = store.sync.readOnlyReason(comparison.table) != nil
      page.titles = try await store.titles(of: comparison)
      page.undo = try await services.reconcileUndo(of: run, context)
    }
    page.aftermath = try await store.followUp(run.report.problems)
    if run.kind.isSync, run.state != .running, !run.isReportDropped {
      let rows = try await store.rows(of: run, RunRowsRequest())
      page.rows = try await store.view(of: rows, run, page.aftermath)
    }
    page.onlyName = try await OperationTitles(store: store).name(ofOnly: run.onlyOperation)
    page.told = try await told(of: run, store, request, context)
    page.mayExport = context.may(.export)
    let isOnline = try await !store.sync.isOffline
    let figures = try await services.pages.frameFigures(of: store.name, context)
    let summary = await services.stores.standing(of: store.name)
    if let failure = figures.failure(of: store.name, summary), failure.includes(run) {
      page.failure = failure
      page.mayTest = services.mayEditStores(context)
    }
    page.mayRetry =
      isOnline && context.may(.syncRun)
      && context.may(BulkDecision.right(to: .resolve(.retry)))
    page.aftermath.leftUnknown = try await store.leftUnknown(by: run)
    if run.leftWork || run.keptNewer, page.facts.mayChange {
      let newest = try await store.sync.highestOperation()
      let scope = run.report.pushScope
      page.goingOn = RunInProgress(
        run: run,
        waiting: try await store.sync.countToPush(
          scope == .all || !run.leftWork ? .upTo(newest) : scope),
        newest: newest)
    }
    page.nextError = try await nextError(after: run, page, store)
    var values = page.values
    NotesView(
      store: store.name, notes: notes,
      action: context.may(.noteEdit) ? Links.runNotes(store.name, run.id) : nil, context: context
    ).add(to: &values)
    return try await services.pages.page(
      "Runs/run", title: run.title, values: values, request, context,
      nav: Nav(store: store.name, run.kind == .reconcile ? .reconcile : .sync),
      keepsFlash: run.state == .running,
      revise: PushedMessage(services: services, store: store, context: context, run: run).message)
  }

  /// The next step once a run has done all that it was to do.
  private func nextError(
    after run: Run, _ page: RunPage, _ store: StoreHandle
  ) async throws -> NextStep? {
    guard run.kind.isSync, run.state == .succeeded, page.goingOn == nil, page.facts.mayChange
    else { return nil }
    return try await store.nextError(without: [], .failed)
  }

  /// What the message above the report says, as on the page that shows it; nil where there is none.
  private func told(
    of run: Run, _ store: StoreHandle, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> String? {
    guard request.method == .get, !request.isByPage,
      let flash = context.principal?.session?.flash.flatMap(Flash.init)
    else { return nil }
    return try await PushedMessage(services: services, store: store, context: context, run: run)
      .message(flash)?.text
  }

  @Sendable func events(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let run = try await services.run(request, store)
    let (data, name, id, covers) = (services.data, store.name, run.id, ValueMasking.isOn)
    let lastID = request.headers["Last-Event-ID"].flatMap { Int64($0) } ?? 0
    return .events(
      RunEvents(
        run: run, updates: await services.runs.updates(id), time: services.time,
        lastID: max(0, lastID)
      ) {
        // It is asked for when the request's own task has gone on.
        try? await ValueMasking.$isOn.withValue(covers) {
          guard let run = try await data.run(id, store: name) else { return nil }
          return try await store.covered(run)
        }
      })
  }

  @Sendable func cancel(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let run = try await services.run(request, store)
    guard run.state == .running,
      try await services.runs.requestCancel(run.id, by: context.who)
    else {
      throw ConsoleError(
        409, title: localized("\(run.title) has ended"),
        reason: localized("A run can be cancelled only while it is running."),
        code: "run_ended", links: [.init(localized("View report"), Links.run(store.name, run.id))])
    }
    try await ActionAudit(services: services, context: context, store: store.name).note(
      .syncRun, "cancel run \(run.id)")
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.run(store.name, run.id),
      flash: Flash(
        localized("Cancelling \(run.title)."),
        detail: localized("It stops at the next safe point. The report lists what is kept.")),
      json: ["run": .integer(run.id), "cancelling": true], status: 202)
  }
}

extension ConsoleServices {
  /// The run that the path names; a 404 when the store has none.
  func run(_ request: HTTPRequest, _ store: StoreHandle) async throws -> Run {
    try await run(try request.number("run"), in: store)
  }

  func run(_ id: Int64, in store: StoreHandle) async throws -> Run {
    guard let run = try await data.run(id, store: store.name) else {
      throw RunError.noSuchRun(id)
    }
    return run
  }
}

extension StoreHandle {
  /// The run with the messages of its problems as whoever reads now may see them.
  func covered(_ run: Run) async throws -> Run {
    var report = run.report
    for index in report.problems.indices {
      let problem = report.problems[index]
      report.problems[index].message = try await sync.covered(
        problem.message, about: problem.itemID, of: problem.table)
      if let masked = sync.cover?.columns(of: problem.table) {
        report.problems[index].changed.removeAll { masked.contains($0) }
      }
    }
    return report == run.report ? run : run.reporting(report.json)
  }

  /// The same as ``Run/unknownOutcomes(_:in:)`` of a run whose program ended before it did; 0 of
  /// others.
  fileprivate func leftUnknown(by run: Run) async throws -> Int {
    guard run.wasAbandoned, let end = run.finishedAt else { return 0 }
    return try await run.unknownOutcomes(end, in: sync)
  }

  /// The names of the rows that a comparison's page lists, as far as the store has them.
  fileprivate func titles(of report: ReconcileReport) async throws -> UTF8Dictionary<String> {
    let rows = report.groups.flatMap { $0.group.rows.prefix(ReconcileReportView.samplesMax) }
    return try await names(report.table, rows.map(\.id))
  }
}
