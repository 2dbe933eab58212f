import SQLiteKit
public import Support

/// What several people did to the rows of a store, without what was undone.
public struct OthersChanges: Sendable, Equatable {
  /// Older entries than so many are not counted.
  public static let entriesMax = 5_000

  public var added = 0
  /// New rows and changed ones.
  public var imported = 0
  public var edited = 0
  public var deleted = 0
  public var undeleted = 0
  public var resolved = 0
  /// Who did all of it; nil for several people.
  public var onlyPerson: String?

  public var isEmpty: Bool { added + imported + edited + deleted + undeleted + resolved == 0 }

  /// What `rows.edit` of a row that was not there before counts as.
  fileprivate static let addition = "rows.add"

  fileprivate mutating func add(_ action: String, _ count: Int) {
    switch action {
    case "rows.edit": edited += count
    case Self.addition: added += count
    case "rows.import": imported += count
    case "rows.undelete": undeleted += count
    case "conflict.resolve": resolved += count
    default: deleted += count
    }
  }
}

extension ConsoleData {
  /// What others than `person` did to the rows of `store` since `moment`.
  public func changes(
    store: String, since moment: Timestamp, without person: String
  ) async throws -> OthersChanges {
    let sums = try await database.read { connection in
      try connection.query(
        """
        SELECT CASE WHEN action = 'rows.edit' AND before IS NULL AND after IS NOT NULL
          THEN '\(OthersChanges.addition)' ELSE action END AS done, sum(coalesce(count, 1)), count(DISTINCT who), min(who) FROM audit
        WHERE id > (SELECT max(id) FROM audit) - \(OthersChanges.entriesMax)
          AND at >= ?1 AND store = ?2 AND who <> ?3 AND result = 'done' AND undoneAt IS NULL
          AND coalesce(count, 1) > 0 AND action IN ('rows.edit', 'rows.import', 'rows.delete',
            'rows.hard-delete', 'rows.purge', 'rows.undelete', 'conflict.resolve')
        GROUP BY done
        """, [.integer(moment.milliseconds), .text(store), .text(person)]
      ) { (row) throws(SQLiteError) in
        (
          action: try row.decode(at: 0, as: String.self),
          count: try row.decode(at: 1, as: Int.self),
          people: try row.decode(at: 2, as: Int.self),
          who: try row.decode(at: 3, as: String.self)
        )
      }
    }
    var changes = OthersChanges()
    for sum in sums { changes.add(sum.action, sum.count) }
    if let first = sums.first, sums.allSatisfy({ $0.people == 1 && $0.who === first.who }) {
      changes.onlyPerson = first.who
    }
    return changes
  }
}
