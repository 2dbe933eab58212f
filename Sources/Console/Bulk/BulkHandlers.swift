import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// The same action on many rows: those ticked, or all that a list shows.
struct BulkHandlers: Sendable {
  let services: ConsoleServices

  /// A form that is about more rows is asked again on a page of its own.
  static let unaskedMax = 100
  /// By this part of itself may the number of matching rows have moved since they were seen.
  static let toleranceShare = 10

  @Sendable func run(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    if try BulkEditRequest.isIn(request) {
      return try await BulkEditHandlers(services: services).run(request, context)
    }
    if try BulkExport.isIn(request) {
      return try await BulkExport(services: services).run(request, context)
    }
    var asked = try BulkRequest(request)
    try context.demand(asked.consoleAction)
    let actions = try await services.rowActions(request, context)
    if asked.action.changesRows { try actions.store.sync.requireChanges(of: actions.table) }
    if asked.action == .delete, !actions.store.softDelete(of: actions.table).keepsRows {
      // "Delete" is a hard delete here, so it takes the same right and the same question.
      asked.action = .hardDelete
      try context.demand(asked.consoleAction)
    }
    let form = request.hasJSONBody ? QueryItems() : try request.form()
    let isAnswer = form[ConfirmationToken.field] != nil
    let back = request.backToRows(actions.store.name, actions.table, form)
    let ids: [String]
    switch try await select(
      asked.rows, takesAway: asked.isGrave || asked.action == .delete, form, request, actions)
    {
    case .rows(let selected): ids = selected
    case .others(let response): return response
    }
    if asked.action == .hardDelete, !request.wantsJSON,
      actions.store.keepsTombstones(of: actions.table),
      try await actions.store.sync.neverSent(actions.table, ids) < ids.count
    {
      throw ConsoleError.keptByServer(actions, nil)
    }
    if !request.wantsJSON, isAnswer || asked.isGrave || ids.count > Self.unaskedMax {
      let problem = problem(asked, ids, form)
      guard isConfirmed(asked, form), problem == nil else {
        return try await ValueMasking.forAnswer {
          try await ask(asked, ids, back, form, problem: problem, request, actions)
        }
      }
    }
    return try await change(asked, ids, back, request, actions)
  }

  private func isConfirmed(_ asked: BulkRequest, _ form: QueryItems) -> Bool {
    asked.isGrave ? form["typed"] != nil : form["confirmed"] == asked.action.rawValue
  }

  /// Why an answer to the question does not count; nil for one that does, and where there is none.
  private func problem(_ asked: BulkRequest, _ ids: [String], _ form: QueryItems) -> String? {
    guard isConfirmed(asked, form) else { return nil }
    if let objection = ConfirmationToken(ids).objection(to: form) {
      return objection
    }
    guard asked.isGrave, let typed = form["typed"]?.trimmed, typed != "\(ids.count)" else {
      return nil
    }
    return localized("Nothing was changed: “\(typed)” is not \(ids.count).")
  }

  /// The rows that an action is about.
  enum Selection {
    case rows([String])
    /// The list again: nothing is selected, or far more or fewer rows match than the person saw.
    case others(HTTPResponse)
  }

  /// - Parameter takesAway: The action loses rows, or their pending changes.
  func select(
    _ rows: BulkRequest.Rows, takesAway: Bool, _ form: QueryItems, _ request: HTTPRequest,
    _ actions: RowActions
  ) async throws -> Selection {
    let (store, table) = (actions.store.name, actions.table)
    let ids: [String]
    do {
      ids = try await self.ids(
        rows, takesAway: takesAway, isAnswer: form[ConfirmationToken.field] != nil, actions)
    } catch SyncError.countChanged(let expected, let found) {
      var items = QueryItems(decoding: form["back"] ?? "") ?? QueryItems()
      items["_count"] = "exact"
      return .others(
        try await services.countMoved(
          expected, found, .row, list: Links.rows(store, table), back: items, request,
          actions.context))
    }
    guard !ids.isEmpty || request.wantsJSON else {
      return .others(
        try await services.nothingPicked(
          .row, back: request.backToRows(store, table, form), json: BulkOutcome().json, request,
          actions.context))
    }
    return .rows(ids)
  }

  /// The rows meant; a 409 when far more or fewer match than the person saw.
  ///
  /// - Parameter isAnswer: The question was about rows of its own, which are compared afterwards.
  private func ids(
    _ rows: BulkRequest.Rows, takesAway: Bool, isAnswer: Bool, _ actions: RowActions
  ) async throws -> [String] {
    guard case .matching(let text, let expect) = rows else {
      guard case .ids(let ids) = rows else { return [] }
      return ids.unique
    }
    let query = try await RowSelectionText(text).query(for: actions)
    guard expect != nil || !query.filters.isEmpty || !takesAway else {
      throw HTTPError(
        400,
        localized(
          "The query has no filter and would match every row: send \"expect\":N with the expected "
            + "number of rows. Nothing was changed."))
    }
    let ids = try await RowSelectionText.ids(query, of: actions.table, in: actions.store)
    if let expect, !isAnswer || ids.isEmpty {
      // Neither is negative; the number seen may be any, so it is divided rather than multiplied.
      let moved = abs(ids.count - expect)
      guard moved <= expect / Self.toleranceShare else {
        throw SyncError.countChanged(expected: expect, found: ids.count)
      }
    }
    return ids
  }

  private func change(
    _ asked: BulkRequest, _ ids: [String], _ back: String, _ request: HTTPRequest,
    _ actions: RowActions
  ) async throws -> HTTPResponse {
    await actions.announce(asked.consoleAction, rows: ids)
    // A hard delete takes the name along.
    let name = try await actions.name(ofOnly: ids)
    let (outcome, changed, undo) =
      asked.action == .retry || asked.action == .cancel
      ? try await decide(asked.action, ids, actions) : try await rows(asked.action, ids, actions)
    let entry = try await actions.record(
      asked.consoleAction, rows: ids, count: outcome.changed,
      reason: asked.reason.flatMap { $0.isEmpty ? nil : $0 },
      after: named(changed), undo: undo)
    var json = outcome.json.object ?? JSONObject()
    json["entry"] = JSONValue(entry)
    json["neverSent"] = .integer(Int64(outcome.neverSent.count))
    json["undo"] = .bool(entry != nil && undo != nil)
    if asked.action == .hardDelete {
      let wereSent = outcome.neverSent.count < outcome.changed
      let staysThere = wereSent && actions.store.keepsTombstones(of: actions.table)
      json["stays"] =
        staysThere ? .string(HardDeleteConfirmation.stays(actions.softDelete)) : .null
    }
    return try await services.pages.actionResponse(
      request, actions.context, redirectTo: back,
      flash: try await flash(
        asked.action, outcome, ids, name, actions, undoEntry: undo == nil ? nil : entry),
      json: .object(json))
  }

  /// The rows that changed, for the audit, which names no more than some.
  private func named(_ changed: [String]) -> JSONValue? {
    let shown = changed.prefix(ChangeAudit.shownMax)
    return shown.isEmpty ? nil : ["rows": .array(shown.map { .string($0) })]
  }

  private func rows(
    _ action: BulkAction, _ ids: [String], _ actions: RowActions
  ) async throws -> (outcome: BulkOutcome, changed: [String], undo: UndoPlan?) {
    let deletions =
      action == .undelete ? try await actions.store.sync.deletions(actions.table, ids) : [:]
    let outcome = try await performInEnglish {
      try await actions.rows.bulk(action, ids: ids, by: actions.context.who)
    }
    let refused = UTF8Set(outcome.problems.map(\.id))
    let changed = ids.filter { !refused.contains($0) }
    guard let inverse = action.undo, changed.count == outcome.changed else {
      return (outcome, changed, nil)
    }
    let undo =
      action.removes
      ? try await actions.undoOfDeletion(changed, outcome)
      : try await actions.undo(inverse, changed, deletions: deletions)
    return (outcome, changed, undo)
  }

  /// Retries or cancels what waits of these rows; the store keeps how it was before.
  private func decide(
    _ action: BulkAction, _ ids: [String], _ actions: RowActions
  ) async throws -> (outcome: BulkOutcome, changed: [String], undo: UndoPlan?) {
    var rows: [Int64: String] = [:]
    var cancelled: UTF8Set = []
    for operation in try await actions.store.sync.queuedOperations(of: actions.table, ids) {
      // Cancelling a row's first operation takes the later ones along.
      let isMeant =
        action == .cancel
        ? cancelled.insert(operation.itemID).inserted
        : operation.state == .failed || operation.state == .conflict
      if isMeant { rows[operation.id] = operation.itemID }
    }
    let decision: QueueDecision = action == .cancel ? .cancel : .retry
    let done = try await actions.store.sync.decide(
      rows.keys.sorted().map { ($0, decision) }, by: actions.context.who)
    var outcome = BulkOutcome()
    outcome.problems = done.problems.map {
      .init(id: rows[$0.operationID] ?? "", message: $0.error.description)
    }
    let changed = done.changedOperations.compactMap { rows[$0] }.unique
    outcome.changed = changed.count
    return (outcome, changed, UndoPlan(store: actions.store.name, decision: done.undo))
  }

  // MARK: - The question

  private func ask(
    _ asked: BulkRequest, _ ids: [String], _ back: String, _ form: QueryItems, problem: String?,
    _ request: HTTPRequest, _ actions: RowActions
  ) async throws -> HTTPResponse {
    let (store, table) = (actions.store.name, actions.table)
    let name = RowTitle(columns: try await actions.store.columns(of: table))
    var samples: [ConfirmPage.Sample] = []
    for id in ids.prefix(10) {
      guard let row = try await actions.store.sync.row(table, id) else { continue }
      let listed = ListedRow(record: row.record, state: row.state, deleted: row.deleted)
      samples.append(.init(listed, store: store, table: table, name: name))
    }
    let rows = Format.count(ids.count, "row")
    let again = [CSRFToken.field, "typed", "confirmed", ConfirmationToken.field]
    var hidden = form.items.filter { !again.contains($0.name) }
    hidden += [.init("confirmed", asked.action.rawValue), ConfirmationToken(ids).hidden]
    let impact = try await BulkImpact(asked.action, ids, actions)
    var page = ConfirmPage(
      store: store, from: (table, back), headline: asked.action.question(rows, of: table),
      isDangerous: asked.isGrave, consequence: impact.consequence,
      explanation: [
        localized("\(rows) of \(table) in store \(store)."),
        localized("Rows that cannot be changed are skipped and listed afterwards."),
        impact.wayBack,
      ].joinedAsSentences(),
      samples: samples,
      sampleCaption: localized("\(samples.count) of \(rows)"),
      facts: [(localized("Rows"), rows), (localized("Table"), table)] + (try await impact.facts()),
      action: Links.bulk(store, table), hidden: hidden,
      typed: asked.isGrave ? "\(ids.count)" : nil, button: asked.action.button(rows),
      problem: problem, now: actions.context.now)
    page.reason = form["reason"] ?? ""
    return try await services.ask(
      ConfirmPage.template, title: page.title, values: page.values, request, actions.context,
      nav: Nav(store: store, .table(table)))
  }
}
