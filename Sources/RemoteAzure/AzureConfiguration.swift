import RemoteHTTP
public import SyncCore

/// The protocol's generation, sent as `ZUMO-API-VERSION`.
public enum AzureAPIVersion: String, Sendable, Hashable, CaseIterable {
  /// Easy Tables and the Mobile Apps servers.
  case v2 = "2.0.0"
  /// Datasync 5 and 6.
  case v3 = "3.0.0"
}

/// Where an Azure Mobile Apps server is and how to speak to it.
public struct AzureConfiguration: Sendable, Hashable {
  /// Without a slash at the end.
  public private(set) var url: String
  /// Nil for the newer toolkit's servers, which know no such header.
  public var apiVersion: AzureAPIVersion?
  /// The user's sign-in, a JSON web token.
  public private(set) var authToken: String?
  /// Sent as `X-ZUMO-APPLICATION`, as gateways before such servers ask for.
  public private(set) var apiKey: String?
  /// Stands between the URL and the table's name; empty for none.
  public private(set) var tablePath: String
  /// Tells the server's log which installation speaks; nil sends nothing.
  public private(set) var installationID: String?
  /// A table that is asked for one row to learn whether the server can be reached; nil takes the last
  /// one used.
  public var probeTable: String?
  /// For one request, from its start to the end of its answer.
  public var requestTimeout: Duration

  /// A server at `url`, such as `https://example.azurewebsites.net`.
  ///
  /// - Throws: Every problem of the values at once.
  public init(
    url: String, apiVersion: AzureAPIVersion? = .v2, authToken: String? = nil,
    apiKey: String? = nil, tablePath: String = "/tables", installationID: String? = nil,
    probeTable: String? = nil, requestTimeout: Duration = .seconds(60)
  ) throws(RemoteConfigurationError) {
    var check = ConfigurationCheck()
    self.url = check.url(url, example: "http://127.0.0.1:8081")
    self.apiVersion = apiVersion
    self.authToken = check.secret(authToken, .token)
    self.apiKey = check.secret(apiKey, .apiKey)
    self.tablePath = ServerURL.withoutSlashesAtEnd(tablePath[...])
    self.installationID = check.secret(installationID, .installationID)
    self.probeTable = probeTable
    self.requestTimeout = requestTimeout
    check.require(
      Self.isPath(self.tablePath),
      "The remote’s table path must begin with a slash and hold no blank, ? or #. An example: /tables"
    )
    try check.finish()
  }

  private static func isPath(_ path: String) -> Bool {
    let isPlain = path.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"?#\\".utf8.contains($0) }
    return path.isEmpty || (path.hasPrefix("/") && isPlain)
  }
}
