import JSONKit
import Localization

/// Where and when the console makes backups, as the configuration says.
struct BackupDefinition: Sendable, Equatable {
  /// Below the data directory unless it begins with a slash.
  var directory = "backups"
  /// Nil for backups by hand only.
  var everyMinutes: Int?
  var keep = 7
}

extension ConfigurationReader {
  mutating func backup(_ value: JSONValue?, at path: String) -> BackupDefinition {
    let allowed = ["directory", "every", "keep"]
    var definition = BackupDefinition()
    guard let value, let members = object(value, at: path, allowed: allowed) else {
      return definition
    }
    if let directory = text(members, "directory", at: path) { definition.directory = directory }
    if let keep = integer(members, "keep", in: 1...10_000, at: path) { definition.keep = keep }
    guard let text = text(members, "every", at: path) else { return definition }
    definition.everyMinutes = Self.minutes(text)
    if definition.everyMinutes == nil {
      report(
        "\(path).every",
        localized(
          "\"\(text)\" is not an interval from 5m to 365d. Use minutes, hours or days, "
            + "such as 30m, 24h or 7d."))
    }
    return definition
  }

  private static func minutes(_ text: String) -> Int? {
    let units: [Character: Int] = ["m": 1, "h": 60, "d": 1_440]
    guard let unit = text.last.flatMap({ units[$0] }), let number = Int(text.dropLast()),
      (1...525_600).contains(number)
    else { return nil }
    let minutes = number * unit
    return (5...525_600).contains(minutes) ? minutes : nil
  }
}
