import Crypto
import JSONKit
import Localization
import RemoteCloudKit
import Support

/// What a CloudKit database needs.
struct CloudKitDefinition: Sendable, Equatable {
  var container: String
  var environment: CloudKitConfiguration.Environment
  var database: CloudKitConfiguration.Database
  var zone = CloudKitZone.default
  var tables: [CloudKitTable] = []
  var createsZone = false
  var nameSeparator = "|~|"
  var fields: UTF8Dictionary<UTF8Dictionary<FieldType>> = [:]
  var credential: Credential

  enum Credential: Sendable, Equatable {
    case serverKey(id: String, privateKey: Secret)
    case apiToken(Secret)
    /// - Parameter file: Relative to the data directory.
    case user(apiToken: Secret, file: String)
    /// Stands in where a secret is missing; no request can be made with it.
    case nobody

    var secrets: [Secret] {
      switch self {
      case .serverKey(_, let key): [key]
      case .apiToken(let token), .user(let token, _): [token]
      case .nobody: []
      }
    }
  }
}

extension ConfigurationReader {
  static let cloudKitMembers = [
    "kind", "url", "allowInsecure", "container", "environment", "database", "zone", "zoneOwner",
    "zones", "createZone", "nameSeparator", "fields", "keyId", "privateKeyEnv", "privateKeyFile",
    "apiTokenEnv",
    "apiTokenFile", "webAuthTokenFile",
  ]

  mutating func cloudKit(
    _ members: JSONObject, at path: String, tables: JSONValue?, tablesAt: String
  ) -> CloudKitDefinition? {
    let container = container(members, at: path)
    let environment = choice(
      members, "environment", CloudKitConfiguration.Environment.self, at: path)
    let database = choice(members, "database", CloudKitConfiguration.Database.self, at: path)
    let zones = zones(members, database, at: path)
    let tables = zones.map {
      placedTables(tables, in: $0, at: tablesAt, zonesAt: "\(path).zones")
    }
    let createsZone = flag(members, "createZone", at: path) ?? false
    let separator = separator(members, at: path)
    let fields = fieldTypes(members["fields"], at: "\(path).fields")
    let credential = cloudKitCredential(members, database, at: path)
    guard let container, let environment, let database, let zone = zones?.first, let tables,
      let credential
    else { return nil }
    return CloudKitDefinition(
      container: container, environment: environment, database: database, zone: zone,
      tables: tables, createsZone: createsZone, nameSeparator: separator, fields: fields,
      credential: credential)
  }

  private mutating func container(_ members: JSONObject, at path: String) -> String? {
    guard let name = text(members, "container", at: path, isRequired: true) else { return nil }
    guard CloudKitConfiguration.isContainer(name) else {
      report(
        "\(path).container",
        localized(
          "\"\(name)\" is not a container identifier. Use the one shown in CloudKit Console, such "
            + "as iCloud.com.example.notes."))
      return nil
    }
    return name
  }

  private mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ members: JSONObject, _ name: String, _ type: Choice.Type, at path: String
  ) -> Choice? {
    guard let text = text(members, name, at: path, isRequired: true) else { return nil }
    if let choice = Choice(rawValue: text) { return choice }
    let known = Choice.allCases.map(\.rawValue)
    report(
      "\(path).\(name)",
      localized("\"\(text)\" is not one of them. Write \(Self.alternatives(known))."))
    return nil
  }

  mutating func zone(
    _ members: JSONObject, _ database: CloudKitConfiguration.Database?, at path: String
  ) -> CloudKitZone? {
    let name = text(members, "zone", at: path)
    let owner = text(members, "zoneOwner", at: path)
    switch database {
    case .public:
      if let name, name !== CloudKitZone.default.name {
        report(
          "\(path).zone",
          localized("the public database has only its default zone. Leave the zone out."))
        return nil
      }
    case .private, .shared:
      guard name != nil || members["zone"] != nil else {
        reportMissing(
          "\(path).zone",
          localized(
            "write the name of the zone whose records this store keeps; only zones of one’s own "
              + "tell what was deleted. For several zones write zones."))
        return nil
      }
      if database == .shared, owner == nil, members["zoneOwner"] == nil {
        reportMissing(
          "\(path).zoneOwner",
          localized("write the record name of the user who shares the zone."))
        return nil
      }
    case nil: break
    }
    return name.map { CloudKitZone($0, owner: owner) } ?? .default
  }

  private mutating func separator(_ members: JSONObject, at path: String) -> String {
    switch members["nameSeparator"] {
    case nil: return "|~|"
    case .string(let text)? where text.utf8.count <= 16: return text
    default:
      report(
        "\(path).nameSeparator",
        localized(
          "write the text between a table’s name and the rest of a record’s name, such as "
            + "\"|~|\", or \"\" for plain names."))
      return "|~|"
    }
  }

  private mutating func fieldTypes(
    _ value: JSONValue?, at path: String
  ) -> UTF8Dictionary<UTF8Dictionary<FieldType>> {
    guard let value else { return [:] }
    guard case .object(let tables) = value else {
      report(
        path, localized("write an object, { \"TABLE\": { \"FIELD\": \"BOOLEAN\" } }."))
      return [:]
    }
    var types: UTF8Dictionary<UTF8Dictionary<FieldType>> = [:]
    for (table, fields) in tables {
      guard case .object(let fields) = fields else {
        report("\(path).\(table)", localized("write an object, { \"FIELD\": \"BOOLEAN\" }."))
        continue
      }
      for (field, type) in fields {
        guard let name = type.string, FieldType.declarable.contains(name) else {
          let list = FieldType.declarable.joined(separator: ", ")
          report("\(path).\(table).\(field)", localized("write one of \(list)."))
          continue
        }
        types[table, default: [:]][field] = FieldType(name)
      }
    }
    return types
  }

  private mutating func cloudKitCredential(
    _ members: JSONObject, _ database: CloudKitConfiguration.Database?, at path: String
  ) -> CloudKitDefinition.Credential? {
    let keyID = text(members, "keyId", at: path)
    let privateKey = secret(members, "privateKey", at: path)
    let apiToken = secret(members, "apiToken", at: path)
    let file = text(members, "webAuthTokenFile", at: path)
    let hasKey = keyID != nil || privateKey != nil
    if hasKey, apiToken != nil || file != nil {
      report(
        path,
        localized(
          "write either keyId with privateKeyFile (or privateKeyEnv), or apiTokenEnv (or "
            + "apiTokenFile) with webAuthTokenFile, not both: a request carries one of them."))
      return nil
    }
    if hasKey { return serverKey(keyID, privateKey, database, at: path) }
    guard let apiToken else {
      report(
        path,
        localized(
          "there is no sign-in. Write keyId and privateKeyFile for the public database, or "
            + "apiTokenEnv and webAuthTokenFile for a user’s."))
      return nil
    }
    if let file { return .user(apiToken: apiToken, file: file) }
    guard database == .public || database == nil else {
      reportMissing(
        "\(path).webAuthTokenFile",
        localized(
          "write the file with the user’s web-auth token. An API token alone reaches the public "
            + "database only."))
      return nil
    }
    return .apiToken(apiToken)
  }

  private mutating func serverKey(
    _ keyID: String?, _ privateKey: Secret?, _ database: CloudKitConfiguration.Database?,
    at path: String
  ) -> CloudKitDefinition.Credential? {
    if keyID == nil {
      reportMissing("\(path).keyId", localized("write the key’s id from CloudKit Console."))
    }
    if privateKey == nil {
      reportMissing(
        "\(path).privateKeyFile", localized("write the path of the private key, a PEM file."))
    }
    if let database, database != .public {
      report(
        "\(path).database",
        localized(
          "a server-to-server key reaches the public database only. Write \"public\", or sign in "
            + "with apiTokenEnv and webAuthTokenFile."))
    }
    guard let keyID, let privateKey else { return nil }
    return .serverKey(id: keyID, privateKey: privateKey)
  }
}

extension CloudKitDefinition {
  /// - Parameter directory: Where a relative path of the token's file begins.
  func configuration(url: String, directory: String) throws -> CloudKitConfiguration {
    let credential: CloudKitCredential
    switch self.credential {
    case .serverKey(let id, let secret):
      do {
        credential = .serverKey(
          id: id, try SigningKey(pem: Array(SecretReader.text(of: secret).utf8)))
      } catch let error as SigningKeyError {
        throw SecretError(.notAKey(error), secret.place)
      }
    case .apiToken(let token): credential = .apiToken(try SecretReader.value(of: token))
    case .user(let token, let file):
      let path = file.hasPrefix("/") ? file : "\(directory)/\(file)"
      credential = .user(apiToken: try SecretReader.value(of: token), WebTokenFile(path))
    case .nobody: credential = .user(apiToken: "none", WebTokenFile("/dev/null"))
    }
    return try CloudKitConfiguration(
      url: url, container: container, environment: environment, database: database, zone: zone,
      tables: tables, createsZone: createsZone, nameSeparator: nameSeparator, fields: fields,
      credential: credential)
  }
}
