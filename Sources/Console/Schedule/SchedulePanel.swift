import ConsoleData
import JSONKit
import Localization
import Support
import SyncCore
import TemplateKit

/// A store's schedule on the Sync page.
struct SchedulePanel {
  /// The id of its heading.
  static let anchor = "h-sch"

  var store: String
  /// Nil for a store that syncs only when somebody asks.
  var status: ScheduleStatus?
  /// Whether it pulls what its server says has changed.
  var isLive: Bool
  var now: Timestamp
  var mayChange: Bool
  /// Whether the person may change the store's settings.
  var maySet: Bool

  func add(to values: inout TemplateDictionary) {
    if status == nil {
      var none = TemplateDictionary()
      none.show("FOLLOWS", if: isLive)
      none.show("BY_HAND", if: !isLive)
      none.set("SET_SCHEDULE", ifAny: maySet ? Links.scheduleSettings(store) : nil)
      none.show("ASK_ADMIN", if: !maySet)
      values.add("NO_SCHEDULE", none)
    }
    guard let status else { return }
    var row: TemplateDictionary = [
      "WHEN": status.schedule.words, "NEXT": status.nextWords(now),
      "SCHEDULE_ACTION": Links.schedule(store),
    ]
    row.set("SLOWER", ifAny: status.backOffWords)
    row.show("MAY_PAUSE", if: mayChange && !status.isPaused && status.phase != .readOnly)
    row.show("MAY_RESUME", if: mayChange && status.isPaused)
    row.show("NEVER", if: status.last == nil)
    if let last = status.last {
      var result: TemplateDictionary = ["LINK": Links.run(store, last.id), "NAME": last.title]
      result.set(badge: "CHIP", Badge(last))
      result.set(time: "ENDED", last.finishedAt ?? last.startedAt, now: now)
      row.add("LAST", result)
    }
    values.add("SCHEDULE", row)
  }
}

extension Schedule {
  /// `every 15 min, up to 1 min later`.
  var words: String {
    let interval = Format.duration(milliseconds: Int64(everyMinutes) * 60_000)
    guard jitterSeconds > 0 else { return localized("every \(interval)") }
    let delay = Format.duration(milliseconds: Int64(jitterSeconds) * 1_000)
    return localized("every \(interval), up to \(delay) later")
  }
}

extension ScheduleStatus {
  var isPaused: Bool {
    if case .paused = phase { return true }
    return false
  }

  /// When the next sync starts; nil while none is planned.
  var plannedAt: Timestamp? { phase == .planned ? nextAt : nil }

  func nextWords(_ now: Timestamp) -> String {
    switch phase {
    case .planned:
      let seconds = nextAt.seconds(since: now)
      if seconds <= 5 { return localized("in a moment") }
      if seconds < 45 { return localized("in less than a minute") }
      return localized("\(Format.relative(nextAt, now: now)), at \(Format.clock(nextAt))")
    case .running(let id): return localized("after run \(id), which is running")
    case .offline: return localized("when the store is online again")
    case .unusable: return localized("when the store’s file is usable again")
    case .paused(let pause):
      let (user, time) = (pause.who.actorName, Format.time(pause.at, now: now))
      return localized("paused by \(user) at \(time)") + (pause.reason.map { ": \($0)" } ?? "")
    case .readOnly: return localized("never: this console is read-only")
    }
  }

  /// Why it waits longer than it is set to; nil when it does not.
  var backOffWords: String? {
    let minutes = schedule.minutes(afterFailures: failures)
    guard failures > 0, !isPaused else { return nil }
    guard minutes > schedule.everyMinutes else {
      return failures == 1
        ? localized("The last sync failed.") : localized("The last \(failures) syncs failed.")
    }
    let interval = Format.duration(milliseconds: Int64(minutes) * 60_000)
    return failures == 1
      ? localized("The last sync failed; backing off to \(interval).")
      : localized("The last \(failures) syncs failed; backing off to \(interval).")
  }

  var json: JSONValue {
    var pause: SchedulePause?
    if case .paused(let known) = phase { pause = known }
    return [
      "everyMinutes": .integer(Int64(schedule.everyMinutes)),
      "jitterSeconds": .integer(Int64(schedule.jitterSeconds)),
      "pauseAfterFailures": schedule.pauseAfterFailures.map { .integer(Int64($0)) } ?? .null,
      "state": .string(phase.word), "paused": .bool(isPaused),
      "pausedBy": JSONValue(pause?.who), "pausedAt": JSONValue(pause?.at),
      "pauseReason": JSONValue(pause?.reason),
      "nextAt": isPaused || phase == .readOnly ? .null : .string(nextAt.description),
      "failures": .integer(Int64(failures)), "lastRun": last?.summaryJSON ?? .null,
    ]
  }
}

extension ScheduleStatus.Phase {
  fileprivate var word: String {
    switch self {
    case .planned: "planned"
    case .running: "running"
    case .offline: "offline"
    case .unusable: "unusable"
    case .paused: "paused"
    case .readOnly: "read-only"
    }
  }
}
