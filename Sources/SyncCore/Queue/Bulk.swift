public import Support

/// What can be done to many rows at once.
public enum BulkAction: String, Sendable, Hashable, CaseIterable {
  case delete
  case undelete
  case hardDelete = "hard-delete"
  /// Sends failed and conflicting operations of the rows again.
  case retry
  /// Takes the rows' pending operations back.
  case cancel
}

public struct BulkOutcome: Sendable, Hashable {
  public struct Problem: Sendable, Hashable {
    public var id: String
    public var message: String
    /// True for a row that was as the action makes it: it is left as it is, and as it was to be.
    public var wasSoAlready = false

    public init(id: String, message: String, wasSoAlready: Bool = false) {
      self.id = id
      self.message = message
      self.wasSoAlready = wasSoAlready
    }
  }

  /// Rows that really changed.
  public var changed: Int
  /// Rows that were left as they are, each with the reason.
  public var problems: [Problem]
  /// Rows that left the store altogether, for the server never had them: nothing of them is sent.
  public var neverSent: UTF8Set = []
  /// Rows whose state in the queue or the trash is kept, to be brought back with them.
  public var kept: UTF8Set = []
  /// The decision that brings ``kept`` back; nil when there is none, or too many for that.
  public var decision: Int64?

  public init(changed: Int = 0, problems: [Problem] = []) {
    self.changed = changed
    self.problems = problems
  }
}
