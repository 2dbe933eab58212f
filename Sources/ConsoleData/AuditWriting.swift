import JSONKit
import SQLiteKit
public import Support

extension ConsoleData {
  /// Adds an entry; entries are never changed, but for the mark that they were undone.
  ///
  /// - Parameters:
  ///   - undone: The entry that was taken back, to be marked so together with it.
  ///   - action: The action in a store that the entry is about. It gets one entry at most.
  ///   - moment: When it was done; nil for now.
  /// - Returns: The entry's number; of an action that has an entry, that one's.
  @discardableResult
  public func record(
    _ record: AuditRecord, undoing undone: Int64? = nil, of action: String? = nil,
    at moment: Timestamp? = nil
  ) async throws -> Int64 {
    let at = (moment ?? time.now).milliseconds
    return try await database.write { connection in
      if let action, let known = try Self.entry(of: action, on: connection) { return known }
      if let undone {
        try connection.execute(
          "UPDATE audit SET undoneAt = ? WHERE id = ? AND undoneAt IS NULL",
          [.integer(at), .integer(undone)])
      }
      try connection.execute(
        """
        INSERT INTO audit (at, who, address, action, store, target, count, result, reason, before,
          after, undo, requestId, run, storeAction)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .integer(at), .text(record.who), .text(record.address), .text(record.action),
          text(record.store), .text(record.target),
          record.count.map { .integer(Int64($0)) } ?? .null, .text(record.result.rawValue),
          text(record.reason), text(record.before?.serializedText),
          text(record.after?.serializedText), text(record.undo?.serializedText),
          .text(record.requestID), integer(record.run), text(action),
        ])
      return connection.lastInsertedRowID
    }
  }

  private static func entry(of action: String, on connection: Connection) throws -> Int64? {
    try connection.first("SELECT id FROM audit WHERE storeAction = ?", [.text(action)]) {
      (row) throws(SQLiteError) in try row.decode(at: 0)
    }
  }
}
