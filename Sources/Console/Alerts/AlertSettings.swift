package import ConsoleData
package import Support
package import Zones

/// What alerts are about, who is told, and when.
package struct AlertSettings: Sendable, Equatable {
  package var thresholds = AlertThresholds()
  package var rules = AlertRules()
  package var quietHours: QuietHours?
  /// Where people reach the console, without a slash at the end; nil leaves links out of messages.
  package var publicURL: String?
  package var channels: [AlertChannel] = []

  package init() {}

  func quiet(at now: Timestamp) -> AlertQuiet { quietHours?.quiet(at: now) ?? .none }
}

/// When something is worth an alert; nil or false never is.
package struct AlertThresholds: Sendable, Equatable {
  /// How long runs must have failed.
  package var syncFailingMinutes: Int? = 15
  /// How long the oldest change must have waited to be sent.
  package var unsentMinutes: Int? = 60
  /// More conflicts than this.
  package var conflicts: Int? = 10
  /// More rejected changes than this.
  package var rejections: Int? = 10
  /// More rows than this that differ from the server.
  package var driftRows: Int? = 0
  /// How long a live store must have been without its server's change stream.
  package var streamLostMinutes: Int? = 15
  package var schedulePaused = true
  package var storeUnusable = true
  /// How long before its end a credential is reported.
  package var credentialDays: Int? = 14
  /// Less free space than this share of the disk.
  package var diskFreePercent: Int? = 10
  package var backupFailed = true

  package init() {}

  var conditions: Set<AlertCondition> {
    Set(
      AlertCondition.allCases.filter { condition in
        switch condition {
        case .syncFailing: syncFailingMinutes != nil
        case .changesUnsent: unsentMinutes != nil
        case .conflicts: conflicts != nil
        case .rejections: rejections != nil
        case .drift: driftRows != nil
        case .streamLost: streamLostMinutes != nil
        case .schedulePaused: schedulePaused
        case .storeUnusable: storeUnusable
        case .credentialExpiring: credentialDays != nil
        case .diskNearlyFull: diskFreePercent != nil
        case .backupFailed: backupFailed
        }
      })
  }
}

/// The time of day at which messages wait.
package struct QuietHours: Sendable, Equatable {
  /// Minutes since midnight; an end before its start is on the next day.
  package var fromMinute: Int
  package var toMinute: Int
  package var zone: Zone
  /// True where urgent messages wait, too.
  package var holdsUrgent: Bool

  package init(fromMinute: Int, toMinute: Int, zone: Zone, holdsUrgent: Bool = false) {
    self.fromMinute = fromMinute
    self.toMinute = toMinute
    self.zone = zone
    self.holdsUrgent = holdsUrgent
  }

  func quiet(at now: Timestamp) -> AlertQuiet {
    let clock = zone.reading(at: now).wholeSecondsSinceEpoch
    let minute = Int((clock % 86_400 + 86_400) % 86_400 / 60)
    let isQuiet =
      fromMinute <= toMinute
      ? (fromMinute..<toMinute).contains(minute)
      : minute >= fromMinute || minute < toMinute
    guard isQuiet else { return .none }
    return holdsUrgent ? .all : .notUrgent
  }
}

/// A way to tell people.
package struct AlertChannel: Sendable, Equatable {
  package enum Kind: String, Sendable, CaseIterable {
    case webhook
    case email
    case command
  }

  package var name: String
  package var kind: Kind
  /// Where it leads, without anything secret in it.
  package var target: String

  package init(name: String, kind: Kind, target: String) {
    self.name = name
    self.kind = kind
    self.target = target
  }
}

/// What alerts need from the program: the configuration, ways to send, and what it can look at.
package protocol AlertGateway: Sendable {
  var settings: AlertSettings { get }

  /// Sends a message once; what it says about failures has no secrets.
  func send(_ delivery: AlertDelivery) async -> AlertDeliveryResult

  /// The credentials of stores that say when they end, and those that can't be read.
  func credentials() async -> [StoreCredential]

  /// The disk of the data directory; nil where it cannot be looked at.
  func disk() async -> DiskSpace?
}

/// A sign-in token of a store.
package struct StoreCredential: Sendable, Equatable {
  package var store: String
  /// Nil where it could not be read.
  package var expiresAt: Timestamp?

  package init(store: String, expiresAt: Timestamp?) {
    self.store = store
    self.expiresAt = expiresAt
  }
}

/// The room on a file system, in bytes.
package struct DiskSpace: Sendable, Equatable {
  package var path: String
  package var free: Int
  package var total: Int

  package init(path: String, free: Int, total: Int) {
    self.path = path
    self.free = free
    self.total = total
  }
}
