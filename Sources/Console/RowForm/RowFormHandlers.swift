import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Inserting and changing rows, by form and by JSON.
struct RowFormHandlers: Sendable {
  let services: ConsoleServices

  static let rows = "/s/{store}/t/{table}"
  static let row = "/s/{store}/t/{table}/r/{id}"

  @Sendable func showEdit(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let id = request.parameter("id")
    try actions.store.demandUncovered(actions.table, back: try actions.link(to: id, request))
    let from = try request.query()["from"]
    let detail = try await actions.detail(id, withHistory: from != nil)
    if request.wantsJSON { return services.pages.respond(json: detail.editJSON) }
    guard detail.canBeEdited(actions.store.softDelete(of: actions.table)) else {
      return try await leadToDeleted(detail, request, actions)
    }
    var form = RowForm(columns: detail.columns, record: detail.record)
    var version = RowVersion.find(from, in: detail)
    if version == nil {
      version = try await RowVersion.ofDecision(from, of: detail, in: actions.table, actions.store)
    }
    if let from, version == nil { throw missingVersion(from, detail, actions) }
    if version == nil, let staged = try await actions.staged(detail) {
      return try await self.page(
        try editPage(of: staged, detail, request, actions), request, actions)
    }
    if let version { form.copy(version.record) }
    var page = try editPage(form, showing: nil, detail, request, actions)
    page.copiedFrom = version?.title
    return try await self.page(page, request, actions)
  }

  /// - Parameter staged: The staged change whose values the form shows.
  func editPage(
    _ form: RowForm, showing staged: Int64?, _ detail: RowDetail, _ request: HTTPRequest,
    _ actions: RowActions, refusal: String? = nil
  ) throws -> RowFormPage {
    RowFormPage(
      store: actions.store.name, table: actions.table, form: form, record: detail.record,
      fingerprint: detail.contentFingerprint,
      softDelete: actions.store.softDelete(of: actions.table),
      keepsFiles: actions.store.keepsFiles, staged: staged, error: detail.errors.last,
      refusal: refusal, list: try ListOrigin(request), mayPush: actions.followUpPush.mayPush,
      state: .init(
        badge: Badge(detail.state, deleted: detail.deleted), context: actions.context))
  }

  @Sendable func update(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let detail: RowDetail
    do {
      detail = try await actions.detail(request.parameter("id"), withHistory: true)
    } catch SyncError.noSuchRow(_, let id) {
      return try await refuse(editOf: id, request, actions)
    }
    guard !request.hasJSONBody else {
      let body = try request.bodyObject()
      let values = try Self.values(body)
      if body["addColumns"]?.bool == false {
        try refuseNewColumns(values, besides: detail.columns, actions)
      }
      let state = Self.state(body["ifState"]?.string, of: detail)
      return try await update(values, state, detail, request, actions)
    }
    let posted = try request.form()
    var form = RowForm(
      columns: detail.columns.adding(typedIn: posted, detail.record), record: detail.record,
      posted: posted,
      earlier: RowVersion.all(of: detail).map(\.record))
    try await form.resolveReferences(posted, actions)
    let staged = posted[RowFormPage.stagedField].flatMap { Int64($0) }
    guard !form.hasMistakes else {
      var page = try editPage(form, showing: staged, detail, request, actions)
      // The next try is still bound to what the form was opened with.
      page.fingerprint = posted["ifState"].map(RowFingerprint.init(rawValue:))
      return try await self.page(page, request, actions, status: 422)
    }
    do {
      let state = posted["ifState"].map(RowFingerprint.init(rawValue:))
      if posted["stage"] != nil {
        return try await stage(form, state, inPlaceOf: staged, detail, request, actions)
      }
      return try await update(
        form.changes, state, staged: staged, pushes: FollowUpPush.isAskedFor(in: posted), detail,
        request,
        actions)
    } catch let error as SyncError
      where !request.wantsJSON && (error.isStale || error.isOfDeletedRow)
    {
      let now = try await actions.detail(detail.record.id)
      var page = try editPage(
        form.rebased(on: now.record), showing: staged, now, request, actions)
      page.stale = .init(
        sent: form, current: now.record, isDeleted: now.deleted, isSurprise: error.isStale,
        last: now.history.first, now: actions.context.now)
      return try await self.page(page, request, actions, status: 409)
    } catch let error as SyncError where !request.wantsJSON {
      let page = try editPage(
        form, showing: staged, detail, request, actions, refusal: error.reason)
      return try await self.page(page, request, actions, status: error.status)
    }
  }

  /// - Parameters:
  ///   - staged: The staged change whose values stood in the form: it is saved, or given up, with it.
  ///   - pushes: Whether a push of the row follows, where one can start.
  private func update(
    _ values: JSONObject, _ state: RowFingerprint?, staged: Int64? = nil, pushes: Bool = false,
    _ before: RowDetail, _ request: HTTPRequest, _ actions: RowActions
  ) async throws -> HTTPResponse {
    let id = before.record.id
    let decision = try await actions.rows.update(
      id, values, ifState: state, by: actions.context.who)
    let after = try await actions.detail(id)
    let shown = try await ValueMasking.forAnswer { try await actions.detail(id) }
    let changed = values.names.filter { before.record.value($0) != after.record.value($0) }
    let title = RowTitle(columns: after.columns).title(shown.record)
    let entry = changed.isEmpty ? nil : try await actions.noteEdit(changed, before, after, decision)
    if let staged { try await services.data.unstage([staged], owner: actions.context.owner) }
    let saved = try await EditedColumns(
      changed, shown, now: actions.context.now, in: actions.store)
    let steps = try await steps(from: before, to: after, request, actions)
    let pushed =
      pushes && !changed.isEmpty
      ? try await push(after, saying: saved, entry, steps, request, actions) : .notAsked
    if let run = pushed.response { return run }
    var response = try await services.pages.actionResponse(
      request, actions.context,
      redirectTo: try request.listBefore(actions) ?? actions.link(to: id, request),
      flash: changed.isEmpty
        ? Flash(
          localized("Nothing to save."), detail: localized("No value of “\(title)” differs."),
          kind: .warn)
        : Flash(
          saved.sentence,
          detail: pushed.detail(try await actions.store.sync.nextStep(after.table, [id]))
            + (try await stagedWords(after, request, actions)),
          undoEntry: entry, steps: [pushed.step].compactMap(\.self) + steps, offersPush: true),
      json: shown.json)
    if response.status == 200 {
      response.headers["ETag"] = "\"\(after.fingerprint.rawValue)\""
    }
    return response
  }

  /// Starts a push of what is queued of a row.
  private func push(
    _ row: RowDetail, saying saved: EditedColumns, _ entry: Int64?, _ steps: [NextStep],
    _ request: HTTPRequest, _ actions: RowActions
  ) async throws -> FollowUpPush.Outcome {
    let operations = try await actions.store.sync.queuedOperations(of: row.table, [row.record.id])
    let flash = Flash(
      saved.sentence, detail: try await stagedWords(row, request, actions), undoEntry: entry,
      steps: steps)
    return try await actions.followUpPush.start(operations.map(\.id), saying: flash, request)
  }

  // MARK: - Bodies

  static func values(_ body: JSONObject) throws -> JSONObject {
    guard let values = body["values"]?.object else {
      throw HTTPError(400, localized("The body has no values: send {\"values\":{…}}."))
    }
    return values
  }

  /// A column that is only misspelt would stand in every form, list and export from then on.
  func refuseNewColumns(
    _ values: JSONObject, besides columns: [Column], _ actions: RowActions
  ) throws {
    let table = actions.table
    var known = UTF8Set(columns.map(\.name))
    if let column = actions.store.softDelete(of: table).column { known.insert(column) }
    let unknown = values.names.filter { !known.contains($0) }
    guard !unknown.isEmpty else { return }
    let names = unknown.map { quoted($0) }.joinedAsList()
    throw ConsoleError(
      422, title: localized("Column not found"),
      reason: localized(
        "\(table) has no column \(names). Nothing was changed. To add it, omit "
          + "\"addColumns\":false."),
      code: "no_such_column")
  }

  /// What `ifState` binds an update to: a row's `ETag`, or the server's version that it has.
  private static func state(
    _ text: String?, of detail: RowDetail
  ) -> RowFingerprint? {
    guard let text else { return nil }
    let state = RowFingerprint(tag: text)
    if [text, state.rawValue].contains(where: { $0 == detail.record.version })
      || text == detail.state.rawValue
    {
      return detail.fingerprint
    }
    return state
  }

  func page(
    _ page: RowFormPage, _ request: HTTPRequest, _ actions: RowActions, status: Int = 200
  ) async throws -> HTTPResponse {
    var page = page
    page.references = try await RowFormReferences(in: page, of: actions)
    if page.record != nil {
      try await services.uncoverForm(actions.table, actions.store, request, actions.context)
    }
    return try await services.pages.page(
      RowFormPage.template, title: page.title, values: page.values, request, actions.context,
      nav: Nav(store: actions.store.name, .table(actions.table)), formats: [], status: status)
  }
}

extension RowDetail {
  /// What an update has to know: the values, and the state that it is bound to.
  fileprivate var editJSON: JSONValue {
    [
      "table": .string(table), "id": .string(record.id),
      "columns": .array(columns.map(\.json)), "values": record.json(columns),
      "ifState": .string(fingerprint.rawValue),
    ]
  }
}
