/// How many of some rows have a change in the queue; a row counts once.
package struct PendingRowCounts: Sendable, Hashable {
  package var rows = 0
  /// Of ``rows``, those in conflict, which no push sends.
  package var undecided = 0

  package init(rows: Int = 0, undecided: Int = 0) {
    self.rows = rows
    self.undecided = undecided
  }

  package static func += (sum: inout Self, more: Self) {
    sum.rows += more.rows
    sum.undecided += more.undecided
  }
}

/// An operation in the queue, with what a decision on it has to know.
package struct QueuedOperation: Sendable {
  package let id: Int64
  package let itemID: String
  package let state: OperationState
}
