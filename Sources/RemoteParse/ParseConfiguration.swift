import RemoteHTTP
public import Support
public import SyncCore

/// Who gives a new row its `objectId`.
public enum ParseNewIDs: String, Sendable, Hashable, CaseIterable {
  /// The server; what Parse does unless it is told otherwise.
  case server
  /// The store, for servers with `allowCustomObjectId`.
  case client
  /// The store, and the server where it refuses that.
  case auto
}

/// A check that the server's own cloud code makes before it saves a row.
public struct ParseGuard: Sendable, Hashable {
  /// Carries the `updatedAt` that a change was made on; the code takes it out before it saves.
  public var column: String
  /// What the code refuses with.
  public var code: Int

  /// The check of an update: the server refuses a stale `column` with `code`.
  public init(column: String, code: Int) {
    self.column = column
    self.code = code
  }
}

/// Where a Parse Server is and how to speak to it.
public struct ParseConfiguration: Sendable, Hashable {
  /// With the mount path, without a slash at the end.
  public private(set) var url: String
  /// Sent as `X-Parse-Application-Id`.
  public private(set) var applicationID: String
  /// Sees and changes every row; without it there is no list of tables and no comparison of ids.
  public private(set) var masterKey: String?
  /// Sent as `X-Parse-REST-API-Key`, with the rights of the session or of anybody.
  public private(set) var restKey: String?
  /// Acts as a user.
  public private(set) var sessionToken: String?
  /// Who gives a new row its id.
  public var newIDs: ParseNewIDs
  /// The column that carries the store's own id of a row, so that an insert whose answer was lost
  /// is found again.
  ///
  /// Nil adds no column: such an insert is then left to a person.
  public private(set) var keyColumn: String?
  /// Maximum number of changes in one request; nil starts small and grows while the server accepts it.
  public var batchSize: Int?
  /// Columns that hold dates, by table, where the server does not have them yet.
  public var dateColumns: UTF8Dictionary<UTF8Set>
  /// Cloud code of the server that refuses an update of a row that somebody changed meanwhile.
  public var guardian: ParseGuard?
  /// Where LiveQuery is, as `ws://` or `wss://`; the server's own address unless it is set.
  public var liveQueryURL: String
  /// For one request, from its start to the end of its answer.
  public var requestTimeout: Duration

  /// The column that marks the inserts of this store unless another is named.
  public static let defaultKeyColumn = "synclineKey"

  /// A server at `url`, the mount path included, such as `https://example.com/parse`.
  ///
  /// - Throws: Every problem of the values at once.
  public init(
    url: String, applicationID: String, masterKey: String? = nil, restKey: String? = nil,
    sessionToken: String? = nil, newIDs: ParseNewIDs = .server,
    keyColumn: String? = ParseConfiguration.defaultKeyColumn, batchSize: Int? = nil,
    dateColumns: UTF8Dictionary<UTF8Set> = [:], guardian: ParseGuard? = nil,
    requestTimeout: Duration = .seconds(60)
  ) throws(RemoteConfigurationError) {
    var check = ConfigurationCheck()
    self.url = check.url(url, example: "https://example.org/parse")
    self.applicationID = check.required(applicationID, .applicationID)
    self.masterKey = check.secret(masterKey, .masterKey)
    self.restKey = check.secret(restKey, .restKey)
    self.sessionToken = check.secret(sessionToken, .sessionToken)
    self.newIDs = newIDs
    self.keyColumn = keyColumn
    self.batchSize = batchSize.map { max(1, $0) }
    self.dateColumns = dateColumns
    self.guardian = guardian
    // A scheme of the web's becomes the one of its WebSockets.
    liveQueryURL = self.url.hasPrefix("http") ? "ws" + self.url.dropFirst(4) : self.url
    self.requestTimeout = requestTimeout
    check.require(
      keyColumn.map(Self.isColumnName) ?? true,
      "\"\(keyColumn ?? "")\" can’t be the column for the store’s own ids: a letter first, then "
        + "letters, digits and underscores.")
    try check.finish()
  }

  var secrets: [String] { [masterKey, restKey, sessionToken].compactMap(\.self) }

  /// What stands before `/classes` in a batch's paths: the path of the server's address.
  var mountPath: String { ServerURL.path(of: url) }

  /// True for a name that the server takes for a column.
  public static func isColumnName(_ name: String) -> Bool {
    let isLetter = { (byte: UInt8) in (65...90).contains(byte) || (97...122).contains(byte) }
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy { isLetter($0) || (48...57).contains($0) || $0 == 0x5f }
  }
}
