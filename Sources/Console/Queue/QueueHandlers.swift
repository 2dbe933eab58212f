import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection
import TemplateKit

/// The operation queue, its operations, and what can be done to them.
struct QueueHandlers: Sendable {
  let services: ConsoleServices

  // MARK: - Pages

  @Sendable func list(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let asked = try QueueRequest(try request.query(), size: ListSize.standard(request))
    if request.wantsJSON {
      return services.pages.respond(
        json: try await store.sync.operations(asked.query).json(
          try await store.sync.queueFigures(asked.query)))
    }
    let state = try await store.sync.state()
    context.found.note(StoreSummary(state), of: store.name)
    let (page, seen) = try await store.sync.operationsToDecide(asked.query)
    let figures = try await store.sync.queueFigures(asked.query)
    let view = QueuePage(
      facts: context.facts(store, .queueRetry), request: asked, page: page, figures: figures,
      tables: state.tables.map(\.name),
      everywhere: asked.filter.items.isEmpty ? figures : try await store.sync.queueFigures(),
      records: try await store.sync.records(of: page.operations.map(\.id)),
      columns: try await columns(of: page.operations.map(\.table), store),
      sendable: state.counts.sendable, newest: state.newestOperation, seen: seen,
      isOnline: state.isOnline)
    let all = view.all
    return try await services.pages.page(
      "Queue/queue",
      title: all > 0 ? localized("Queue (\(Format.number(all)))") : localized("Queue"),
      values: view.values,
      request, context, nav: Nav(store: store.name, .queue))
  }

  private func columns(
    of tables: [String], _ store: StoreHandle
  ) async throws -> UTF8Dictionary<[Column]> {
    var columns: UTF8Dictionary<[Column]> = [:]
    for table in UTF8Set(tables) { columns[table] = try await store.columns(of: table) }
    return columns
  }

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let store = try await services.store(request)
    if !request.wantsJSON, try request.query()["confirm"] == "cancel" {
      return try await askBeforeCancel(store, request, context)
    }
    let seen = try await store.seen(try request.number("operation"))
    let detail = try await operation(request, store)
    let info = detail.info
    let row = try await store.sync.row(info.table, info.itemID, asking: info.id)
    var why: [DiagnosisCheck] = []
    if let row { why = try await services.why(row, store, of: info.id) }
    if request.wantsJSON { return services.pages.respond(json: detail.json(why: why, seen)) }
    let values = OperationView(
      facts: context.facts(store, .queueRetry), detail: detail,
      columns: try await store.columns(of: info.table),
      error: row?.errors.first { $0.operationID == info.id },
      why: why, maySync: try await maySync(store, context), list: try ListOrigin(request)
    ).values
    return try await services.pages.page(
      "Queue/operation", title: info.title, values: values, request, context,
      nav: Nav(store: store.name, .queue))
  }

  /// False offline, where a push cannot start.
  private func maySync(_ store: StoreHandle, _ context: PageContext) async throws -> Bool {
    guard context.may(.syncRun) else { return false }
    return try await !store.sync.isOffline
  }

  private func operation(
    _ request: HTTPRequest, _ store: StoreHandle
  ) async throws -> OperationDetail {
    let id = try request.number("operation")
    guard let detail = try await store.sync.operation(id) else {
      let highest = try await store.sync.highestOperation()
      guard id > highest else { throw SyncError.noSuchOperation(id) }
      throw ConsoleError(
        404, title: localized("Operation \(id) does not exist"),
        reason: highest == 0
          ? localized("Nothing has been queued in store \(store.name) yet.")
          : localized("The newest operation of store \(store.name) is \(highest)."),
        code: "no_such_operation", links: [.init(localized("Queue"), Links.queue(store.name))])
    }
    return detail
  }

  private func askBeforeCancel(
    _ store: StoreHandle, _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let seen = try await store.seen(try request.number("operation"))
    let detail = try await operation(request, store)
    let (info, kind) = (detail.info, detail.info.kind.noun)
    let list = try ListOrigin(request)
    let takingBack = DiscardConsequence(detail)
    var page = ConfirmActionPage(
      facts: context.facts(store, .queueCancel),
      question:
        localized("Cancel \(kind) \(info.id) of \(info.table) in store \(store.name)?"),
      headline: takingBack.headline,
      text: takingBack.text + sentenceSpace
        + localized("You can undo this until the row changes again."),
      action: list.on(Links.operation(store.name, info.id, action: "cancel")),
      button: localized("Cancel \(kind) \(info.id)"),
      backLink: list.on(Links.operation(store.name, info.id)), backName: info.title)
    page.keepChanges(1)
    page.hidden = seen.hidden
    page.known = [
      (localized("Row"), try await OperationTitles(store: store).title(detail)),
      (localized("Id"), info.itemID), (localized("Table"), info.table),
      (localized("Queued"), Format.full(info.queuedAt)),
    ]
    if info.state == .unknown, context.may(.syncRun) { page.offerToAsk([info.id]) }
    return try await services.pages.page(
      "Confirmation/confirm-action", title: page.question, values: page.values, request, context,
      nav: Nav(store: store.name, .queue), formats: [])
  }

  // MARK: - Actions

  @Sendable func cancel(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let detail = try await operation(request, store)
    let info = detail.info
    let list = try ListOrigin(request)
    let body = try ActionBody(request)
    // The button in the list cancels at once what it shows: that can be undone.
    let isFromList = info.state != .unknown && !Precondition(body).hidden.isEmpty
    guard body.isConfirmed || isFromList else {
      return .seeOther(list.on(Links.confirmation(Links.operation(store.name, info.id), "cancel")))
    }
    let title = try await OperationTitles(store: store).title(detail)
    let audit = ActionAudit(services: services, context: context, store: store.name)
    await audit.announce(.queueCancel, info.subject, row: info.row)
    let outcome = try await services.decide(
      info.id, .cancel, asSeen: Precondition(body), store, context)
    let entry = try await audit.note(
      .queueCancel, info.subject, row: info.row, count: 1,
      before: JSONValue(detail.local ?? detail.item),
      undo: UndoPlan(store: store.name, decision: outcome.undo))
    return try await services.pages.actionResponse(
      request, context, redirectTo: list.list(Links.queue(store.name)),
      flash: Flash(
        localized("\(info.title) of “\(title)” cancelled."),
        detail: DiscardConsequence(detail).result, undoEntry: entry, offersPush: true),
      json: [
        "operation": .integer(info.id), "cancelled": true,
        "entry": JSONValue(entry),
      ])
  }

  @Sendable func retry(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let info = try await operation(request, store).info
    let audit = ActionAudit(services: services, context: context, store: store.name)
    await audit.announce(.queueRetry, info.subject, row: info.row)
    let outcome = try await services.decide(info.id, .retry, store, context)
    let link = try ListOrigin(request).on(Links.operation(store.name, info.id))
    guard outcome.changed > 0 else {
      return try await services.pages.actionResponse(
        request, context, redirectTo: link,
        flash: Flash(
          localized("\(info.title) is already queued."),
          detail: info.state.whyNoRetry,
          kind: .warn),
        json: ["operation": .integer(info.id), "state": .string(info.state.rawValue), "entry": nil])
    }
    let entry = try await audit.note(
      .queueRetry, info.subject, row: info.row, count: 1,
      undo: UndoPlan(store: store.name, decision: outcome.undo))
    let push = FollowUpPush(services: services, store: store, context: context)
    var flash = Flash(localized("\(info.title) queued for retry."), undoEntry: entry)
    if !request.wantsJSON {
      let kind: ErrorKind = info.state == .conflict ? .conflict : .failed
      flash.steps = [try await store.nextError(without: [info.id], kind)].compactMap(\.self)
    }
    let pushed =
      try ActionBody(request).decision("action").pushes
      ? try await push.start(
        [info.id], saying: flash, onceDone: localized("\(info.title) pushed."), request)
      : .notAsked
    if let response = pushed.response { return response }
    flash.detail = pushed.detail(localized("It is sent with the next push."))
    flash.steps.insert(contentsOf: [pushed.step].compactMap(\.self), at: 0)
    flash.offersPush = true
    return try await services.pages.actionResponse(
      request, context, redirectTo: link, flash: flash,
      json: [
        "operation": .integer(info.id), "state": "pending",
        "entry": JSONValue(entry),
      ])
  }

  @Sendable func bulk(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let store = try await services.store(request)
    let body = try ActionBody(request)
    let decision: QueueDecision
    let (word, pushes) = body.decision("action")
    switch word {
    case "retry": decision = .retry
    case "cancel": decision = .cancel
    default:
      throw HTTPError(
        422, localized("Unknown action. Use retry or cancel. Nothing was changed."))
    }
    try context.demand(BulkDecision.right(to: decision))
    try body.demandExpect(decision)
    let selection = try BulkSelection(body, .operation, in: ["state", "table", "text"])
    let list = Links.queue(store.name)
    let operations: [Int64]
    var newer = 0
    switch selection.lines {
    case .matching(let items):
      let query = try QueueRequest(items).query
      let all = try await store.sync.operations(matching: query)
      operations = selection.upTo.map { upTo in all.filter { $0 <= upTo } } ?? all
      newer = all.count - operations.count
      if let expected = selection.outdated(by: operations.count) {
        return try await services.countMoved(
          expected, all.count, .operation, list: list, back: selection.back, request, context)
      }
    case .these:
      operations = try body.numbers(body.isForm ? "id" : "ids")?.unique ?? []
    }
    guard !operations.isEmpty else {
      return try await selection.nothing(services, list, newer: newer, request, context)
    }
    let work = BulkDecision(
      services: services, store: store, decision: decision, operations: operations,
      back: (localized("Queue"), Links.with(list, selection.back)),
      action: Links.queueBulk(store.name),
      hidden: [("action", body.text("action") ?? word)]
        + selection.hidden(operations.map { ("id", "\($0)") }),
      filter: selection.filterWords,
      seen: Dictionary(
        uniqueKeysWithValues: operations.compactMap { id in body.seen("\(id)").map { (id, $0) } }),
      newer: newer, pushes: pushes)
    return try await work.respond(request, body, context)
  }
}

extension OperationInfo {
  /// What an audit entry about it names.
  fileprivate var subject: String { "\(kind.name) \(id) of \(itemID) in \(table)" }
  var row: AuditRecord.Row { AuditRecord.Row(table, itemID) }
}

extension OperationState {
  /// Why there is nothing to retry.
  fileprivate var whyNoRetry: String {
    let state =
      switch self {
      case .pending: localized("It is pending and is sent with the next push.")
      case .sending: localized("It is being sent now.")
      case .unknown:
        localized(
          "Its outcome is unknown: the server may or may not have applied it. The next push checks "
            + "before it resends it.")
      case .failed, .conflict: localized("It is sent with the next push.")
      case .blocked: localized("It is blocked by another operation and is sent after it.")
      }
    return state + sentenceSpace + localized("Nothing was changed.")
  }
}

extension ConsoleServices {
  /// Decides on one operation; throws where it cannot be decided like that.
  func decide(
    _ operation: Int64, _ decision: QueueDecision, asSeen seen: Precondition = Precondition(),
    _ store: StoreHandle, _ context: PageContext
  ) async throws -> DecisionOutcome {
    let outcome = try await store.sync.decide(
      [(operation, decision)], asSeen: seen.revisions(of: operation), by: context.who)
    if let problem = outcome.problems.first { throw problem.error }
    return outcome
  }
}
