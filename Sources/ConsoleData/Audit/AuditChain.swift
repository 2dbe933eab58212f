import Crypto
import JSONKit
import SQLiteKit
import Support

/// The hash chain over the audit's entries.
///
/// Each entry has the SHA-256 of the hash before it (nothing for the first), a line break, and its
/// fields as a JSON array, so that an entry that is changed, removed or slipped in breaks the chain.
enum AuditChain {
  /// The hashed columns, in this order.
  ///
  /// Left out is what changes later: `undoneAt`, and `times` and `lastAt` of a repeated refusal.
  static let columns = [
    "id", "at", "who", "address", "action", "store", "target", "count", "result", "reason",
    "before", "after", "undo", "requestId", "run", "storeAction",
  ]

  /// Hashed behind ``columns`` where one of them has a value, without the names where there are none.
  ///
  /// Older entries have none.
  static let rowColumns = ["rowTable", "rowId", "rowNames"]

  struct Head: Equatable {
    var id: Int64 = 0
    var hash = ""
  }

  /// The last entry that was written, which need not be the last one that is left.
  static func head(_ connection: Connection) throws -> Head {
    try connection.first("SELECT id, hash FROM auditHead") { (row) throws(SQLiteError) in
      Head(id: try row.decode(at: 0), hash: try row.decode(at: 1))
    } ?? Head()
  }

  /// - Parameter row: The values of ``rowColumns``.
  static func hash(
    _ fields: [SQLiteValue], row: [SQLiteValue] = [], after previous: String
  ) -> String {
    let row = row.last == .null ? row.dropLast() : row[...]
    let hashed = row.allSatisfy { $0 == .null } ? fields : fields + row
    let json = JSONValue.array(hashed.map(json)).serialized
    return hexadecimal(SHA256.digest(Array("\(previous)\n".utf8) + json))
  }

  /// Adds an entry.
  ///
  /// - Parameters:
  ///   - fields: The values of ``columns`` behind the id.
  ///   - row: The values of ``rowColumns``.
  /// - Returns: The entry's id.
  static func append(
    _ fields: [SQLiteValue], row: [SQLiteValue], on connection: Connection
  ) throws -> Int64 {
    let last = try head(connection)
    let highest = try connection.first("SELECT coalesce(max(id), 0) FROM audit") {
      (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self)
    }
    let id = max(last.id, highest ?? 0) + 1
    let values = [.integer(id)] + fields
    let hash = hash(values, row: row, after: last.hash)
    let names = columns + rowColumns + ["hash"]
    let places = names.map { _ in "?" }.joined(separator: ", ")
    try connection.execute(
      "INSERT INTO audit (\(names.joined(separator: ", "))) VALUES (\(places))",
      values + row + [.text(hash)])
    try setHead(Head(id: id, hash: hash), on: connection)
    return id
  }

  /// Chains the entries of a file from before there was a chain.
  static func chainAll(on connection: Connection) throws {
    var last = Head()
    while let (id, fields) = try next(after: last.id, on: connection) {
      last = Head(id: id, hash: hash(fields, after: last.hash))
      try connection.execute(
        "UPDATE audit SET hash = ? WHERE id = ?", [.text(last.hash), .integer(id)])
    }
    // Numbers of entries that were removed before are not given again.
    let used = try connection.first("SELECT seq FROM sqlite_sequence WHERE name = 'audit'") {
      (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self)
    }
    try setHead(Head(id: max(last.id, used ?? 0), hash: last.hash), on: connection)
  }

  private static func next(
    after id: Int64, on connection: Connection
  ) throws -> (id: Int64, fields: [SQLiteValue])? {
    try connection.first(
      "SELECT \(columns.joined(separator: ", ")) FROM audit WHERE id > ? ORDER BY id LIMIT 1",
      [.integer(id)]
    ) { (row) throws(SQLiteError) in
      (try row.decode(at: 0), columns.indices.map { row[$0] })
    }
  }

  private static func setHead(_ head: Head, on connection: Connection) throws {
    try connection.execute("DELETE FROM auditHead")
    try connection.execute(
      "INSERT INTO auditHead (id, hash) VALUES (?, ?)", [.integer(head.id), .text(head.hash)])
  }

  private static func json(_ value: SQLiteValue) -> JSONValue {
    switch value {
    case .null: .null
    case .integer(let integer): .integer(integer)
    case .real(let real): .string("\(real)")
    case .text(let text): .string(text)
    case .blob(let bytes): .string(hexadecimal(bytes))
    }
  }
}

/// The schema's step that chains the entries of the audit, and counts refusals that repeat.
let auditChainStep = Migrator.Step(
  [
    "ALTER TABLE audit ADD COLUMN hash TEXT",
    "ALTER TABLE audit ADD COLUMN times INTEGER NOT NULL DEFAULT 1",
    "ALTER TABLE audit ADD COLUMN lastAt INTEGER",
    "CREATE INDEX auditRefusals ON audit (who, action, at) WHERE result = 'denied'",
    "CREATE TABLE auditHead (id INTEGER NOT NULL, hash TEXT NOT NULL)",
    "DROP TRIGGER IF EXISTS auditIsNotEdited",
  ]
) { connection in
  try AuditChain.chainAll(on: connection)
  try connection.execute(
    """
    CREATE TRIGGER auditIsNotEdited BEFORE UPDATE OF \(AuditChain.columns.joined(separator: ", ")),
      hash ON audit
    BEGIN SELECT raise(ABORT, 'audit entries are never changed'); END
    """)
  try connection.execute(
    """
    CREATE TRIGGER auditIsChained BEFORE INSERT ON audit WHEN NEW.hash IS NULL
    BEGIN SELECT raise(ABORT, 'audit entries have a hash'); END
    """)
}

/// The schema's step that keeps the row of an entry, and the entry of its undo, in columns.
///
/// Before it, the entry of an undo named the other one in its target, as `entry 12, …`.
let auditRowStep: [String] = [
  "ALTER TABLE audit ADD COLUMN rowTable TEXT",
  "ALTER TABLE audit ADD COLUMN rowId TEXT",
  "ALTER TABLE audit ADD COLUMN undoneBy INTEGER",
  "CREATE INDEX auditByRow ON audit (store, rowTable, rowId) WHERE rowId IS NOT NULL",
  """
  UPDATE audit SET undoneBy = undo.id FROM (
    SELECT max(id) AS id, CAST(substr(target, 7) AS INTEGER) AS entry FROM audit
    WHERE action = 'action.undo' AND target GLOB 'entry [0-9]*, *' GROUP BY 2
  ) undo
  WHERE audit.id = undo.entry AND audit.undoneAt IS NOT NULL
  """,
  "DROP TRIGGER IF EXISTS auditIsNotEdited",
  """
  CREATE TRIGGER auditIsNotEdited BEFORE UPDATE OF id, at, who, address, action, store, target,
    count, result, reason, before, after, undo, requestId, run, storeAction, rowTable, rowId, hash
    ON audit
  BEGIN SELECT raise(ABORT, 'audit entries are never changed'); END
  """,
]

private let unchangedColumns = AuditChain.columns + AuditChain.rowColumns + ["hash"]

/// The schema's step that keeps the names of rows with their entries.
let auditNamesStep: [String] = [
  "ALTER TABLE audit ADD COLUMN rowNames TEXT",
  "DROP TRIGGER IF EXISTS auditIsNotEdited",
  """
  CREATE TRIGGER auditIsNotEdited
    BEFORE UPDATE OF \(unchangedColumns.joined(separator: ", ")) ON audit
  BEGIN SELECT raise(ABORT, 'audit entries are never changed'); END
  """,
]
