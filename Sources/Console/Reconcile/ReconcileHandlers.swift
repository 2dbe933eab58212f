import ConsoleData
import HTTPKit
package import JSONKit
import Localization
import Support
package import SyncCore
import SyncInspection
import TemplateKit

/// Comparing a table with the server, and applying what was chosen.
struct ReconcileHandlers: Sendable {
  let services: ConsoleServices

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let runs = try await services.data.runs(
      store: store.name, RunQuery(kind: .reconcile, limit: ReconcilePage.runsShown))
    if request.wantsJSON {
      return services.pages.respond(json: ["runs": try await store.json(of: runs)])
    }
    let page = ReconcilePage(
      facts: context.facts(store, .syncRun), tables: try await store.sync.tables().map(\.name),
      table: try request.query()["table"], isOffline: try await store.sync.isOffline, runs: runs,
      tabs: try await services.syncTabs(.reconcile, of: store))
    return try await services.pages.page(
      "Reconcile/reconcile", title: localized("Reconcile"), values: page.values, request, context,
      nav: Nav(store: store.name, .reconcile))
  }

  @Sendable func start(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    let table = body.text("table")
    if let table {
      guard !table.isEmpty else { throw RunError.noTable }
      guard try await store.sync.tables().contains(where: { $0.name === table }) else {
        throw SyncError.noSuchTable(table)
      }
    }
    var order = RunRequest(
      .reconcile, store: store.name, tables: table.map { [$0] }, by: context.who)
    order.comparesContent = try body.flag("content") ?? false
    return try await services.startRun(order, store, request, context)
  }

  @Sendable func apply(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let run = try await services.run(request, store)
    let runName = run.title
    guard run.report.comparisons == nil else {
      throw ConsoleError(
        409, title: localized("\(runName) compared all tables"),
        reason: localized("Compare one table to apply its result. Nothing was changed."),
        code: "all_tables", links: [.init(localized("Reconcile"), Links.reconcile(store.name))])
    }
    guard let report = run.report.comparison else {
      throw ConsoleError(
        409, title: localized("Nothing to apply"),
        reason: localized("Run \(run.id) has no comparison. Nothing was changed."),
        code: "no_comparison", links: [.init(localized("Reconcile"), Links.reconcile(store.name))])
    }
    let choices = try self.choices(try ActionBody(request))
    try refuseSettled(choices, run, store)
    let audit = ActionAudit(services: services, context: context, store: store.name)
    let target = ReconcileApplication.target(run, report)
    await audit.announce(.reconcileApply, target)
    // Its reasons are kept with the run and in the audit.
    let outcome = try await performInEnglish {
      try await store.sync.apply(report, choices, by: context.who)
    }
    let application = ReconcileApplication(
      outcome, choices, of: report, by: context.who, at: context.now)
    var undo = UndoPlan(store: store.name, decision: outcome.undo)
    undo?.run = run.id
    let entry = try await audit.note(
      .reconcileApply, target, count: outcome.repaired, after: outcome.json, undo: undo)
    if !application.parts.isEmpty {
      try await services.data.noteApplied(application.json, run: run.id)
      try await services.data.noteRepaired(
        application.repaired(of: report), run: run.id, store: store.name)
    }
    var flash = outcome.flash(report)
    flash.undoEntry = entry
    var json = outcome.json.object ?? JSONObject()
    json["undo"] = JSONValue(entry)
    return try await services.pages.actionResponse(
      request, context, redirectTo: Links.run(store.name, run.id), flash: flash,
      json: .object(json))
  }

  /// A comparison is older than what was done with it: whoever wants more compares again.
  private func refuseSettled(_ choices: ReconcileChoices, _ run: Run, _ store: StoreHandle) throws {
    for group in choices.words.keys.sorted() {
      guard let done = run.application(settling: group) else { continue }
      let (runName, user, time) = (run.title, done.by.actorName, Format.full(done.at))
      throw ConsoleError(
        409, title: localized("\(runName) was already applied"),
        reason: localized(
          "\(user) applied it to \(group) at \(time). Nothing was changed. "
            + "Compare again to see current differences."),
        code: "already_applied",
        links: [
          .init(localized("View \(runName)"), Links.run(store.name, run.id)),
          .init(localized("Compare again"), Links.reconcile(store.name)),
        ])
    }
  }

  /// Nothing is done to a group that is left out, or that says `ignore`.
  private func choices(_ body: ActionBody) throws -> ReconcileChoices {
    func choice<Choice: RawRepresentable & CaseIterable>(
      _ name: String, _: Choice.Type
    ) throws -> Choice? where Choice.RawValue == String {
      guard let word = body.text(name), word != "ignore" else { return nil }
      guard let choice = Choice(rawValue: word) else {
        let known = Choice.allCases.map(\.rawValue).joinedAsList()
        throw HTTPError(
          422,
          localized(
            "“\(word)” is not a choice for \(name). Use \(known) or ignore. "
              + "Nothing was changed."))
      }
      return choice
    }
    return ReconcileChoices(
      missingOnServer: try choice("missingOnServer", ReconcileChoices.MissingOnServer.self),
      missingHere: try choice("missingHere", ReconcileChoices.PullAgain.self),
      different: try choice("different", ReconcileChoices.PullAgain.self),
      ids: body.texts("ids").map { UTF8Set($0) }, confirm: try body.count("confirm"))
  }
}

extension ReconcileError: HTTPResponseError {
  package var status: Int { 409 }

  package var code: String {
    switch self {
    case .incompleteListing: "incomplete_listing"
    case .confirmationNeeded: "confirmation_needed"
    }
  }

  package var reason: String { description }
}

extension ReconcileOutcome {
  /// Rows that are the same on both sides now, or will be with the next push.
  package var repaired: Int { removed + queuedInserts + pulled }

  /// How many of them the drift page counts as differences in `report`.
  package func repaired(of report: ReconcileReport) -> Int {
    report.counts("missingHere") ? repaired : repaired - (pulled - replaced)
  }

  package var json: JSONValue {
    [
      "removed": .integer(Int64(removed)), "queuedInserts": .integer(Int64(queuedInserts)),
      "pulled": .integer(Int64(pulled)),
      "skipped": .array(skipped.map { ["id": .string($0.id), "reason": .string($0.reason)] }),
      "stopped": stopped?.json ?? .null,
    ]
  }

  func flash(_ report: ReconcileReport) -> Flash {
    let parts = [
      removed > 0 ? localized("\(Format.count(removed, "row")) removed here") : nil,
      queuedInserts > 0 ? localized("\(Format.count(queuedInserts, "insert")) queued") : nil,
      pulled > replaced ? localized("\(Format.count(pulled - replaced, "row")) pulled") : nil,
      replaced > 0
        ? localized("\(Format.count(replaced, "row")) replaced with the server’s version") : nil,
    ].compactMap { $0 }
    let left = skipped.first.map { first in
      let rows = Format.count(skipped.count, "row was", "rows were")
      let reason = localized(stored: first.reason)
      return localized("\(rows) not changed: \(reason)")
    }
    return Flash(
      parts.isEmpty
        ? localized("Nothing was changed in \(report.table).")
        : labelled(report.table, parts.joinedAsSentence()),
      detail: stopped.map { localized(stored: $0.description) } ?? left ?? "",
      kind: !skipped.isEmpty || stopped != nil ? .warn : parts.isEmpty ? .plain : .good,
      offersPush: queuedInserts > 0)
  }
}
