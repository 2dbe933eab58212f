import ConsoleData
import HTTPKit
import JSONKit
import SyncCore

/// Putting the change of a row aside, to be saved together with others.
extension RowFormHandlers {
  func staged(_ detail: RowDetail, _ actions: RowActions) async throws -> StagedChange? {
    guard actions.context.principal?.session != nil else { return nil }
    return try await services.data.stagedChange(
      owner: actions.context.owner, store: actions.store.name, table: detail.table,
      itemID: detail.record.id)
  }

  /// - Throws: `SyncError.staleEdit` when the row is not as it was when the form was opened.
  func stage(
    _ form: RowForm, _ state: RowFingerprint?, _ detail: RowDetail, _ request: HTTPRequest,
    _ actions: RowActions
  ) async throws -> HTTPResponse {
    let record = detail.record
    if let state, state != detail.fingerprint { throw SyncError.staleEdit(current: record) }
    let (store, owner) = (actions.store.name, actions.context.owner)
    let changes = form.changes
    let title = RowTitle(columns: detail.columns).title(record)
    guard !changes.isEmpty else {
      let old = try await staged(detail, actions)
      if let old { try await services.data.unstage([old.id], owner: owner) }
      let flash =
        old == nil
        ? Flash("Nothing to stage.", detail: "No value of \(title) differs.", kind: .warn)
        : Flash(
          "\(title) is not staged any more.",
          detail: "Its values are what they were again, so its staged change was dropped.")
      return try await services.pages.actionResponse(
        request, actions.context,
        redirectTo: try actions.link(to: record.id, request),
        flash: flash, json: ["staged": 0])
    }
    try await services.data.stage(
      changes, was: JSONObject(changes.names.map { ($0, record.value($0)) }),
      fingerprint: detail.fingerprint.rawValue, store: store, table: actions.table,
      itemID: record.id, owner: owner)
    return try await services.pages.actionResponse(
      request, actions.context,
      redirectTo: try ListOrigin(request).list(Links.rows(store, actions.table)),
      flash: Flash(
        "\(title) staged: \(Format.count(changes.count, "value")).",
        detail: "Change further rows, then review and save all of them together."),
      json: ["staged": .integer(Int64(changes.count))])
  }
}

extension Record {
  /// The same row with `changes` laid over its values.
  func with(_ changes: JSONObject) -> Record {
    var record = self
    for (name, value) in changes { record.values[name] = value }
    return record
  }
}
