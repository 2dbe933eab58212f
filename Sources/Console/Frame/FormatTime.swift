import Localization
package import Support
package import TemplateKit
package import Zones

/// Times as people read them, in the zone of the page.
extension Format {
  /// `14:31`.
  package static func clock(_ time: Timestamp) -> String {
    String(shown(time).dropFirst(11).prefix(5))
  }

  /// `14:29:50` on the day of `now`, `20 Nov 16:20:31` before, with the year where it differs.
  package static func time(_ time: Timestamp, now: Timestamp) -> String {
    let text = shown(time)
    let clock = String(text.dropFirst(11).prefix(8))
    return text.prefix(10) == shown(now).prefix(10) ? clock : "\(date(time, now: now)) \(clock)"
  }

  /// `14:29` on the day of `now`, `20 Nov 16:20` before.
  static func minute(_ moment: Timestamp, now: Timestamp) -> String {
    String(time(moment, now: now).dropLast(3))
  }

  /// `Today`, `Yesterday`, else the date.
  static func day(_ time: Timestamp, now: Timestamp) -> String {
    let day = shown(time).prefix(10)
    if day == shown(now).prefix(10) { return localized("Today") }
    return day == shown(now.adding(seconds: -86_400)).prefix(10)
      ? localized("Yesterday") : date(time, now: now)
  }

  /// `20 Nov`, or `20 Nov 2025` where the year differs from that of `now`.
  package static func date(_ time: Timestamp, now: Timestamp) -> String {
    let text = shown(time)
    let month = Int(text.dropFirst(5).prefix(2)) ?? 1
    let day = Int(text.dropFirst(8).prefix(2)) ?? 1
    let year = text.prefix(4)
    return TextCatalogue.current.language.date(
      day: day, month: month, year: year == shown(now).prefix(4) ? nil : String(year))
  }

  /// `2026-11-21 14:31:20 UTC`, or `2026-11-21 15:31:20 +01:00` in a zone.
  package static func full(_ time: Timestamp) -> String {
    full(time, in: PageZone.current.shown)
  }

  package static func full(_ time: Timestamp, in zone: Zone) -> String {
    zone.isUTC ? time.spaced(" UTC") : "\(zone.reading(at: time).spaced) \(offset(time, zone))"
  }

  /// `2026-11-21 14:31:20 UTC`, with what clocks show elsewhere behind it:
  /// `2026-11-21 14:31:20 UTC (15:31:20 in Europe/Berlin)`.
  ///
  /// - Parameter zone: Nil where there is no other than UTC.
  package static func full(_ time: Timestamp, beside zone: Zone?) -> String {
    let utc = full(time, in: .utc)
    return local(time, zone).map { "\(utc) (\($0))" } ?? utc
  }

  /// `15:31:20 in Europe/Berlin`, with the day where it is another than in UTC.
  static func local(_ time: Timestamp, _ zone: Zone?) -> String? {
    guard let zone, !zone.isUTC else { return nil }
    let local = zone.reading(at: time).spaced
    let isSameDay = local.prefix(10) == time.spaced.prefix(10)
    let reading = isSameDay ? String(local.dropFirst(11)) : local
    return localized("\(reading) in \(zone.name)")
  }

  /// `2026-11-21T15:31:20.250+01:00`, for programs; nil in UTC, and where it could not be read
  /// again: before 1900 clocks were not whole minutes away from UTC, and years have four digits.
  static func precise(_ time: Timestamp, in zone: Zone) -> String? {
    guard !zone.isUTC else { return nil }
    let text = "\(zone.reading(at: time).description.dropLast())\(offset(time, zone))"
    return Timestamp(text) == time ? text : nil
  }

  /// True for a time as ``precise(_:in:)`` writes it.
  static func isPrecise(_ text: String) -> Bool {
    let clock = "\(text.dropLast(6))Z"
    return Timestamp(clock)?.description == clock
  }

  /// What clocks show, to be changed and read again in `zone`: `2026-11-21 15:31:20.250`.
  ///
  /// A time that they show twice says how far from UTC it is.
  static func editable(_ time: Timestamp, in zone: Zone) -> String {
    let reading = zone.reading(at: time)
    let text = shortened(reading)
    guard zone.moment(showing: reading) != time else { return text }
    return settled(time, in: zone)
  }

  /// The same with its distance from UTC, which makes it one moment: `2026-11-21 15:31:20+01:00`.
  static func settled(_ time: Timestamp, in zone: Zone) -> String {
    guard zone.offset(at: time).isMultiple(of: 60) else { return settled(time, in: .utc) }
    let text = shortened(zone.reading(at: time))
    return zone.isUTC ? text + "Z" : text + offset(time, zone)
  }

  /// Date and time with a fraction where there is one.
  private static func shortened(_ reading: Timestamp) -> String {
    let text = reading.description.dropLast().replacing("T", with: " ")
    return text.hasSuffix(".000") ? String(text.dropLast(4)) : String(text)
  }

  /// `+01:00`, with seconds where a zone had them.
  private static func offset(_ time: Timestamp, _ zone: Zone) -> String {
    let offset = zone.offset(at: time)
    let seconds = abs(offset)
    let parts = [seconds / 3_600, seconds / 60 % 60] + (seconds % 60 == 0 ? [] : [seconds % 60])
    let digits = parts.map { $0 < 10 ? "0\($0)" : "\($0)" }
    return (offset < 0 ? "-" : "+") + digits.joined(separator: ":")
  }

  /// What clocks show, as `2026-11-21T15:31:20Z` would write it for UTC.
  static func shown(_ time: Timestamp) -> String {
    PageZone.current.shown.reading(at: time).wholeSeconds
  }
}

extension Format {
  /// `just now`, `4 min ago`, `3 h ago`, `2 d ago`; a time ahead is `in 4 min`, and one more than a
  /// year away a date.
  package static func relative(_ time: Timestamp, now: Timestamp) -> String {
    relative(time, now: now, in: PageZone.current.shown)
  }

  static func relative(_ time: Timestamp, now: Timestamp, in zone: Zone) -> String {
    let seconds = Int64(now.seconds(since: time).rounded(.down))
    let distance = abs(seconds)
    if distance < secondsOfNow { return localized("just now") }
    if distance >= 31_536_000 { return String(zone.reading(at: time).spaced.prefix(10)) }
    let span = span(distance)
    return seconds < 0 ? localized("in \(span)") : localized("\(span) ago")
  }

  /// How long ago something was, as `relative` counts it: `40 s`, `4 min`, `3 h`, `2 d`.
  package static func age(_ time: Timestamp, now: Timestamp) -> String {
    let seconds = max(0, Int64(now.seconds(since: time)))
    return seconds < secondsOfNow ? localized("\(seconds) s") : span(seconds)
  }

  private static let secondsOfNow: Int64 = 45

  /// Whole minutes, hours or days, whichever is near.
  private static func span(_ seconds: Int64) -> String {
    switch seconds {
    case ..<3_600: localized("\(max(1, (seconds + 30) / 60)) min")
    case ..<86_400: localized("\((seconds + 1_800) / 3_600) h")
    default: localized("\((seconds + 43_200) / 86_400) d")
    }
  }
}

extension TemplateDictionary {
  /// Shows NAME_TIME with what `Frame/_time.tpl` needs: `4 min ago`, and the time itself for whoever wants
  /// to know.
  package mutating func set(time name: String, _ time: Timestamp, now: Timestamp) {
    add("\(name)_TIME", stamp(time, now: now))
  }

  /// Shows the section NAME with NAME_AT, or the section NAME_NEVER.
  mutating func addTime(_ name: String, _ time: Timestamp?, _ context: PageContext) {
    show("\(name)_NEVER", if: time == nil)
    guard let time else { return add(name, list: []) }
    var shown: TemplateDictionary = [:]
    shown.set(time: "\(name)_AT", time, now: context.now)
    add(name, shown)
  }

  /// Shows NAME_MOMENT with what `Frame/_moment.tpl` needs: the time in UTC, and what clocks show where
  /// the person is.
  mutating func set(moment name: String, _ time: Timestamp) {
    var moment: TemplateDictionary = [
      "ISO": time.wholeSeconds, "FULL": Format.full(time, in: .utc),
    ]
    let local = Format.local(time, PageZone.current.beside)
    moment.add("LOCAL", list: local.map { [["TEXT": $0]] } ?? [])
    add("\(name)_MOMENT", moment)
  }
}

/// What `Frame/_time.tpl` shows.
func stamp(_ moment: Timestamp, now: Timestamp) -> TemplateDictionary {
  [
    "ISO": moment.wholeSeconds, "FULL": Format.full(moment),
    "TEXT": Format.relative(moment, now: now),
  ]
}
