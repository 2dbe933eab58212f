internal import SQLiteKit
public import Support

extension SyncContext {
  /// Where each incremental pull goes on.
  public func deltaTokens() async throws -> [DeltaTokenInfo] {
    try await database.read { connection in
      try connection.query(
        """
        SELECT c."table", c.key, p.filter, c.value, p.lastPullAt, coalesce(p.rows, 0)
        FROM MS_TableConfig c
        LEFT JOIN syncline_pulls p ON p."table" = c."table" AND p.queryId = c.key
        WHERE c.keyType = 0 ORDER BY c."table", c.key
        """
      ) { (row) throws(SQLiteError) in
        DeltaTokenInfo(
          table: try row.decode(at: 0), queryID: try row.decode(at: 1),
          filter: try row.decode(at: 2), value: try row.decode(at: 3),
          lastPullAt: try row.decode(at: 4, as: String?.self).map(Timestamp.init(stored:)),
          rows: try row.decode(at: 5))
      }
    }
  }

  /// The next pull of this query starts from the beginning.
  public func forgetDeltaToken(table: String, queryID: String) async throws {
    try await database.write { connection in
      guard try TokenStore.forget(table, queryID: queryID, on: connection) else {
        throw SyncError.noSuchDeltaToken(table: table, queryID: queryID)
      }
    }
  }

  /// Puts a token back as it was, unless a pull has written another since.
  ///
  /// - Parameter left: What stood there afterwards; nil for nothing.
  public func restoreDeltaToken(_ token: DeltaTokenInfo, over left: String?) async throws {
    let id = random.uuid()
    try await database.write { connection in
      let now = try TokenStore.fetch(token.table, queryID: token.queryID, on: connection)
      guard now?.value == left else {
        throw SyncError.cannotTakeBack("A pull has written another delta token since.")
      }
      try TokenStore.put(
        .init(value: token.value, filter: token.filter), table: token.table,
        queryID: token.queryID, id: id, on: connection)
    }
  }

  /// The next pull of this query asks again for what changed since `moment`.
  public func rewindDeltaToken(
    table: String, queryID: String, to moment: Timestamp
  ) async throws {
    let id = random.uuid()
    try await database.write { connection in
      guard var token = try TokenStore.fetch(table, queryID: queryID, on: connection) else {
        throw SyncError.noSuchDeltaToken(table: table, queryID: queryID)
      }
      token.value = moment.description
      try TokenStore.put(token, table: table, queryID: queryID, id: id, on: connection)
    }
  }
}
