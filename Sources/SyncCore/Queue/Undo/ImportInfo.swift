internal import JSONKit
public import Support

/// What becomes of rows that are imported together.
public struct ImportCounts: Sendable, Hashable {
  public var new = 0
  public var changed = 0
  public var unchanged = 0
  /// Stands for the values that one batch replaces, so that it is another one when they are.
  private var replaced: UInt64 = 0

  public init() {}

  public init(_ applied: [ChangeOutcome.Applied]) {
    new = applied.count { $0.kind == .insert }
    unchanged = applied.count(where: \.isUnchanged)
    changed = applied.count - new - unchanged
    guard changed > 0 else { return }
    let values = applied.filter { $0.kind != .insert && !$0.isUnchanged }
      .map { "\($0.id) \(JSONValue.object($0.before).serializedText)" }
    replaced = quickHash(Array(values.joined(separator: "\n").utf8))
  }

  public static func += (counts: inout Self, more: Self) {
    counts.new += more.new
    counts.changed += more.changed
    counts.unchanged += more.unchanged
  }
}

/// An import as the store remembers it.
public struct ImportInfo: Sendable, Hashable {
  public var number: Int64
  public var at: Timestamp
  public var by: String?
  public var table: String
  /// What the rows came from, such as a file's name; empty for what was pasted.
  public var source: String
  /// Rows that it was to write, and those that it has written.
  public var rows: Int
  public var written: Int
  /// False while it is under way, and after it broke off.
  public var isOver: Bool
}

/// What taking an import back did.
public struct ImportUndoOutcome: Sendable, Hashable {
  /// Rows that are as they were before the import.
  public var rows = 0
  /// Rows that changed since, and stayed as they are.
  public var left = 0
  /// The first `namedMax` of them.
  public var named: [String] = []
  /// Of ``rows``, those that have a change in the queue now.
  public var waiting = PendingRowCounts()

  static let namedMax = 1_000
}
