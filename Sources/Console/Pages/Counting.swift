import Support

/// Numbers and spans of time in sentences.
enum Counting {
  /// `12,345`.
  static func number(_ count: Int) -> String { Cell.grouped("\(count)") }

  /// `1 row`, `12,345 rows`.
  static func phrase(_ count: Int, _ thing: String, _ things: String? = nil) -> String {
    "\(number(count)) \(count == 1 ? thing : things ?? thing + "s")"
  }

  /// `5 seconds`, `25 minutes`, `3 hours`, `2 days`.
  static func span(since earlier: Timestamp, at now: Timestamp) -> String {
    let seconds = max(0, Int(now.seconds(since: earlier).rounded(.down)))
    switch seconds {
    case 0..<60: return phrase(seconds, "second")
    case 60..<3_600: return phrase(seconds / 60, "minute")
    case 3_600..<86_400: return phrase(seconds / 3_600, "hour")
    default: return phrase(seconds / 86_400, "day")
    }
  }

  /// `340 ms`, `2.1 s`, `3 min 20 s`, `1 h 04 min`.
  static func duration(seconds: Double) -> String {
    switch seconds {
    case ..<1: return "\(Int((seconds * 1_000).rounded())) ms"
    case ..<60: return "\((seconds * 10).rounded() / 10) s"
    case ..<3_600: return "\(Int(seconds) / 60) min \(Int(seconds) % 60) s"
    default:
      let minutes = Int(seconds) / 60 % 60
      return "\(Int(seconds) / 3_600) h \(minutes < 10 ? "0" : "")\(minutes) min"
    }
  }
}
