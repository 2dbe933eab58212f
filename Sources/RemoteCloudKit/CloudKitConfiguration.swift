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
  /// The database that holds the zones.
  public var database: Database
  /// The zone of every table that ``tables`` does not list.
  public private(set) var zone: CloudKitZone
  /// Tables in other zones, or with another name than their record type.
  public private(set) var tables: [CloudKitTable]
  /// Creates a zone of one's own when a write finds that it is missing.
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

  /// One or more zones of a database of `container`.
  ///
  /// - Throws: Every problem of the values at once.
  public init(
    url: String = CloudKitConfiguration.appleURL, container: String, environment: Environment,
    database: Database, zone: CloudKitZone = .default, tables: [CloudKitTable] = [],
    createsZone: Bool = false, nameSeparator: String = "|~|",
    fields: UTF8Dictionary<UTF8Dictionary<FieldType>> = [:],
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
    self.tables = tables
    self.createsZone = createsZone
    self.nameSeparator = nameSeparator
    self.fields = fields
    self.credential = credential
    self.requestTimeout = requestTimeout
    Self.check(credential, database, &check)
    for problem in ZoneLayout(zone, tables).problems(in: database) {
      check.require(false, problem)
    }
    try check.finish()
  }

  /// From `/database` on, as it is signed.
  var path: String { "/database/1/\(container)/\(environment.rawValue)/\(database.rawValue)" }

  /// From `/device` on, for `tokens/create` and `tokens/register`.
  ///
  /// Apple's reference has both below `/database`, where the servers don't answer.
  var devicePath: String { "/device/1/\(container)/\(environment.rawValue)" }

  /// Only custom zones have a feed of changes.
  var hasFeed: Bool { database != .public && zone.name !== CloudKitZone.default.name }

  private static func check(
    _ credential: CloudKitCredential, _ database: Database, _ check: inout ConfigurationCheck
  ) {
    switch credential {
    case .serverKey(let id, _):
      check.require(
        database == .public,
        "A server-to-server key reaches the public database only. For a private or shared one name "
          + "an API token and a file with the user’s web-auth token.")
      _ = check.required(id, .keyID)
    case .apiToken(let token):
      check.require(
        database == .public,
        "An API token alone reaches the public database only. For a private or shared one name a "
          + "file with the user’s web-auth token too.")
      _ = check.required(token, .apiToken)
    case .user(let token, _): _ = check.required(token, .apiToken)
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

/// A table of a store: the records of one type in one zone.
public struct CloudKitTable: Sendable, Hashable {
  /// The name in the store.
  public var name: String
  /// The name of the type in the container.
  public var recordType: String
  /// The zone of the records.
  public var zone: CloudKitZone

  /// - Parameter recordType: Nil for the table's name.
  public init(_ name: String, recordType: String? = nil, zone: CloudKitZone) {
    self.name = name
    self.recordType = recordType ?? name
    self.zone = zone
  }
}

/// One zone of a database.
public struct CloudKitZone: Sendable, Hashable {
  /// The zone that every database has.
  public static let `default` = CloudKitZone("_defaultZone")

  /// The zone's name in the container.
  public var name: String
  /// Whose zone it is, for a shared one; nil for one's own.
  public var owner: String?
  /// Whether its tables take no changes, because the signed-in user may only read the zone.
  public var isReadOnly: Bool

  /// The zone `name`, of `owner` where it is shared.
  public init(_ name: String, owner: String? = nil, isReadOnly: Bool = false) {
    self.name = name
    self.owner = owner
    self.isReadOnly = isReadOnly
  }

  /// Whether `other` is the same zone of the container.
  func isSame(as other: CloudKitZone) -> Bool { name === other.name && owner === other.owner }
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
