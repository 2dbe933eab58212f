import Localization
package import SyncCore

/// Collects what is wrong with the settings of a remote, so that one attempt shows every mistake.
package struct ConfigurationCheck {
  /// A value that is sent in a header field.
  package enum Value {
    case apiKey, apiToken, applicationID, installationID, keyID, masterKey, restKey, sessionToken
    case token

    fileprivate var name: String {
      switch self {
      case .apiKey: localized("API key")
      case .apiToken: localized("API token")
      case .applicationID: localized("application id")
      case .installationID: localized("installation id")
      case .keyID: localized("key id")
      case .masterKey: localized("master key")
      case .restKey: localized("REST key")
      case .sessionToken: localized("session token")
      case .token: localized("token")
      }
    }
  }

  private var problems: [String] = []

  package init() {}

  package mutating func require(_ condition: Bool, _ problem: @autoclosure () -> String) {
    if !condition { problems.append(problem()) }
  }

  /// - Returns: The address without a slash at its end.
  package mutating func url(_ url: String, example: String) -> String {
    let found = ServerURL.problems(url)
    require(
      found.isEmpty,
      "The remote’s URL cannot be used. \(found.joined(separator: " ")) An example: \(example)")
    return ServerURL.normalized(url)
  }

  /// A secret that may be absent; an empty one counts as absent.
  package mutating func secret(_ value: String?, _ kind: Value) -> String? {
    guard let value, !value.isEmpty else { return nil }
    return required(value, kind)
  }

  /// Keeps line breaks and the like out of header fields.
  package mutating func required(_ value: String, _ kind: Value) -> String {
    require(
      !value.isEmpty && value.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f },
      localized(
        "The remote’s \(kind.name) is empty, or contains a space, a line break or a character "
          + "outside ASCII. Check where it comes from."))
    return value
  }

  package func finish() throws(RemoteConfigurationError) {
    if !problems.isEmpty { throw RemoteConfigurationError(problems: problems) }
  }
}
