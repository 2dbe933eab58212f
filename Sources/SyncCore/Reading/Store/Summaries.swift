public import Support

public struct StoreCounts: Sendable, Hashable {
  public var live: Int
  public var deleted: Int
  /// Operations waiting or under way.
  public var pending: Int
  public var failed: Int
  public var conflicts: Int
  public var oldestPendingAt: Timestamp?
  /// Those of the pending ones of which nobody knows whether the server has them.
  public var unknown: Int

  public init(
    live: Int = 0, deleted: Int = 0, pending: Int = 0, failed: Int = 0, conflicts: Int = 0,
    unknown: Int = 0, oldestPendingAt: Timestamp? = nil
  ) {
    self.live = live
    self.deleted = deleted
    self.pending = pending
    self.failed = failed
    self.conflicts = conflicts
    self.unknown = unknown
    self.oldestPendingAt = oldestPendingAt
  }
}

/// How a store stands, as menus and counters show it.
public struct StoreState: Sendable, Hashable {
  public var counts: StoreCounts
  /// Configured tables in the configuration's order, then others of the store by name.
  public var tables: [TableSummary]
  /// False while the store is switched to working offline.
  public var isOnline: Bool
  /// Another one whenever a row changed, came or went.
  public var revision = ""
  /// The newest operation that is counted, or was ever; 0 when there was none.
  public var newestOperation: Int64 = 0

  public init(counts: StoreCounts, tables: [TableSummary] = [], isOnline: Bool = true) {
    self.counts = counts
    self.tables = tables
    self.isOnline = isOnline
  }
}

public struct TableSummary: Sendable, Hashable {
  public var name: String
  public var live: Int
  public var deleted: Int
  public var pending: Int
  public var failed: Int
  public var conflicts: Int
  public var lastPull: Timestamp?
  public var softDelete: SoftDelete
  /// False for a table that is in the store and not in the configuration.
  public var isConfigured: Bool

  public init(
    name: String, live: Int = 0, deleted: Int = 0, pending: Int = 0, failed: Int = 0,
    conflicts: Int = 0, lastPull: Timestamp? = nil, softDelete: SoftDelete = .system,
    isConfigured: Bool = true
  ) {
    self.name = name
    self.live = live
    self.deleted = deleted
    self.pending = pending
    self.failed = failed
    self.conflicts = conflicts
    self.lastPull = lastPull
    self.softDelete = softDelete
    self.isConfigured = isConfigured
  }
}

/// One page of the deleted rows of all tables, newest deletion first.
public struct TrashQuery: Sendable, Hashable {
  /// Whose deletions.
  public enum Deleter: Sendable, Hashable {
    case named(String)
    /// Another client or the server: the deletion came with a pull.
    case elsewhere
  }

  /// Nil for every table.
  public var table: String?
  /// Nil for everybody.
  public var by: Deleter?
  /// Deleted at this moment or later.
  public var from: Timestamp?
  /// Deleted before this moment.
  public var until: Timestamp?
  public var size: Int
  public var after: String?
  /// False leaves the page's count at 0.
  public var wantsCount = true

  public init(
    table: String? = nil, by: Deleter? = nil, from: Timestamp? = nil, until: Timestamp? = nil,
    size: Int = 50, after: String? = nil
  ) {
    self.table = table
    self.by = by
    self.from = from
    self.until = until
    self.size = size
    self.after = after
  }
}

public struct TrashedRow: Sendable, Hashable {
  public var table: String
  public var record: Record
  public var state: RowState
  public var deletedAt: Timestamp?
  /// Nil when it was deleted elsewhere.
  public var by: String?

  public init(
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

public struct TrashPage: Sendable, Hashable {
  public var rows: [TrashedRow]
  public var count: Int
  public var next: String?

  public init(rows: [TrashedRow], count: Int, next: String? = nil) {
    self.rows = rows
    self.count = count
    self.next = next
  }
}

/// One page of the operation queue, oldest first.
public struct OperationQuery: Sendable, Hashable {
  /// Nil for every state.
  public var states: Set<OperationState>?
  public var table: String?
  /// In the row's id, in a text of the row, or in the last error.
  public var text: String?
  public var size: Int
  public var after: String?

  public init(
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

public struct OperationPage: Sendable, Hashable {
  public var operations: [OperationInfo]
  public var count: Int
  public var next: String?

  public init(operations: [OperationInfo], count: Int, next: String? = nil) {
    self.operations = operations
    self.count = count
    self.next = next
  }
}

/// Where an incremental pull goes on.
public struct DeltaTokenInfo: Sendable, Hashable {
  public var table: String
  public var queryID: String
  /// The filter that the token belongs to.
  public var filter: String?
  public var value: String
  public var lastPullAt: Timestamp?
  /// Rows that the last pull brought.
  public var rows: Int

  public init(
    table: String, queryID: String, filter: String? = nil, value: String,
    lastPullAt: Timestamp? = nil, rows: Int = 0
  ) {
    self.table = table
    self.queryID = queryID
    self.filter = filter
    self.value = value
    self.lastPullAt = lastPullAt
    self.rows = rows
  }
}

/// A query whose next pull has no delta token to go on from.
public struct TokenlessQuery: Sendable, Hashable {
  /// Empty for the feed of every table.
  public var table: String
  public var queryID: String
  public var filter: String?
  public var lastPullAt: Timestamp?
  /// Rows that the last whole pull brought.
  public var rows = 0
  /// True when the next pull goes on where the first one broke off.
  public var goesOn = false
}
