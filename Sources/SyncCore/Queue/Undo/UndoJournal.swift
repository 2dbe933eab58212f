internal import JSONKit
internal import SQLiteKit
internal import Support

/// The undo journal: what rows and their queue were before each decision.
///
/// A snapshot holds the raw records of all tables that a decision touches, so that restoring it
/// brings exactly those back.
struct UndoJournal {
  let connection: Connection

  /// A decision on more rows is not kept.
  static let rowsMax = 20_000
  /// Rows of all decisions that are kept; the oldest decisions go first.
  static let keptMax = 200_000

  /// A row, and the ``snapshot(_:_:)`` of what it was before.
  typealias Before = (table: String, id: String, before: String)

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

  func record(_ table: String, _ id: String) throws -> Record? {
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
    _ rows: [Before], by: String?, at moment: Timestamp, in open: Int64? = nil
  ) throws -> Int64? {
    guard !rows.isEmpty, rows.count <= Self.rowsMax else { return open }
    let decision = try open ?? begin(by: by, at: moment)
    try connection.execute(
      "UPDATE syncline_decisions SET rows = rows + ? WHERE id = ?",
      [.integer(Int64(rows.count)), .integer(decision)])
    let history = try RowHistory.newest(on: connection)
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

  /// Changes whenever the row or its place in the queue changes, but not when its table gets
  /// another column.
  func mark(_ table: String, _ id: String) throws -> String {
    try Self.mark(snapshot(table, id, as: \.withoutEmptyColumns))
  }

  /// Tells two snapshots apart.
  static func mark(_ snapshot: String) -> String {
    RowFingerprint(of: Record(id: snapshot)).rawValue
  }
}
