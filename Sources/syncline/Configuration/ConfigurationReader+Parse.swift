import JSONKit
import Localization
import RemoteParse
import Support
import SyncCore

/// What a Parse Server needs beside its address.
struct ParseDefinition: Sendable, Equatable {
  var applicationID: String
  var masterKey: Secret?
  var restKey: Secret?
  var sessionToken: Secret?
  /// What the server shows when it tells of a deletion.
  var webhookKey: Secret?
  var newIDs = ParseNewIDs.server
  /// Nil adds no column to the server's rows.
  var keyColumn: String? = ParseConfiguration.defaultKeyColumn
  var batchSize: Int?
  var guardian: ParseGuard?
  /// Nil for the address of the server itself.
  var liveQueryURL: String?
}

extension ConfigurationReader {
  /// How far a pull of this kind goes back by default: the server stamps a row when its write
  /// begins, not when others can see it.
  static let parseOverlapSeconds = 120

  static let parseMembers = [
    "kind", "url", "allowInsecure", "applicationId", "masterKeyEnv", "masterKeyFile", "restKeyEnv",
    "restKeyFile",
    "sessionTokenEnv", "sessionTokenFile", "webhookKeyEnv",
    "webhookKeyFile", "newIds", "keyColumn", "batchSize",
    "guard", "liveQueryUrl",
  ]

  mutating func parse(_ members: JSONObject, at path: String) -> ParseDefinition? {
    let applicationID = text(members, "applicationId", at: path, isRequired: true)
    let master = secret(members, "masterKey", at: path)
    let rest = secret(members, "restKey", at: path)
    let session = secret(members, "sessionToken", at: path)
    if master != nil, session != nil {
      report(
        path,
        localized(
          "write either masterKey… or sessionToken…; with the master key the server does not look "
            + "at who signed in."))
    }
    var definition = ParseDefinition(
      applicationID: applicationID ?? "", masterKey: master, restKey: rest, sessionToken: session)
    definition.webhookKey = secret(members, "webhookKey", at: path)
    if let text = text(members, "newIds", at: path) {
      if let newIDs = ParseNewIDs(rawValue: text) {
        definition.newIDs = newIDs
      } else {
        report(
          "\(path).newIds",
          localized(
            "write \"server\", \"client\" (for servers with allowCustomObjectId) or \"auto\"."))
      }
    }
    if let column = members["keyColumn"] {
      definition.keyColumn = keyColumn(column, at: "\(path).keyColumn")
    }
    if let size = integer(members, "batchSize", in: 1...500, at: path) {
      definition.batchSize = size
    }
    definition.liveQueryURL = liveQueryURL(members, at: path)
    if let value = members["guard"] { definition.guardian = guardian(value, at: "\(path).guard") }
    return applicationID == nil ? nil : definition
  }

  private mutating func liveQueryURL(_ members: JSONObject, at path: String) -> String? {
    guard let url = text(members, "liveQueryUrl", at: path) else { return nil }
    let allowsInsecure = members["allowInsecure"] == true
    guard url.hasPrefix("ws://") || url.hasPrefix("wss://"),
      Self.isServerURL("http" + url.dropFirst(2))
    else {
      report(
        "\(path).liveQueryUrl",
        localized("write ws:// or wss://, a host, and optionally a port and a path."))
      return nil
    }
    if !allowsInsecure, Self.isUnencrypted("http" + url.dropFirst(2)) {
      report(
        "\(path).liveQueryUrl",
        localized(
          "\"\(url)\" is not encrypted, so rows and secrets would be readable on their way. Write "
            + "wss://, or \"allowInsecure\": true to accept that."))
    }
    return url
  }

  private mutating func guardian(_ value: JSONValue, at path: String) -> ParseGuard? {
    guard let members = object(value, at: path, allowed: ["column", "code"]) else { return nil }
    let column = text(members, "column", at: path, isRequired: true)
    if let column, !ParseConfiguration.isColumnName(column) {
      report(
        "\(path).column", localized("write a letter, then letters, digits and underscores."))
      return nil
    }
    if members["code"] == nil {
      reportMissing(
        "\(path).code", localized("write the number that the cloud code refuses with."))
    }
    guard let column, let code = integer(members, "code", in: 1...9_999, at: path) else {
      return nil
    }
    return ParseGuard(column: column, code: code)
  }

  private mutating func keyColumn(_ value: JSONValue, at path: String) -> String? {
    if value == false || value.isNull { return nil }
    guard let name = value.string, ParseConfiguration.isColumnName(name) else {
      report(
        path,
        localized(
          "write the name of a column (a letter, then letters, digits and underscores), or false "
            + "for none."))
      return nil
    }
    return name
  }

  /// Reports what the tables of a Parse store can't have.
  mutating func checkParseTables(_ value: JSONValue?, at path: String) {
    for (index, table) in (value?.array ?? []).enumerated()
    where table["softDelete"] == "system" {
      report(
        "\(path)[\(index)].softDelete",
        localized(
          "this kind of server keeps no deleted rows. Write \"none\", or { \"column\": \"NAME\" } "
            + "for a column that marks them."))
    }
  }
}

extension ParseDefinition {
  /// - Parameter settings: Of the store: a column that is set to the time of deletion holds dates,
  ///   also where the server does not have it yet.
  func configuration(
    url: String, settings: StoreSettings
  ) throws -> ParseConfiguration {
    var dates: UTF8Dictionary<UTF8Set> = [:]
    for table in settings.tables {
      if case .date(let column) = table.softDelete { dates[table.name] = [column] }
    }
    var configuration = try ParseConfiguration(
      url: url, applicationID: applicationID,
      masterKey: masterKey.map(SecretReader.value(of:)),
      restKey: restKey.map(SecretReader.value(of:)),
      sessionToken: sessionToken.map(SecretReader.value(of:)), newIDs: newIDs,
      keyColumn: keyColumn, batchSize: batchSize, dateColumns: dates, guardian: guardian)
    if let liveQueryURL { configuration.liveQueryURL = liveQueryURL }
    return configuration
  }
}

extension StoreSettings {
  /// Columns that a remote's own column names stand in the way of go by the store's names.
  func forParse() -> StoreSettings {
    var settings = self
    for index in settings.tables.indices {
      switch settings.tables[index].softDelete {
      case .flag(let column):
        settings.tables[index].softDelete = .flag(column: ParseRemote.storeColumn(column))
      case .date(let column):
        settings.tables[index].softDelete = .date(column: ParseRemote.storeColumn(column))
      case .system, .none: break
      }
    }
    return settings
  }
}
