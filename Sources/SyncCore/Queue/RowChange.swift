public import JSONKit
public import Support

/// One change of many that are made together.
public struct RowChange: Sendable, Hashable {
  public enum Kind: Sendable, Hashable {
    case insert, update
    /// By the table's soft-delete setting, and back.
    case delete, undelete
    /// Takes the row away, here and with the next push on the server.
    case remove
    /// Brings a row back as it was, from what ``RowChange/decision`` keeps of it and of its place in
    /// the queue; where that changed since, it sets the values, or undeletes the row without any.
    case restore
  }

  public var kind: Kind
  public var table: String
  /// Nil for an insert that is to have an id made up.
  public var id: String?
  public var values: JSONObject
  /// Refuses when the row is not as it was then, as a whole or by its content.
  public var ifState: RowFingerprint?
  /// For ``Kind/delete``: when and by whom the row had been deleted before; nil for now.
  public var deletion: Deletion?
  /// For ``Kind/restore``.
  public var decision: Int64?
  /// It takes an earlier change back.
  public var isUndo = false
  /// For an undo: what the action wrote that is undone; nil where it is not known.
  ///
  /// Refuses when the row changed after that, and came back.
  public var history: HistoryRange?

  public init(
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
public struct Deletion: Sendable, Hashable {
  /// Nil when nobody knows.
  public var at: Timestamp?
  public var by: String?

  public init(at: Timestamp?, by: String?) {
    self.at = at
    self.by = by
  }
}

/// What came of several changes.
public struct ChangeOutcome: Sendable, Hashable {
  /// A change that was made.
  public struct Applied: Sendable, Hashable {
    public var kind: RowChange.Kind
    public var table: String
    public var id: String
    /// The columns that really changed, with their values before; NULL for a new row.
    public var before: JSONObject
    /// The row as it is now; nil when it is gone.
    public var record: Record?
    /// Keeps what the server had refused of the row, and this change replaced; nil for nothing.
    public var decision: Int64?

    public var isUnchanged: Bool { kind == .update && before.isEmpty }
  }

  public struct Problem: Sendable, Hashable {
    /// Which of the changes it is, counted from 0.
    public var position: Int
    public var message: String
    /// The row as it is now, when it changed meanwhile.
    public var current: Record?
  }

  /// In the order of the changes; empty when problems kept all of them from being made.
  public var applied: [Applied] = []
  public var problems: [Problem] = []
  /// How many changes were looked at.
  var tried = 0

  public init(applied: [Applied] = [], problems: [Problem] = []) {
    self.applied = applied
    self.problems = problems
  }

  public var isDone: Bool { problems.isEmpty }
}
