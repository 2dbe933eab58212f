internal import JSONKit
package import Support

/// What becomes of rows that are imported together.
package struct ImportCounts: Sendable, Hashable {
  package var new = 0
  package var changed = 0
  package var unchanged = 0
  /// Stands for the values that one batch replaces, so that it is another one when they are.
  private var replaced: UInt64 = 0

  package init() {}

  package init(_ applied: [ChangeOutcome.Applied]) {
    new = applied.count { $0.kind == .insert }
    unchanged = applied.count(where: \.isUnchanged)
    changed = applied.count - new - unchanged
    guard changed > 0 else { return }
    let values = applied.filter { $0.kind != .insert && !$0.isUnchanged }
      .map { "\($0.id) \(JSONValue.object($0.before).serializedText)" }
    replaced = quickHash(Array(values.joined(separator: "\n").utf8))
  }

  package static func += (counts: inout Self, more: Self) {
    counts.new += more.new
    counts.changed += more.changed
    counts.unchanged += more.unchanged
  }
}

/// An import as the store remembers it.
package struct ImportInfo: Sendable, Hashable {
  package var number: Int64
  package var at: Timestamp
  package var by: String?
  package var table: String
  /// What the rows came from, such as a file's name; empty for what was pasted.
  package var source: String
  /// Rows that it was to write, and those that it has written.
  package var rows: Int
  package var written: Int
  /// False while it is under way, and after it broke off.
  package var isOver: Bool
}

/// What taking an import back did.
package struct ImportUndoOutcome: Sendable, Hashable {
  /// Rows that are as they were before the import.
  package var rows = 0
  /// Rows that changed since, and stayed as they are.
  package var left = 0
  /// The first `namedMax` of them.
  package var named: [String] = []
  /// Of ``rows``, those that have a change in the queue now.
  package var waiting = PendingRowCounts()

  static let namedMax = 1_000
}
