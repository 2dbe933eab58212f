public import Support
public import TemplateKit

/// Times as people read them, always in UTC.
extension Format {
  /// `14:31`.
  public static func clock(_ time: Timestamp) -> String {
    String(time.wholeSeconds.dropFirst(11).prefix(5))
  }

  /// `14:29:50` on the day of `now`, `20 Nov 16:20:31` before, with the year where it differs.
  public static func time(_ time: Timestamp, now: Timestamp) -> String {
    let text = time.wholeSeconds
    let clock = String(text.dropFirst(11).prefix(8))
    return text.prefix(10) == now.wholeSeconds.prefix(10)
      ? clock : "\(date(time, now: now)) \(clock)"
  }

  /// `20 Nov`, or `20 Nov 2025` where the year differs from that of `now`.
  public static func date(_ time: Timestamp, now: Timestamp) -> String {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let text = time.wholeSeconds
    let month = Int(text.dropFirst(5).prefix(2)) ?? 1
    let day = Int(text.dropFirst(8).prefix(2)) ?? 1
    let year = text.prefix(4)
    return "\(day) \(months[month - 1])" + (year == now.wholeSeconds.prefix(4) ? "" : " \(year)")
  }

  /// `2026-11-21 14:31:20 UTC`.
  public static func full(_ time: Timestamp) -> String {
    time.spaced + " UTC"
  }

  /// `just now`, `4 min ago`, `3 h ago`, `2 d ago`; a time ahead is `in 4 min`.
  public static func relative(_ time: Timestamp, now: Timestamp) -> String {
    let seconds = Int64(now.seconds(since: time).rounded(.down))
    let distance = abs(seconds)
    let amount: String
    switch distance {
    case ..<45: return "just now"
    case ..<3_600: amount = "\(max(1, (distance + 30) / 60)) min"
    case ..<86_400: amount = "\((distance + 1_800) / 3_600) h"
    default: amount = "\((distance + 43_200) / 86_400) d"
    }
    return seconds < 0 ? "in \(amount)" : "\(amount) ago"
  }
}

extension Format {
  /// How long ago something was: `40 s`, `4 min`, `3 h`, `2 d`.
  public static func age(_ time: Timestamp, now: Timestamp) -> String {
    let seconds = max(0, Int64(now.seconds(since: time)))
    switch seconds {
    case ..<60: return "\(seconds) s"
    case ..<3_600: return "\(seconds / 60) min"
    case ..<172_800: return "\(seconds / 3_600) h"
    default: return "\(seconds / 86_400) d"
    }
  }
}

extension TemplateDictionary {
  /// Sets NAME, NAME_ISO and NAME_FULL, for
  /// `<time datetime="{{NAME_ISO}}" title="{{NAME_FULL}}">{{NAME}}</time>`.
  public mutating func set(time name: String, _ time: Timestamp, now: Timestamp) {
    set(name, time: time, as: Format.time(time, now: now))
  }

  /// The same with the time in relation to `now`, such as `4 min ago`.
  public mutating func set(relativeTime name: String, _ time: Timestamp, now: Timestamp) {
    set(name, time: time, as: Format.relative(time, now: now))
  }

  private mutating func set(_ name: String, time: Timestamp, as text: String) {
    set(name, text)
    set("\(name)_ISO", time.wholeSeconds)
    set("\(name)_FULL", Format.full(time))
  }
}
