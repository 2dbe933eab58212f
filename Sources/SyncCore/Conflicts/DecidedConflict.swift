package import SQLiteKit
package import Support

/// A conflict that a person, a rule or a handler decided, with the copies of then.
package struct DecidedConflict: Sendable, Hashable {
  package var id: Int64
  package var at: Timestamp
  package var conflict: Conflict
  /// `keep-local`, `take-server`, `merge`, `discard` or `remove-row`.
  package var resolution: String
  /// What the row became; nil when it went.
  package var result: Record?
  package var by: String?
  /// The rules that decided; empty for a person or a handler.
  package var rules: [ConflictRule]
  /// What takes it back; nil when nothing was kept.
  package var decision: Int64?
  /// When it was taken back, so that the conflict waits again.
  package var undoneAt: Timestamp?
  package var undoneBy: String?
}

/// The conflicts that were decided: rules are rehearsed on them, and what rules decided is listed.
package enum DecidedConflicts {
  /// How long they are kept.
  package static let days = 90
  /// The oldest beyond so many go too.
  package static let keptMax = 20_000

  static let schema = [
    """
    CREATE TABLE syncline_conflicts(
      id INTEGER PRIMARY KEY AUTOINCREMENT, "table" TEXT NOT NULL, itemId TEXT NOT NULL,
      at TEXT NOT NULL, kind INTEGER NOT NULL, changedAt TEXT, base TEXT, local TEXT, server TEXT,
      resolution TEXT NOT NULL, result TEXT, "by" TEXT, rules TEXT, decisionId INTEGER,
      undoneAt TEXT, undoneBy TEXT)
    """,
    "CREATE INDEX syncline_conflict_at ON syncline_conflicts(at)",
    "CREATE INDEX syncline_conflict_decision ON syncline_conflicts(decisionId)",
    "CREATE INDEX syncline_conflict_ruled ON syncline_conflicts(id) WHERE rules IS NOT NULL",
  ]

  /// For the history of a row.
  static let itemIndex = [
    "CREATE INDEX syncline_conflict_item ON syncline_conflicts(\"table\", itemId, id)"
  ]

  /// - Returns: Its id.
  static func add(
    _ conflict: Conflict, _ resolution: String, result: Record?, by: String?,
    rules: [ConflictRule], at now: Timestamp, on connection: Connection
  ) throws -> Int64 {
    try connection.execute(
      """
      INSERT INTO syncline_conflicts("table", itemId, at, kind, changedAt, base, local, server,
        resolution, result, "by", rules)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(conflict.table), .text(conflict.itemID), .text(now.description),
        .integer(Int64(conflict.kind.rawValue)), .init(conflict.changedAt),
        .init(conflict.base.map(RecordCoding.text)), .init(conflict.local.map(RecordCoding.text)),
        .init(conflict.server.map(RecordCoding.text)), .text(resolution),
        .init(result.map(RecordCoding.text)), .init(by),
        .init(rules.isEmpty ? nil : ConflictRule.text(of: rules)),
      ])
    let id = connection.lastInsertedRowID
    try connection.execute(
      "DELETE FROM syncline_conflicts WHERE at < ? OR id <= ?",
      [
        .text(now.adding(seconds: -Int64(days) * 86_400).description),
        .integer(id - Int64(keptMax)),
      ])
    return id
  }

  /// Says what takes these back.
  static func link(_ ids: [Int64], to decision: Int64, on connection: Connection) throws {
    try connection.execute(
      "UPDATE syncline_conflicts SET decisionId = ? WHERE id IN (SELECT value FROM json_each(?))",
      [.integer(decision), .list(ids)])
  }

  /// What a decision was about waits again.
  static func noteUndone(
    _ decision: Int64, _ table: String, _ id: String, by: String?, at now: Timestamp,
    on connection: Connection
  ) throws {
    try connection.execute(
      """
      UPDATE syncline_conflicts SET undoneAt = ?, undoneBy = ?
      WHERE decisionId = ? AND "table" = ? AND itemId = ? AND undoneAt IS NULL
      """, [.text(now.description), .init(by), .integer(decision), .text(table), .text(id)])
  }

  package static func fetch(_ id: Int64, on connection: Connection) throws -> DecidedConflict? {
    try some("id = ?", [.integer(id)], on: connection).first
  }

  /// - Parameter condition: With what follows it: order and limit.
  package static func some(
    _ condition: String, _ values: [SQLiteValue], on connection: Connection
  ) throws -> [DecidedConflict] {
    try connection.query(
      """
      SELECT id, at, "table", itemId, kind, changedAt, base, local, server, resolution, result, "by",
        rules, decisionId, undoneAt, undoneBy
      FROM syncline_conflicts WHERE \(condition)
      """, values
    ) { (row) throws(SQLiteError) in try DecidedConflict(row) }
  }
}

extension DecidedConflict {
  fileprivate init(_ row: borrowing Row) throws(SQLiteError) {
    func record(_ index: Int) throws(SQLiteError) -> Record? {
      try row.textOrNil(at: index).flatMap(RecordCoding.record)
    }
    id = try row.decode(at: 0)
    at = Timestamp(stored: try row.decode(at: 1))
    conflict = Conflict(
      table: try row.decode(at: 2), itemID: try row.decode(at: 3),
      kind: OperationKind(rawValue: try row.decode(at: 4)) ?? .update, base: try record(6),
      local: try record(7), server: try record(8),
      changedAt: try row.textOrNil(at: 5).flatMap { Timestamp($0) })
    resolution = try row.decode(at: 9)
    result = try record(10)
    by = try row.decode(at: 11)
    rules = try row.textOrNil(at: 12).map(ConflictRule.rules(of:)) ?? []
    decision = try row.decode(at: 13)
    undoneAt = try row.textOrNil(at: 14).flatMap { Timestamp($0) }
    undoneBy = try row.decode(at: 15)
  }
}
