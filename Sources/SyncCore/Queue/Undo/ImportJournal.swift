internal import JSONKit
internal import SQLiteKit
internal import Support

/// What every row of an import was before it, in the store, line by line with the rows themselves.
///
/// The lines of a batch are written in the batch's own transaction. So whenever an import breaks
/// off, the journal names exactly the rows that it wrote, and all of them can be undone.
struct ImportJournal {
  let connection: Connection

  /// Rows of all imports that are kept; the oldest imports go first.
  static let keptMax = 1_000_000

  struct Entry {
    var id: String
    /// The values before; nil for a row that the import made.
    var before: JSONObject?
    /// What the row's content was right after.
    var mark: RowFingerprint
    /// The newest history right after; nil for what an older version wrote.
    var history: Int64?
  }

  func begin(
    _ table: String, from source: String, rows: Int, by: String?, at moment: Timestamp
  ) throws -> Int64 {
    try connection.execute(
      """
      INSERT INTO syncline_imports(at, "by", "table", source, rows) VALUES (?, ?, ?, ?, ?)
      """,
      [
        .text(moment.description), .init(by), .text(table), .text(source), .integer(Int64(rows)),
      ])
    let number = connection.lastInsertedRowID
    try forgetOldest()
    return number
  }

  private func forgetOldest() throws {
    let old = try connection.query(
      """
      SELECT id FROM (SELECT id, isOver, sum(rows) OVER (ORDER BY id DESC) AS total
        FROM syncline_imports) WHERE isOver AND total > \(Self.keptMax)
      """
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
    for number in old { try forget(number) }
  }

  func add(_ applied: [ChangeOutcome.Applied], to number: Int64) throws {
    let history = try RowHistory.newest(on: connection)
    for change in applied {
      guard !change.isUnchanged, let record = change.record else { continue }
      let before: JSONObject? = change.kind == .insert ? nil : change.before
      try connection.execute(
        """
        INSERT OR REPLACE INTO syncline_imported(importId, itemId, before, mark, history)
        VALUES (?, ?, ?, ?, ?)
        """,
        [
          .integer(number), .text(change.id),
          .init(before.map { JSONValue.object($0).serializedText }),
          .text(RowFingerprint(content: record).rawValue), .integer(history),
        ])
    }
    try connection.execute(
      "UPDATE syncline_imports SET written = written + ? WHERE id = ?",
      [.integer(Int64(applied.count)), .integer(number)])
  }

  func end(_ number: Int64) throws {
    try connection.execute(
      "UPDATE syncline_imports SET isOver = 1 WHERE id = ?", [.integer(number)])
  }

  /// Marks an import that is over; one that is not is found as broken off anyway.
  func beginTakingBack(_ number: Int64) throws {
    try connection.execute(
      "UPDATE syncline_imports SET isBeingTakenBack = 1 WHERE id = ? AND isOver", [.integer(number)]
    )
  }

  func endTakingBack(_ number: Int64) throws {
    try connection.execute(
      "UPDATE syncline_imports SET isBeingTakenBack = 0 WHERE id = ?", [.integer(number)])
  }

  func beingTakenBack() throws -> [ImportInfo] { try imports("isBeingTakenBack", []) }

  func forget(_ number: Int64) throws {
    try connection.execute("DELETE FROM syncline_imported WHERE importId = ?", [.integer(number)])
    try connection.execute("DELETE FROM syncline_imports WHERE id = ?", [.integer(number)])
  }

  func forget(_ id: String, of number: Int64) throws {
    try connection.execute(
      "DELETE FROM syncline_imported WHERE importId = ? AND itemId = ?",
      [.integer(number), .text(id)])
  }

  /// Rows that are not undone.
  func count(_ number: Int64) throws -> Int {
    try connection.first(
      "SELECT count(*) FROM syncline_imported WHERE importId = ?", [.integer(number)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0) } ?? 0
  }

  func lines(_ number: Int64, after id: String, limit: Int) throws -> [Entry] {
    try connection.query(
      """
      SELECT itemId, before, mark, history FROM syncline_imported
      WHERE importId = ? AND itemId > ? ORDER BY itemId LIMIT ?
      """, [.integer(number), .text(id), .integer(Int64(limit))]
    ) { (row) throws(SQLiteError) in
      let before = try row.decode(at: 1, as: String?.self)
      return Entry(
        id: try row.decode(at: 0),
        before: before.flatMap { try? JSONValue(parsing: $0).object },
        mark: RowFingerprint(rawValue: try row.decode(at: 2)), history: try row.decode(at: 3))
    }
  }

  func find(_ number: Int64) throws -> ImportInfo? {
    try imports("id = ?", [.integer(number)]).first
  }

  func unfinished() throws -> [ImportInfo] { try imports("NOT isOver", []) }

  private func imports(_ condition: String, _ values: [SQLiteValue]) throws -> [ImportInfo] {
    try connection.query(
      "SELECT * FROM syncline_imports WHERE \(condition) ORDER BY id", values
    ) { (row) throws(SQLiteError) in
      ImportInfo(
        number: try row.decode("id"),
        at: Timestamp(try row.decode("at", as: String.self)) ?? Timestamp(milliseconds: 0),
        by: try row.decode("by"), table: try row.decode("table"), source: try row.decode("source"),
        rows: try row.decode("rows"), written: try row.decode("written"),
        isOver: try row.decode("isOver"))
    }
  }
}
