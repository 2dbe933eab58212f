/// What one pull did.
public struct PullReport: Sendable, Equatable {
  /// One entry per query, in the order in which they ran.
  public var tables: [TablePullReport] = []
  /// The push that ran first because a table was dirty.
  public var push: PushReport?
  /// Why the pull ended early; pages stored before stay.
  public var stopped: PushStop?

  package init() {}

  /// Rows that the server sent, whether they were new or not.
  public var received: Int { tables.reduce(0) { $0 + $1.received } }
  /// Rows that were not in the store before.
  public var inserted: Int { tables.reduce(0) { $0 + $1.inserted } }
  /// Rows that the store had with other values.
  public var updated: Int { tables.reduce(0) { $0 + $1.updated } }
  /// Rows that became deleted.
  public var deleted: Int { tables.reduce(0) { $0 + $1.deleted } }
  package var keptBeside: Int { tables.reduce(0) { $0 + $1.keptBeside } }

  /// A sign-in that no query accepts stops the pull, as one that has expired does.
  mutating func stopForRefusedSignIn() {
    stopped = tables.first?.failure.map(PushStop.unauthorized)
    for index in tables.indices { tables[index].failure = nil }
  }

  /// True when every query was pulled to its end.
  public var isComplete: Bool { stopped == nil && tables.allSatisfy { $0.failure == nil } }
}

/// What the pull of one query did.
public struct TablePullReport: Sendable, Equatable {
  /// The table of the query.
  public var table: String
  /// The query's id, which names its delta token.
  public var queryID: String
  package var pages = 0
  /// Rows that the server sent; one that came again unchanged, at the border of two pages, counts
  /// once.
  public var received = 0
  package var inserted = 0
  package var updated = 0
  /// Rows that became tombstones, or left the store because the server deleted them.
  package var deleted = 0
  package var unchanged = 0
  /// Rows with a pending operation: the server's copy was kept beside the local row.
  package var keptBeside = 0
  /// What a person should know, in whole sentences.
  public var warnings: [String] = []
  /// Why this query could not be pulled to its end; other queries go on.
  public var failure: String?
  /// True when the next pull goes on where this one ended, false when it reads the query from its
  /// beginning; rows that are here already are then recognised by their version.
  package var goesOn = false

  package init(table: String, queryID: String) {
    self.table = table
    self.queryID = queryID
  }
}
