import JSONKit
import SQLiteKit

/// Keeps refusals from filling the audit: one that repeats is counted on its first entry.
///
/// The same refusal or failure within an hour is one entry. Refusals that differ in target and address
/// alone, as of somebody who tries one row after the other, get ten entries and one for all further
/// ones. Tests of one connection that follow each other are one entry too.
struct RepeatedRefusal {
  static let windowMilliseconds: Int64 = 3_600_000
  static let entriesMax = 10
  /// What stands in the entry for all further ones.
  static let various = "various"

  /// The entry to count it on; nil where it needs one of its own.
  let entry: Int64?
  /// The refusal as its entry is to have it.
  let record: AuditRecord
  private let at: Int64

  private struct Earlier {
    let id: Int64
    let address: String
    let target: String
  }

  /// Whether nothing was done, so that once more is nothing new.
  static func canRepeat(_ record: AuditRecord) -> Bool {
    if record.isConnectionTest { return true }
    return record.result != .done && (record.count ?? 0) == 0 && record.run == nil
      && record.before == nil && record.after == nil && record.undo == nil
  }

  init(_ record: AuditRecord, at: Int64, on connection: Connection) throws {
    self.at = at
    guard !record.isConnectionTest else {
      (entry, self.record) = (try Self.newest(ifSameAs: record, at, connection), record)
      return
    }
    let earlier = try Self.earlier(record, at, connection)
    let further = AuditRecord.furtherRefusals(like: record)
    let find = { (record: AuditRecord) in
      earlier.first { $0.address == record.address && $0.target == record.target }?.id
    }
    if let same = find(record) {
      (entry, self.record) = (same, record)
    } else if record.result == .failed || earlier.count < Self.entriesMax {
      (entry, self.record) = (nil, record)
    } else {
      (entry, self.record) = (find(further), further)
    }
  }

  func count(on connection: Connection) throws {
    try connection.execute(
      "UPDATE audit SET times = times + 1, lastAt = max(coalesce(lastAt, at), ?) WHERE id = ?",
      [.integer(at), .integer(entry ?? 0)])
  }

  /// The newest entry, where it is of the same test.
  private static func newest(
    ifSameAs record: AuditRecord, _ at: Int64, _ connection: Connection
  ) throws -> Int64? {
    try connection.first(
      """
      SELECT id FROM audit
      WHERE id = (SELECT max(id) FROM audit) AND who = ?1 AND action = ?2 AND at > ?3 AND at <= ?4
        AND store IS ?5 AND after IS ?6 AND result = 'done' AND address = ?7 AND target = ?8
      """,
      [
        .text(record.who), .text(record.action), .integer(at - windowMilliseconds), .integer(at),
        text(record.store), text(record.after?.serializedText), .text(record.address),
        .text(record.target),
      ]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0) }
  }

  /// Refusals of the same kind whose hour is not over.
  private static func earlier(
    _ record: AuditRecord, _ at: Int64, _ connection: Connection
  ) throws -> [Earlier] {
    try connection.query(
      """
      SELECT id, address, target FROM audit
      WHERE result <> 'done' AND who = ?1 AND action = ?2 AND at > ?3 AND at <= ?4
        AND store IS ?5 AND reason IS ?6 AND result = ?7 AND storeAction IS NULL AND run IS NULL
      """,
      [
        .text(record.who), .text(record.action), .integer(at - windowMilliseconds), .integer(at),
        text(record.store), text(record.reason), .text(record.result.rawValue),
      ]
    ) { (row) throws(SQLiteError) in
      Earlier(
        id: try row.decode(at: 0), address: try row.decode(at: 1), target: try row.decode(at: 2))
    }
  }
}

extension AuditRecord {
  /// The target of the test of a store's connection, whose ``after`` has the server.
  public static let connectionTest = "connection, tested"

  fileprivate var isConnectionTest: Bool {
    target == Self.connectionTest && result == .done && undo == nil && run == nil
  }

  fileprivate static func furtherRefusals(like record: AuditRecord) -> AuditRecord {
    var further = record
    further.address = RepeatedRefusal.various
    further.target = RepeatedRefusal.various
    further.requestID = ""
    return further
  }
}
