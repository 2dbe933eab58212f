import ConsoleData
import HTTPKit
import JSONKit
import Localization
import SyncCore
import SyncInspection

/// Putting the change of a row aside, to be saved together with others.
extension RowFormHandlers {
  /// What a save of the row left staged, as a further sentence; empty when nothing.
  func stagedWords(
    _ detail: RowDetail, _ request: HTTPRequest, _ actions: RowActions
  ) async throws -> String {
    guard !request.hasJSONBody, let left = try await actions.staged(detail) else { return "" }
    let columns = left.values.names.joinedAsList()
    return " "
      + localized("Your staged change to \(columns) was not in this form and is still staged.")
  }

  /// The form with a staged change in it, as it was sent when it was staged: where somebody else
  /// changed the same column since, whose value counts has to be chosen.
  func editPage(
    of staged: StagedChange, _ detail: RowDetail, _ request: HTTPRequest, _ actions: RowActions
  ) throws -> RowFormPage {
    let now = detail.record
    var sent = RowForm(columns: detail.columns, record: now.with(staged.was))
    sent.copy(now.with(staged.values))
    var page = try editPage(
      sent.rebased(on: now), showing: staged.id, detail, request, actions)
    if RowFingerprint(rawValue: staged.fingerprint).matches(now) {
      page.copiedFrom = localized("your staged change of this row")
    } else {
      page.stale = .init(
        sent: sent, isStaged: true, current: now, isDeleted: detail.deleted, isSurprise: true,
        last: detail.history.first, now: actions.context.now)
    }
    return page
  }

  /// - Parameter shown: The staged change whose values stood in the form; another one of the row
  ///   stays, with the form's changes laid over it.
  /// - Throws: `SyncError.staleEdit` when the row is not as it was when the form was opened.
  func stage(
    _ form: RowForm, _ state: RowFingerprint?, inPlaceOf shown: Int64?, _ detail: RowDetail,
    _ request: HTTPRequest, _ actions: RowActions
  ) async throws -> HTTPResponse {
    let record = detail.record
    if let state, !state.matches(record) { throw SyncError.staleEdit(current: record) }
    let (store, owner) = (actions.store.name, actions.context.owner)
    let changes = form.changes
    let softDelete = actions.store.softDelete(of: detail.table)
    guard !detail.isRemoved, softDelete.allows(changes, of: record) else {
      throw SyncError.rowIsDeleted(table: detail.table, id: record.id)
    }
    let writeOnly = actions.store.sync.remote.writeOnlyColumns
    if let column = changes.names.first(where: writeOnly.contains) {
      throw ConsoleError(
        422, title: localized("\(column) cannot be staged"),
        reason: localized(
          "The server never returns \(column), so it is kept only until the next push. "
            + "Nothing was staged; save the row instead."),
        code: "write_only_value",
        links: [.init(localized("Back"), try actions.link(to: record.id, request))])
    }
    let title = RowTitle(columns: detail.columns).title(record)
    guard !changes.isEmpty else {
      return try await stageNothing(inPlaceOf: shown, title, detail, request, actions)
    }
    let isFirst = try await actions.staged(detail) == nil
    let kept = try await services.data.stage(
      changes, was: JSONObject(changes.names.map { ($0, record.value($0)) }),
      fingerprint: detail.contentFingerprint.rawValue, store: store, table: actions.table,
      itemID: record.id, owner: owner, inPlaceOf: shown)
    let list = try ListOrigin(request).list(Links.rows(store, actions.table))
    // What was staged before would go with it.
    let undo = isFirst ? try await removal(of: detail, leadingTo: list, actions) : nil
    return try await services.pages.actionResponse(
      request, actions.context, redirectTo: list,
      flash: Flash(
        try await stagedSentence(changes, detail, actions),
        detail: Self.stagedEarlier(kept)
          + localized("Change more rows, then review and save them together."),
        steps: undo.map { [$0] } ?? []),
      json: ["staged": .integer(Int64(changes.count))])
  }

  /// The message: the row, and the column with the value that it gets.
  private func stagedSentence(
    _ changes: JSONObject, _ detail: RowDetail, _ actions: RowActions
  ) async throws -> String {
    let shown = try await ValueMasking.forAnswer { try await actions.detail(detail.record.id) }
    return try await EditedColumns(
      changes.names, shown, staging: changes, now: actions.context.now, in: actions.store
    ).stagedSentence
  }

  /// The button that takes back what was just staged.
  private func removal(
    of detail: RowDetail, leadingTo list: String, _ actions: RowActions
  ) async throws -> NextStep? {
    try await actions.staged(detail).map { staged in
      NextStep(
        localized("Undo"), Links.change(actions.store.name, staged.id, action: "remove"),
        sending: [("back", list)])
    }
  }

  /// A sentence with the blank behind it; empty for none.
  private static func stagedEarlier(_ count: Int) -> String {
    guard count > 0 else { return "" }
    let values = Format.count(count, "value")
    let sentence =
      count == 1
      ? localized("\(values) staged earlier is still staged.")
      : localized("\(values) staged earlier are still staged.")
    return sentence + sentenceSpace
  }

  /// A form whose values are those of the row: what was staged in it is given up.
  private func stageNothing(
    inPlaceOf shown: Int64?, _ title: String, _ detail: RowDetail, _ request: HTTPRequest,
    _ actions: RowActions
  ) async throws -> HTTPResponse {
    let dropped = try await services.data.unstage(
      shown.map { [$0] } ?? [], owner: actions.context.owner)
    let flash =
      dropped == 0
      ? Flash(
        localized("Nothing to stage."), detail: localized("No values of “\(title)” were changed."),
        kind: .warn)
      : Flash(
        localized("“\(title)” is no longer staged."),
        detail: localized("Its values match the stored row again."))
    return try await services.pages.actionResponse(
      request, actions.context, redirectTo: try actions.link(to: detail.record.id, request),
      flash: flash, json: ["staged": 0])
  }
}

extension RowActions {
  /// The change of a row that the person put aside; nil when there is none.
  func staged(_ detail: RowDetail) async throws -> StagedChange? {
    guard context.principal?.session != nil else { return nil }
    let staged = try await services.data.stagedChange(
      owner: context.owner, store: store.name, table: detail.table, itemID: detail.record.id)
    // The row was not there when it was to be inserted again.
    return staged?.isInsert == true ? nil : staged
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
