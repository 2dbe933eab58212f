package import JSONKit
package import Support

/// One change of many that are made together.
package struct RowChange: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case insert, update
    /// By the table's soft-delete setting, and back.
    case delete, undelete
    /// Takes the row away, here and with the next push on the server.
    case remove
    /// Brings a row back as it was, from what ``RowChange/decision`` keeps of it and of its place in
    /// the queue; where that changed since, it sets the values, or undeletes the row without any.
    case restore
  }

  package var kind: Kind
  package var table: String
  /// Nil for an insert that is to have an id made up.
  package var id: String?
  package var values: JSONObject
  /// Refuses when the row is not as it was then, as a whole or by its content.
  package var ifState: RowFingerprint?
  /// For ``Kind/delete``: when and by whom the row had been deleted before; nil for now.
  package var deletion: Deletion?
  /// For ``Kind/restore``.
  package var decision: Int64?
  /// It takes an earlier change back.
  package var isUndo = false
  /// For an undo: what the action wrote that is undone; nil where it is not known.
  ///
  /// Refuses when the row changed after that, and came back.
  package var history: HistoryRange?

  package init(
    _ kind: Kind, table: String, id: String?, values: JSONObject = JSONObject(),
    ifState: RowFingerprint? = nil
  ) {
    self.kind = kind
    self.table = table
    self.id = id
    self.values = values
    self.ifState = ifState
  }
}

/// When a row was deleted, and by whom.
package struct Deletion: Sendable, Hashable {
  /// Nil when nobody knows.
  package var at: Timestamp?
  package var by: String?

  package init(at: Timestamp?, by: String?) {
    self.at = at
    self.by = by
  }
}

/// What came of several changes.
package struct ChangeOutcome: Sendable, Hashable {
  /// A change that was made.
  package struct Applied: Sendable, Hashable {
    package var kind: RowChange.Kind
    package var table: String
    package var id: String
    /// The columns that really changed, with their values before; NULL for a new row.
    package var before: JSONObject
    /// The row as it is now; nil when it is gone.
    package var record: Record?
    /// Keeps what the server had refused of the row, and this change replaced; nil for nothing.
    package var decision: Int64?

    package var isUnchanged: Bool { kind == .update && before.isEmpty }
  }

  package struct Problem: Sendable, Hashable {
    /// Which of the changes it is, counted from 0.
    package var position: Int
    package var message: String
    /// The row as it is now, when it changed meanwhile.
    package var current: Record?
    /// True for an insert of a row that the table has.
    package var isExisting = false
  }

  /// In the order of the changes; empty when problems kept all of them from being made.
  package var applied: [Applied] = []
  package var problems: [Problem] = []
  /// How many changes were looked at.
  var tried = 0

  package init(applied: [Applied] = [], problems: [Problem] = []) {
    self.applied = applied
    self.problems = problems
  }

  package var isDone: Bool { problems.isEmpty }
}
