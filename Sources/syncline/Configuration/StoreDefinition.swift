import Console
import SyncCore
import Zones

/// One store of the configuration file.
struct StoreDefinition: Sendable, Equatable {
  var name: String
  /// "production", "test", …: shown wherever the store is named.
  var environment: String
  /// Where its people are: the zone that pages offer beside UTC.
  var timeZone: Zone = .utc
  var remote: RemoteDefinition
  var settings: StoreSettings
  /// Nil: it syncs only when somebody asks.
  var schedule: Schedule?
  /// Nil: it is compared with its server only when somebody asks.
  var drift: DriftSchedule?
  /// Whether it follows its server's change stream.
  var isLive = false
}

/// Where a store's server is and how to sign in.
struct RemoteDefinition: Sendable, Equatable {
  enum Kind: String, Sendable, CaseIterable {
    case azure
    case parse
    case cloudkit
  }

  var kind: Kind
  var url: String
  /// `2.0.0` or `3.0.0`; nil sends no version, as the newer toolkit's clients do.
  var apiVersion: String?
  var authToken: Secret?
  var apiKey: Secret?
  /// For `Kind.parse` alone.
  var parse: ParseDefinition?
  /// For `Kind.cloudkit` alone.
  var cloudKit: CloudKitDefinition?
}

extension RemoteDefinition {
  /// Every secret that the configuration names.
  var secrets: [Secret] {
    let ofParse = [
      parse?.masterKey, parse?.restKey, parse?.sessionToken, parse?.webhookKey,
    ]
    return ([authToken, apiKey] + ofParse).compactMap { $0 } + (cloudKit?.credential.secrets ?? [])
  }

  /// The same server with nobody signed in.
  var withoutSecrets: RemoteDefinition {
    var definition = self
    definition.authToken = nil
    definition.apiKey = nil
    definition.parse?.masterKey = nil
    definition.parse?.restKey = nil
    definition.parse?.sessionToken = nil
    definition.parse?.webhookKey = nil
    definition.cloudKit?.credential = .nobody
    return definition
  }
}

/// A secret by where it stands; the value itself is read when a store is opened.
enum Secret: Sendable, Equatable {
  case environment(String)
  case file(String)

  var isFile: Bool {
    if case .file = self { true } else { false }
  }

  /// The variable or the file.
  var place: String {
    switch self {
    case .environment(let name): name
    case .file(let path): path
    }
  }
}

/// Everything wrong with a configuration, each with the place and what to write instead.
struct ConfigurationError: Error, CustomStringConvertible {
  let file: String
  let problems: [ConfigurationProblem]

  var description: String {
    let count = problems.count == 1 ? "1 error" : "\(problems.count) errors"
    return "syncline: \(file) has \(count); nothing was started.\n"
      + problems.map { "  \($0)" }.joined(separator: "\n")
  }
}
