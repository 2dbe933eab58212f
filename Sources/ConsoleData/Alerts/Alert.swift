public import Support

/// A cause that is or was present for longer than a moment.
public struct Alert: Sendable, Equatable {
  /// Who takes care of it.
  public struct Acknowledgement: Sendable, Equatable {
    public let who: String
    public let at: Timestamp
    public let note: String
  }

  /// Zero before it is stored.
  public internal(set) var id: Int64 = 0
  public let cause: AlertCause
  public internal(set) var detail: String
  /// When the cause began; nil where that is not known.
  var began: Timestamp?
  /// Since when the cause is present without the alert being open; nil while it is not.
  var heldSince: Timestamp?
  /// Nil until the cause was present for long enough.
  public internal(set) var openedAt: Timestamp?
  /// Since when the cause of an open alert is absent.
  var clearSince: Timestamp?
  public internal(set) var endedAt: Timestamp?
  /// True when it ended because nobody looks at its condition or store any more.
  public internal(set) var isUnwatched = false
  /// How often it opened: more than once where the cause came back soon.
  public internal(set) var openings = 0
  /// When people were last told that it is open.
  var toldAt: Timestamp?
  public internal(set) var acknowledgement: Acknowledgement?

  public var isOpen: Bool { openedAt != nil && endedAt == nil }

  /// When the cause began, as far as that is known.
  public var since: Timestamp? { began ?? openedAt }

  init(_ finding: AlertFinding) {
    cause = finding.cause
    detail = finding.detail
    began = finding.since
  }

  init(cause: AlertCause, detail: String) {
    self.cause = cause
    self.detail = detail
  }
}

/// What people are told.
public enum AlertEvent: String, Sendable, CaseIterable {
  case opened
  case reminder
  case recovered
  /// A message that somebody asked for to try a channel.
  case test
}

/// How patient alerts are.
public struct AlertRules: Sendable, Equatable {
  /// How long a cause must be present before its alert opens, and absent before it ends.
  public var holdSeconds: Int
  /// A cause that comes back this soon opens its last alert again, which then ends no earlier than
  /// the cause was absent for this long.
  public var reopenMinutes: Int
  /// How often open alerts are repeated until somebody acknowledges them; nil for never.
  public var remindHours: Int?

  public init(holdSeconds: Int = 60, reopenMinutes: Int = 15, remindHours: Int? = nil) {
    self.holdSeconds = holdSeconds
    self.reopenMinutes = reopenMinutes
    self.remindHours = remindHours
  }
}

/// What becomes of an alert with one look at its cause.
///
/// Times that are ahead of the clock, because it was set back, count from now.
struct AlertTransition: Equatable {
  /// Nil where there is nothing to keep.
  var alert: Alert?
  var event: AlertEvent?

  /// - Parameters:
  ///   - known: The cause's alert that is open, or ended or was seen a short while ago.
  ///   - finding: Nil while the cause is absent.
  init(_ known: Alert?, _ finding: AlertFinding?, now: Timestamp, rules: AlertRules) {
    if let known, known.isOpen {
      follow(known, finding, now, rules)
      return
    }
    guard let finding else {
      alert = known?.openedAt == nil ? nil : known
      alert?.heldSince = nil
      return
    }
    var alert = known ?? Alert(finding)
    let held = min(alert.heldSince ?? now, now)
    // One that ended longer ago stays as it is; this is another one.
    if alert.heldSince == nil, let ended = alert.endedAt,
      Self.seconds(from: ended, to: now) > Double(rules.reopenMinutes) * 60
    {
      alert = Alert(finding)
    }
    alert.heldSince = held
    if Self.seconds(from: held, to: now) >= Double(rules.holdSeconds) {
      alert.open(finding, now)
      event = .opened
    }
    self.alert = alert
  }

  private mutating func follow(
    _ open: Alert, _ finding: AlertFinding?, _ now: Timestamp, _ rules: AlertRules
  ) {
    var alert = open
    if let finding {
      alert.clearSince = nil
      alert.detail = finding.detail
      let told = min(alert.toldAt ?? now, now)
      alert.toldAt = told
      if let hours = rules.remindHours, alert.acknowledgement == nil,
        Self.seconds(from: told, to: now) >= Double(hours) * 3_600
      {
        alert.toldAt = now
        event = .reminder
      }
    } else {
      let clear = min(alert.clearSince ?? now, now)
      alert.clearSince = clear
      let patience =
        alert.openings > 1
        ? max(rules.holdSeconds, rules.reopenMinutes * 60) : rules.holdSeconds
      if Self.seconds(from: clear, to: now) >= Double(patience) {
        alert.clearSince = nil
        alert.endedAt = now
        event = .recovered
      }
    }
    self.alert = alert
  }

  /// Never negative: a start that is ahead of the clock is now.
  private static func seconds(from start: Timestamp, to now: Timestamp) -> Double {
    max(0, now.seconds(since: start))
  }
}

extension Alert {
  fileprivate mutating func open(_ finding: AlertFinding, _ now: Timestamp) {
    detail = finding.detail
    began = finding.since
    heldSince = nil
    openedAt = now
    clearSince = nil
    endedAt = nil
    openings += 1
    toldAt = now
    acknowledgement = nil
  }
}
