internal import SQLiteKit
package import Support
package import SyncCore

/// Errors in pages and by cause, without reading more rows than are shown.
struct ErrorPager {
  let connection: Connection
  /// What a search for a text must not find out.
  var cover: ValueMasking?

  private static let from = """
    FROM syncline_errors c JOIN syncline_operations s ON s.operationId = c.operationId
    """

  func page(_ query: ErrorQuery) throws -> ErrorPage {
    let size = min(max(query.size, 1), RowQuery.sizeMax)
    let (condition, values) = try condition(query)
    let all = try connection.first(
      "SELECT count(*), max(c.at) \(Self.from) WHERE \(condition)", values
    ) { (row) throws(SQLiteError) in
      (count: try row.decode(at: 0, as: Int.self), newest: try row.decode(at: 1, as: String?.self))
    }
    let found = try KeysetPage(size: size, after: query.after, before: query.before) {
      place, isReversed, limit in
      var (condition, values) = (condition, values)
      if let place {
        guard let id = Int64(place) else { throw SyncError.badCursor }
        condition += " AND c.operationId \(isReversed ? ">" : "<") ?"
        values.append(.integer(id))
      }
      return try connection.query(
        """
        SELECT c.errorId, c.operationId, c.cause \(Self.from) WHERE \(condition)
        ORDER BY c.operationId\(isReversed ? "" : " DESC") LIMIT ?
        """, values + [.integer(Int64(limit))]
      ) { (row) throws(SQLiteError) in
        (
          id: try row.decode(at: 0, as: String.self),
          operation: try row.decode(at: 1, as: Int64.self),
          cause: try row.decode(at: 2, as: String.self)
        )
      }
    }
    var page = ErrorPage(
      errors: try ErrorReader.some(found.lines.map(\.id), on: connection), count: all?.count ?? 0,
      next: found.next.map { String($0.operation) })
    page.previous = found.previous.map { String($0.operation) }
    page.newestAt = all?.newest.map(Timestamp.init(stored:))
    for error in found.lines { page.causes[error.id] = error.cause }
    return page
  }

  /// The operations that `query` matches, oldest first, each with when its error came.
  func operations(_ query: ErrorQuery) throws -> [(id: Int64, at: Timestamp)] {
    let (condition, values) = try condition(query)
    return try connection.query(
      "SELECT c.operationId, c.at \(Self.from) WHERE \(condition) ORDER BY c.operationId", values
    ) { (row) throws(SQLiteError) in
      (id: try row.decode(at: 0), at: Timestamp(stored: try row.decode(at: 1)))
    }
  }

  /// What ``ErrorKind/init(_:)`` tells apart.
  private static let kind = "CASE s.state WHEN 4 THEN 4 WHEN 1 THEN 1 ELSE 3 END"

  /// Conflicts first, then the largest group; at most `limit`.
  func groups(_ query: ErrorQuery, limit: Int) throws -> ErrorGroups {
    let (condition, values) = try condition(query)
    let select = """
      SELECT s."table", \(Self.kind) AS kind, c.status, c.cause,
        count(*), min(coalesce(s.failedSince, c.at)), max(c.at), min(c.errorId)
      \(Self.from) WHERE \(condition) GROUP BY 1, 2, 3, 4
      """
    let groups = try connection.query(
      "\(select) ORDER BY kind = 4 DESC, 5 DESC, 1, 3, 4 LIMIT ?", values + [.integer(Int64(limit))]
    ) { (row) throws(SQLiteError) in
      ErrorGroup(
        table: try row.decode(at: 0), kind: ErrorKind(OperationState(code: try row.decode(at: 1))),
        status: try row.decode(at: 2), cause: try row.decode(at: 3), count: try row.decode(at: 4),
        firstAt: Timestamp(stored: try row.decode(at: 5)),
        lastAt: Timestamp(stored: try row.decode(at: 6)), exampleID: try row.decode(at: 7))
    }
    guard groups.count == limit else { return ErrorGroups(groups) }
    let causes = try connection.first("SELECT count(*) FROM (\(select))", values) {
      (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self)
    }
    let shown = groups.reduce(0) { $0 + $1.count }
    return ErrorGroups(
      groups, moreCauses: (causes ?? 0) - groups.count,
      moreErrors: try count(condition, values) - shown)
  }

  func causes(_ query: ErrorQuery) throws -> [ErrorWithCause] {
    let (condition, values) = try condition(query)
    return try connection.query(
      """
      SELECT c.operationId, s."table", \(Self.kind), c.status, c.cause
      \(Self.from) WHERE \(condition)
      """, values
    ) { (row) throws(SQLiteError) in
      ErrorWithCause(
        operation: try row.decode(at: 0), table: try row.decode(at: 1),
        kind: ErrorKind(OperationState(code: try row.decode(at: 2))),
        status: try row.decode(at: 3), cause: try row.decode(at: 4))
    }
  }

  /// How many errors of each kind `query` matches, whatever its own kind.
  func counts(_ query: ErrorQuery) throws -> [ErrorKind: Int] {
    var asked = query
    asked.kind = nil
    asked.needsDecision = false
    let (condition, values) = try condition(asked)
    let counts = try connection.query(
      "SELECT \(Self.kind), count(*) \(Self.from) WHERE \(condition) GROUP BY 1", values
    ) { (row) throws(SQLiteError) in
      (
        kind: ErrorKind(OperationState(code: try row.decode(at: 0))),
        count: try row.decode(at: 1, as: Int.self)
      )
    }
    let none = Dictionary(uniqueKeysWithValues: ErrorKind.allCases.map { ($0, 0) })
    return counts.reduce(into: none) { $0[$1.kind] = $1.count }
  }

  /// Which of these errors are still there.
  func open(_ ids: [String]) throws -> UTF8Set {
    UTF8Set(
      try ids.filter { id in
        try connection.first(
          "SELECT 1 FROM syncline_errors WHERE errorId = ?", [.text(id)]
        ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } != nil
      })
  }

  /// Nil for an error that is no conflict, or that `query` does not match.
  func place(_ id: String, in query: ErrorQuery) throws -> ConflictPosition? {
    var asked = query
    asked.kind = .conflict
    let (condition, values) = try condition(asked)
    let found = try connection.first(
      "SELECT c.operationId \(Self.from) WHERE \(condition) AND c.errorId = ?",
      values + [.text(id)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
    guard let operation = found.map(SQLiteValue.integer) else { return nil }
    let before = try count("\(condition) AND c.operationId > ?", values + [operation])
    let next = try connection.first(
      """
      SELECT c.errorId \(Self.from) WHERE \(condition) AND c.operationId <> ?
      ORDER BY c.operationId > ?, c.operationId DESC LIMIT 1
      """, values + [operation, operation]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    let previous = try connection.first(
      """
      SELECT c.errorId \(Self.from) WHERE \(condition) AND c.operationId > ?
      ORDER BY c.operationId LIMIT 1
      """, values + [operation]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    return ConflictPosition(
      place: before + 1, count: try count(condition, values), next: next, previous: previous)
  }

  private func count(_ condition: String, _ values: [SQLiteValue]) throws -> Int {
    try connection.first("SELECT count(*) \(Self.from) WHERE \(condition)", values) {
      (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self)
    } ?? 0
  }

  private static func list(_ operations: [Int64]) -> SQLiteValue {
    .text("[\(operations.map(String.init).joined(separator: ","))]")
  }

  private func condition(_ query: ErrorQuery) throws -> (sql: String, values: [SQLiteValue]) {
    var conditions = ["1"]
    var values: [SQLiteValue] = []
    if let table = query.table {
      conditions.append("s.\"table\" = ?")
      values.append(.text(table))
    }
    switch query.kind {
    case .conflict?: conditions.append("s.state = 4")
    case .unknown?: conditions.append("s.state = 1")
    case .failed?: conditions.append("s.state NOT IN (1, 4)")
    case nil: if query.needsDecision { conditions.append("s.state <> 1") }
    }
    if let status = query.status {
      conditions.append("c.status = ?")
      values.append(.integer(Int64(status)))
    }
    if let cause = query.cause {
      conditions.append("c.cause = ?")
      values.append(.text(cause))
    }
    if let since = query.since {
      conditions.append("s.failedSince > ?")
      values.append(.text(since.description))
    }
    if let text = query.text {
      let found = try OperationText.condition(text, cover, on: connection)
      conditions.append(found.sql)
      values += found.values
    }
    switch query.operations {
    case .only(let operations)?:
      conditions.append("c.operationId IN (SELECT value FROM json_each(?))")
      values.append(Self.list(operations))
    case .without(let operations)?:
      conditions.append("c.operationId NOT IN (SELECT value FROM json_each(?))")
      values.append(Self.list(operations))
    case nil: break
    }
    return (conditions.joined(separator: " AND "), values)
  }
}

extension SyncContext {
  /// One page of the errors, newest operation first.
  ///
  /// - Parameter toDecide: With what stands to be decided about each, of the same moment.
  package func errorPage(
    _ query: ErrorQuery, toDecide: Bool = false
  ) async throws -> ErrorPage {
    let cover = cover
    return try await database.read { connection in
      var page = try ErrorPager(connection: connection, cover: cover).page(query)
      if let cover { page.errors = page.errors.map(cover.error) }
      if toDecide {
        page.revisions = try Revision.all(
          of: page.errors.map(\.operationID), on: connection)
      }
      return page
    }
  }

  /// Errors by cause: conflicts first, then the largest group.
  package func errorGroups(
    _ query: ErrorQuery = ErrorQuery(), limit: Int = 50
  ) async throws -> ErrorGroups {
    let cover = cover
    return try await database.read { connection in
      var found = try ErrorPager(connection: connection, cover: cover)
        .groups(query, limit: limit)
      if let cover {
        found.groups = try found.groups.map { try cover.group($0, on: connection) }
      }
      return found
    }
  }

  /// How many errors of each kind `query` matches, whatever its own kind.
  package func errorCounts(_ query: ErrorQuery) async throws -> [ErrorKind: Int] {
    let cover = cover
    return try await database.read { connection in
      try ErrorPager(connection: connection, cover: cover).counts(query)
    }
  }

  /// The operations of all errors that `query` matches, whatever its page, oldest first, each with
  /// when its error came.
  package func operations(
    withErrors query: ErrorQuery
  ) async throws -> [(id: Int64, at: Timestamp)] {
    let cover = cover
    return try await database.read { connection in
      try ErrorPager(connection: connection, cover: cover).operations(query)
    }
  }

  /// Which of these errors nobody has settled yet.
  package func openErrors(among ids: [String]) async throws -> UTF8Set {
    try await database.read { try ErrorPager(connection: $0).open(ids) }
  }

  /// Where a conflict stands among those that `query` matches, whatever its page and kind; nil for
  /// an error that is none of them.
  package func conflictPlace(
    _ errorID: String, in query: ErrorQuery = ErrorQuery()
  ) async throws -> ConflictPosition? {
    let cover = cover
    return try await database.read { connection in
      try ErrorPager(connection: connection, cover: cover).place(errorID, in: query)
    }
  }
}
