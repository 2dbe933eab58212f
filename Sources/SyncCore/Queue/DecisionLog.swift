internal import JSONKit
internal import SQLiteKit
internal import Support

/// What rows and their queue were before each decision, for taking it back.
///
/// A snapshot holds the raw lines of all tables that a decision touches, so that putting it back
/// brings exactly those back.
struct DecisionLog {
  let connection: Connection

  /// A decision on more rows is not kept.
  static let rowsMax = 20_000
  /// Rows of all decisions that are kept; the oldest decisions go first.
  static let keptMax = 200_000

  /// A table with the lines of one row, as lists of its columns.
  struct Part {
    let table: String
    /// Takes the table and the row's id; gives one text.
    let select: String
    /// Takes such a text.
    let insert: String

    /// - Parameters:
    ///   - blobs: Columns that are written as bytes, though they hold text.
    ///   - optional: A further column, which lines without a value leave out, as older ones do.
    init(
      table: String, columns: [String], blobs: UTF8Set = [], optional: String? = nil,
      condition: String = "\"table\" = ?1 AND itemId = ?2"
    ) {
      self.table = table
      let read = columns.map { blobs.contains($0) ? "CAST(\"\($0)\" AS TEXT)" : "\"\($0)\"" }
        .joined(separator: ", ")
      let list = "json_array(\(read))"
      let line = optional.map {
        "json(CASE WHEN \($0) IS NULL THEN \(list) ELSE json_array(\(read), \($0)) END)"
      }
      select = """
        SELECT json_group_array(\(line ?? list))
        FROM (SELECT * FROM \(table) WHERE \(condition) ORDER BY 1, 2)
        """
      let columns = columns + [optional].compactMap { $0 }
      let written = columns.enumerated().map { position, name in
        let value = "json_extract(value, '$[\(position)]')"
        return blobs.contains(name) ? "CAST(\(value) AS BLOB)" : value
      }
      let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
      insert = """
        INSERT OR REPLACE INTO \(table)(\(names))
        SELECT \(written.joined(separator: ", ")) FROM json_each(?)
        """
    }
  }

  private static let ofTheQueue = "operationId IN \(queued)"
  /// Not all tables of the queue have an index of rows.
  private static let queued = """
    (SELECT operationId FROM syncline_operations WHERE "table" = ?1 AND itemId = ?2)
    """

  static let parts = [
    Part(
      table: "MS_TableOperations",
      columns: ["id", "itemId", "table", "tableKind", "properties"], blobs: ["properties"],
      condition: "id IN \(queued)"),
    Part(
      table: "syncline_operations",
      columns: [
        "operationId", "table", "itemId", "state", "attempts", "queuedAt", "queuedBy", "sentAt",
        "nextAttemptAt", "baseVersion", "lastError", "before", "replacesUpdate",
      ], optional: "failedSince"),
    Part(
      table: "MS_TableOperationErrors",
      columns: ["id", "operationId", "tableKind", "properties"], blobs: ["properties"],
      condition: ofTheQueue),
    Part(
      table: "syncline_errors", columns: ["errorId", "operationId", "status", "cause", "at"],
      condition: ofTheQueue),
    Part(
      table: "syncline_attempts",
      columns: [
        "operationId", "number", "startedAt", "durationMs", "method", "status", "outcome",
        "headers", "body", "message",
      ], condition: ofTheQueue),
    Part(table: "syncline_bases", columns: ["table", "itemId", "record"]),
    Part(table: "syncline_server_copies", columns: ["table", "itemId", "record", "at"]),
    Part(table: "syncline_trash", columns: ["table", "itemId", "deletedAt", "by"]),
  ]

  /// Everything that a decision on this row can change, as text.
  func snapshot(_ table: String, _ id: String) throws -> String {
    try snapshot(table, id) { $0 }
  }

  private func record(_ table: String, _ id: String) throws -> Record? {
    try Catalogue.table(table, on: connection).flatMap {
      try RowStore.fetch(id, in: $0, on: connection)
    }
  }

  private func snapshot(
    _ table: String, _ id: String, as shown: (Record) -> Record
  ) throws -> String {
    let row = try record(table, id).map(shown)
    var items: [JSONValue] = [row.map { .string(RecordCoding.text($0)) } ?? .null]
    for part in Self.parts {
      let lines = try connection.first(part.select, [.text(table), .text(id)]) {
        (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self)
      }
      items.append(.string(lines ?? "[]"))
    }
    return JSONValue.array(items).serializedText
  }

  /// - Parameter open: A decision whose other rows are kept already, by a transaction before.
  /// - Returns: The decision's number; nil when there is nothing to keep, or too much.
  func keep(
    _ rows: [(table: String, id: String, before: String)], by: String?, at moment: Timestamp,
    in open: Int64? = nil
  ) throws -> Int64? {
    guard !rows.isEmpty, rows.count <= Self.rowsMax else { return open }
    let decision = try open ?? begin(by: by, at: moment)
    try connection.execute(
      "UPDATE syncline_decisions SET rows = rows + ? WHERE id = ?",
      [.integer(Int64(rows.count)), .integer(decision)])
    let history = try RowPast.newest(on: connection)
    for row in rows {
      let after = try mark(row.table, row.id)
      try connection.execute(
        """
        INSERT INTO syncline_decided(decisionId, "table", itemId, before, after, history)
        VALUES (?, ?, ?, ?, ?, ?)
        """,
        [
          .integer(decision), .text(row.table), .text(row.id), .text(row.before), .text(after),
          .integer(history),
        ])
    }
    try forgetOldest()
    return decision
  }

  private func begin(by: String?, at moment: Timestamp) throws -> Int64 {
    try connection.execute(
      "INSERT INTO syncline_decisions(at, \"by\", rows) VALUES (?, ?, 0)",
      [.text(moment.description), .init(by)])
    return connection.lastInsertedRowID
  }

  private func forgetOldest() throws {
    try connection.execute(
      """
      DELETE FROM syncline_decisions WHERE id IN (
        SELECT id FROM (SELECT id, sum(rows) OVER (ORDER BY id DESC) AS total
          FROM syncline_decisions) WHERE total > \(Self.keptMax))
      """)
    try connection.execute(
      """
      DELETE FROM syncline_decided
      WHERE decisionId < (SELECT coalesce(min(id), 0) FROM syncline_decisions)
      """)
  }

  private struct Kept {
    var table: String
    var id: String
    var before: String
    var after: String
    /// The newest history right after; nil for what an older version kept.
    var history: Int64?
  }

  private func kept(_ decision: Int64) throws -> [Kept] {
    try kept("decisionId = ?", [.integer(decision)])
  }

  private func kept(_ condition: String, _ values: [SQLiteValue]) throws -> [Kept] {
    try connection.query(
      """
      SELECT "table", itemId, before, after, history FROM syncline_decided WHERE \(condition)
      """, values
    ) { (row) throws(SQLiteError) in
      Kept(
        table: try row.decode(at: 0), id: try row.decode(at: 1), before: try row.decode(at: 2),
        after: try row.decode(at: 3), history: try row.decode(at: 4))
    }
  }

  /// Why a decision cannot be taken back, as a sentence; nil when it can.
  func obstacle(_ decision: Int64) throws -> String? { try obstacle(kept(decision)) }

  private func obstacle(_ rows: [Kept]) throws -> String? {
    if rows.isEmpty { return "It was taken back before, or it is too long ago." }
    return try rows.first { try !isUnchanged($0) }.map {
      "Row \($0.id) of \($0.table) or its place in the queue changed since."
    }
  }

  private func isUnchanged(_ row: Kept) throws -> Bool {
    guard try isMarked(row) else { return false }
    return try !past(row).isChanged(since: row.history, of: record(row.table, row.id))
  }

  private func isMarked(_ row: Kept) throws -> Bool {
    if try mark(row.table, row.id) == row.after { return true }
    // So it was kept while the columns that a row has no value in still counted.
    return try Self.mark(snapshot(row.table, row.id)) == row.after
  }

  func takeBack(_ decision: Int64, by: String?, at moment: Timestamp) throws -> Int {
    let rows = try kept(decision)
    if let obstacle = try obstacle(rows) { throw SyncError.cannotTakeBack(obstacle) }
    for row in rows { try putBack(row, by: by, at: moment) }
    try connection.execute(
      "DELETE FROM syncline_decided WHERE decisionId = ?", [.integer(decision)])
    try connection.execute("DELETE FROM syncline_decisions WHERE id = ?", [.integer(decision)])
    return rows.count
  }

  /// What is kept of one row of a decision; nil when that is not kept any more.
  private func kept(_ decision: Int64, _ table: String, _ id: String) throws -> Kept? {
    try kept(
      "decisionId = ? AND \"table\" = ? AND itemId = ?",
      [.integer(decision), .text(table), .text(id)]
    ).first
  }

  /// Why one row of a decision cannot be taken back, to be said of the row; nil when it can.
  func obstacle(_ decision: Int64, _ table: String, _ id: String) throws -> String? {
    try obstacle(of: kept(decision, table, id))
  }

  private func obstacle(of row: Kept?) throws -> String? {
    guard let row else { return "cannot come back: what it was is kept no longer" }
    return try isUnchanged(row) ? nil : "changed since"
  }

  /// Takes a decision back for one of its rows.
  func takeBack(
    _ decision: Int64, _ table: String, _ id: String, by: String?, at moment: Timestamp
  ) throws {
    let row = try kept(decision, table, id)
    guard let row, try isUnchanged(row) else {
      let obstacle = try obstacle(of: row) ?? ""
      throw SyncError.cannotTakeBack("Row \(id) of \(table) \(obstacle).")
    }
    try putBack(row, by: by, at: moment)
    try connection.execute(
      "DELETE FROM syncline_decided WHERE decisionId = ? AND \"table\" = ? AND itemId = ?",
      [.integer(decision), .text(table), .text(id)])
  }

  private func putBack(_ row: Kept, by: String?, at moment: Timestamp) throws {
    try past(row).returning(behind: row.history) {
      try write(row.before, row.table, row.id, by: by, at: moment)
    }
  }

  private func past(_ row: Kept) -> RowPast {
    RowPast(table: row.table, id: row.id, connection: connection)
  }

  private func write(
    _ before: String, _ table: String, _ id: String, by: String?, at moment: Timestamp
  ) throws {
    guard let items = (try? JSONValue(parsing: before))?.array, items.count == Self.parts.count + 1
    else { throw SyncError.cannotTakeBack("What was kept of it cannot be read.") }
    for operation in try OperationStore.of(table, id, on: connection) {
      try OperationStore.remove(operation.id, on: connection)
    }
    try BaseStore.remove(table, id, on: connection)
    try ServerCopyStore.remove(table, id, on: connection)
    let record = items[0].string.flatMap { RecordCoding.record($0) }
    if let record {
      let schema = try Catalogue.ensure(table, for: [record], on: connection)
      try RowStore.upsert(record, in: schema, on: connection)
    } else if let schema = try Catalogue.table(table, on: connection) {
      try RowStore.remove(id, in: schema, on: connection)
    }
    try TrashStore.forget(table, id, on: connection)
    for (part, lines) in zip(Self.parts, items.dropFirst()) {
      try connection.execute(part.insert, [.text(lines.string ?? "[]")])
    }
    try HistoryStore.add(
      table, id, .resolve, "undo", by: by, at: moment, record: record, on: connection)
  }

  /// Changes whenever the row or its place in the queue changes, but not when its table gets
  /// another column.
  private func mark(_ table: String, _ id: String) throws -> String {
    try Self.mark(snapshot(table, id, as: \.withoutEmptyColumns))
  }

  /// Tells two snapshots apart.
  private static func mark(_ snapshot: String) -> String {
    RowFingerprint(of: Record(id: snapshot)).rawValue
  }
}
