package import Support

/// What can be done to many rows at once.
package enum BulkAction: String, Sendable, Hashable, CaseIterable {
  case delete
  case undelete
  case hardDelete = "hard-delete"
  /// Sends failed and conflicting operations of the rows again.
  case retry
  /// Takes the rows' pending operations back.
  case cancel

  /// False for what is about changes that wait already.
  package var changesRows: Bool { self != .retry && self != .cancel }
}

package struct BulkOutcome: Sendable, Hashable {
  package struct Problem: Sendable, Hashable {
    package var id: String
    package var message: String
    /// True for a row that was as the action makes it: it is left as it is, and as it was to be.
    package var wasSoAlready = false

    package init(id: String, message: String, wasSoAlready: Bool = false) {
      self.id = id
      self.message = message
      self.wasSoAlready = wasSoAlready
    }
  }

  /// Rows that really changed.
  package var changed: Int
  /// Rows that were left as they are, each with the reason.
  package var problems: [Problem]
  /// Rows that left the store altogether, for the server never had them: nothing of them is sent.
  package var neverSent: UTF8Set = []
  /// Rows whose state in the queue or the trash is kept, to be brought back with them.
  package var kept: UTF8Set = []
  /// The decision that brings ``kept`` back; nil when there is none, or too many for that.
  package var decision: Int64?
  /// What an edit of a column changed; the first rows only where all hold too much.
  package internal(set) var edited: [EditedRow] = []
  /// The size of ``edited``.
  var editedBytes = 0

  package init(changed: Int = 0, problems: [Problem] = []) {
    self.changed = changed
    self.problems = problems
  }
}
