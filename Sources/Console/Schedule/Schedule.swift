package import ConsoleData
package import Support

/// When a store synchronises by itself.
package struct Schedule: Sendable, Equatable {
  /// How long after the end of one sync the next one starts.
  package var everyMinutes: Int
  /// Up to this much later, by chance, so that many stores do not call at the same second.
  package var jitterSeconds: Int
  /// Not too early: how long after the start of the program the first sync waits.
  package var startDelaySeconds: Int
  /// Not too early: a sync waits until the last change here is this old, an interval at most.
  ///
  /// A row that is being written in several steps goes out once.
  package var quietSeconds: Int
  /// Pauses itself after so many failed syncs in a row; nil never does.
  package var pauseAfterFailures: Int?

  package init(
    everyMinutes: Int, jitterSeconds: Int = 0, startDelaySeconds: Int = 0, quietSeconds: Int = 0,
    pauseAfterFailures: Int? = nil
  ) {
    self.everyMinutes = everyMinutes
    self.jitterSeconds = jitterSeconds
    self.startDelaySeconds = startDelaySeconds
    self.quietSeconds = quietSeconds
    self.pauseAfterFailures = pauseAfterFailures
  }

  /// Failures make a schedule wait longer, up to this; one that is slower anyway stays as it is.
  static let longestBackOffMinutes = 60

  /// How long it waits after `failures` failed syncs in a row: twice as long with each of them.
  func minutes(afterFailures failures: Int) -> Int {
    let doubled = everyMinutes << min(failures, 6)
    return max(everyMinutes, min(doubled, Self.longestBackOffMinutes))
  }

  /// How many ended syncs it needs to look at to know how long to wait.
  var remembered: Int { max(7, pauseAfterFailures ?? 0) }
}

/// A schedule at one moment.
package struct ScheduleStatus: Sendable, Equatable {
  package enum Phase: Sendable, Equatable {
    case planned
    /// The store has a run, perhaps one that somebody else asked for.
    case running(RunID)
    case offline
    /// The store's file cannot be used.
    case unusable(StorageProblem)
    case paused(SchedulePause)
    /// The console refuses every action, its own included.
    case readOnly
  }

  package let schedule: Schedule
  package let phase: Phase
  /// The earliest start of the next sync; in the past when it is due.
  package let nextAt: Timestamp
  /// Syncs that broke off in a row; rows that failed alone do not count.
  package let failures: Int
  /// The sync that ended last, whoever asked for it.
  package let last: Run?

  /// True when a run would start now.
  func isDue(_ now: Timestamp) -> Bool { phase == .planned && nextAt <= now }

  /// True when so much failed that somebody should look first.
  var isHopeless: Bool {
    guard let limit = schedule.pauseAfterFailures, failures >= limit else { return false }
    return phase == .planned || phase == .offline
  }
}

extension Run {
  /// True when something kept the whole run from its end, such as a server that is away.
  var brokeOff: Bool { state == .failed && outcome.message != nil }
}
