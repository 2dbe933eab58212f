public import Support

/// What alerts are about.
public enum AlertCondition: String, Sendable, CaseIterable {
  case syncFailing = "sync-failing"
  case changesUnsent = "changes-unsent"
  case conflicts
  case rejections
  case drift
  case streamLost = "stream-lost"
  case schedulePaused = "schedule-paused"
  case storeUnusable = "store-unusable"
  case credentialExpiring = "credential-expiring"
  case diskNearlyFull = "disk-nearly-full"
  case backupFailed = "backup-failed"

  /// True for what soon stops everything; quiet hours don't hold it back unless they are set to.
  public var isUrgent: Bool { self == .diskNearlyFull }
}

/// One condition of one store or of the console: at any time it has one alert at most.
public struct AlertCause: Sendable, Equatable {
  public let condition: AlertCondition
  /// Nil for the console.
  public let store: String?
  /// Tells causes of one condition apart, such as the name of a token; empty where there is only one.
  public let subject: String

  public init(_ condition: AlertCondition, store: String? = nil, subject: String = "") {
    self.condition = condition
    self.store = store
    self.subject = subject
  }

  /// Unique: neither conditions nor stores have spaces in their names.
  var key: String { "\(condition.rawValue) \(store ?? "") \(subject)" }
}

/// A cause that is present now.
public struct AlertFinding: Sendable, Equatable {
  public let cause: AlertCause
  /// What was found, as a sentence that stays the same while nothing changes.
  public let detail: String
  /// When it began, where that is known.
  public let since: Timestamp?

  public init(_ cause: AlertCause, _ detail: String, since: Timestamp? = nil) {
    self.cause = cause
    self.detail = detail
    self.since = since
  }
}

/// Everything that was looked at once.
public struct AlertSurvey: Sendable {
  /// A condition that could not be looked at; its alerts stay as they are.
  public struct Gap: Sendable {
    let condition: AlertCondition
    let store: String?

    public init(_ condition: AlertCondition, store: String? = nil) {
      self.condition = condition
      self.store = store
    }
  }

  /// The conditions that are switched on; alerts of others end without a message.
  public var conditions: Set<AlertCondition>
  /// The stores that are configured; alerts of others end without a message.
  public var stores: UTF8Set
  public var findings: [AlertFinding] = []
  public var gaps: [Gap] = []

  public init(conditions: Set<AlertCondition>, stores: UTF8Set) {
    self.conditions = conditions
    self.stores = stores
  }

  func isWatched(_ cause: AlertCause) -> Bool {
    conditions.contains(cause.condition) && cause.store.map(stores.contains) ?? true
  }

  func hasGap(_ cause: AlertCause) -> Bool {
    gaps.contains { $0.condition == cause.condition && $0.store === cause.store }
  }
}
