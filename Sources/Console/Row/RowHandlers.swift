import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

extension ConsoleError {
  /// - Parameter id: The row that somebody wanted to delete for good; nil for several.
  static func keptByServer(_ actions: RowActions, _ id: String?) -> ConsoleError {
    let (store, table) = (actions.store.name, actions.table)
    return ConsoleError(
      409,
      title: actions.softDelete == .system
        ? localized("The server keeps deleted rows")
        : localized("The server may keep deleted rows"),
      reason: HardDeleteConfirmation.keptByServer(table, actions.softDelete) + sentenceSpace
        + localized(
          "Nothing was changed. Delete the row instead; only the server can remove it for good."),
      code: "kept_by_server",
      links: [
        id.map { .init(localized("Back to the row"), Links.row(store, table, $0)) }
          ?? .init(localized("Back to \(table)"), Links.rows(store, table))
      ])
  }
}

/// One row: its pages, and deleting, undeleting and hard-deleting it.
struct RowHandlers: Sendable {
  let services: ConsoleServices

  static let path = "/s/{store}/t/{table}/r/{id}"

  private func actions(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> (RowActions, id: String) {
    let actions = try await services.rowActions(request, context)
    return (actions, request.parameter("id"))
  }

  @Sendable func show(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let (actions, id) = try await actions(request, context)
    if let moved = try await actions.movedRow(id, request) { return moved }
    let query = try request.query()
    let withHistory = query["tab"] == RowHead.Tab.history.rawValue
    if !request.wantsJSON, withHistory,
      let gone = try await actions.store.sync.rowFromHistory(actions.table, id)
    {
      return try await page(gone, .history, query, request, actions)
    }
    let detail: RowDetail
    do {
      detail = try await actions.detail(id, withHistory: withHistory)
    } catch SyncError.noSuchRow where !request.wantsJSON {
      throw try await actions.missingRow(id)
    }
    if request.wantsJSON {
      var json = detail.json.object ?? JSONObject()
      json["notes"] = try await services.notes(onRow: id, of: actions.table, in: actions.store)
        .json(for: context)
      if withHistory {
        let places = try RowHistoryFilter(query).places(in: detail)
        json["history"] = .array(places.map { detail.history[$0].json(detail.columns) })
        json["serverVersions"] = .array(detail.serverVersions.map { $0.json(detail.columns) })
      }
      var response = services.pages.respond(json: .object(json))
      response.headers["ETag"] = "\"\(detail.fingerprint.rawValue)\""
      return response
    }
    return try await page(detail, RowHead.Tab(query), query, request, actions)
  }

  private func page(
    _ detail: RowDetail, _ tab: RowHead.Tab, _ query: QueryItems, _ request: HTTPRequest,
    _ actions: RowActions
  ) async throws -> HTTPResponse {
    let context = actions.context
    var head = RowHead(
      store: actions.store.name, detail: detail,
      softDelete: actions.store.softDelete(of: actions.table), tab: tab,
      permissions: context.rowPermissions(actions.store, actions.table))
    head.list = try ListOrigin(request)
    if !detail.isGone { head.neighbours = try await actions.neighbours(of: detail, in: head.list) }
    var (template, values) =
      switch tab {
      case .values, .supportReport:
        (
          RowValuesPage.template,
          RowValuesPage(
            head: head, now: context.now,
            references: try await RowReferences(of: detail, in: actions.store),
            keepsFiles: actions.store.keepsFiles,
            covered: actions.store.sync.coveredColumns(of: actions.table),
            staged: try await actions.staged(detail)
          ).values
        )
      case .history:
        (
          RowHistoryPage.template,
          RowHistoryPage(
            head: head, now: context.now, query: query, filter: try RowHistoryFilter(query),
            keeping: actions.store.sync.settings.history
          ).values
        )
      case .raw: (RowRawPage.template, RowRawPage(head: head).values)
      }
    NotesView(
      store: actions.store.name,
      notes: try await services.notes(
        onRow: detail.record.id, of: actions.table, in: actions.store),
      action: context.may(.noteEdit)
        ? head.list.on(
          tab.on(Links.rowNotes(actions.store.name, actions.table, detail.record.id))) : nil,
      context: context, namesErrors: true, tab: tab
    ).add(to: &values)
    return try await services.pages.page(
      template, title: head.title, values: values, request, context,
      nav: Nav(store: actions.store.name, .table(actions.table)),
      formats: detail.isGone ? [] : ["json"])
  }

  // MARK: - Deleting and undeleting

  @Sendable func delete(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let (actions, id) = try await actions(request, context)
    guard actions.store.softDelete(of: actions.table).keepsRows else {
      // "Delete" is a hard delete here, so it takes the same right and the same question.
      try context.demand(.rowsHardDelete)
      if !request.wantsJSON {
        let question = Links.row(actions.store.name, actions.table, id, action: "hard-delete")
        return .seeOther(try ListOrigin(request).on(question))
      }
      return try await removeForGood(id, request, actions, reason: nil)
    }
    let removal = try await RowRemoval(actions, id)
    let outcome = try await actions.rows.remove(id, forGood: false, by: context.who)
    guard outcome.neverSent.isEmpty else {
      return try await removal.answer(.rowsDelete, outcome, request)
    }
    let undo = try await actions.undoOfDeletion([id], outcome)
    let entry = try await actions.note(
      .rowsDelete, row: id, count: 1, before: ["deleted": false],
      after: ["deleted": true], undo: undo)
    return try await answer(
      id, request, actions,
      try await removal.flash(
        deleted(removal.title, actions),
        detail: try await actions.store.sync.nextStep(actions.table, [id]), undoEntry: entry))
  }

  @Sendable func undelete(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let (actions, id) = try await actions(request, context)
    let deletions = try await actions.store.sync.deletions(actions.table, [id])
    try await actions.rows.undelete(id, by: context.who)
    let title = try await title(id, actions)
    let undo = try await actions.undo(.delete, [id], deletions: deletions)
    let entry = try await actions.note(
      .rowsUndelete, row: id, count: 1, before: ["deleted": true],
      after: ["deleted": false], undo: undo)
    return try await answer(
      id, request, actions,
      Flash(
        undeleted(title, actions),
        detail: try await actions.store.sync.nextStep(actions.table, [id]), undoEntry: entry,
        offersPush: true))
  }

  /// What deleting means in a table with a column for it, whose name the button had.
  private func deleted(_ title: String, _ actions: RowActions) -> String {
    guard case .flag(let column) = actions.store.softDelete(of: actions.table) else {
      return localized("“\(title)” deleted.")
    }
    return localized("“\(title)” marked \(column).")
  }

  private func undeleted(_ title: String, _ actions: RowActions) -> String {
    guard case .flag(let column) = actions.store.softDelete(of: actions.table) else {
      return localized("“\(title)” undeleted.")
    }
    return localized("“\(title)” undeleted: no longer marked \(column).")
  }

  private func title(_ id: String, _ actions: RowActions) async throws -> String {
    guard let record = try await actions.rows.read(id: id) else { return id }
    return RowTitle(columns: try await actions.store.columns(of: actions.table)).title(record)
  }

  /// Back to the list that the button stood in, else to the row.
  private func answer(
    _ id: String, _ request: HTTPRequest, _ actions: RowActions, _ flash: Flash
  ) async throws -> HTTPResponse {
    let detail = try await actions.store.sync.row(actions.table, id)
    return try await services.pages.actionResponse(
      request, actions.context,
      redirectTo: try request.listBefore(actions)
        ?? actions.link(to: id, request),
      flash: flash,
      json: [
        "id": .string(id), "state": JSONValue(detail?.state.rawValue),
        "deleted": .bool(detail?.deleted ?? true),
      ])
  }

  // MARK: - Hard delete

  @Sendable func askHardDelete(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let (actions, id) = try await actions(request, context)
    return try await askHardDelete(id, request, actions)
  }

  private func askHardDelete(
    _ id: String, _ request: HTTPRequest, _ actions: RowActions, problem: String? = nil
  ) async throws -> HTTPResponse {
    let detail = try await actions.detail(id)
    let staysThere =
      !detail.isNeverSent && actions.store.keepsTombstones(of: actions.table)
    if request.wantsJSON {
      return services.pages.respond(json: [
        "id": .string(id), "confirm": .string(HardDeleteConfirmation.word),
        "neverSent": .bool(detail.isNeverSent),
        "stays": staysThere ? .string(HardDeleteConfirmation.stays(actions.softDelete)) : .null,
      ])
    }
    if staysThere { throw ConsoleError.keptByServer(actions, id) }
    let page = HardDeleteConfirmation(
      store: actions.store.name, detail: detail,
      namedBy: try await BulkImpact.namedBy([id], actions), list: try ListOrigin(request),
      problem: problem, now: actions.context.now
    ).page
    return try await services.pages.page(
      ConfirmPage.template, title: page.title, values: page.values, request, actions.context,
      nav: Nav(store: actions.store.name, .table(actions.table)),
      status: problem == nil ? 200 : 422)
  }

  @Sendable func hardDelete(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let (actions, id) = try await actions(request, context)
    guard !request.hasJSONBody, context.principal?.session != nil else {
      let body = request.hasJSONBody ? try ActionBody(request) : nil
      if let confirm = body?.text("confirm"), !confirm.utf8.elementsEqual(id.utf8) {
        throw HTTPError(
          422,
          localized("confirm is “\(confirm)”, and the row’s id is “\(id)”. Nothing was deleted."))
      }
      let reason = body?.text("reason")
      return try await removeForGood(id, request, actions, reason: reason)
    }
    let form = try request.form()
    let detail = try await actions.detail(id)
    guard detail.isNeverSent || !actions.store.keepsTombstones(of: actions.table) else {
      throw ConsoleError.keptByServer(actions, id)
    }
    let title = RowTitle(columns: detail.columns).title(detail.record)
    let typed = VisibleText.bare(form["typed"]?.trimmed ?? "")
    guard typed == HardDeleteConfirmation.word || typed === id || typed == VisibleText.bare(title)
    else {
      let problem =
        typed.isEmpty
        ? localized("Nothing was deleted: type the word to confirm.")
        : localized(
          "Nothing was deleted: “\(typed)” does not match. Type delete, the row’s name "
            + "or its id.")
      return try await askHardDelete(id, request, actions, problem: problem)
    }
    return try await removeForGood(id, request, actions, reason: form["reason"])
  }

  private func removeForGood(
    _ id: String, _ request: HTTPRequest, _ actions: RowActions, reason: String?
  ) async throws -> HTTPResponse {
    let removal = try await RowRemoval(actions, id)
    let outcome = try await actions.rows.remove(id, forGood: true, by: actions.context.who)
    return try await removal.answer(
      .rowsHardDelete, outcome, request,
      reason: reason.flatMap { $0.isEmpty ? nil : $0 })
  }
}
