import Localization
import SyncCore
import SyncInspection
import TemplateKit

/// One operation that a run left undone, in the list of its page: what came of it then, and how it
/// stands now.
struct RunProblemView {
  let store: String
  let problem: RunProblem
  let aftermath: RunFollowUp
  /// The row's name for people; nil where the store does not have the row any more.
  var title: String?

  private var isOpen: Bool { aftermath.openErrors.contains(problem.errorID) }
  private var queued: OperationInfo? { aftermath.queued[problem.operationID] }

  var values: TemplateDictionary {
    var values: TemplateDictionary = [
      "ROW_CLASS": problem.state.rule,
      "ROW_LINK": Links.row(store, problem.table, problem.itemID),
      "ITEM": title ?? problem.itemID,
      "TABLE": problem.table,
      "COLUMNS": RunRow.text(of: problem.changed, problem.kind.name),
      "DETAIL": detail,
    ]
    values.set(badge: "CHIP", Badge(problem.state))
    if isOpen {
      values.add(
        "OPEN",
        ["LINK": Links.error(store, problem.errorID), "REMEDY": localized("Review")])
    } else if queued != nil {
      values.add(
        "OPEN",
        [
          "LINK": Links.operation(store, problem.operationID),
          "REMEDY": localized("View operation"),
        ])
    }
    return values
  }

  private var detail: String {
    [problem.headline, place].compactMap(\.self).joined(separator: " · ")
  }

  private var place: String? {
    if isOpen { return problem.place }
    return queued.map { "\(localized("still in the queue")), \($0.state.present)" }
      ?? localized("resolved since")
  }
}

extension OperationState {
  /// How an operation stands that was left by an earlier run.
  fileprivate var present: String {
    switch self {
    case .pending, .blocked: localized("sent with the next push")
    case .sending: localized("in flight")
    case .unknown: localized("outcome unknown")
    case .failed: localized("rejected later")
    case .conflict: localized("now in conflict")
    }
  }
}

extension RunProblem {
  /// Where the data of the change is now; nil for a conflict, whose headline says it.
  fileprivate var place: String? {
    switch (state, kind) {
    case (.conflict, _): nil
    case (.unknown, .insert): localized("kept here, possibly on the server too")
    case (.unknown, .update): localized("changed here, possibly on the server too")
    case (.unknown, .delete): localized("deleted here, possibly on the server too")
    case (.unknown, .undelete): localized("undeleted here, possibly on the server too")
    case (.failed, .update) where isMissingOnServer: localized("kept here, missing on the server")
    case (.failed, .undelete) where isMissingOnServer:
      localized("undeleted here, missing on the server")
    case (.failed, .insert): localized("kept here, not on the server")
    case (.failed, .update): localized("kept here, the server has different values")
    case (.failed, .delete): localized("deleted here, still on the server")
    case (.failed, .undelete): localized("undeleted here, deleted on the server")
    }
  }
}
