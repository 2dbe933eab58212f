import HTTPKit
import Support
import SyncCore
import SyncInspection

/// Inserting a row again that left the store.
extension RowFormHandlers {
  /// The form of a new row with the values of a version of the row's history: the one that the
  /// address names, or the newest.
  func showRestoring(
    _ id: String, _ request: HTTPRequest, _ actions: RowActions
  ) async throws -> HTTPResponse {
    let page = try actions.link(to: id, request)
    try actions.store.demandUncovered(actions.table, back: page)
    guard let gone = try await actions.store.sync.rowFromHistory(actions.table, id) else {
      guard try await actions.store.sync.row(actions.table, id) == nil else { return .seeOther(page) }
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
    return try await self.page(newPage(form, actions, restoring: title), request, actions)
  }
}
