/// What is decided about one operation of the queue.
public enum QueueDecision: Sendable, Hashable {
  /// Take the change back here.
  case cancel
  /// Let the next push send it again.
  case retry
  /// Only for an operation with an error or a conflict.
  case resolve(Resolution)

  /// Decisions on more rows cannot be taken back.
  public static let keptMax = UndoJournal.rowsMax

  /// `cancel`, `retry`, or the name of the resolution.
  public var name: String {
    switch self {
    case .cancel: "cancel"
    case .retry: "retry"
    case .resolve(let resolution): resolution.name
    }
  }
}

/// What decisions on several operations came to.
public struct DecisionOutcome: Sendable {
  public struct Problem: Sendable {
    public var operationID: Int64
    public var error: SyncError
  }

  /// Operations that the decisions really changed; one that was in that state already is not.
  public var changedOperations: [Int64] = []
  /// How many operations really changed.
  public var changed: Int { changedOperations.count }
  /// Operations that were left as they are.
  public var problems: [Problem] = []
  /// For `SyncContext.undo(_:by:)`; nil when nothing changed, or too much for taking back.
  public var undo: Int64?
}

/// What taking decisions back came to.
public struct UndoOutcome: Sendable {
  /// How many rows are as they were before.
  public var rows = 0
  /// Rows that changed while the others were taken back, and stayed as they are.
  public var left: [(table: String, id: String)] = []
}
