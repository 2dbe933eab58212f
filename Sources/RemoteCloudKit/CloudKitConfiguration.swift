public import Crypto
public import Support

/// Where a CloudKit database is and how to speak to it.
public struct CloudKitConfiguration: Sendable {
  public enum Environment: String, Sendable, CaseIterable { case development, production }

  public enum Database: String, Sendable, CaseIterable {
    case `public`, `private`, shared
  }

  /// Without a slash at the end.
  public private(set) var url: String
  /// Such as `iCloud.com.example.notes`.
  public private(set) var container: String
  public var environment: Environment
  public var database: Database
  public var zone: CloudKitZone
  /// Makes the zone when a write finds that it is missing.
  public var createsZone: Bool
  /// Stands between a table's name and the rest of a record's name; empty for plain names.
  public var nameSeparator: String
  /// Types of fields by table, for what the server's answers do not tell.
  public var fields: UTF8Dictionary<UTF8Dictionary<FieldType>>
  public var credential: CloudKitCredential
  /// For one request, from its start to the end of its answer.
  public var requestTimeout: Duration

  public static let appleURL = "https://api.apple-cloudkit.com"

  public init(
    url: String = CloudKitConfiguration.appleURL, container: String, environment: Environment,
    database: Database, zone: CloudKitZone = .default, createsZone: Bool = false,
    nameSeparator: String = "|~|", fields: UTF8Dictionary<UTF8Dictionary<FieldType>> = [:],
    credential: CloudKitCredential, requestTimeout: Duration = .seconds(60)
  ) throws(CloudKitConfigurationError) {
    self.url = try Self.checked(url: url)
    self.container = try Self.checked(container: container)
    self.environment = environment
    self.database = database
    self.zone = zone
    self.createsZone = createsZone
    self.nameSeparator = nameSeparator
    self.fields = fields
    self.credential = credential
    self.requestTimeout = requestTimeout
    try checkCredential()
  }

  /// Host and port, for messages.
  var host: String {
    let rest = url.drop { $0 != "/" }.dropFirst(2)
    return String(rest.prefix { $0 != "/" })
  }

  /// From `/database` on, as it is signed.
  var path: String { "/database/1/\(container)/\(environment.rawValue)/\(database.rawValue)" }

  /// Only zones of one's own have a feed of changes.
  var hasFeed: Bool { database != .public && zone.name !== CloudKitZone.default.name }

  private func checkCredential() throws(CloudKitConfigurationError) {
    switch credential {
    case .serverKey(let id, _):
      guard database == .public else { throw .serverKeyReachesPublicOnly }
      guard Self.isPlain(id) else { throw .badSecret("key id") }
    case .apiToken(let token):
      guard database == .public else { throw .tokenReachesPublicOnly }
      guard Self.isPlain(token) else { throw .badSecret("API token") }
    case .user(let token, _):
      guard Self.isPlain(token) else { throw .badSecret("API token") }
    }
  }

  private static func isPlain(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }
  }

  private static func checked(url: String) throws(CloudKitConfigurationError) -> String {
    var rest: Substring
    if url.hasPrefix("https://") {
      rest = url.dropFirst(8)
    } else if url.hasPrefix("http://") {
      rest = url.dropFirst(7)
    } else {
      throw .badURL
    }
    while rest.last == "/" { rest.removeLast() }
    guard !rest.isEmpty, rest.first != "/", isPlain(String(rest)),
      !rest.contains(where: { "@?#\\".contains($0) })
    else { throw .badURL }
    return String(url.prefix { $0 != "/" }) + "//" + rest
  }

  /// True for an identifier such as `iCloud.com.example.notes`.
  public static func isContainer(_ name: String) -> Bool {
    name.hasPrefix("iCloud.") && name.utf8.count > 7
      && name.utf8.allSatisfy { byte in
        (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte)
          || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      }
  }

  private static func checked(container: String) throws(CloudKitConfigurationError) -> String {
    guard isContainer(container) else { throw .badContainer }
    return container
  }
}

/// One zone of a database: every table of a store lies in it.
public struct CloudKitZone: Sendable, Hashable {
  public static let `default` = CloudKitZone("_defaultZone")

  public var name: String
  /// Whose zone it is, for a shared one; nil for one's own.
  public var owner: String?

  public init(_ name: String, owner: String? = nil) {
    self.name = name
    self.owner = owner
  }
}

/// How requests are authorised.
public enum CloudKitCredential: Sendable {
  /// A server-to-server key: reaches the public database only.
  case serverKey(id: String, SigningKey)
  /// An API token alone: reads what anybody may read in the public database.
  case apiToken(String)
  /// An API token with a user's sign-in, which every answer replaces by another.
  case user(apiToken: String, any WebTokenStore)
}

public enum CloudKitConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  case badURL
  case badContainer
  case serverKeyReachesPublicOnly
  case tokenReachesPublicOnly
  case badSecret(String)

  public var description: String {
    switch self {
    case .badURL:
      "The remote's URL cannot be used. It must begin with http:// or https:// and hold no user "
        + "name, query or fragment. An example: \(CloudKitConfiguration.appleURL)"
    case .badContainer:
      "The container must be named as in CloudKit Console, such as iCloud.com.example.notes."
    case .serverKeyReachesPublicOnly:
      "A server-to-server key reaches the public database only. For a private or shared one name "
        + "an API token and a file with the user's web-auth token."
    case .tokenReachesPublicOnly:
      "An API token alone reaches the public database only. For a private or shared one name a "
        + "file with the user's web-auth token too."
    case .badSecret(let name):
      "The remote's \(name) is empty, or holds a blank, a line break or a character beyond ASCII. "
        + "Check the place that it comes from."
    }
  }
}
