import JSONKit
import SQLiteKit
import Support

/// A row, as entries of the audit name it.
public struct AuditedRow: Sendable, Equatable {
  public var store: String
  public var table: String
  public var id: String
  /// The store's numbers of decisions and imports that changed it.
  public var decisions: [Int64]
  public var imports: [Int64]

  public init(
    store: String, table: String, id: String, decisions: [Int64] = [], imports: [Int64] = []
  ) {
    self.store = store
    self.table = table
    self.id = id
    self.decisions = decisions
    self.imports = imports
  }
}

extension ConsoleData {
  /// What was done to a row, alone or with others, and taken back; the newest first.
  ///
  /// Entries older than the column of rows are known by their target. Of actions on several rows it
  /// is known by what takes them back, so an action that kept nothing is left out. The
  /// entries come without what they changed.
  public func auditEntries(of row: AuditedRow, limit: Int) async throws -> [AuditEntry] {
    let id = JSONValue.string(row.id).serializedText
    return try await database.read { connection in
      try connection.query(
        """
        WITH found AS (
          SELECT id, undoneBy FROM audit WHERE store = ?1 AND target = ?2
          UNION
          SELECT id, undoneBy FROM audit WHERE store = ?1 AND rowTable = ?5 AND rowId = ?4
          UNION
          SELECT id, undoneBy FROM audit
          WHERE store = ?1 AND undo IS NOT NULL AND (\(Self.undoNamesRow)
            OR instr(undo, '"decision":') > 0
              AND json_extract(undo, '$.decision') IN (SELECT value FROM json_each(?6))
            OR instr(undo, '"import":') > 0
              AND json_extract(undo, '$.import') IN (SELECT value FROM json_each(?7))))
        SELECT id, at, who, address, action, store, target, count, result, reason, NULL AS before,
          NULL AS after, NULL AS undo, undoneAt, undoneBy, requestId, times,
          lastAt, NULL AS run, rowTable, rowId, NULL AS rowNames
        FROM audit
        WHERE id IN (SELECT id FROM found UNION SELECT undoneBy FROM found)
        ORDER BY id DESC LIMIT ?8
        """,
        [
          .text(row.store), .text("\(row.table) \(row.id)"), .text("\"id\":\(id)"), .text(row.id),
          .text(row.table), .text(Self.list(row.decisions)), .text(Self.list(row.imports)),
          .integer(Int64(limit)),
        ], decode: decodeEntry)
    }
  }

  /// Looked for as text first, for reading it is dear with many rows.
  private static let undoNamesRow = """
    instr(undo, ?3) > 0 AND EXISTS (
      SELECT 1 FROM (
        SELECT undo AS part UNION ALL SELECT value FROM json_each(undo, '$.further')
      ) p, json_each(p.part, '$.rows') r
      WHERE json_extract(r.value, '$.id') = ?4
        AND coalesce(json_extract(r.value, '$.table'), json_extract(p.part, '$.table')) = ?5)
    """

  /// Whether an entry is about one of the rows that ?16 lists, alone or with others, or undid what was
  /// done to one.
  static let isAboutRows = """
    ((store, rowTable, rowId) IN \(soughtRows) OR (store, target) IN \(soughtTargets)
      OR action LIKE 'rows.%' AND rowId IS NULL AND EXISTS (
        SELECT 1 FROM json_each(?16) r
        WHERE json_extract(r.value, '$.store') = audit.store
          AND instr(before, json_extract(r.value, '$.member')) > 0)
      OR action = 'action.undo' AND EXISTS (
        SELECT 1 FROM audit u WHERE u.id = CAST(substr(audit.target, 7) AS INTEGER)
          AND ((u.store, u.rowTable, u.rowId) IN \(soughtRows)
            OR (u.store, u.target) IN \(soughtTargets))))
    """

  private static let soughtRows = """
    (SELECT json_extract(value, '$.store'), json_extract(value, '$.table'),
      json_extract(value, '$.id') FROM json_each(?16))
    """

  private static let soughtTargets = """
    (SELECT json_extract(value, '$.store'), json_extract(value, '$.target') FROM json_each(?16))
    """

  static func list(_ rows: [AuditedRow]) -> String {
    JSONValue.array(
      rows.map { row in
        let target = "\(row.table) \(row.id)"
        return [
          "store": .string(row.store), "table": .string(row.table), "id": .string(row.id),
          "target": .string(target),
          "member": .string("\(JSONValue.string(target).serializedText):"),
        ]
      }
    ).serializedText
  }

  private static func list(_ numbers: [Int64]) -> String {
    JSONValue.array(numbers.map { .integer($0) }).serializedText
  }
}
