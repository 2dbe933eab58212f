package import Support

/// A remote with lists of changes, each of several tables, such as the zones of CloudKit.
///
/// The store then walks those lists instead of pulling table by table.
package protocol ChangeFeedRemote: Remote {
  /// Each table is in one feed. Empty where each table is pulled by itself.
  var feeds: [ChangeFeed] { get }

  /// The next page of the feed.
  ///
  /// A record may come again; what counts is its last state. Pages without records are fine, and a
  /// walk ends with the first page whose `hasMore` is false.
  func changes(_ request: FeedRequest) async throws(RemoteError) -> FeedPage
}

/// A list of changes of several tables.
package struct ChangeFeed: Sendable, Hashable {
  package enum Scope: Sendable, Hashable {
    case only(UTF8Set)
    case allBut(UTF8Set)
  }

  /// For people, and for the feed's token: "zone Notes".
  package var name: String
  /// The tables whose rows it has.
  package var scope: Scope

  package init(_ name: String, _ scope: Scope = .allBut([])) {
    self.name = name
    self.scope = scope
  }

  package func has(_ table: String) -> Bool {
    switch scope {
    case .only(let tables): tables.contains(table)
    case .allBut(let tables): !tables.contains(table)
    }
  }
}

/// Asks for one page of a feed.
package struct FeedRequest: Sendable, Hashable {
  /// The feed's name; nil for the first one.
  package var feed: String?
  /// The token of the page before, or of an earlier walk; nil starts from the beginning.
  package var token: String?
  package var pageSize: Int

  package init(feed: String? = nil, token: String? = nil, pageSize: Int) {
    self.feed = feed
    self.token = token
    self.pageSize = pageSize
  }
}

/// One page of a feed, to be stored in one transaction with its token.
package struct FeedPage: Sendable, Hashable {
  package var tables: [FeedRecords]
  package var removals: [Removal]
  /// Holds once this page is stored; nil leaves the stored one as it is.
  package var token: String?
  package var hasMore: Bool
  /// The server does not know the request's token any more: nothing came, and the walk has to start
  /// from the beginning.
  package var isTokenLost: Bool
  /// What a person should know about this server's answer, in whole sentences.
  package var warnings: [String]

  package init(
    tables: [FeedRecords] = [], removals: [Removal] = [], token: String? = nil,
    hasMore: Bool = false, isTokenLost: Bool = false, warnings: [String] = []
  ) {
    self.tables = tables
    self.removals = removals
    self.token = token
    self.hasMore = hasMore
    self.isTokenLost = isTokenLost
    self.warnings = warnings
  }
}

/// What a page of a feed holds of one table.
package struct FeedRecords: Sendable, Hashable {
  package var table: String
  package var records: [Record]
  /// What the server says of the columns, where that is more than the values show.
  package var columns: [RemoteColumn]

  package init(table: String, records: [Record], columns: [RemoteColumn] = []) {
    self.table = table
    self.records = records
    self.columns = columns
  }
}

/// A column as a remote knows it.
package struct RemoteColumn: Sendable, Hashable {
  package var name: String
  /// For a column that the store does not have yet; one that it has keeps its type.
  package var type: ColumnType
  /// The remote's own name of the type, kept for it by the store; nil where `type` says all.
  package var remoteType: String?

  package init(_ name: String, _ type: ColumnType, remoteType: String? = nil) {
    self.name = name
    self.type = type
    self.remoteType = remoteType
  }
}
