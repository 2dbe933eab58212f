import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// What can be changed about an import while it is shown: its columns, its key, its rows.
extension ImportHandlers {
  /// The step in which each column of the file gets a column of the table.
  @Sendable func columns(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    try actions.demandUncovered()
    let draft = try draft(request.parameter("draft"), actions)
    guard case .ready(let preview) = draft.stage, !request.wantsJSON else {
      return try await show(draft, request, actions)
    }
    return try await columns(draft, preview, request, actions)
  }

  /// - Parameter refused: What was chosen and cannot be, with the reason.
  private func columns(
    _ draft: ImportDraft, _ preview: ImportPreview, _ request: HTTPRequest, _ actions: RowActions,
    refused: (choices: ImportChoices, reason: String)? = nil
  ) async throws -> HTTPResponse {
    let columnsPage = ImportColumnsPage(
      draft: draft, preview: preview, known: try await actions.store.columns(of: actions.table),
      writeOnly: actions.store.sync.remote.writeOnlyColumns, refused: refused?.choices,
      problem: refused?.reason)
    return try await page(
      ImportColumnsPage.template, columnsPage.title, columnsPage.values, request, actions,
      status: refused == nil ? 200 : 422)
  }

  /// Skips the invalid rows, for those who want to see that before they import the others.
  @Sendable func leaveOut(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    let draft = try draft(request.parameter("draft"), actions)
    let seen = request.hasJSONBody ? nil : try request.form()["seen"].flatMap { Int($0) }
    guard case .ready(let shown) = draft.stage, shown.canSkipInvalid,
      shown.look == seen ?? shown.look
    else { return try await show(draft, request, actions) }
    draft.skipInvalid(asOf: shown.look)
    return request.wantsJSON
      ? services.pages.respond(json: .object(draft.stage.json))
      : .seeOther(Links.importDraft(draft.store, draft.table, draft.id))
  }

  /// Looks at the same rows again, with other columns, another key or another mode.
  @Sendable func choose(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    try actions.demandUncovered()
    let draft = try draft(request.parameter("draft"), actions)
    guard case .ready(let shown) = draft.stage else {
      return try await show(draft, request, actions)
    }
    let seen = request.hasJSONBody ? nil : try request.form()["seen"].flatMap { Int($0) }
    guard shown.look == seen ?? shown.look else {
      return try await show(draft, request, actions, problem: moved(actions.table))
    }
    let choices = try ImportChoices(request, columns: shown.plan.fileColumns)
    let known = try await actions.store.columns(of: actions.table)
    if let mistake = choices.mistake(
      in: shown.plan, known, actions.table,
      writeOnly: actions.store.sync.remote.writeOnlyColumns)
    {
      guard !request.wantsJSON else {
        throw HTTPError(422, [mistake, localized("Nothing was changed.")].joinedAsSentences())
      }
      return try await columns(draft, shown, request, actions, refused: (choices, mistake))
    }
    guard draft.choose(choices, asOf: shown.look) else {
      return try await show(draft, request, actions)
    }
    try await read(draft, actions, look: shown.look + 1)
    let stage = await draft.settle(within: patience)
    return request.wantsJSON
      ? services.pages.respond(json: .object(stage.json), status: stage.isSettled ? 200 : 202)
      : .seeOther(Links.importDraft(draft.store, draft.table, draft.id))
  }
}
