import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore

/// What can be changed about an import while it is shown: its columns, its key, its rows.
extension ImportHandlers {
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
        throw HTTPError(422, "\(mistake) \(localized("Nothing was changed."))")
      }
      return try await show(draft, request, actions, problem: mistake, refused: choices)
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
