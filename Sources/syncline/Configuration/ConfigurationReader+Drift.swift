import Console
import JSONKit
import Localization
import SyncCore
import Zones

extension ConfigurationReader {
  private static let requestsPerMinute = 120

  /// Nil for none, and for one that is reported as a mistake.
  mutating func drift(_ value: JSONValue?, in zone: Zone, at path: String) -> DriftSchedule? {
    let allowed = ["everyHours", "at", "requestsPerMinute", "bytesPerMinute"]
    guard let value, let members = object(value, at: path, allowed: allowed) else { return nil }
    if members["everyHours"] == nil {
      reportMissing(
        "\(path).everyHours", localized("write the number of hours between two checks."))
    }
    let hours = integer(members, "everyHours", in: 1...8_760, at: path)
    let requests = integer(members, "requestsPerMinute", in: 1...6_000, at: path)
    let bytes = integer(members, "bytesPerMinute", in: 10_000...1_000_000_000_000, at: path)
    let minute = clock(members, "at", at: path)
    guard let hours else { return nil }
    if minute != nil, hours % 24 != 0 {
      report(
        "\(path).at",
        localized(
          "\(hours) hours is not a whole number of days. Use a multiple of 24 for everyHours, or "
            + "leave the time out."))
    }
    return DriftSchedule(
      everyHours: hours, minuteOfDay: minute, zone: zone,
      limits: RequestLimits(
        requestsPerMinute: requests ?? Self.requestsPerMinute, bytesPerMinute: bytes))
  }
}
