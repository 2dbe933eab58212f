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
  /// A table that ``AzureRemote/probe()`` may ask for one row; nil takes the last one used.
  public var probeTable: String?
  /// For one request, from its start to the end of its answer.
  public var requestTimeout: Duration

  public init(
    url: String, apiVersion: AzureAPIVersion? = .v2, authToken: String? = nil,
    apiKey: String? = nil, tablePath: String = "/tables", installationID: String? = nil,
    probeTable: String? = nil, requestTimeout: Duration = .seconds(60)
  ) throws(AzureConfigurationError) {
    self.url = try Self.checked(url: url)
    self.apiVersion = apiVersion
    self.authToken = try Self.checked(authToken, "token")
    self.apiKey = try Self.checked(apiKey, "API key")
    self.tablePath = try Self.checked(tablePath: tablePath)
    self.installationID = try Self.checked(installationID, "installation id")
    self.probeTable = probeTable
    self.requestTimeout = requestTimeout
  }

  /// Host and port, for messages.
  var host: String {
    let rest = url.drop { $0 != "/" }.dropFirst(2)
    return String(rest.prefix { $0 != "/" })
  }

  private static func checked(url: String) throws(AzureConfigurationError) -> String {
    guard let colon = url.firstIndex(of: ":"),
      ["http", "https"].contains(url[..<colon].lowercased()),
      url[colon...].hasPrefix("://")
    else { throw .badURL("It must begin with http:// or https://.") }
    guard url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") }) else {
      throw .badURL("It holds a blank or a character that must be percent-encoded.")
    }
    guard !url.contains("?"), !url.contains("#") else {
      throw .badURL("It must have no query and no fragment.")
    }
    let rest = url[colon...].dropFirst(3)
    let authority = rest.prefix { $0 != "/" }
    guard !authority.contains("@") else {
      throw .badURL("It must hold no user name or password; sign-ins come from the environment.")
    }
    try check(authority: authority)
    let path = rest.dropFirst(authority.count)
    return url[..<colon].lowercased() + "://" + authority + withoutSlashesAtEnd(path)
  }

  private static func check(authority: Substring) throws(AzureConfigurationError) {
    var host = authority
    // A literal IPv6 address has colons of its own, inside brackets.
    let portMark =
      authority.hasPrefix("[")
      ? authority.firstIndex(of: "]").map { authority.index(after: $0) }
      : authority.firstIndex(of: ":") ?? authority.endIndex
    guard let portMark else { throw .badURL("Its host is not well-formed.") }
    host = authority[..<portMark]
    guard !host.isEmpty else { throw .badURL("It names no host.") }
    guard portMark < authority.endIndex else { return }
    let port = authority[portMark...].dropFirst()
    guard authority[portMark] == ":", let number = Int(port), (1...65_535).contains(number),
      port.utf8.allSatisfy({ (48...57).contains($0) })
    else { throw .badURL("Its port is not a number between 1 and 65535.") }
  }

  private static func checked(tablePath: String) throws(AzureConfigurationError) -> String {
    let path = withoutSlashesAtEnd(Substring(tablePath))
    let isPlain = path.utf8.allSatisfy { byte in
      byte > 0x20 && byte < 0x7f && byte != UInt8(ascii: "?") && byte != UInt8(ascii: "#")
        && byte != UInt8(ascii: "\\")
    }
    guard path.isEmpty || path.hasPrefix("/"), isPlain else { throw .badTablePath }
    return path
  }

  private static func withoutSlashesAtEnd(_ text: Substring) -> String {
    var text = text
    while text.last == "/" { text.removeLast() }
    return String(text)
  }

  /// Keeps line breaks and the like out of header fields; empty counts as absent.
  private static func checked(
    _ value: String?, _ name: String
  ) throws(AzureConfigurationError) -> String? {
    guard let value, !value.isEmpty else { return nil }
    guard value.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { throw .badSecret(name) }
    return value
  }
}

public enum AzureConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  case badURL(String)
  case badTablePath
  case badSecret(String)

  public var description: String {
    switch self {
    case .badURL(let reason):
      "The remote's URL cannot be used. \(reason) An example: http://127.0.0.1:8081"
    case .badTablePath:
      "The remote's table path must begin with a slash and hold no blank, ? or #. An example: "
        + "/tables"
    case .badSecret(let name):
      "The remote's \(name) holds a blank, a line break or a character beyond ASCII. Check the "
        + "environment variable that it comes from."
    }
  }
}
