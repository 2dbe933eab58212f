public import Support

/// One change of a row.
public struct HistoryEntry: Sendable, Hashable {
  public enum Source: String, Sendable, Hashable, CaseIterable {
    case local, pull, push, resolve
  }

  public var id: Int64
  public var at: Timestamp
  public var source: Source
  /// The kind of a pull's entry for a row that had left the store and came again.
  public static let returned = "return"

  /// The kind of a push's entry for an insert that was sent more than once, and may have made the row
  /// each time.
  public static let createdAgain = "insert-again"

  /// `insert`, `update`, `delete`, `undelete`, ``returned``, ``createdAgain``, or the name of a
  /// resolution.
  public var kind: String
  /// Who did it; nil for the sync itself.
  public var by: String?
  /// The row after the change; its last values when it went.
  public var record: Record?

  public init(
    id: Int64, at: Timestamp, source: Source, kind: String, by: String? = nil,
    record: Record? = nil
  ) {
    self.id = id
    self.at = at
    self.source = source
    self.kind = kind
    self.by = by
    self.record = record
  }
}
