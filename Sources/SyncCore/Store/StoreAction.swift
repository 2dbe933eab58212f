internal import SQLiteKit
internal import Support

/// One action of a person or a program, such as a request that changes rows.
///
/// While it is ``current``, the first transaction that it commits in a store also keeps what the audit
/// has to know of it (`AuditOutbox`), so that no change is ever without an entry; and the
/// action learns, from inside of its own transactions, what it left of the rows.
package final class StoreAction: Sendable {
  @TaskLocal package static var current: StoreAction?

  /// Tells this action from all others; a request that is repeated has the id of the first one.
  package let id: String
  /// What the request held, as a hash; nil for an action that cannot be told from a repeated one.
  package let fingerprint: String?
  private let described: Locked<String>
  private let state = Locked<UTF8Dictionary<Left>>([:])
  private let audit = Locked(AuditState.missing)

  /// What became of the audit entry of the action.
  package enum AuditState: Sendable {
    case missing
    case written
    /// It stands in a store's file until the audit can be written.
    case kept
  }

  private struct Left {
    var sync: SyncContext
    var ranges: [ClosedRange<Int64>] = []
    var rows: [RowName: RowFingerprint?] = [:]
  }

  struct RowName: Hashable {
    @UTF8Key var table: String
    @UTF8Key var id: String
  }

  package init(id: String, fingerprint: String? = nil, intent: String) {
    self.id = id
    self.fingerprint = fingerprint
    described = Locked(intent)
    Self.underWay.withLock { _ = $0.insert(id) }
  }

  deinit { Self.underWay.withLock { _ = $0.remove(id) } }

  private static let underWay = Locked<UTF8Set>([])

  /// What the audit says where the program ends before it can write the entry.
  ///
  /// It counts as it is when a store is changed last.
  package var intent: String {
    get { described.withLock { $0 } }
    set { described.withLock { $0 = newValue } }
  }

  /// True while this process still works on the action, and will write its entry.
  package static func isUnderWay(_ id: String) -> Bool { underWay.withLock { $0.contains(id) } }

  package var auditState: AuditState {
    get { audit.withLock { $0 } }
    set { audit.withLock { $0 = newValue } }
  }

  /// The stores that it has changed so far.
  package var changedStores: [SyncContext] { state.withLock { $0.values.map(\.sync) } }

  /// What it left in a store; nil when it changed nothing there.
  package func trace(in sync: SyncContext) -> ActionTrace? {
    state.withLock { state in
      state[sync.path].map { ActionTrace(history: HistoryRange($0.ranges), rows: $0.rows) }
    }
  }

  func hasChanged(_ sync: SyncContext) -> Bool { state.withLock { $0[sync.path] != nil } }

  /// Notes that the store has the audit intent and no change of this action yet.
  func noteIntent(in sync: SyncContext) {
    state.withLock { $0[sync.path] = Left(sync: sync) }
  }

  func forgetIntent(in sync: SyncContext) { state.withLock { $0[sync.path] = nil } }

  func note(
    _ entries: ClosedRange<Int64>, _ rows: [RowName: RowFingerprint?], in sync: SyncContext
  ) {
    state.withLock { state in
      state[sync.path, default: Left(sync: sync)].ranges.append(entries)
      state[sync.path]?.rows.merge(rows) { $1 }
    }
  }
}

/// What an action left of the rows that it changed, read in its own transactions.
package struct ActionTrace: Sendable {
  package let history: HistoryRange
  let rows: [StoreAction.RowName: RowFingerprint?]

  /// The row right after the action; nil when that took it away, or did nothing to it.
  package func fingerprint(_ table: String, _ id: String) -> RowFingerprint? {
    rows[.init(table: table, id: id)] ?? nil
  }
}

extension SyncContext {
  /// Commits a change that somebody asked for, with what the audit has to know of it.
  ///
  /// - Parameters:
  ///   - notesRows: Notes what becomes of the rows, for whoever takes the change back; where the
  ///     store itself keeps what they were, nobody needs that.
  ///   - counting: How many rows or operations were changed; nil for the rows that got a new version.
  func commit<Output: Sendable>(
    noting notesRows: Bool = false, counting: (@Sendable (Output) -> Int)? = nil,
    _ body: @Sendable (Connection) throws -> Output
  ) async throws -> Output {
    guard let action = StoreAction.current else { return try await database.write(body) }
    let written = writtenAudit.withLock { $0 }
    let now = time.now
    let isFirst = !action.hasChanged(self)
    let (output, commit) = try await database.write { connection in
      if isFirst { try AuditOutbox.refuseRepeated(action, on: connection) }
      let before = try RowHistory.newest(on: connection)
      let changes = connection.totalChanges
      let output = try body(connection)
      guard connection.totalChanges != changes else { return (output, Commit?.none) }
      if isFirst { try AuditOutbox.add(action, at: now, on: connection) }
      try AuditOutbox.settle(written, at: now, on: connection)
      let names = try Self.rows(changedAfter: before, on: connection)
      try AuditOutbox.note(
        names, count: counting?(output), of: action, isFirst: isFirst, on: connection)
      let newest = max(before, try RowHistory.newest(on: connection))
      let rows = notesRows ? try Self.fingerprints(of: names, on: connection) : [:]
      return (output, Commit(entries: min(before + 1, newest)...newest, rows: rows))
    }
    guard let commit else { return output }
    action.note(commit.entries, commit.rows, in: self)
    writtenAudit.withLock { $0.removeAll { written.contains($0) } }
    return output
  }

  private struct Commit: Sendable {
    var entries: ClosedRange<Int64>
    var rows: [StoreAction.RowName: RowFingerprint?]
  }

  private static func rows(
    changedAfter entry: Int64, on connection: Connection
  ) throws -> [StoreAction.RowName] {
    try connection.query(
      "SELECT DISTINCT \"table\", itemId FROM syncline_history WHERE id > ?", [.integer(entry)]
    ) { (row) throws(SQLiteError) in
      StoreAction.RowName(table: try row.decode(at: 0), id: try row.decode(at: 1))
    }
  }

  private static func fingerprints(
    of names: [StoreAction.RowName], on connection: Connection
  ) throws -> [StoreAction.RowName: RowFingerprint?] {
    var rows: [StoreAction.RowName: RowFingerprint?] = [:]
    for name in names {
      let record = try Catalogue.table(name.table, on: connection).flatMap {
        try RowStore.fetch(name.id, in: $0, on: connection)
      }
      rows.updateValue(record.map { RowFingerprint(content: $0) }, forKey: name)
    }
    return rows
  }
}
