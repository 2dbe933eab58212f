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
      "COLUMNS": "",
      "DETAIL": "\(problem.headline) · \(place)",
    ]
    values.set(badge: "CHIP", Badge(problem.state))
    if isOpen {
      values.add(
        "OPEN",
        ["LINK": Links.error(store, problem.errorID), "REMEDY": "Review"])
    } else if queued != nil {
      values.add(
        "OPEN",
        ["LINK": Links.operation(store, problem.operationID), "REMEDY": "View operation"])
    }
    return values
  }

  private var place: String {
    if isOpen { return problem.place }
    return queued.map { "still in the queue, \($0.state.present)" } ?? "settled since"
  }
}

extension OperationState {
  /// How an operation stands that was left by an earlier run.
  fileprivate var present: String {
    switch self {
    case .pending, .blocked: "pushed with the next push"
    case .sending: "in flight"
    case .unknown: "outcome unknown"
    case .failed: "rejected later"
    case .conflict: "now in conflict"
    }
  }
}

extension RunProblem {
  /// Where the data of the change is now.
  fileprivate var place: String {
    switch (state, kind) {
    case (.unknown, .insert): "kept here, possibly on the server too"
    case (.unknown, .update): "changed here, possibly on the server too"
    case (.unknown, .delete): "deleted here, possibly on the server too"
    case (.unknown, .undelete): "undeleted here, possibly on the server too"
    case (.conflict, .insert) where isDeletedThere: "kept here, deleted on the server"
    case (.conflict, .update) where isDeletedThere: "kept here, deleted on the server"
    case (.conflict, .undelete) where isDeletedThere: "undeleted here, deleted on the server"
    case (.conflict, .insert): "kept here, the server has a different row"
    case (.conflict, .delete): "deleted here, changed on the server"
    case (.conflict, .undelete): "undeleted here, changed on the server"
    case (.failed, .update) where isMissingOnServer: "kept here, missing on the server"
    case (.failed, .undelete) where isMissingOnServer: "undeleted here, missing on the server"
    case (.failed, .insert): "kept here, not on the server"
    case (.failed, .update), (.conflict, .update): "kept here, the server has different values"
    case (.failed, .delete): "deleted here, still on the server"
    case (.failed, .undelete): "undeleted here, deleted on the server"
    }
  }
}
