import Console
import HTTPClient
import JSONKit
import Localization
import RemoteHTTP
import Support
import SyncCore

/// A channel with all that it takes to send something.
struct AlertChannelDefinition: Sendable, Equatable {
  enum Transport: Sendable, Equatable {
    case webhook(WebhookDefinition)
    case email(MailDefinition)
    case command(CommandDefinition)
  }

  var name: String
  var transport: Transport

  /// The channel as pages show it.
  var shown: AlertChannel {
    switch transport {
    case .webhook(let webhook):
      AlertChannel(name: name, kind: .webhook, target: webhook.shownTarget)
    case .email(let mail):
      AlertChannel(name: name, kind: .email, target: mail.to.joined(separator: ", "))
    case .command(let command):
      AlertChannel(name: name, kind: .command, target: command.path)
    }
  }
}

/// Where a webhook leads.
struct WebhookDefinition: Sendable, Equatable {
  enum Address: Sendable, Equatable {
    case url(String)
    /// For an address that is a secret itself.
    case secret(Secret)
  }

  var address: Address
  /// Signs the messages; nil leaves the signature out.
  var secret: Secret?
  var allowsInsecure: Bool

  /// Without the path, which is often as good as a password.
  var shownTarget: String {
    switch address {
    case .url(let url): ServerURL.host(of: url)
    case .secret(let secret): secret.place
    }
  }
}

/// A mail server, who writes and who reads.
struct MailDefinition: Sendable, Equatable {
  var url: String
  var encryption: MailRequest.Encryption
  var from: String
  var to: [String]
  var user: String?
  var password: Secret?
}

/// A program and its arguments.
struct CommandDefinition: Sendable, Equatable {
  var path: String
  var arguments: [String]
  var timeoutSeconds: Int
}

extension ConfigurationReader {
  mutating func channels(_ value: JSONValue?, at path: String) -> [AlertChannelDefinition] {
    guard let value else { return [] }
    guard case .array(let items) = value else {
      report(path, localized("write a list, [ … ], not \(value.kindPhrase)."))
      return []
    }
    var names: UTF8Set = []
    return items.enumerated().compactMap { index, item in
      let place = "\(path)[\(index)]"
      if let name = item["name"]?.string, !names.insert(name).inserted {
        report("\(place).name", localized("\"\(name)\" is listed twice; names must differ."))
      }
      return channel(item, at: place)
    }
  }

  private mutating func channel(
    _ value: JSONValue, at path: String
  ) -> AlertChannelDefinition? {
    guard case .object(let all) = value else {
      _ = object(value, at: path, allowed: [])
      return nil
    }
    let kind = channelKind(all, at: path)
    let name = text(all, "name", at: path, isRequired: true)
    if let name, !Self.isStoreName(name) {
      report(
        "\(path).name",
        localized(
          "\"\(name)\" can’t be a channel’s name. Use lowercase letters, digits and hyphens, "
            + "beginning with a letter or a digit."))
    }
    guard let kind else { return nil }
    let transport: AlertChannelDefinition.Transport? =
      switch kind {
      case .webhook: webhook(value, at: path).map { .webhook($0) }
      case .email: email(value, at: path).map { .email($0) }
      case .command: command(value, at: path).map { .command($0) }
      }
    guard let name, let transport else { return nil }
    return AlertChannelDefinition(name: name, transport: transport)
  }

  private mutating func channelKind(
    _ members: JSONObject, at path: String
  ) -> AlertChannel.Kind? {
    guard let text = text(members, "kind", at: path, isRequired: true) else { return nil }
    guard let kind = AlertChannel.Kind(rawValue: text) else {
      let known = AlertChannel.Kind.allCases.map(\.rawValue)
      report(
        "\(path).kind",
        localized("\"\(text)\" is not a kind of channel. Write \(Self.alternatives(known))."))
      return nil
    }
    return kind
  }

  private mutating func webhook(_ value: JSONValue, at path: String) -> WebhookDefinition? {
    let allowed = [
      "name", "kind", "url", "urlEnv", "urlFile", "allowInsecure", "secretEnv", "secretFile",
    ]
    guard let members = object(value, at: path, allowed: allowed) else { return nil }
    let secret = secret(members, "secret", at: path)
    let allowsInsecure = flag(members, "allowInsecure", at: path) ?? false
    let address: WebhookDefinition.Address
    if let hidden = self.secret(members, "url", at: path) {
      if members["url"] != nil {
        report(path, localized("write either url or urlEnv or urlFile."))
      }
      address = .secret(hidden)
    } else {
      guard let url = serverURL(members, at: path, allowsInsecure: allowsInsecure) else {
        return nil
      }
      address = .url(url)
    }
    return WebhookDefinition(address: address, secret: secret, allowsInsecure: allowsInsecure)
  }
  // MARK: - E-mail

  private mutating func email(_ value: JSONValue, at path: String) -> MailDefinition? {
    let allowed = [
      "name", "kind", "url", "from", "to", "user", "passwordEnv", "passwordFile", "allowInsecure",
    ]
    guard let members = object(value, at: path, allowed: allowed) else { return nil }
    let allowsInsecure = flag(members, "allowInsecure", at: path) ?? false
    let url = mailServer(members, at: path)
    let from = text(members, "from", at: path, isRequired: true)
    if let from { checkMailAddress(from, at: "\(path).from") }
    let to = mailAddresses(members["to"], at: "\(path).to")
    let user = text(members, "user", at: path)
    let password = secret(members, "password", at: path)
    if (user == nil) != (password == nil) {
      report(
        path, localized("write user together with passwordEnv or passwordFile, or none of them."))
    }
    guard let url, let from, !to.isEmpty else { return nil }
    return MailDefinition(
      url: url, encryption: Self.encryption(of: url, allowsInsecure: allowsInsecure), from: from,
      to: to, user: user, password: password)
  }

  private mutating func mailServer(_ members: JSONObject, at path: String) -> String? {
    guard let url = text(members, "url", at: path, isRequired: true) else { return nil }
    let isMail = url.hasPrefix("smtp://") || url.hasPrefix("smtps://")
    let server = Self.asWebAddress(url)
    guard isMail, Self.isServerURL(server), ServerURL.path(of: server).isEmpty else {
      report(
        "\(path).url",
        localized(
          "\(Self.quoted(url)) is not a mail server. Write smtp:// or smtps://, a host, and "
            + "optionally a port, such as smtp://mail.example.com:587; no user name."))
      return nil
    }
    return url
  }

  /// The same host and port, for what is known of addresses of the web.
  private static func asWebAddress(_ url: String) -> String {
    url.hasPrefix("smtps://") ? "https://\(url.dropFirst(8))" : "http://\(url.dropFirst(7))"
  }

  private static func encryption(
    of url: String, allowsInsecure: Bool
  ) -> MailRequest.Encryption {
    guard url.hasPrefix("smtp://") else { return .required }
    guard isUnencrypted(asWebAddress(url)) else { return .none }
    return allowsInsecure ? .offered : .required
  }

  private mutating func mailAddresses(_ value: JSONValue?, at path: String) -> [String] {
    guard let items = value?.array, !items.isEmpty, items.allSatisfy({ $0.string != nil }) else {
      report(
        path, localized("write a list of mail addresses, such as [\"ops@example.com\"]."))
      return []
    }
    let addresses = items.compactMap(\.string)
    for (index, address) in addresses.enumerated() {
      checkMailAddress(address, at: "\(path)[\(index)]")
    }
    return addresses
  }

  private mutating func checkMailAddress(_ address: String, at path: String) {
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    let isPlain = address.utf8.allSatisfy {
      (0x21..<0x7f).contains($0) && !"<>,;\"".utf8.contains($0)
    }
    guard parts.count != 2 || parts.contains(where: \.isEmpty) || !isPlain else { return }
    report(
      path, localized("\"\(address)\" is not a mail address. Write it as name@example.com."))
  }

  // MARK: - Commands

  private mutating func command(_ value: JSONValue, at path: String) -> CommandDefinition? {
    let allowed = ["name", "kind", "path", "arguments", "timeoutSeconds"]
    guard let members = object(value, at: path, allowed: allowed) else { return nil }
    let program = text(members, "path", at: path, isRequired: true)
    if let program, !program.hasPrefix("/") || program.utf8.contains(0) {
      report(
        "\(path).path",
        localized("\"\(program)\" must begin with /; no shell looks for programs."))
    }
    var arguments: [String] = []
    if let value = members["arguments"] {
      let items = value.array?.compactMap(\.string) ?? []
      if value.array?.count != items.count || items.contains(where: { $0.utf8.contains(0) }) {
        report("\(path).arguments", localized("write a list of texts."))
      }
      arguments = items
    }
    let timeout = integer(members, "timeoutSeconds", in: 1...600, at: path) ?? 30
    return program.map {
      CommandDefinition(path: $0, arguments: arguments, timeoutSeconds: timeout)
    }
  }
}
