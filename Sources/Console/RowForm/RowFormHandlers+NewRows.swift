import HTTPKit
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Rows that are new, and those that left the store and are inserted again.
extension RowFormHandlers {
  @Sendable func showNew(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    _ = try await actions.store.summary(of: actions.table)
    let columns = try await actions.store.columns(of: actions.table)
    if request.wantsJSON {
      return services.pages.respond(json: [
        "table": .string(actions.table), "columns": .array(columns.map(\.json)),
      ])
    }
    if let id = try request.query()["restore"] {
      return try await showRestoring(id, request, actions)
    }
    var form = RowForm(columns: columns, record: nil)
    guard let from = try request.query()["from"] else {
      return try await page(newPage(form, actions), request, actions)
    }
    try actions.store.demandUncovered(actions.table, back: try actions.link(to: from, request))
    let original = try await actions.detail(from).record
    form.copy(original)
    var page = newPage(form, actions)
    let title = RowTitle(columns: columns).title(original)
    page.copiedFrom = localized("row “\(title)”")
    return try await self.page(page, request, actions)
  }

  private func newPage(
    _ form: RowForm, _ actions: RowActions, restoring title: String? = nil, refusal: String? = nil
  ) -> RowFormPage {
    RowFormPage(
      store: actions.store.name, table: actions.table, form: form,
      softDelete: actions.store.softDelete(of: actions.table), takesIDs: actions.store.takesIDs,
      restored: title, refusal: refusal)
  }

  @Sendable func insert(
    _ request: HTTPRequest, _ context: PageContext
  ) async throws -> HTTPResponse {
    let actions = try await services.rowActions(request, context)
    guard !request.hasJSONBody else {
      let body = try request.bodyObject()
      let values = try Self.values(body)
      if body["addColumns"]?.bool == false {
        try refuseNewColumns(
          values, besides: try await actions.store.columns(of: actions.table), actions)
      }
      return try await insert(values, request, actions)
    }
    let columns = try await actions.store.columns(of: actions.table)
    let posted = try request.form()
    guard RowForm.isIn(posted) else {
      throw HTTPError(
        400,
        localized(
          "The form has no row fields, so no row was created. Programs send {\"values\":{…}}."))
    }
    var form = RowForm(columns: columns, record: nil, posted: posted)
    try await form.resolveReferences(posted, actions)
    let restored = posted[RowFormPage.restoredField]
    guard !form.hasMistakes else {
      return try await page(
        newPage(form, actions, restoring: restored), request, actions, status: 422)
    }
    var values = form.changes
    if !form.id.isEmpty { values["id"] = .string(form.id) }
    do {
      return try await insert(
        values, isRestored: restored != nil, request, actions)
    } catch let error as SyncError where !request.wantsJSON {
      return try await page(
        newPage(form, actions, restoring: restored, refusal: error.reason), request, actions,
        status: error.status)
    }
  }

  private func insert(
    _ values: JSONObject, isRestored: Bool = false, _ request: HTTPRequest, _ actions: RowActions
  ) async throws -> HTTPResponse {
    await actions.announce(.rowsEdit, rows: [], after: .object(values))
    let id = try await actions.rows.insert(values, by: actions.context.who)
    let record = try await actions.rows.read(id: id)
    let shown = try await ValueMasking.forAnswer { try await actions.rows.read(id: id) }
    let entry = try await actions.note(
      .rowsEdit, row: id, count: 1, after: record?.json,
      undo: try await actions.undo(.insertRemove, [id]))
    let columns = try await actions.store.columns(of: actions.table)
    let title = shown.map { RowTitle(columns: columns).title($0) } ?? id
    let link = Links.row(actions.store.name, actions.table, id)
    var response = try await services.pages.actionResponse(
      request, actions.context, redirectTo: link,
      flash: Flash(
        isRestored ? localized("“\(title)” restored.") : localized("“\(title)” added."),
        detail: localized("It is sent with the next push."), undoEntry: entry, offersPush: true),
      json: ["id": .string(id)], status: 201)
    if response.status == 201 { response.headers["Location"] = link }
    return response
  }

  /// The form of a new row with the values of a version of the row's history: the one that the
  /// address names, or the newest.
  private func showRestoring(
    _ id: String, _ request: HTTPRequest, _ actions: RowActions
  ) async throws -> HTTPResponse {
    let rowLink = try actions.link(to: id, request)
    try actions.store.demandUncovered(actions.table, back: rowLink)
    guard let gone = try await actions.store.sync.rowFromHistory(actions.table, id) else {
      guard try await actions.store.sync.row(actions.table, id) == nil else {
        return .seeOther(rowLink)
      }
      throw try await actions.missingRow(id)
    }
    let key = try request.query()["version"]
    guard let version = RowVersion.find(key, in: gone) ?? RowVersion.all(of: gone).first,
      key == nil || key == version.key
    else { throw missingVersion(key ?? "", gone, actions) }
    var form = RowForm(columns: gone.columns, record: nil)
    form.copy(version.record)
    if actions.store.takesIDs { form.id = id }
    let title = RowTitle(columns: gone.columns).title(version.record)
    return try await page(newPage(form, actions, restoring: title), request, actions)
  }
}
