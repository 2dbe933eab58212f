public import JSONKit
public import Support

/// A message for one channel, until it is delivered or given up.
public struct AlertDelivery: Sendable, Equatable {
  public enum State: String, Sendable, CaseIterable {
    /// To be sent, perhaps again.
    case pending
    case delivered
    /// Given up; a person decides.
    case dead
    /// Given up by a person.
    case discarded
    /// Overtaken by events during quiet hours, and never sent.
    case dropped
  }

  /// Stays the same however often it is sent.
  public let id: String
  /// Nil for a test.
  public let alert: Int64?
  public let channel: String
  public let event: AlertEvent
  public let message: JSONValue
  public let createdAt: Timestamp
  public let state: State
  /// How often it was sent, as far as that was recorded.
  public let attempts: Int
  /// When it was sent last.
  public let attemptedAt: Timestamp?
  /// When it is sent next, while it is pending.
  public let nextAt: Timestamp
  /// Why the last attempt failed.
  public let failure: String?
}

extension AlertDelivery {
  /// A test message, which belongs to no alert.
  public init(testing channel: String, id: String, _ message: JSONValue, at now: Timestamp) {
    self.init(
      id: id, alert: nil, channel: channel, event: .test, message: message, createdAt: now,
      state: .pending, attempts: 0, attemptedAt: nil, nextAt: now, failure: nil)
  }
}

/// What came of sending a message once.
public enum AlertDeliveryResult: Sendable, Equatable {
  case delivered
  /// May work later.
  ///
  /// - Parameter after: How long the receiver asked to be left alone, in seconds.
  case failed(String, after: Int? = nil)
  /// Will not work without a person.
  case rejected(String)

  /// Why it was not delivered.
  public var failure: String? {
    switch self {
    case .delivered: nil
    case .failed(let reason, _), .rejected(let reason): reason
    }
  }
}

/// When a message that failed is sent again.
public enum AlertBackOff {
  /// With the longest waits this takes about a day.
  public static let attemptsMax = 32
  static let firstSeconds = 10.0
  static let longestSeconds = 3_600.0

  /// Twice as long with each attempt, and up to a fifth more or less by chance.
  public static func milliseconds(
    afterAttempts attempts: Int, _ random: RandomSource, atLeast seconds: Int? = nil
  ) -> Int64 {
    let exponent = min(max(0, attempts - 1), 10)
    let wait = min(longestSeconds, firstSeconds * Double(1 << exponent))
    let drawn = random.bytes(2).reduce(0.0) { $0 * 256 + Double($1) } / 65_535
    let asked = min(Double(seconds ?? 0), longestSeconds)
    return Int64(max(wait * (0.8 + 0.4 * drawn), asked) * 1_000)
  }
}

/// Which messages wait for the end of the quiet hours.
public enum AlertQuiet: Sendable, Equatable {
  case none
  /// All but urgent ones.
  case notUrgent
  case all

  func holds(_ condition: AlertCondition) -> Bool {
    switch self {
    case .none: false
    case .notUrgent: !condition.isUrgent
    case .all: true
    }
  }
}
