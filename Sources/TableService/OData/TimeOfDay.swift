import Support

/// Times without a date, as text: `07:14`, `07:14:00` and `07:14:00.250`.
enum TimeOfDay {
  /// Ticks of 100 ns since midnight; nil when `text` is no time of day.
  static func ticks(_ text: String) -> Int64? {
    guard let third = text.utf8.dropFirst(2).first, third == UInt8(ascii: ":") else { return nil }
    return Timestamp("1970-01-01T\(text)Z")?.ticks
  }

  /// The part of a moment since its midnight in UTC.
  static func ticks(of moment: Timestamp) -> Int64 {
    let day = 86_400 * Timestamp.ticksPerSecond
    let rest = moment.ticks % day
    return rest < 0 ? rest + day : rest
  }

  /// `07:14:00.250`: milliseconds, what is finer cut off.
  static func text(_ ticks: Int64) -> String {
    let moment = Timestamp(milliseconds: Timestamp(ticks: ticks).milliseconds)
    return String(moment.description.dropFirst("1970-01-01T".count).dropLast())
  }
}
