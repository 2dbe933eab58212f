package import Support
package import SyncCore

/// One page of the deleted rows of all tables, newest deletion first.
package struct TrashQuery: Sendable, Hashable {
  /// Whose deletions.
  package enum Deleter: Sendable, Hashable {
    case named(String)
    /// Another client or the server: the deletion came with a pull.
    case elsewhere
  }

  /// Nil for every table.
  package var table: String?
  /// Nil for everybody.
  package var by: Deleter?
  /// In the row's id, or in one of its texts; nil for every row.
  package var text: String?
  /// Deleted at this moment or later.
  package var from: Timestamp?
  /// Deleted before this moment.
  package var until: Timestamp?
  package var size: Int
  package var after: String?
  /// ``TrashPage/previous`` of the page behind; takes precedence over ``after``.
  package var before: String?
  /// False leaves the page's count at 0.
  package var wantsCount = true

  package init(
    table: String? = nil, by: Deleter? = nil, text: String? = nil, from: Timestamp? = nil,
    until: Timestamp? = nil, size: Int = 50, after: String? = nil
  ) {
    self.table = table
    self.by = by
    self.text = text
    self.from = from
    self.until = until
    self.size = size
    self.after = after
  }
}

package struct TrashedRow: Sendable, Hashable {
  package var table: String
  package var record: Record
  package var state: RowState
  package var deletedAt: Timestamp?
  /// Nil when it was deleted elsewhere.
  package var by: String?

  package init(
    table: String, record: Record, state: RowState = .synced, deletedAt: Timestamp? = nil,
    by: String? = nil
  ) {
    self.table = table
    self.record = record
    self.state = state
    self.deletedAt = deletedAt
    self.by = by
  }
}

package struct TrashPage: Sendable, Hashable {
  package var rows: [TrashedRow]
  package var count: Int
  package var next: String?
  /// For the page before it; nil at the beginning.
  package var previous: String?

  package init(rows: [TrashedRow], count: Int, next: String? = nil) {
    self.rows = rows
    self.count = count
    self.next = next
  }
}
