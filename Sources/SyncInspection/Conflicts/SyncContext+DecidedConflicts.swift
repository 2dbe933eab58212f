internal import SQLiteKit
internal import Support
package import SyncCore

/// A page of the conflicts that rules decided, the newest first.
package struct RuledConflictPage: Sendable {
  package var conflicts: [DecidedConflict]
  /// For the page behind it; nil at the end.
  package var next: Int64?
  /// For the page before it; nil at the beginning.
  package var previous: Int64?
  /// How many there are in all.
  package var count: Int
}

/// What one rule has decided.
package struct RuleFigures: Sendable, Hashable {
  /// Nil for the rule for every other column.
  package var column: String?
  package var decisions: Int
  package var undone: Int
}

extension [RuleFigures] {
  /// Nil for a rule that has decided nothing.
  package func of(_ rule: ConflictRule) -> RuleFigures? { first { rule.isFor($0.column) } }
}

extension SyncContext {
  /// - Parameters:
  ///   - table: Nil for all tables.
  ///   - text: In the row's id, in a text of the row on either side, or in the name of a rule.
  ///   - before: ``RuledConflictPage/next`` of the page before.
  ///   - newerThan: ``RuledConflictPage/previous`` of the page behind; takes precedence over `before`.
  package func ruledConflicts(
    of table: String? = nil, text: String? = nil, before: Int64? = nil, newerThan: Int64? = nil,
    size: Int = 50
  ) async throws -> RuledConflictPage {
    let cover = cover
    let sought = RuledConflictText(text, cover)
    return try await database.read { connection in
      let found = try KeysetPage(size: size, after: before, before: newerThan) {
        place, isReversed, limit in
        try DecidedConflicts.some(
          """
          rules IS NOT NULL AND (?1 IS NULL OR "table" = ?1)
            AND (?2 IS NULL OR id \(isReversed ? ">" : "<") ?2) AND \(sought.condition)
          ORDER BY id\(isReversed ? "" : " DESC") LIMIT \(limit)
          """,
          [table.map { .text($0) } ?? .null, place.map { .integer($0) } ?? .null] + sought.values,
          on: connection)
      }
      return RuledConflictPage(
        conflicts: cover.map { cover in found.lines.map { $0.covered(cover) } } ?? found.lines,
        next: found.next?.id, previous: found.previous?.id,
        count: try Self.ruledConflictCount(of: table, sought, on: connection))
    }
  }

  /// How many conflicts rules decided, in all tables.
  package func ruledConflictCount() async throws -> Int {
    let all = RuledConflictText(nil, nil)
    return try await database.read { try Self.ruledConflictCount(of: nil, all, on: $0) }
  }

  private static func ruledConflictCount(
    of table: String?, _ sought: RuledConflictText, on connection: Connection
  ) throws -> Int {
    let values: [SQLiteValue] = [table.map { .text($0) } ?? .null, .null] + sought.values
    return try connection.memo("ruled conflicts \(sought.condition) \(values)") {
      try connection.first(
        """
        SELECT count(*) FROM syncline_conflicts
        WHERE rules IS NOT NULL AND (?1 IS NULL OR "table" = ?1) AND ?2 IS NULL
          AND \(sought.condition)
        """, values
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
    }
  }

  /// A conflict that was decided; nil when it is not known, or kept no longer.
  package func decidedConflict(_ id: Int64) async throws -> DecidedConflict? {
    let cover = cover
    return try await database.read { connection in
      let found = try DecidedConflicts.fetch(id, on: connection)
      return cover.map { cover in found?.covered(cover) } ?? found
    }
  }

  /// What the rules of its table make of a conflict that waits; nil where the table has none.
  package func verdict(
    onConflict operationID: Int64, of table: String
  ) async throws -> ConflictVerdict? {
    let rules = settings.table(table).conflictRules
    guard !rules.isEmpty else { return nil }
    return try await database.read { connection in
      try Conflict(operationID: operationID, on: connection)
        .map { ConflictRules(rules).verdict(on: $0) }
    }
  }

  /// What the rules of `table` have decided, as far as it is kept.
  package func ruleFigures(of table: String) async throws -> [RuleFigures] {
    try await database.read { connection in
      try connection.query(
        """
        SELECT json_extract(r.value, '$.column'), count(*), count(c.undoneAt)
        FROM syncline_conflicts c, json_each(c.rules) r
        WHERE c.rules IS NOT NULL AND c."table" = ? GROUP BY 1
        """, [.text(table)]
      ) { (row) throws(SQLiteError) in
        RuleFigures(
          column: try row.decode(at: 0), decisions: try row.decode(at: 1),
          undone: try row.decode(at: 2))
      }
    }
  }
}
