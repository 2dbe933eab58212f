/// What is decided about one operation of the queue.
package enum QueueDecision: Sendable, Hashable {
  /// Take the change back here.
  case cancel
  /// Let the next push send it again.
  case retry
  /// Only for an operation with an error or a conflict.
  case resolve(Resolution)

  /// Decisions on more rows cannot be taken back.
  package static let keptMax = UndoJournal.rowsMax

  /// `cancel`, `retry`, or the name of the resolution.
  package var name: String {
    switch self {
    case .cancel: "cancel"
    case .retry: "retry"
    case .resolve(let resolution): resolution.name
    }
  }
}

/// What decisions on several operations came to.
package struct DecisionOutcome: Sendable {
  package struct Problem: Sendable {
    package var operationID: Int64
    package var error: SyncError
  }

  /// Operations that the decisions really changed; one that was in that state already is not.
  package var changedOperations: [Int64] = []
  /// How many operations really changed.
  package var changed: Int { changedOperations.count }
  /// Operations that were left as they are.
  package var problems: [Problem] = []
  /// For `SyncContext.undo(_:by:)`; nil when nothing changed, or too much for taking back.
  package var undo: Int64?
}

/// What taking decisions back came to.
package struct UndoOutcome: Sendable {
  /// How many rows are as they were before.
  package var rows = 0
  /// Rows that changed while the others were taken back, and stayed as they are.
  package var left: [(table: String, id: String)] = []
}
