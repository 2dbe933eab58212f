package import ConsoleData
import JSONKit
import Support
package import SyncCore

/// Writes what was done into the audit.
///
/// The store commits first, with what the audit has to know (``StoreAction``). Where the audit cannot
/// be written then, the entry is kept in the store's file and carried over later.
package struct AuditWriter: Sendable {
  let data: ConsoleData

  package init(_ data: ConsoleData) { self.data = data }

  /// The reason in an entry that the next start writes.
  package static let endedEarly =
    "The program ended before it could note more; the history of the rows has the rest."

  /// An entry as a ``StoreAction`` brings it along.
  ///
  /// - Parameter asked: How many rows it will be done to; nil for those with a name.
  package static func intent(
    _ record: AuditRecord, undoing undone: Int64? = nil, asked: Int? = nil
  ) -> String {
    PendingAuditEntry(record: record, undoing: undone, asked: asked).json.serializedText
  }

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - undone: The entry that was taken back.
  ///   - name: Identifies what was done outside of a ``StoreAction``; it gets one entry at most.
  /// - Returns: The entry's number; nil when it is kept in the store for later.
  /// - Throws: Why the entry could not be written, where nothing was changed in a store.
  package func write(
    _ record: AuditRecord, undoing undone: Int64? = nil, of name: String? = nil
  ) async throws -> Int64? {
    guard let action = StoreAction.current, action.auditState == .missing,
      let sync = action.changedStores.first
    else { return try await data.record(record, undoing: undone, of: name) }
    do {
      let entry = try await data.record(record, undoing: undone, of: action.id)
      action.auditState = .written
      for sync in action.changedStores { sync.auditHas(action) }
      return entry
    } catch {
      // Where this cannot be written either, what the change itself wrote of the entry stands.
      try? await sync.keepAuditEntry(
        PendingAuditEntry(record: record, undoing: undone).json.serializedText, of: action)
      action.auditState = .kept
      return nil
    }
  }

  /// Writes what a store still keeps for the audit.
  ///
  /// - Returns: How many entries were written.
  @discardableResult
  package func carryOver(from sync: SyncContext) async throws -> Int {
    let pending = try await sync.pendingAudit()
    guard !pending.isEmpty else { return 0 }
    for item in pending {
      let json = try? JSONValue(parsing: item.entry ?? item.intent)
      guard var entry = json.flatMap({ PendingAuditEntry($0) }) else { continue }
      if item.entry == nil { entry.complete(with: item) }
      try await data.record(entry.record, undoing: entry.undoing, of: item.id, at: item.at)
    }
    try await sync.auditHas(pending)
    return pending.count
  }
}

/// An audit entry as a store keeps it.
struct PendingAuditEntry {
  var record: AuditRecord
  var undoing: Int64?
  /// How many rows it was to be done to; nil for those with a name.
  var asked: Int?

  var json: JSONValue {
    [
      "record": record.json, "undoing": JSONValue(undoing),
      "asked": JSONValue(asked.map(Int64.init)),
    ]
  }
}

extension PendingAuditEntry {
  init?(_ json: JSONValue) {
    guard let record = json["record"].flatMap({ AuditRecord($0) }) else { return nil }
    self.init(
      record: record, undoing: json["undoing"]?.integer,
      asked: json["asked"]?.integer.map(Int.init))
  }

  /// Adds what the store knows of a change whose program ended before it wrote the entry.
  fileprivate mutating func complete(with pending: PendingAudit) {
    dropNames(unlessAll: pending.changed)
    record.complete(with: pending)
  }

  /// Of some that were changed it is not known which.
  mutating func dropNames(unlessAll changed: Int) {
    if record.row == nil, changed != asked ?? record.names.count { record.names = [] }
  }
}

extension AuditRecord {
  fileprivate mutating func complete(with pending: PendingAudit) {
    if count == nil, pending.changed > 0 { count = pending.changed }
    guard row == nil, let changed = pending.row else { return }
    row = Row(changed.table, changed.id)
    if target === changed.table { target = "\(changed.table) \(changed.id)" }
  }
}

extension ConsoleServices {
  var audit: AuditWriter { AuditWriter(data) }
}
