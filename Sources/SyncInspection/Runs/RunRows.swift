package import Support
package import SyncCore

/// Which rows of a run to list, in the order in which they were pushed and pulled.
package struct RunRowQuery: Sendable, Hashable {
  package enum Result: String, Sendable, Hashable, CaseIterable {
    case pushed, pulled, deleted
  }

  package var span: HistorySpan
  /// Nil for all of them.
  package var result: Result?
  package var table: String?
  /// In the row's id.
  package var text: String?
  package var size: Int
  /// The entry of the last row of the page before.
  package var after: Int64?

  package init(
    span: HistorySpan, result: Result? = nil, table: String? = nil, text: String? = nil,
    size: Int = 50, after: Int64? = nil
  ) {
    self.span = span
    self.result = result
    self.table = table
    self.text = text
    self.size = size
    self.after = after
  }
}

/// A row that a run pushed, pulled or deleted.
package struct RunRow: Sendable, Hashable {
  /// Its entry in the history of the store.
  package var entry: Int64
  @UTF8Key package var table: String
  @UTF8Key package var id: String
  package var at: Timestamp
  package var result: RunRowQuery.Result
  /// As ``HistoryEntry/kind`` has it.
  package var kind: String
  /// The row's entry before; nil for its first one.
  package var before: Int64?
  /// Names of the columns whose values differ from before, masked ones left out; nil where there is
  /// nothing to compare.
  package var changed: [String]?
}

package struct RunRowPage: Sendable, Hashable {
  package var rows: [RunRow] = []
  package var next: Int64?

  package init() {}
}

/// How many rows a run pushed, pulled and deleted.
package struct RunRowCounts: Sendable, Hashable {
  /// More entries than this are not counted.
  package static let countMax = 10_000

  package var results: [RunRowQuery.Result: Int] = [:]
  package var tables: UTF8Dictionary<Int> = [:]
  /// Rows that the store did not have before, by table; tombstones are no part of them.
  package var arrived: UTF8Dictionary<Int> = [:]
  /// True where there are more than were counted.
  package var isCapped = false
  /// True where entries of the run were removed with old history.
  package var isTrimmed = false

  package init() {}

  package var all: Int { results.values.reduce(0, +) }
}
