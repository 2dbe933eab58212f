package import SyncCore

/// One page of the operation queue, oldest first.
package struct OperationQuery: Sendable, Hashable {
  /// Nil for every state.
  package var states: Set<OperationState>?
  package var table: String?
  /// In the row's id, in a text of the row, or in the last error.
  package var text: String?
  package var size: Int
  package var after: String?
  /// ``OperationPage/previous`` of the page behind; takes precedence over ``after``.
  package var before: String?

  package init(
    states: Set<OperationState>? = nil, table: String? = nil, text: String? = nil,
    size: Int = 50, after: String? = nil
  ) {
    self.text = text
    self.states = states
    self.table = table
    self.size = size
    self.after = after
  }
}

package struct OperationPage: Sendable, Hashable {
  package var operations: [OperationInfo]
  package var count: Int
  package var next: String?
  /// For the page before it; nil at the beginning.
  package var previous: String?

  package init(operations: [OperationInfo], count: Int, next: String? = nil) {
    self.operations = operations
    self.count = count
    self.next = next
  }
}
