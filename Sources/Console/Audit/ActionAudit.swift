import ConsoleData
import HTTPKit
import JSONKit
import Localization
import SyncCore

/// What every action leaves behind in the audit.
struct ActionAudit: Sendable {
  let services: ConsoleServices
  let context: PageContext
  let store: String
  /// Identifies what was done, where another entry about it may come; there is one at most.
  var action: String?

  /// - Parameters:
  ///   - target: What it was done to, in words.
  ///   - row: The one row that it was done to.
  ///   - undo: What takes it back; nil when nothing does.
  ///   - run: The run that it started.
  /// - Returns: The entry's number, for the Undo button; nil when nothing can be taken back.
  @discardableResult
  func note(
    _ action: ConsoleAction, _ target: String, row: AuditRecord.Row? = nil, count: Int? = nil,
    reason: String? = nil, before: JSONValue? = nil, after: JSONValue? = nil,
    undo: UndoPlan? = nil, run: RunID? = nil
  ) async throws -> Int64? {
    let entry = try await record(
      action, target, row: row, count: count, reason: reason, before: before, after: after,
      undo: undo, run: run)
    return undo == nil ? nil : entry
  }

  /// - Returns: The entry's number, whether it can be taken back or not; nil while the audit cannot be
  ///   written.
  func record(
    _ action: ConsoleAction, _ target: String, row: AuditRecord.Row? = nil, count: Int? = nil,
    reason: String? = nil, before: JSONValue? = nil, after: JSONValue? = nil,
    undo: UndoPlan? = nil, run: RunID? = nil
  ) async throws -> Int64? {
    let record = AuditRecord(
      who: context.who, address: context.address, action: action.rawValue, store: store,
      target: target, row: row, count: count, reason: reason, before: before, after: after,
      undo: undo?.json, requestID: context.requestID, run: run)
    return try await services.audit.write(await services.naming(record), of: self.action)
  }

  /// Says what the entry will be about, before the change: if the program ends in between, the next
  /// start writes it, with the rows that the store has changed.
  ///
  /// - Parameter rows: Several rows that it will be done to; their names as they are now go into the
  ///   entry.
  func announce(
    _ action: ConsoleAction, _ target: String, row: AuditRecord.Row? = nil,
    rows: [AuditRecord.Row] = [], reason: String? = nil, after: JSONValue? = nil
  ) async {
    let record = AuditRecord(
      who: context.who, address: context.address, action: action.rawValue, store: store,
      target: target, row: row, reason: reason ?? AuditWriter.endedEarly, after: after,
      requestID: context.requestID)
    announce(
      await services.naming(record, rows: rows), asked: rows.isEmpty ? nil : rows.count)
  }

  private func announce(_ record: AuditRecord, undoing undone: Int64? = nil, asked: Int? = nil) {
    StoreAction.current?.intent = AuditWriter.intent(record, undoing: undone, asked: asked)
    AuditIntent.current?.record = record
    AuditIntent.current?.undoing = undone
  }

  /// As ``announce(_:_:row:rows:reason:after:)`` for ``noteUndo(of:count:left:leftCount:)``.
  func announceUndo(of entry: AuditEntry) { announce(undo(of: entry), undoing: entry.id) }

  /// What the audit says of an undo whose program ends before it is noted.
  ///
  /// - Parameter reason: Why `entry` is not marked as undone; nil where it is.
  func intent(undoing entry: AuditEntry, reason: String? = nil) -> String {
    AuditWriter.intent(undo(of: entry, reason: reason), undoing: reason == nil ? entry.id : nil)
  }

  private func undo(of entry: AuditEntry, reason: String? = nil) -> AuditRecord {
    AuditRecord(
      who: context.who, address: context.address, action: ConsoleAction.actionUndo.rawValue,
      store: store, target: Self.target(of: entry), reason: reason ?? AuditWriter.endedEarly,
      requestID: context.requestID)
  }

  private static func target(of entry: AuditEntry) -> String {
    "entry \(entry.id), \(entry.record.target)"
  }

  /// Notes that `entry` was taken back, and marks it so.
  ///
  /// - Parameters:
  ///   - left: What stayed as it is, a sentence or an id for each row.
  ///   - leftCount: How many stayed, where not all are named.
  func noteUndo(
    of entry: AuditEntry, count: Int, left: [String], leftCount: Int? = nil
  ) async throws {
    let all = leftCount ?? left.count
    var reason: String?
    if all > 0 {
      let named = left.prefix(Self.namedMax).joined(separator: " ")
      let whole = all > Self.namedMax ? "\(named) …" : named
      reason = inEnglish { localized("\(Format.count(all, "row")) unchanged: \(whole)") }
    }
    _ = try await services.audit.write(
      AuditRecord(
        who: context.who, address: context.address, action: ConsoleAction.actionUndo.rawValue,
        store: store, target: Self.target(of: entry), count: count,
        reason: reason, requestID: context.requestID), undoing: entry.id)
  }

  /// Rows that one reason names.
  private static let namedMax = 10

  /// The same for what changed something beside rows.
  @discardableResult
  func note(
    _ action: ConsoleAction, _ target: String, before: JSONValue?, after: JSONValue,
    undo: UndoableChange
  ) async throws -> Int64? {
    try await services.audit.write(
      AuditRecord(
        who: context.who, address: context.address, action: action.rawValue, store: store,
        target: target, before: before, after: after, undo: undo.json,
        requestID: context.requestID))
  }
}

extension PageContext {
  /// What the pages of `store` show; `action` is what their buttons do.
  func facts(_ store: StoreHandle, _ action: ConsoleAction) -> StorePageContext {
    facts(store.info, action)
  }

  func facts(_ store: StoreInfo, _ action: ConsoleAction) -> StorePageContext {
    StorePageContext(store: store.name, now: now, mayChange: may(action), whyNot: whyNot(action))
  }
}

extension HTTPRequest {
  /// A captured number; a 404 for anything else.
  func number(_ name: String) throws(HTTPError) -> Int64 {
    guard let number = Int64(parameter(name)), number > 0 else {
      throw HTTPError.unknownAddress(rawPath)
    }
    return number
  }
}
