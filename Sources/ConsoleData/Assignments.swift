import SQLiteKit
public import Support

/// Who takes care of the error of an operation.
public struct Assignment: Sendable, Equatable {
  /// The name of the user.
  public let assignee: String
  /// True when that user was removed; a later user of the same name is another person.
  public let isRemoved: Bool
  /// Who assigned it.
  public let by: String
  public let at: Timestamp
}

extension ConsoleData {
  /// Assignments that are kept for a store; the oldest go first.
  public static let assignmentsMax = 50_000

  /// Who has which error of a store, by operation, also of errors that are resolved.
  public func assignments(store: String) async throws -> [Int64: Assignment] {
    try await database.read { connection in
      try connection.memo("assignments \(store)") { try assignmentRows(store, on: connection) }
    }
  }

  /// Assigns errors to users, or to nobody.
  ///
  /// - Parameters:
  ///   - wanted: The user of each operation; nil for nobody.
  ///   - seen: The user that each operation had, nobody where it has no entry.
  /// - Returns: False when one of them has another user by now; nothing is changed then.
  public func assign(
    _ wanted: [(operation: Int64, user: String?)], store: String, by who: String,
    seen: [Int64: String]
  ) async throws -> Bool {
    let now = time.now.milliseconds
    return try await database.write { connection in
      let known = try assignmentRows(store, on: connection)
      for (operation, _) in wanted {
        guard known[operation]?.assignee === seen[operation] else { return false }
      }
      for (operation, user) in wanted {
        let place: [SQLiteValue] = [.text(store), .integer(operation)]
        try connection.execute("DELETE FROM assignments WHERE store = ? AND operation = ?", place)
        guard let user else { continue }
        try connection.execute(
          """
          INSERT INTO assignments (store, operation, assignee, identity, who, at)
          SELECT ?, ?, name, identity, ?, ? FROM users WHERE name = ?
          """, place + [.text(who), .integer(now), .text(user)])
        guard connection.changes > 0 else { throw ConsoleDataError.unknownUser(user) }
      }
      try connection.execute(
        """
        DELETE FROM assignments WHERE store = ?1 AND operation <= (SELECT operation
          FROM assignments WHERE store = ?1 ORDER BY operation DESC LIMIT 1 OFFSET ?2)
        """, [.text(store), .integer(Int64(Self.assignmentsMax))])
      return true
    }
  }
}

private func assignmentRows(
  _ store: String, on connection: Connection
) throws -> [Int64: Assignment] {
  let found = try connection.query(
    """
    SELECT a.operation, a.assignee, u.name IS NULL, a.who, a.at FROM assignments a
    LEFT JOIN users u ON u.identity = a.identity WHERE a.store = ?
    """, [.text(store)]
  ) { (row) throws(SQLiteError) in
    (
      operation: try row.decode(at: 0, as: Int64.self),
      assignment: Assignment(
        assignee: try row.decode(at: 1), isRemoved: try row.decode(at: 2),
        by: try row.decode(at: 3),
        at: Timestamp(milliseconds: try row.decode(at: 4)))
    )
  }
  return Dictionary(found.map { ($0.operation, $0.assignment) }, uniquingKeysWith: { $1 })
}
