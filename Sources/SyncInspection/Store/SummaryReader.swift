internal import SQLiteKit
internal import Support
internal import SyncCore

/// How many rows and operations there are.
enum SummaryReader {
  /// Everything that menus and counters show, in one look at the file.
  static func state(
    _ settings: StoreSettings, _ remote: any Remote, on connection: Connection
  ) throws -> StoreState {
    try connection.memo("state") {
      let tables = try tables(settings, on: connection)
      var state = StoreState(
        counts: try counts(tables, on: connection), tables: tables,
        isOnline: try SettingStore.fetch(SettingStore.offline, on: connection) == nil)
      if state.counts.failed + state.counts.conflicts > 0 {
        state.counts.heldBack = try QueueReader(
          settings: settings, remote: remote, connection: connection
        ).heldBackCount()
      }
      state.movedTo = try SettingStore.fetch(SettingStore.movedTo, on: connection)
      // Every change of a row has its entry; rows that a pull brings new are counted.
      let last = try RowHistory.newest(on: connection)
      state.revision = "\(last)-\(state.counts.live)-\(state.counts.deleted)"
      state.newestOperation = try OperationStore.highest(on: connection)
      return state
    }
  }

  private static func counts(
    _ tables: [TableSummary], on connection: Connection
  ) throws -> StoreCounts {
    var counts = StoreCounts()
    for summary in tables {
      counts.live += summary.live
      counts.deleted += summary.deleted
      counts.pending += summary.pending
      counts.failed += summary.failed
      counts.conflicts += summary.conflicts
    }
    let waiting = try connection.first(
      """
      SELECT min(queuedAt), count(*) FILTER (WHERE state = 1) FROM syncline_operations
      WHERE state IN (0, 1, 2)
      """
    ) { (row) throws(SQLiteError) in
      (
        oldest: try row.decode(at: 0, as: String?.self),
        unknown: try row.decode(at: 1, as: Int.self)
      )
    }
    counts.oldestPendingAt = waiting?.oldest.map(Timestamp.init(stored:))
    counts.unknown = waiting?.unknown ?? 0
    return counts
  }

  /// Configured tables in the order of the configuration, then the others by name.
  static func tables(
    _ settings: StoreSettings, on connection: Connection
  ) throws -> [TableSummary] {
    let queued = try queued(on: connection)
    let counts = try RowCounts.all(on: connection)
    let pulled = try pulled(on: connection)
    let known = UTF8Set(settings.tables.map(\.name))
    return try settings.tableNames(with: Catalogue.names(on: connection)).map { name in
      var summary = TableSummary(name: name, isConfigured: known.contains(name))
      summary.softDelete = settings.table(name).softDelete
      if let schema = try Catalogue.table(name, on: connection) {
        summary.softDelete = schema.softDelete
        summary.deleted = counts[name]?.deleted ?? 0
        summary.live = counts[name]?.live ?? 0
      }
      for (state, count) in queued[name] ?? [] {
        switch OperationState(code: state) {
        case .failed: summary.failed += count
        case .conflict: summary.conflicts += count
        default: summary.pending += count
        }
      }
      summary.lastPull = pulled[name]
      return summary
    }
  }

  private static func queued(on connection: Connection) throws -> UTF8Dictionary<[(Int64, Int)]> {
    let rows = try connection.query(
      "SELECT \"table\", state, count(*) FROM syncline_operations GROUP BY state, \"table\""
    ) { (row) throws(SQLiteError) in
      (
        try row.decode(at: 0, as: String.self), try row.decode(at: 1, as: Int64.self),
        try row.decode(at: 2, as: Int.self)
      )
    }
    return UTF8Dictionary(grouping: rows, by: \.0).mapValues { $0.map { ($0.1, $0.2) } }
  }

  private static func pulled(on connection: Connection) throws -> UTF8Dictionary<Timestamp> {
    let rows = try connection.query(
      """
      SELECT "table", max(lastPullAt) FROM syncline_pulls WHERE lastPullAt IS NOT NULL
      GROUP BY "table"
      """
    ) { (row) throws(SQLiteError) in
      (try row.decode(at: 0, as: String.self), Timestamp(stored: try row.decode(at: 1)))
    }
    return UTF8Dictionary(rows, uniquingKeysWith: { first, _ in first })
  }
}
