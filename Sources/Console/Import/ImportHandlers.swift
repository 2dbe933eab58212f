import ConsoleData
import HTTPKit
import JSONKit
import SyncCore

/// Rows that are pasted or uploaded: read, typed, rehearsed and shown before anything is written.
struct ImportHandlers: Sendable {
  let services: ConsoleServices

  private static let path = "/s/{store}/t/{table}/import"

  var routes: [ConsoleRoute] {
    [
      .get(Self.path, .rowsImport, ask),
      .post(
        Self.path, .rowsImport,
        ["rows": .list(.map), "mode": .text, "addColumns": .boolean, "preview": .boolean], take
      )
      .acceptingFiles,
      .get(Self.path + "/{draft}", .rowsImport, preview),
      .post(Self.path + "/{draft}", .rowsImport, confirm),
    ]
  }

  // MARK: - Pasting and choosing

  @Sendable func ask(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    _ = try await actions.store.summary(of: actions.table)
    if request.wantsJSON {
      let columns = try await actions.store.columns(of: actions.table)
      return services.pages.respond(json: [
        "table": .string(actions.table), "columns": .array(columns.map(\.json)),
        "modes": .array(ImportPlan.Mode.allCases.map { .string($0.rawValue) }),
      ])
    }
    var shown = ImportForm()
    if let id = try request.query()["draft"], !id.isEmpty {
      shown = ImportForm(try await draft(id, actions)).again
    }
    return try await form(shown, request, actions)
  }

  private func form(
    _ form: ImportForm, _ request: HTTPRequest, _ actions: RowActions, status: Int = 200
  ) async throws -> HTTPResponse {
    let page = ImportFormPage(
      store: actions.store.name, table: actions.table, form: form,
      columns: try await actions.store.columns(of: actions.table))
    return try await services.pages.page(
      ImportFormPage.template, title: page.title, values: page.values, request, actions.context,
      nav: Nav(store: actions.store.name, .table(actions.table)), formats: [], status: status)
  }

  /// A form's rows are kept and looked at on a page of their own; a program's are written at once.
  @Sendable func take(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    _ = try await actions.store.summary(of: actions.table)
    guard !request.hasJSONBody else { return try await take(json: request, actions) }
    var asked = try ImportForm(request)
    do {
      _ = try ImportSource(asked.body)
    } catch {
      asked.mistake = error.sentence
      return try await form(asked.again, request, actions, status: 422)
    }
    let draft = try await services.data.addDraft(
      asked.body, source: asked.fileName, mode: asked.stored, store: actions.store.name,
      table: actions.table, owner: context.owner)
    return .seeOther(Links.importDraft(actions.store.name, actions.table, draft))
  }

  // MARK: - Preview

  @Sendable func preview(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let draft = try await draft(request.parameter("draft"), actions)
    return try await show(try await rehearse(draft, actions), request, actions)
  }

  private func show(
    _ rehearsal: ImportRehearsal, _ request: HTTPRequest, _ actions: RowActions,
    problem: String? = nil
  ) async throws -> HTTPResponse {
    if request.wantsJSON {
      return services.pages.respond(json: rehearsal.json, status: problem == nil ? 200 : 409)
    }
    var page = ImportPreviewPage(
      store: actions.store.name, table: actions.table, draft: request.parameter("draft"),
      rehearsal: rehearsal, now: actions.context.now)
    page.problem = problem
    return try await services.pages.page(
      ImportPreviewPage.template, title: page.title, values: page.values, request,
      actions.context, nav: Nav(store: actions.store.name, .table(actions.table)),
      status: problem == nil ? 200 : 409)
  }

  private func draft(_ id: String, _ actions: RowActions) async throws -> ImportDraft {
    guard let draft = try await services.data.draft(id, owner: actions.context.owner),
      draft.store == actions.store.name, draft.table == actions.table
    else {
      throw ConsoleError(
        404, title: "This import is not there any more",
        reason:
          "It was written, or a day has passed, or it is somebody else’s. Paste or choose the "
          + "rows again.", code: "no_such_import",
        links: [.init("Import rows", Links.importRows(actions.store.name, actions.table))])
    }
    return draft
  }

  private func rehearse(
    _ draft: ImportDraft, _ actions: RowActions
  ) async throws -> ImportRehearsal {
    let form = ImportForm(draft)
    return try await rehearse(
      try source(draft.body), form.mode, addsColumns: form.addsColumns, name: draft.source, actions)
  }

  private func source(_ body: [UInt8]) throws -> ImportSource {
    do {
      return try ImportSource(body)
    } catch {
      throw HTTPError(422, error.sentence)
    }
  }

  /// Does it all and takes it back, so that the preview says exactly what would happen.
  private func rehearse(
    _ source: ImportSource, _ mode: ImportPlan.Mode, addsColumns: Bool, name: String,
    _ actions: RowActions
  ) async throws -> ImportRehearsal {
    let columns = try await actions.store.columns(of: actions.table)
    var plan = ImportPlan(source, columns, mode: mode, addsColumns: addsColumns)
    let existing = try await actions.rows.existing(plan.rows.compactMap(\.id))
    let changes = plan.changes(of: actions.table, existing: existing)
    var outcome = ChangeOutcome()
    if plan.mistakes.isEmpty {
      outcome = try await actions.store.sync.change(
        changes, by: actions.context.who, rehearsing: true)
      plan.add(outcome.problems)
    }
    return ImportRehearsal(name: name, plan: plan, changes: changes, outcome: outcome)
  }

  // MARK: - Writing

  @Sendable func confirm(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let draft = try await draft(request.parameter("draft"), actions)
    let rehearsal = try await rehearse(draft, actions)
    let seen = request.hasJSONBody ? nil : try request.form()["seen"]
    guard rehearsal.canBeWritten, seen == nil || seen == rehearsal.summary else {
      return try await show(
        rehearsal, request, actions,
        problem: rehearsal.canBeWritten
          ? "Rows of \(actions.table) changed since you saw this preview. Nothing was written; look "
            + "at it again." : "Nothing was written: the rows below need another look.")
    }
    guard try await services.data.removeDraft(draft.id) else {
      throw HTTPError(409, "These rows were imported just now by another request.")
    }
    return try await write(rehearsal, request, actions)
  }

  private func write(
    _ rehearsal: ImportRehearsal, _ request: HTTPRequest, _ actions: RowActions
  ) async throws -> HTTPResponse {
    let outcome = try await actions.store.sync.change(
      rehearsal.changes, by: actions.context.who)
    guard outcome.isDone else {
      throw HTTPError(
        409, "Rows of \(actions.table) changed just now, so nothing was written. Import them again."
      )
    }
    var written = rehearsal
    written.outcome = outcome
    let applied = outcome.applied.filter { !$0.isUnchanged }
    let notes = ChangeNotes(services: services, context: actions.context, store: actions.store)
    let entry = try await notes.note(
      .rowsImport, applied, target: "\(actions.table), \(written.summary)")
    let next = try await actions.store.sync.nextStep(applied)
    written.entry = entry
    return try await services.pages.actionResponse(
      request, actions.context, redirectTo: Links.rows(actions.store.name, actions.table),
      flash: Flash(
        "Imported: \(written.summary).",
        detail: entry == nil && !applied.isEmpty
          ? "\(next) This was too much to be undone with one click." : next, undoEntry: entry),
      json: written.json)
  }

  private func take(
    json request: HTTPRequest, _ actions: RowActions
  ) async throws -> HTTPResponse {
    let body = try request.bodyObject()
    guard let rows = body["rows"]?.array else {
      throw HTTPError(400, "The body has no rows: send {\"rows\":[{…}],\"mode\":\"upsert\"}.")
    }
    let mode = body["mode"]?.string ?? ImportPlan.Mode.insert.rawValue
    guard let known = ImportPlan.Mode(rawValue: mode) else {
      throw HTTPError(400, "There is no mode “\(mode)”. Take insert, update or upsert.")
    }
    let rehearsal = try await rehearse(
      try source(JSONValue.array(rows).serialized), known,
      addsColumns: body["addColumns"]?.bool ?? false, name: "", actions)
    guard rehearsal.canBeWritten, body["preview"]?.bool != true else {
      return services.pages.respond(
        json: rehearsal.json, status: rehearsal.canBeWritten ? 200 : 422)
    }
    return try await write(rehearsal, request, actions)
  }
}
