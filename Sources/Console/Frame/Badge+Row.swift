import Localization
import SyncCore

extension Badge {
  /// The state of a row; a row at rest that is deleted says so.
  init(_ state: RowState, deleted: Bool) {
    switch state {
    case .synced:
      self = deleted ? Badge(.deleted, localized("Deleted")) : Badge(.synced, localized("Synced"))
    case .pending: self.init(.pending, localized("Pending"))
    case .sending: self.init(.sending, localized("Sending"))
    case .failed: self.init(.failed, localized("Rejected"))
    case .conflict: self.init(.conflict, localized("Conflict"))
    }
  }

  /// The class of a row in a list, for the rule at its left; nil for a row at rest.
  static func rule(_ state: RowState, deleted: Bool) -> String? {
    let name: String? = state == .synced ? nil : "r-\(state.rawValue)"
    return deleted ? [name, "r-deleted"].compactMap(\.self).joined(separator: " ") : name
  }
}
