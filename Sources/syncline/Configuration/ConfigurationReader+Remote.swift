import JSONKit
import Localization
import RemoteCloudKit
import RemoteHTTP

extension ConfigurationReader {
  /// - Parameters:
  ///   - tables: Of the store; some remotes have to know more of them than their names.
  ///   - tablesAt: Where they are, for messages.
  mutating func remote(
    _ value: JSONValue?, at path: String, tables: JSONValue? = nil, tablesAt: String = "tables"
  ) -> RemoteDefinition? {
    guard let value else {
      reportMissing(path, localized("write { \"kind\": \"azure\", \"url\": \"https://…\" }."))
      return nil
    }
    guard case .object(let all) = value else {
      _ = object(value, at: path, allowed: [])
      return nil
    }
    guard let kind = kind(all, at: path) else {
      _ = url(all, at: path)
      return nil
    }
    guard let members = object(value, at: path, allowed: Self.members(of: kind)) else { return nil }
    // Apple's own servers are one; another address is for tests.
    let isApple = kind == .cloudkit && members["url"] == nil
    let allowsInsecure = flag(members, "allowInsecure", at: path) ?? false
    let url =
      isApple
      ? CloudKitConfiguration.appleURL
      : serverURL(members, at: path, allowsInsecure: allowsInsecure)
    switch kind {
    case .azure:
      let definition = azure(members, at: path)
      return url.map { definition($0) }
    case .parse:
      guard let parse = parse(members, at: path), let url else { return nil }
      return RemoteDefinition(kind: .parse, url: url, parse: parse)
    case .cloudkit:
      guard let cloudKit = cloudKit(members, at: path, tables: tables, tablesAt: tablesAt), let url
      else { return nil }
      return RemoteDefinition(kind: .cloudkit, url: url, cloudKit: cloudKit)
    }
  }

  private static func members(of kind: RemoteDefinition.Kind) -> [String] {
    switch kind {
    case .azure:
      [
        "kind", "url", "allowInsecure", "apiVersion", "authTokenEnv", "authTokenFile", "apiKeyEnv",
        "apiKeyFile",
      ]
    case .parse: parseMembers
    case .cloudkit: cloudKitMembers
    }
  }

  /// An address that must be encrypted unless it is this machine's or `allowsInsecure`.
  mutating func serverURL(
    _ members: JSONObject, at path: String, allowsInsecure: Bool
  ) -> String? {
    let url = url(members, at: path)
    if let url, Self.isServerURL(url), !allowsInsecure, Self.isUnencrypted(url) {
      report(
        "\(path).url",
        localized(
          "\"\(url)\" is not encrypted, so rows and secrets would be readable on their way. Write "
            + "https://, or allow unencrypted connections (\"allowInsecure\": true)."))
    }
    return url
  }

  private mutating func url(_ members: JSONObject, at path: String) -> String? {
    let url = text(members, "url", at: path, isRequired: true)
    guard let url, !Self.isServerURL(url) else { return url }
    report(
      "\(path).url",
      localized(
        "\(Self.quoted(url)) is not a server address. Write http:// or https://, a host, and "
          + "optionally a port and a path; no user name, no question mark. Put a secret in an "
          + "environment variable or a file, and name that in the setting for it, such as "
          + "authTokenEnv or authTokenFile."))
    return url
  }

  /// What comes before @ or behind ? is often a password, and mistakes are shown and logged.
  static func quoted(_ address: String) -> String {
    address.contains { "@?".contains($0) } ? localized("the value") : localized("\"\(address)\"")
  }

  private mutating func azure(
    _ members: JSONObject, at path: String
  ) -> (String) -> RemoteDefinition {
    var apiVersion = text(members, "apiVersion", at: path)
    if apiVersion == "none" { apiVersion = nil }
    if let apiVersion, apiVersion != "2.0.0", apiVersion != "3.0.0" {
      report(
        "\(path).apiVersion", localized("write \"2.0.0\", \"3.0.0\" or \"none\"."))
    }
    let version = members["apiVersion"] == nil ? "2.0.0" : apiVersion
    let token = secret(members, "authToken", at: path)
    let key = secret(members, "apiKey", at: path)
    return {
      RemoteDefinition(kind: .azure, url: $0, apiVersion: version, authToken: token, apiKey: key)
    }
  }

  private mutating func kind(_ members: JSONObject, at path: String) -> RemoteDefinition.Kind? {
    guard let text = text(members, "kind", at: path, isRequired: true) else { return nil }
    guard let kind = RemoteDefinition.Kind(rawValue: text) else {
      let known = RemoteDefinition.Kind.allCases.map(\.rawValue)
      report(
        "\(path).kind",
        localized("\"\(text)\" is not a kind of remote. Write \(Self.alternatives(known))."))
      return nil
    }
    return kind
  }

  /// A secret is named by where it stands, never written into the file.
  mutating func secret(_ members: JSONObject, _ name: String, at path: String) -> Secret? {
    let variable = text(members, "\(name)Env", at: path)
    let file = text(members, "\(name)File", at: path)
    if variable != nil, file != nil {
      report(
        "\(path).\(name)File",
        localized("name either an environment variable or a file, not both."))
    }
    if let variable, !Self.isVariableName(variable) {
      report(
        "\(path).\(name)Env",
        localized(
          "write the name of an environment variable, of letters, digits and _. The secret itself "
            + "is never in this file."))
      return file.map { .file($0) }
    }
    return variable.map { .environment($0) } ?? file.map { .file($0) }
  }

  /// Source: POSIX.1-2017, Base Definitions, section 8.1.
  private static func isVariableName(_ text: String) -> Bool {
    let isOfName = text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    return isOfName && !(text.first?.isNumber ?? true)
  }

  /// True for http to another host than this machine.
  static func isUnencrypted(_ url: String) -> Bool {
    guard url.hasPrefix("http://") else { return false }
    let authority = url.dropFirst(7).prefix { $0 != "/" }
    let isIPv6 = authority.hasPrefix("[")
    let host = isIPv6 ? authority.dropFirst().prefix { $0 != "]" } : authority.prefix { $0 != ":" }
    return !ListenAddress.isLoopback(String(host))
  }

  /// The scheme is in lower case here, where ``isUnencrypted(_:)`` looks for it.
  static func isServerURL(_ url: String) -> Bool {
    (url.hasPrefix("https://") || url.hasPrefix("http://")) && ServerURL.problems(url).isEmpty
  }
}
