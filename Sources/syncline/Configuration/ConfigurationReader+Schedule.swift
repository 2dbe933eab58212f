import Console
import JSONKit

extension ConfigurationReader {
  /// Nil for none, and for one that is reported as a mistake.
  mutating func schedule(_ value: JSONValue?, at path: String) -> Schedule? {
    let allowed = [
      "everyMinutes", "jitterSeconds", "startDelaySeconds", "quietSeconds", "pauseAfterFailures",
    ]
    guard let value, let members = object(value, at: path, allowed: allowed) else { return nil }
    if members["everyMinutes"] == nil {
      report("\(path).everyMinutes is missing: write the number of minutes between two syncs.")
    }
    let minutes = integer(members, "everyMinutes", in: 1...10_080, at: path)
    let jitter = integer(members, "jitterSeconds", in: 0...3_600, at: path)
    let delay = integer(members, "startDelaySeconds", in: 0...3_600, at: path)
    let quiet = integer(members, "quietSeconds", in: 0...3_600, at: path)
    let limit = integer(members, "pauseAfterFailures", in: 1...100, at: path)
    guard let minutes else { return nil }
    if let jitter, jitter > minutes * 60 {
      report(
        "\(path).jitterSeconds: \(jitter) s is more than the \(minutes) min between two syncs. "
          + "Write \(minutes * 60) or less.")
    }
    return Schedule(
      everyMinutes: minutes, jitterSeconds: jitter ?? min(60, minutes * 6),
      startDelaySeconds: delay ?? 10, quietSeconds: quiet ?? 5, pauseAfterFailures: limit)
  }
}
