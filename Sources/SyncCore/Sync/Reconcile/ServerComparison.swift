package import Support

/// One row of the store beside the server's copy of this moment.
package struct ServerComparison: Sendable, Hashable {
  package enum Result: String, Sendable, CaseIterable {
    case same, different, missingOnServer, missingHere, missingOnBoth
  }

  package var table: String
  package var id: String
  /// When the server answered.
  package var at: Timestamp
  /// Nil where the store has no such row.
  package var local: Record?
  /// Nil where the server has no such row, or does not show that it is deleted.
  package var server: Record?
  /// The table's columns, and those that only the server's row has.
  package var columns: [Column]
  /// The columns in which the copies differ, `deleted` included; empty unless both are there.
  package var differing: [String] = []
  /// True when the copies have different versions, whatever their values; false where a side has
  /// none.
  package var isOtherVersion = false
  /// Of the local row; nil where there is none.
  package var fingerprint: RowFingerprint?
  /// The pending operations of the row, oldest first.
  package var operations: [OperationInfo] = []
  /// True when the server's row is not the one that the oldest pending operation started from; false
  /// while nothing is pending.
  package var isChangedOnServer = false

  package var result: Result {
    switch (local, server) {
    case (nil, nil): .missingOnBoth
    case (nil, _): .missingHere
    case (_, nil): .missingOnServer
    default: differing.isEmpty && !isOtherVersion ? .same : .different
    }
  }

  /// What ``SyncContext/repair(_:_:_:ifState:by:)`` can do; nothing while an operation is pending.
  package var repairs: [RowRepair] {
    guard operations.isEmpty else { return [] }
    switch result {
    case .same, .missingOnBoth: return []
    case .different, .missingHere: return [.pullAgain]
    case .missingOnServer:
      return local?.deleted == true ? [.removeHere] : [.insertAgain, .removeHere]
    }
  }
}

/// What to do about one row that is not the same on both sides.
package enum RowRepair: String, Sendable, CaseIterable {
  /// The row is read from the server and stored.
  case pullAgain = "pull-again"
  /// An insert of the local row is queued.
  case insertAgain = "insert-again"
  /// The local row is removed; its history stays. Nothing is sent.
  case removeHere = "remove-here"
}
