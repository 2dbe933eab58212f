import ConsoleData
import HTTPKit
import JSONKit
import Localization
import SyncCore
import SyncInspection

/// What stands in the way of an edit.
extension RowFormHandlers {
  /// The page of a deleted row, which has what brings it back.
  func leadToDeleted(
    _ detail: RowDetail, _ request: HTTPRequest, _ actions: RowActions
  ) async throws -> HTTPResponse {
    let title = RowTitle(columns: detail.columns).title(detail.record)
    return try await services.pages.actionResponse(
      request, actions.context, redirectTo: try actions.link(to: detail.record.id, request),
      flash: Flash(
        localized("“\(title)” is deleted and cannot be edited."),
        detail: detail.isRemoved ? "" : localized("Undelete it first."), kind: .warn),
      json: nil)
  }

  /// - Parameter key: What the address names as the version to show.
  func missingVersion(
    _ key: String, _ detail: RowDetail, _ actions: RowActions
  ) -> ConsoleError {
    let (store, id) = (actions.store.name, detail.record.id)
    let version = String(key.prefix(40))
    let edit = ConsoleError.Link(
      localized("Edit current version"), Links.row(store, actions.table, id, action: "edit"))
    return ConsoleError(
      404, title: localized("This row has no version “\(version)”"),
      reason: detail.isGone
        ? localized("It may have been removed from the history. Choose another version.")
        : localized(
          "It may have been removed from the history. Choose another version, or edit the current "
            + "one."),
      code: "not_found",
      links: [.init(localized("History"), Links.history(store, actions.table, id))]
        + (detail.isGone ? [] : [edit]))
  }

  /// Where somebody decides on the conflict that an edited row waits for; nil when on none.
  func decisionLink(_ detail: RowDetail, _ actions: RowActions) -> ConsoleError.Link? {
    detail.errors.last { $0.isConflict }.map {
      .init(localized("Review conflict"), Links.error(actions.store.name, $0.id))
    }
  }

  /// To the conflict that the edited row still waits for, or on to the next error where the edit took
  /// the place of one.
  func steps(
    from before: RowDetail, to after: RowDetail, _ request: HTTPRequest, _ actions: RowActions
  ) async throws -> [NextStep] {
    if let link = decisionLink(after, actions) { return [NextStep(link.label, link.url)] }
    guard !request.wantsJSON, let error = before.errors.last else { return [] }
    let next = try await actions.store.nextError(
      without: before.errors.map(\.operationID), error.isConflict ? .conflict : .failed)
    return [next].compactMap(\.self)
  }
}

extension SyncError {
  /// The row is not as it was when its form was opened.
  var isStale: Bool {
    if case .staleEdit = self { true } else { false }
  }

  var isOfDeletedRow: Bool {
    if case .rowIsDeleted = self { true } else { false }
  }
}
