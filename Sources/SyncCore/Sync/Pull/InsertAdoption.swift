import JSONKit
import SQLiteKit
import Support

/// Finds inserts whose answer was lost among pulled rows, in the caller's transaction.
///
/// A row that carries the id which this store gave it proves that its insert arrived: taken for a
/// row of somebody else it would stand in the store twice.
struct InsertAdoption {
  let remote: any AssigningRemote
  let table: String
  let now: Timestamp
  let db: Connection

  /// - Returns: The records that are no such rows.
  func take(_ records: [Record]) throws -> [Record] {
    guard try hasSentInserts else { return records }
    var recorder = OutcomeRecorder(scope: .all, now: now, db: db)
    let others = try records.filter { record in
      guard let local = remote.localID(of: record), local !== record.id,
        let insert = try OperationStore.of(table, local, on: db).first,
        insert.kind == .insert, insert.state != .sending
      else { return true }
      try recorder.adopt(insert, record)
      return false
    }
    try recorder.finish()
    return others
  }

  private var hasSentInserts: Bool {
    get throws {
      try db.first(
        "SELECT 1 FROM syncline_operations WHERE \"table\" = ? AND attempts > 0 LIMIT 1",
        [.text(table)]
      ) { row throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } != nil
    }
  }
}
