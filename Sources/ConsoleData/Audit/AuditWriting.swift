import JSONKit
import SQLiteKit
public import Support

extension ConsoleData {
  /// Adds an entry; entries are never changed, but for the mark that they were undone and the count
  /// of a refusal that repeats.
  ///
  /// - Parameters:
  ///   - undone: The entry that was taken back, to be marked so together with it.
  ///   - action: The action in a store that the entry is about. It gets one entry at most.
  ///   - moment: When it was done; nil for now.
  /// - Returns: The entry's number; of an action that has an entry, or of a refusal that is counted
  ///   on an earlier one, that one's.
  @discardableResult
  public func record(
    _ record: AuditRecord, undoing undone: Int64? = nil, of action: String? = nil,
    at moment: Timestamp? = nil
  ) async throws -> Int64 {
    let intent = AuditIntent.current
    let entry = try await self.record(
      record, undoing: undone, of: action, at: moment,
      insteadOf: intent?.isKept == true ? intent?.id : nil, ifKept: false)
    intent?.isKept = false
    return entry ?? 0
  }

  /// - Parameters:
  ///   - intent: The kept ``AuditIntent`` whose place the entry takes.
  ///   - ifKept: Writes nothing where that is not kept any more.
  /// - Returns: Nil where nothing was written.
  func record(
    _ record: AuditRecord, undoing undone: Int64?, of action: String?, at moment: Timestamp?,
    insteadOf intent: String?, ifKept: Bool
  ) async throws -> Int64? {
    let at = (moment ?? time.now).milliseconds
    return try await database.write { connection in
      if let intent {
        let wasKept = try Self.drop(intent, on: connection)
        if ifKept, !wasKept { return nil }
      }
      if let action, let known = try Self.entry(of: action, on: connection) { return known }
      var record = record
      if action == nil, undone == nil, RepeatedRefusal.canRepeat(record) {
        let repeats = try RepeatedRefusal(record, at: at, on: connection)
        if let known = repeats.entry {
          try repeats.count(on: connection)
          return known
        }
        record = repeats.record
      }
      let entry = try AuditChain.append(
        Self.fields(record, at: at, of: action),
        row: [
          text(record.row?.table), text(record.row?.id),
          text(record.names.isEmpty ? nil : record.namesJSON.serializedText),
        ], on: connection)
      if let undone {
        try connection.execute(
          "UPDATE audit SET undoneAt = ?, undoneBy = ? WHERE id = ? AND undoneAt IS NULL",
          [.integer(at), .integer(entry), .integer(undone)])
      }
      return entry
    }
  }

  /// The values of ``AuditChain/columns`` behind the id.
  private static func fields(
    _ record: AuditRecord, at: Int64, of action: String?
  ) -> [SQLiteValue] {
    [
      .integer(at), .text(record.who), .text(record.address), .text(record.action),
      text(record.store), .text(record.target),
      record.count.map { .integer(Int64($0)) } ?? .null, .text(record.result.rawValue),
      text(record.reason), text(record.before?.serializedText),
      text(record.after?.serializedText), text(record.undo?.serializedText),
      .text(record.requestID), integer(record.run), text(action),
    ]
  }

  private static func entry(of action: String, on connection: Connection) throws -> Int64? {
    try connection.first("SELECT id FROM audit WHERE storeAction = ?", [.text(action)]) {
      (row) throws(SQLiteError) in try row.decode(at: 0)
    }
  }
}
