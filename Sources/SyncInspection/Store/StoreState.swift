package import Support
package import SyncCore

package struct StoreCounts: Sendable, Hashable {
  package var live: Int
  package var deleted: Int
  /// Operations waiting or under way.
  package var pending: Int
  package var failed: Int
  package var conflicts: Int
  package var oldestPendingAt: Timestamp?
  /// Those of the pending ones of which nobody knows whether the server has them.
  package var unknown: Int
  /// Pending operations that a push skips: one that they wait for was rejected, or is in conflict.
  package var heldBack: Int

  /// Operations that a push sends.
  package var sendable: Int { pending - heldBack }

  package init(
    live: Int = 0, deleted: Int = 0, pending: Int = 0, failed: Int = 0, conflicts: Int = 0,
    heldBack: Int = 0, unknown: Int = 0, oldestPendingAt: Timestamp? = nil
  ) {
    self.live = live
    self.deleted = deleted
    self.pending = pending
    self.failed = failed
    self.conflicts = conflicts
    self.heldBack = heldBack
    self.unknown = unknown
    self.oldestPendingAt = oldestPendingAt
  }
}

/// How a store stands, as menus and counters show it.
package struct StoreState: Sendable, Hashable {
  package var counts: StoreCounts
  /// Configured tables in the configuration's order, then others of the store by name.
  package var tables: [TableSummary]
  /// False while the store is switched to working offline.
  package var isOnline: Bool
  /// The store that took this one's place.
  package var movedTo: String?
  /// Another one whenever a row changed, came or went.
  package var revision = ""
  /// The newest operation that is counted, or was ever; 0 when there was none.
  package var newestOperation: Int64 = 0

  package init(counts: StoreCounts, tables: [TableSummary] = [], isOnline: Bool = true) {
    self.counts = counts
    self.tables = tables
    self.isOnline = isOnline
  }
}

package struct TableSummary: Sendable, Hashable {
  package var name: String
  package var live: Int
  package var deleted: Int
  package var pending: Int
  package var failed: Int
  package var conflicts: Int
  package var lastPull: Timestamp?
  package var softDelete: SoftDelete
  /// False for a table that is in the store and not in the configuration.
  package var isConfigured: Bool
  /// Why the table takes no changes; nil where it takes them.
  package var readOnlyReason: String?

  package init(
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
