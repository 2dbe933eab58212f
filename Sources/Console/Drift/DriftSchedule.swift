import Localization
import Support
package import SyncCore
package import Zones

/// When the tables of a store are compared with its server by themselves.
package struct DriftSchedule: Sendable, Equatable {
  package var everyHours: Int
  /// Minutes after midnight in ``zone``, for an interval of whole days; nil for the time of the last
  /// check.
  package var minuteOfDay: Int?
  package var zone: Zone
  package var limits: RequestLimits

  package init(
    everyHours: Int = 24, minuteOfDay: Int? = nil, zone: Zone = .utc,
    limits: RequestLimits = RequestLimits()
  ) {
    self.everyHours = everyHours
    self.minuteOfDay = minuteOfDay
    self.zone = zone
    self.limits = limits
  }

  /// The check that follows one at `moment`.
  func next(after moment: Timestamp) -> Timestamp {
    guard let minuteOfDay else { return moment.adding(seconds: Int64(everyHours) * 3_600) }
    let day: Int64 = 86_400_000
    let shown = zone.reading(at: moment).milliseconds
    var next = shown / day * day + Int64(minuteOfDay) * 60_000
    if next <= shown { next += day }
    next += Int64(everyHours / 24 - 1) * day
    return zone.moment(showing: Timestamp(milliseconds: next))
  }

  /// The first check of a store that had none, by a program that was started at `moment`.
  func first(after moment: Timestamp) -> Timestamp {
    guard minuteOfDay != nil else { return moment.adding(seconds: Self.startDelaySeconds) }
    var daily = self
    daily.everyHours = 24
    return daily.next(after: moment)
  }

  /// No check begins this soon after the start of the program.
  static let startDelaySeconds: Int64 = 10

  /// `every 12 h`, or `daily at 06:00 UTC`.
  var words: String {
    guard let minuteOfDay else {
      let interval = Format.duration(milliseconds: Int64(everyHours) * 3_600_000)
      return localized("every \(interval)")
    }
    let days = everyHours / 24
    let (hour, minute) = (minuteOfDay / 60, minuteOfDay % 60)
    let clock = "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    let zoneName = zone.name
    return days == 1
      ? localized("daily at \(clock) \(zoneName)")
      : localized("every \(Format.count(days, "day")) at \(clock) \(zoneName)")
  }
}
