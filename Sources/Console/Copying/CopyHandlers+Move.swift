import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The end of a move: the other store stays offline, and its pending changes go on from here.
extension CopyHandlers {
  @Sendable func showMove(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let query = CopyQuery(try request.query())
    guard query.from != nil else {
      throw HTTPError(400, localized("from is required: the store to move."))
    }
    let source = try await source(query, store, context)
    guard request.wantsJSON else {
      return try await ask(query, source, store, request, context)
    }
    let slot = try services.copying.take(for: context.owner)
    defer { slot.release() }
    let plan = try await StoreMove(of: source.name, source.sync, to: store.name, store.sync)
    let verified = try await lastVerification(of: source.name, in: store.name)
    return services.pages.respond(
      json: [
        "from": .string(source.name), "movedTo": JSONValue(try await source.sync.movedTo),
        "leftBehind": .array(plan.leftBehind.map(JSONValue.string)),
        "pending": .integer(Int64(plan.comparison.pendingChanges)),
        "verifiedBy": JSONValue(verified?.run.id),
        "verified": .bool(verified?.isValid ?? false),
      ])
  }

  private func ask(
    _ query: CopyQuery, _ source: StoreHandle, _ store: StoreHandle, _ request: HTTPRequest,
    _ context: PageContext
  ) async throws -> HTTPResponse {
    let slot = try services.copying.take(for: context.owner)
    defer { slot.release() }
    let plan = try await StoreMove(
      of: source.name, source.sync, to: store.name, store.sync)
    let (comparison, open) = (plan.comparison, plan.leftBehind)
    let pending = comparison.pendingChanges
    let verified = try await lastVerification(of: source.name, in: store.name)
    var page = ConfirmActionPage(
      facts: context.facts(store, .rowsImport),
      question: localized("Move \(source.name) to \(store.name)?"),
      headline: localized("\(source.name) goes offline and stays offline."),
      text: Self.moveText(pending, source.name, store.name),
      action: Links.storeMove(store.name), button: localized("Move \(source.name)"),
      backLink: query.link(store.name), backName: localized("Copy rows"))
    page.isDangerous = !open.isEmpty
    page.hidden = [("from", source.name), ("expect", "\(pending)")]
    if !open.isEmpty {
      page.hidden.append(("anyway", "1"))
      page.problem = open.joinedAsSentences()
      page.button = localized("Move \(source.name) anyway")
    }
    page.known = [
      (localized("Rows not copied"), Format.number(comparison.rowsToCopy)),
      (localized("Pending changes"), Format.number(pending)),
      (localized("Verified"), verified?.words(now: context.now) ?? localized("never")),
    ]
    return try await services.ask(
      "Confirmation/confirm-action", title: page.question, values: page.values, request, context,
      nav: Nav(store: store.name, .sync))
  }

  /// What becomes of the pending changes.
  private static func moveText(_ pending: Int, _ source: String, _ store: String) -> String {
    guard pending > 0 else {
      return localized("It has no pending changes. You can still browse its rows.")
    }
    let changes = Format.count(pending, "pending change")
    let queued =
      pending == 1
      ? localized("Its \(changes) is queued in \(store), to be pushed to the new server.")
      : localized("Its \(changes) are queued in \(store), to be pushed to the new server.")
    let kept = localized(
      "\(source) keeps its rows and its queue, which you can still browse.")
    return [queued, kept].joinedAsSentences()
  }

  @Sendable func moveStore(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    try context.demand(.rowsDelete)
    try context.demand(.syncRun)
    let store = try await services.store(request)
    let body = try ActionBody(request)
    let query = try CopyQuery(body)
    let source = try await source(query, store, context)
    guard body.isConfirmed else { return try await ask(query, source, store, request, context) }
    let slot = try services.copying.take(for: context.owner)
    defer { slot.release() }
    try await demandRemovals(source, store, context)
    let plan = try await StoreMove(
      of: source.name, source.sync, to: store.name, store.sync)
    try Self.demand(body.count("expect"), found: plan.comparison.pendingChanges)
    if try body.flag("anyway") != true, !plan.leftBehind.isEmpty {
      throw ConsoleError(
        409, title: localized("\(source.name) was not moved"),
        reason: (plan.leftBehind + [localized("Nothing was changed.")]).joinedAsSentences(),
        code: "copy_incomplete",
        links: [.init(localized("Copy rows"), query.link(store.name))])
    }
    return try await move(query, source, store, request, context)
  }

  /// Each step can be repeated: what is copied is known again, and a store stays offline.
  private func move(
    _ query: CopyQuery, _ source: StoreHandle, _ store: StoreHandle, _ request: HTTPRequest,
    _ context: PageContext
  ) async throws -> HTTPResponse {
    let wasOffline = try await source.sync.isOffline
    let audit = ActionAudit(services: services, context: context, store: source.name)
    await audit.announce(.syncRun, "moved to store \(store.name)", after: ["offline": true])
    try await source.sync.setMoved(to: store.name)
    if try await services.stopRun(in: source.name, context) != nil {
      await services.runs.waitUntilIdle(source.name)
    }
    let entry = try await audit.note(
      .syncRun, "moved to store \(store.name)", before: ["offline": .bool(wasOffline)],
      after: ["offline": true], undo: .offline(wasOffline, store: source.name))
    let reports = try await movePending(source, store, context, back: query.link(store.name))
    let copied = reports.reduce(0) { $0 + $1.copied }
    let skipped = reports.reduce(0) { $0 + $1.skipped.count }
    let newest = try await store.sync.highestOperation()
    let push = NextStep(
      localized("Push"), Links.push(store.name), sending: [("upTo", "\(newest)")])
    return try await services.pages.actionResponse(
      request, context, redirectTo: query.link(store.name),
      flash: Flash(
        localized("\(source.name) was moved to \(store.name)."),
        detail: Self.moved(copied, skipped),
        kind: skipped == 0 ? .good : .warn, undoEntry: copied == 0 ? entry : nil,
        steps: copied == 0
          ? [] : [push]),
      json: [
        "moved": true, "copied": .integer(Int64(copied)), "skipped": .integer(Int64(skipped)),
        "tables": .array(reports.map(\.json)),
      ])
  }

  private static func moved(_ copied: Int, _ skipped: Int) -> String {
    let changes = Format.count(copied, "pending change")
    var sentences = [
      localized("It is offline."),
      copied == 0
        ? localized("It had no pending changes.")
        : localized("\(changes) queued here. Push to send them."),
    ]
    if skipped > 0 { sentences.append(ActionReport.skipped(skipped)) }
    return sentences.joinedAsSentences()
  }
}
