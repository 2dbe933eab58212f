package import Support

/// Where an incremental pull goes on.
package struct DeltaTokenInfo: Sendable, Hashable {
  package var table: String
  package var queryID: String
  /// The filter that the token belongs to.
  package var filter: String?
  package var value: String
  package var lastPullAt: Timestamp?
  /// Rows that the last pull brought.
  package var rows: Int

  package init(
    table: String, queryID: String, filter: String? = nil, value: String,
    lastPullAt: Timestamp? = nil, rows: Int = 0
  ) {
    self.table = table
    self.queryID = queryID
    self.filter = filter
    self.value = value
    self.lastPullAt = lastPullAt
    self.rows = rows
  }
}

/// A query whose next pull has no delta token to go on from.
package struct TokenlessQuery: Sendable, Hashable {
  /// Empty for the feed of every table.
  package var table: String
  package var queryID: String
  package var filter: String?
  package var lastPullAt: Timestamp?
  /// Rows that the last whole pull brought.
  package var rows = 0
  /// False when each pull reads every row of the query.
  package var keepsToken = true
  /// True when the next pull goes on where the first one broke off.
  package var goesOn = false
}
