public import Support

/// Where an incremental pull goes on.
public struct DeltaTokenInfo: Sendable, Hashable {
  public var table: String
  public var queryID: String
  /// The filter that the token belongs to.
  public var filter: String?
  public var value: String
  public var lastPullAt: Timestamp?
  /// Rows that the last pull brought.
  public var rows: Int

  public init(
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
public struct TokenlessQuery: Sendable, Hashable {
  /// Empty for the feed of every table.
  public var table: String
  public var queryID: String
  public var filter: String?
  public var lastPullAt: Timestamp?
  /// Rows that the last whole pull brought.
  public var rows = 0
  /// True when the next pull goes on where the first one broke off.
  public var goesOn = false
}
