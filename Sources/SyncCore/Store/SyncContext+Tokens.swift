internal import SQLiteKit
package import Support

extension SyncContext {
  /// Where each incremental pull goes on.
  package func deltaTokens() async throws -> [DeltaTokenInfo] {
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

  /// The queries of configured and stored tables that have no delta token, so that their next pull
  /// reads everything, or what is left of it.
  package func queriesWithoutToken() async throws -> [TokenlessQuery] {
    let tokens = Set(try await deltaTokens().map { [$0.table.utf8Key, $0.queryID.utf8Key] })
    let plan = PullPlan(try await pullJobs(nil, full: false), remote)
    var queries = plan.walks.map {
      TokenlessQuery(table: TokenStore.everyTable, queryID: $0.job.feed)
    }
    queries += plan.queries.map {
      TokenlessQuery(
        table: $0.table, queryID: $0.query.queryID, filter: $0.query.filter,
        keepsToken: $0.keepsToken)
    }
    queries.removeAll { tokens.contains([$0.table.utf8Key, $0.queryID.utf8Key]) }
    let (wanted, known) = (queries, try await pullsSoFar())
    return wanted.map { query in
      var query = query
      guard
        let pull = known.first(where: { $0.table === query.table && $0.queryID === query.queryID })
      else { return query }
      query.lastPullAt = pull.lastPullAt
      query.rows = pull.rows
      query.goesOn = pull.goesOn && pull.filter === query.filter
      return query
    }
  }

  private func pullsSoFar() async throws -> [TokenlessQuery] {
    try await database.read { connection in
      try connection.query(
        "SELECT \"table\", queryId, filter, lastPullAt, rows, place IS NOT NULL FROM syncline_pulls"
      ) { (row) throws(SQLiteError) in
        TokenlessQuery(
          table: try row.decode(at: 0), queryID: try row.decode(at: 1),
          filter: try row.decode(at: 2),
          lastPullAt: try row.decode(at: 3, as: String?.self).map(Timestamp.init(stored:)),
          rows: try row.decode(at: 4), goesOn: try row.decode(at: 5, as: Int.self) != 0)
      }
    }
  }

  /// The next pull of this query starts from the beginning.
  package func forgetDeltaToken(table: String, queryID: String) async throws {
    try await commit { connection in
      guard try TokenStore.forget(table, queryID: queryID, on: connection) else {
        throw SyncError.noSuchDeltaToken(table: table, queryID: queryID)
      }
    }
  }

  /// Puts a token back as it was, unless a pull has written another since.
  ///
  /// - Parameter left: What stood there afterwards; nil for nothing.
  package func restoreDeltaToken(_ token: DeltaTokenInfo, over left: String?) async throws {
    let id = random.uuid()
    try await commit { connection in
      let now = try TokenStore.fetch(token.table, queryID: token.queryID, on: connection)
      guard now?.value == left else {
        throw SyncError.cannotUndo(UndoRefusal.deltaTokenChanged)
      }
      try TokenStore.put(
        .init(value: token.value, filter: token.filter), table: token.table,
        queryID: token.queryID, id: id, on: connection)
    }
  }

  /// Runs `change`, which makes the store talk to another server, with every delta token forgotten
  /// before it: a token of one server would hide rows of another.
  ///
  /// No run works on the store meanwhile. When `change` throws, the tokens are as before.
  ///
  /// - Returns: The tokens that were forgotten.
  /// - Throws: `SyncError.runInProgress`, or what `change` throws.
  package func forgettingDeltaTokens(
    _ change: () async throws -> Void
  ) async throws -> [DeltaTokenInfo] {
    try await alone {
      let tokens = try await deltaTokens()
      try await withAuditIntent {
        try await commit { connection in
          for token in tokens {
            try TokenStore.forget(token.table, queryID: token.queryID, on: connection)
          }
        }
        do {
          try await change()
        } catch {
          try await put(tokens)
          throw error
        }
      }
      return tokens
    }
  }

  /// Runs `change`, which makes the store talk to its former server again, and then puts back the
  /// tokens that ``forgettingDeltaTokens(_:)`` returned, all in one transaction.
  ///
  /// No run works on the store meanwhile. A crash in between leaves no token, so that the next pull
  /// reads every row.
  ///
  /// - Throws: `SyncError.cannotUndo` when one of the tokens was written again since, and
  ///   `SyncError.runInProgress`; `change` has not run then. What `change` throws.
  package func restoringDeltaTokens(
    _ tokens: [DeltaTokenInfo], after change: () async throws -> Void
  ) async throws {
    try await alone {
      try await database.read { connection in
        for token in tokens
        where try TokenStore.fetch(token.table, queryID: token.queryID, on: connection) != nil {
          throw SyncError.cannotUndo(UndoRefusal.pulled(token.table))
        }
      }
      try await withAuditIntent(change)
      try await put(tokens)
    }
  }

  private func put(_ tokens: [DeltaTokenInfo]) async throws {
    let ids = tokens.map { _ in random.uuid() }
    try await commit { connection in
      for (token, id) in zip(tokens, ids) {
        try TokenStore.put(
          .init(value: token.value, filter: token.filter), table: token.table,
          queryID: token.queryID, id: id, on: connection)
      }
    }
  }

  /// The next pull of this query asks again for what changed since `moment`.
  package func rewindDeltaToken(
    table: String, queryID: String, to moment: Timestamp
  ) async throws {
    let id = random.uuid()
    try await commit { connection in
      guard var token = try TokenStore.fetch(table, queryID: queryID, on: connection) else {
        throw SyncError.noSuchDeltaToken(table: table, queryID: queryID)
      }
      token.value = moment.description
      try TokenStore.put(token, table: table, queryID: queryID, id: id, on: connection)
    }
  }
}
