internal import Glibc
internal import SQLiteKit
package import Support

/// What the audit still has to be told of changes in a store: written in the transaction of
/// the change, removed once the audit's own database has it.
enum AuditOutbox {
  /// How long a request that may be repeated is known, in milliseconds: a day.
  static let knownFor: Int64 = 24 * 3_600 * 1_000

  /// - Throws: `SyncError.alreadyDone` or `.keyReused` for an action that the store has already.
  static func refuseRepeated(_ action: StoreAction, on connection: Connection) throws {
    guard let fingerprint = action.fingerprint else { return }
    let known = try connection.first(
      "SELECT at, request FROM syncline_outbox WHERE id = ?", [.text(action.id)]
    ) { (row) throws(SQLiteError) in
      (at: try row.decode(at: 0, as: Int64.self), request: try row.decode(at: 1, as: String?.self))
    }
    guard let known else { return }
    guard known.request == fingerprint else { throw SyncError.keyReused }
    throw SyncError.alreadyDone(at: Timestamp(milliseconds: known.at))
  }

  static func add(_ action: StoreAction, at now: Timestamp, on connection: Connection) throws {
    try connection.execute(
      """
      INSERT INTO syncline_outbox(id, at, process, request, intent) VALUES (?, ?, ?, ?, ?)
      """,
      [
        .text(action.id), .integer(now.milliseconds), .integer(Int64(getpid())),
        .init(action.fingerprint), .text(action.intent),
      ])
  }

  /// Adds the rows of one transaction to what is kept of an action.
  ///
  /// - Parameter count: How many rows or operations it changed, where those are not `rows`.
  static func note(
    _ rows: [StoreAction.RowName], count: Int?, of action: StoreAction, isFirst: Bool,
    on connection: Connection
  ) throws {
    let only = isFirst && rows.count == 1 ? rows[0] : nil
    try connection.execute(
      """
      UPDATE syncline_outbox SET changed = changed + ?, "table" = ?, itemId = ?, intent = ?
      WHERE id = ? AND isWritten = 0
      """,
      [
        .integer(Int64(count ?? rows.count)), .init(only?.table), .init(only?.id),
        .text(action.intent), .text(action.id),
      ])
  }

  /// Drops the intent of an action that did not happen.
  static func withdraw(_ id: String, on connection: Connection) throws {
    try connection.execute("DELETE FROM syncline_outbox WHERE id = ?", [.text(id)])
  }

  /// Drops what the audit has; requests that may be repeated are known for a while longer.
  static func settle(_ ids: [String], at now: Timestamp, on connection: Connection) throws {
    for id in ids {
      try connection.execute(
        "UPDATE syncline_outbox SET isWritten = 1, entry = NULL WHERE id = ?", [.text(id)])
    }
    try connection.execute(
      "DELETE FROM syncline_outbox WHERE isWritten = 1 AND (request IS NULL OR at < ?)",
      [.integer(now.milliseconds - knownFor)])
  }
}

/// What the audit has not been told yet of one action.
package struct PendingAudit: Sendable {
  /// The action's id.
  package var id: String
  package var at: Timestamp
  /// What was known of the action when it changed the store.
  package var intent: String
  /// The entry, where it could be made but not be written; nil where the program ended before.
  package var entry: String?
  /// The process that did it.
  package var process: Int32
  /// How many rows or operations it changed; 0 for something else.
  package var changed: Int
  /// The row that it changed, where that is a single one.
  package var row: (table: String, id: String)?

  /// How long another process may take from a change to its entry, in milliseconds.
  private static let patience: Int64 = 60_000

  /// True while a process is there that may still write the entry itself.
  func isUnderWay(at now: Timestamp) -> Bool {
    if process == getpid() { return StoreAction.isUnderWay(id) }
    return now.milliseconds - at.milliseconds < Self.patience && kill(process, 0) == 0
  }
}

extension SyncContext {
  /// Records the audit intent of the current action, then runs `change`, which changes something
  /// outside of the store's file, such as its settings.
  ///
  /// A change has an audit entry even if the program ends halfway. If `change` throws, the intent is
  /// removed.
  package func withAuditIntent(_ change: () async throws -> Void) async throws {
    guard let action = StoreAction.current, !action.hasChanged(self) else {
      return try await change()
    }
    let now = time.now
    try await database.write { connection in
      try AuditOutbox.refuseRepeated(action, on: connection)
      try AuditOutbox.add(action, at: now, on: connection)
    }
    action.noteIntent(in: self)
    do {
      try await change()
    } catch {
      // An entry that stays says too much; the change's own error is the one to tell.
      try? await database.write { try AuditOutbox.withdraw(action.id, on: $0) }
      action.forgetIntent(in: self)
      throw error
    }
  }

  /// How many rows or operations an action has changed in this store that the audit does not have yet.
  package func changed(by action: StoreAction) async throws -> Int {
    try await database.read { connection in
      try connection.first(
        "SELECT changed FROM syncline_outbox WHERE id = ? AND isWritten = 0", [.text(action.id)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
    }
  }

  /// Keeps the audit entry of an action that has changed this store, until the audit has it.
  package func keepAuditEntry(_ entry: String, of action: StoreAction) async throws {
    try await database.write { connection in
      try connection.execute(
        "UPDATE syncline_outbox SET entry = ?, isWritten = 0 WHERE id = ?",
        [.text(entry), .text(action.id)])
    }
  }

  /// The audit has the action's entry; the next change of this store drops what was kept for it.
  package func auditHas(_ action: StoreAction) { writtenAudit.withLock { $0.append(action.id) } }

  /// The same for what was pending, at once.
  package func auditHas(_ pending: [PendingAudit]) async throws {
    let now = time.now
    try await database.write { connection in
      try AuditOutbox.settle(pending.map(\.id), at: now, on: connection)
    }
  }

  /// What the audit has not been told and nobody is about to tell it, oldest first.
  package func pendingAudit() async throws -> [PendingAudit] {
    let written = UTF8Set(writtenAudit.withLock { $0 })
    let now = time.now
    return try await database.read { connection in
      try connection.query(
        """
        SELECT id, at, intent, entry, process, changed, "table", itemId FROM syncline_outbox
        WHERE isWritten = 0 ORDER BY number
        """
      ) { (row) throws(SQLiteError) in
        let table = try row.decode(at: 6, as: String?.self)
        let item = try row.decode(at: 7, as: String?.self)
        return PendingAudit(
          id: try row.decode(at: 0), at: Timestamp(milliseconds: try row.decode(at: 1)),
          intent: try row.decode(at: 2), entry: try row.decode(at: 3),
          process: Int32(truncatingIfNeeded: try row.decode(at: 4, as: Int64.self)),
          changed: try row.decode(at: 5),
          row: table.flatMap { table in item.map { (table, $0) } })
      }
    }.filter { !written.contains($0.id) && !$0.isUnderWay(at: now) }
  }
}
