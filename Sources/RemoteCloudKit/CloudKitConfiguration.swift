public import Crypto
import RemoteHTTP
public import Support
public import SyncCore

/// Where a CloudKit database is and how to speak to it.
public struct CloudKitConfiguration: Sendable {
  /// The environment of the container.
  public enum Environment: String, Sendable, CaseIterable {
    /// The environment in which the schema can change.
    case development
    /// The environment that published apps use.
    case production
  }

  /// A database of the container.
  public enum Database: String, Sendable, CaseIterable {
    /// Records that anybody may read.
    case `public`
    /// Records of the signed-in user.
    case `private`
    /// Records that others share with the signed-in user.
    case shared
  }

  /// Without a slash at the end.
  public private(set) var url: String
  /// Such as `iCloud.com.example.notes`.
  public private(set) var container: String
  /// The environment whose records are read and written.
  public var environment: Environment
  /// The database that holds the zone.
  public var database: Database
  /// The zone of the records.
  public var zone: CloudKitZone
  /// Makes the zone when a write finds that it is missing.
  public var createsZone: Bool
  /// Stands between a table's name and the rest of a record's name; empty for plain names.
  public var nameSeparator: String
  /// Types of fields by table, for what the server's answers do not tell.
  public var fields: UTF8Dictionary<UTF8Dictionary<FieldType>>
  /// How requests are authorized.
  public var credential: CloudKitCredential
  /// For one request, from its start to the end of its answer.
  public var requestTimeout: Duration

  /// The URL of Apple's server.
  public static let appleURL = "https://api.apple-cloudkit.com"

  /// A zone of a database of `container`.
  ///
  /// - Throws: Every problem of the values at once.
  public init(
    url: String = CloudKitConfiguration.appleURL, container: String, environment: Environment,
    database: Database, zone: CloudKitZone = .default, createsZone: Bool = false,
    nameSeparator: String = "|~|", fields: UTF8Dictionary<UTF8Dictionary<FieldType>> = [:],
    credential: CloudKitCredential, requestTimeout: Duration = .seconds(60)
  ) throws(RemoteConfigurationError) {
    var check = ConfigurationCheck()
    self.url = check.url(url, example: Self.appleURL)
    check.require(
      Self.isContainer(container),
      "The container must be named as in CloudKit Console, such as iCloud.com.example.notes.")
    self.container = container
    self.environment = environment
    self.database = database
    self.zone = zone
    self.createsZone = createsZone
    self.nameSeparator = nameSeparator
    self.fields = fields
    self.credential = credential
    self.requestTimeout = requestTimeout
    Self.check(credential, database, &check)
    try check.finish()
  }

  /// From `/database` on, as it is signed.
  var path: String { "/database/1/\(container)/\(environment.rawValue)/\(database.rawValue)" }

  /// From `/device` on, for `tokens/create` and `tokens/register`.
  ///
  /// Apple's reference has both below `/database`, where the servers don't answer.
  var devicePath: String { "/device/1/\(container)/\(environment.rawValue)" }

  /// Only zones of one's own have a feed of changes.
  var hasFeed: Bool { database != .public && zone.name !== CloudKitZone.default.name }

  private static func check(
    _ credential: CloudKitCredential, _ database: Database, _ check: inout ConfigurationCheck
  ) {
    switch credential {
    case .serverKey(let id, _):
      check.require(
        database == .public,
        "A server-to-server key reaches the public database only. For a private or shared one name "
          + "an API token and a file with the user's web-auth token.")
      _ = check.required(id, "key id")
    case .apiToken(let token):
      check.require(
        database == .public,
        "An API token alone reaches the public database only. For a private or shared one name a "
          + "file with the user's web-auth token too.")
      _ = check.required(token, "API token")
    case .user(let token, _): _ = check.required(token, "API token")
    }
  }

  /// True for an identifier such as `iCloud.com.example.notes`.
  public static func isContainer(_ name: String) -> Bool {
    name.hasPrefix("iCloud.") && name.utf8.count > 7
      && name.utf8.allSatisfy { byte in
        (97...122).contains(byte) || (65...90).contains(byte) || (48...57).contains(byte)
          || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
      }
  }
}

/// One zone of a database: every table of a store lies in it.
public struct CloudKitZone: Sendable, Hashable {
  /// The zone that every database has.
  public static let `default` = CloudKitZone("_defaultZone")

  /// The zone's name in the container.
  public var name: String
  /// Whose zone it is, for a shared one; nil for one's own.
  public var owner: String?

  /// The zone `name`, of `owner` where it is shared.
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
