import Console
import JSONKit
import Localization

extension ConfigurationReader {
  /// Nil for none, and for one that is reported as a mistake.
  mutating func schedule(_ value: JSONValue?, at path: String) -> Schedule? {
    let allowed = [
      "everyMinutes", "jitterSeconds", "startDelaySeconds", "quietSeconds", "pauseAfterFailures",
    ]
    guard let value, let members = object(value, at: path, allowed: allowed) else { return nil }
    if members["everyMinutes"] == nil {
      reportMissing(
        "\(path).everyMinutes", localized("write the number of minutes between two syncs."))
    }
    let minutes = integer(members, "everyMinutes", in: 1...10_080, at: path)
    let jitter = integer(members, "jitterSeconds", in: 0...3_600, at: path)
    let delay = integer(members, "startDelaySeconds", in: 0...3_600, at: path)
    let quiet = integer(members, "quietSeconds", in: 0...3_600, at: path)
    let limit = integer(members, "pauseAfterFailures", in: 1...100, at: path)
    guard let minutes else { return nil }
    if let jitter, jitter > minutes * 60 {
      report(
        "\(path).jitterSeconds",
        localized(
          "\(jitter) s is more than the \(minutes) min between two syncs. Write \(minutes * 60) or "
            + "less."))
    }
    return Schedule(
      everyMinutes: minutes, jitterSeconds: jitter ?? min(60, minutes * 6),
      startDelaySeconds: delay ?? 10, quietSeconds: quiet ?? 5, pauseAfterFailures: limit)
  }

  /// A time of day in minutes since midnight; nil for none, and for one that is reported as a mistake.
  mutating func clock(
    _ members: JSONObject, _ name: String, isRequired: Bool = false, at path: String
  ) -> Int? {
    guard let text = text(members, name, at: path, isRequired: isRequired) else { return nil }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2,
      parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), hour < 24, minute < 60
    else {
      report(
        "\(path).\(name)", localized("\"\(text)\" is not a time of day. Use a time such as 22:00."))
      return nil
    }
    return hour * 60 + minute
  }
}
