import ConsoleData
import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// Rows that are pasted or uploaded: read, typed, rehearsed and shown before anything is written.
struct ImportHandlers: Sendable {
  let services: ConsoleServices

  static let path = "/s/{store}/t/{table}/import"
  var patience: Duration { services.configuration.importPatience }

  // MARK: - Pasting and choosing

  @Sendable func ask(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    _ = try await actions.store.summary(of: actions.table)
    try actions.demandUncovered()
    if request.wantsJSON {
      let columns = try await actions.store.columns(of: actions.table)
      return services.pages.respond(json: [
        "table": .string(actions.table), "columns": .array(columns.map(\.json)),
        "modes": .array(ImportPlan.Mode.allCases.map { .string($0.rawValue) }),
      ])
    }
    var shown = ImportForm()
    if let id = try request.query()["draft"], !id.isEmpty {
      shown = try draft(id, actions).form.again
      if shown.fileToChooseAgain != nil { shown.keptDraft = id }
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
    if request.hasJSONBody {
      return try await ImportRequest(services: services, actions: actions).answer(request)
    }
    var form = try ImportForm(request)
    if let id = form.keptDraft, !id.isEmpty { form.take(rowsOf: try draft(id, actions).form) }
    let draft = ImportDraft(
      id: hexadecimal(services.random.bytes(16)), owner: context.owner, store: actions.store.name,
      table: actions.table, form: form, at: context.now)
    services.imports.add(draft)
    try await read(draft, actions)
    if case .unreadable(let sentence) = await draft.settle(within: patience) {
      return try await unreadable(sentence, draft, request, actions)
    }
    return .seeOther(
      request.wantsJSON
        ? Links.importDraft(draft.store, draft.table, draft.id) : draft.nextStep)
  }

  private func unreadable(
    _ sentence: String, _ draft: ImportDraft, _ request: HTTPRequest, _ actions: RowActions
  ) async throws -> HTTPResponse {
    services.imports.remove(draft)
    guard !request.wantsJSON else { throw HTTPError(422, sentence) }
    var form = draft.form.again
    form.mistake = sentence
    return try await self.form(form, request, actions, status: 422)
  }

  func draft(_ id: String, _ actions: RowActions) throws -> ImportDraft {
    let context = actions.context
    guard let draft = services.imports.draft(id, owner: context.owner, now: context.now),
      draft.store === actions.store.name, draft.table === actions.table
    else { throw noDraft(services.imports.ending(of: id, owner: context.owner), actions) }
    return draft
  }

  /// What is told of an import that is not there.
  ///
  /// - Parameter ending: How it ended; nil when that is not known.
  private func noDraft(_ ending: ImportEnding?, _ actions: RowActions) -> ConsoleError {
    let (store, table) = (actions.store.name, actions.table)
    guard let ending, ending.written > 0 else {
      return ConsoleError(
        404, title: localized("This import has expired"),
        reason: localized(
          "It was completed, an hour has passed, the console was restarted, or it belongs to "
            + "somebody else. Paste or choose the rows again."), code: "no_such_import",
        links: [.init(localized("Import rows"), Links.importRows(store, table))])
    }
    let entry = ending.entry.map {
      ConsoleError.Link(localized("Audit entry and Undo"), Links.auditEntry($0))
    }
    let rowsWere = Format.count(ending.written, "row was", "rows were")
    return ConsoleError(
      404, title: localized("This import is complete"),
      reason: localized("\(rowsWere) imported into \(table). There is nothing left to do."),
      code: "no_such_import",
      links: (entry.map { [$0] } ?? [])
        + [.init(localized("Rows of \(table)"), Links.rows(store, table))])
  }

  // MARK: - Preview

  /// Begins to find out what the import would do.
  ///
  /// - Parameters:
  ///   - look: Counts the looks, so that what another one showed cannot be confirmed.
  ///   - hasMoved: The store was found otherwise than the look before had shown it.
  func read(
    _ draft: ImportDraft, _ actions: RowActions, look: Int = 1, hasMoved: Bool = false
  ) async throws {
    let known = try await actions.store.columns(of: actions.table)
    let form = draft.form
    let rehearsal = try await ImportRehearsal(
      form: form, table: draft.table, sync: actions.store.sync, by: actions.context.who,
      references: ImportReferences(known, of: draft.table, form, in: actions.store),
      progress: { draft.advance(to: $0) })
    draft.enter(.reading(0))
    draft.work {
      do {
        var preview = try await rehearsal.perform(known)
        preview.look = look
        preview.hasMoved = hasMoved
        draft.enter(.ready(preview))
      } catch let error as ImportSource.Unreadable {
        draft.enter(.unreadable(error.sentence))
      } catch is CancellationError {
        draft.enter(.unreadable(localized("Reading was cancelled. Nothing was imported.")))
      } catch {
        let reason = "\(error)"
        draft.enter(.unreadable(localized("Reading failed: \(reason) Nothing was imported.")))
      }
    }
  }

  @Sendable func look(_ request: HTTPRequest, _ context: PageContext) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    try actions.demandUncovered()
    return try await show(try draft(request.parameter("draft"), actions), request, actions)
  }

  /// - Parameter problemStatus: What a `problem` answers.
  func show(
    _ draft: ImportDraft, _ request: HTTPRequest, _ actions: RowActions, problem: String? = nil,
    problemStatus: Int = 409
  ) async throws -> HTTPResponse {
    let stage = draft.stage
    let status = problem == nil ? 200 : problemStatus
    if request.wantsJSON {
      if case .unreadable(let sentence) = stage { throw HTTPError(422, sentence) }
      return services.pages.respond(json: .object(stage.json), status: status)
    }
    switch stage {
    case .unreadable(let sentence):
      return try await unreadable(sentence, draft, request, actions)
    case .ready(let preview):
      var page = ImportPreviewPage(
        store: actions.store.name, table: actions.table, draft: draft.id,
        name: draft.form.fileName, preview: preview, now: actions.context.now)
      page.writeOnly = actions.store.sync.remote.writeOnlyColumns
      page.problem = problem ?? (preview.hasMoved ? moved(actions.table) : nil)
      return try await self.page(
        ImportPreviewPage.template, page.title, page.values, request, actions, status: status)
    case .reading, .writing, .takingBack, .over:
      let page = ImportProgressPage(draft: draft, stage: stage)
      return try await self.page(
        ImportProgressPage.template, page.title, page.values, request, actions, status: 200)
    }
  }

  func page(
    _ template: String, _ title: String, _ values: TemplateDictionary, _ request: HTTPRequest,
    _ actions: RowActions, status: Int
  ) async throws -> HTTPResponse {
    try await services.pages.page(
      template, title: title, values: values, request, actions.context,
      nav: Nav(store: actions.store.name, .table(actions.table)), status: status)
  }

  // MARK: - Writing

  @Sendable func confirm(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let draft = try draft(request.parameter("draft"), actions)
    let form = request.hasJSONBody ? nil : try request.form()
    let seen = form?["seen"]
    let skips =
      try form.map { $0["skipInvalid"] != nil }
      ?? (request.bodyObject()["skipInvalid"]?.bool ?? false)
    guard case .ready(let shown) = draft.stage else {
      return try await show(draft, request, actions)
    }
    guard shown.canBeWritten || skips && shown.canSkipInvalid else {
      return try await show(
        draft, request, actions,
        problem: localized("Nothing was imported: some rows are invalid."))
    }
    guard seen == nil || seen == "\(shown.look)" else {
      return try await show(draft, request, actions, problem: moved(actions.table))
    }
    guard let preview = draft.beginWriting(asOf: shown.look, skippingInvalid: skips) else {
      throw HTTPError(409, localized("Another request has already imported these rows."))
    }
    let writer = ImportWriter(
      services: services, context: context, store: actions.store, table: actions.table,
      form: draft.form)
    draft.work {
      let ending = await writer.perform(
        preview, isChecked: seen != nil, progress: { draft.advance(to: $0) },
        isUnwanted: { draft.isToBeTakenBack })
      draft.enter(.over(ending, of: preview))
    }
    return try await ended(draft, request, actions)
  }

  func moved(_ table: String) -> String {
    localized(
      "Rows of \(table) changed since the preview. Nothing was imported. Review the new preview.")
  }

  /// Answers with the end, when it comes soon.
  private func ended(
    _ draft: ImportDraft, _ request: HTTPRequest, _ actions: RowActions
  ) async throws -> HTTPResponse {
    let stage = await draft.settle(within: patience)
    guard case .over(let ending, let preview) = stage else {
      guard !services.imports.isStopping else { throw ImportRefusal.stopped(stage) }
      return request.wantsJSON
        ? services.pages.respond(json: .object(stage.json), status: 202)
        : .seeOther(Links.importDraft(draft.store, draft.table, draft.id))
    }
    switch ending.kind {
    case .done: break
    case .brokenOff, .takenBack:
      guard !services.imports.isStopping else { throw ImportRefusal.stopped(stage) }
      if request.wantsJSON, let error = ending.storageError { throw error }
      // Unless somebody cancelled it, the rows stay for another attempt.
      guard case .takenBack(let reason) = ending.kind, !draft.isToBeTakenBack, !request.wantsJSON
      else { break }
      if ending.problem != nil {
        // The store is as it was shown, and looking again may need the room that is missing.
        draft.enter(.ready(preview.shownAgain))
      } else {
        try await read(draft, actions, look: preview.look + 1)
        _ = await draft.settle(within: patience)
      }
      return try await show(
        draft, request, actions,
        problem: [reason, localized("Nothing was imported.")].joinedAsSentences(),
        problemStatus: ending.problem?.status ?? 409)
    case .differs:
      try await read(draft, actions, look: preview.look + 1, hasMoved: true)
      _ = await draft.settle(within: patience)
      return try await show(draft, request, actions, problem: moved(actions.table))
    }
    // The file stays while its invalid rows can be downloaded.
    if preview.invalid.isEmpty { services.imports.remove(draft) }
    return try await services.pages.actionResponse(
      request, actions.context, redirectTo: Links.rows(draft.store, draft.table),
      flash: draft.flash(ending, preview), json: .object(stage.json))
  }

  @Sendable func cancel(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let draft = try draft(request.parameter("draft"), actions)
    draft.takeBack()
    let stage = await draft.settle(within: patience)
    if stage.isSettled { services.imports.remove(draft) }
    var flash: Flash?
    if case .over(let ending, _) = stage { flash = ending.flash }
    return try await services.pages.actionResponse(
      request, context,
      redirectTo: stage.isSettled
        ? Links.rows(draft.store, draft.table)
        : Links.importDraft(draft.store, draft.table, draft.id),
      flash: flash
        ?? Flash(localized("Import cancelled."), detail: localized("Nothing was imported.")),
      json: .object(stage.json))
  }
}
