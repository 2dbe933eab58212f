import HTTPKit
import JSONKit
import Localization
import SyncCore
import SyncInspection

/// A row that is about to leave the store, and how that is noted and answered.
struct RowRemoval {
  private let actions: RowActions
  private let id: String
  private let before: Record?
  let title: String
  /// The rows that name it.
  private let references: [ReferencingRows]

  /// Looks at the row as it still is.
  init(_ actions: RowActions, _ id: String) async throws {
    self.actions = actions
    self.id = id
    before = try await actions.rows.read(id: id)
    let columns = try await actions.store.columns(of: actions.table)
    title = before.map { RowTitle(columns: columns).title($0) } ?? id
    references = try await actions.store.sync.referencingRows(on: actions.table, [id])
  }

  /// The message after it, with what still refers to the row.
  func flash(
    _ sentence: String, detail: String, undoEntry: Int64?, offersPush: Bool = true
  ) async throws -> Flash {
    var flash = Flash(
      sentence, detail: detail + BulkImpact.brokenReferences(references), undoEntry: undoEntry,
      offersPush: offersPush)
    let step = try await references.first?.step(to: [id], actions)
    flash.steps = [step].compactMap(\.self)
    return flash
  }

  /// Leads to the list, for the row’s own page is gone; its last values stay in the audit.
  func answer(
    _ action: ConsoleAction, _ outcome: BulkOutcome, _ request: HTTPRequest, reason: String? = nil
  ) async throws -> HTTPResponse {
    let entry = try await actions.note(
      action, row: id, count: 1, reason: reason,
      before: before?.json,
      undo: try await actions.undoOfDeletion([id], outcome))
    let detail = try await actions.store.sync.row(actions.table, id)
    var json: JSONObject = [
      "id": .string(id), "state": JSONValue(detail?.state.rawValue), "deleted": true,
    ]
    let staysThere =
      action == .rowsHardDelete && outcome.neverSent.isEmpty
      && actions.store.keepsTombstones(of: actions.table)
    if action == .rowsHardDelete {
      json["stays"] =
        staysThere ? .string(HardDeleteConfirmation.stays(actions.softDelete)) : .null
    }
    // Nothing else leads to a row that is gone.
    if detail == nil { json["entry"] = JSONValue(entry) }
    return try await actions.services.pages.actionResponse(
      request, actions.context,
      redirectTo: try request.listBefore(actions)
        ?? ListOrigin(request).list(Links.rows(actions.store.name, actions.table)),
      flash: try await flash(
        action == .rowsHardDelete
          ? localized("“\(title)” hard-deleted.") : localized("“\(title)” deleted."),
        detail: outcome.neverSent.isEmpty
          ? localized("The next push deletes it on the server; until then, Undo restores it.")
          : NeverSentText.done(1, of: 1, canUndo: entry != nil), undoEntry: entry,
        offersPush: outcome.neverSent.isEmpty),
      json: .object(json))
  }
}

extension HTTPRequest {
  /// The list or the trash that the button stood in; nil where it stood elsewhere.
  func listBefore(_ actions: RowActions) throws -> String? {
    guard !hasJSONBody, !body.isEmpty else { return nil }
    let form = try self.form()
    let store = actions.store.name
    switch form["from"] {
    case "list": return backToRows(store, actions.table, form)
    case "trash":
      return Links.with(
        Links.trash(store), QueryItems(decoding: form["back"] ?? "") ?? QueryItems())
    default: return nil
    }
  }
}
