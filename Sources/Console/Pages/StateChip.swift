import SyncCore

/// A chip: the class that gives it colour and shape, and its word.
struct StateChip: Equatable {
  var style: String
  var word: String

  init(_ style: String, _ word: String) {
    self.style = style
    self.word = word
  }

  /// The state of a row; a row at rest that is deleted says so.
  init(_ state: RowState, deleted: Bool) {
    switch state {
    case .synced: self = deleted ? StateChip("deleted", "Deleted") : StateChip("synced", "Synced")
    case .pending: self = StateChip("pending", "Pending")
    case .sending: self = StateChip("running", "Sending")
    case .failed: self = StateChip("failed", "Failed")
    case .conflict: self = StateChip("conflict", "Conflict")
    }
  }

  /// The class of a row in a list, for the rule at its left; nil for a row at rest.
  static func rule(_ state: RowState, deleted: Bool) -> String? {
    switch state {
    case .synced: deleted ? "r-deleted" : nil
    case .pending: deleted ? "r-pending r-deleted" : "r-pending"
    case .sending: "r-sending"
    case .failed: deleted ? "r-failed r-deleted" : "r-failed"
    case .conflict: deleted ? "r-conflict r-deleted" : "r-conflict"
    }
  }
}
