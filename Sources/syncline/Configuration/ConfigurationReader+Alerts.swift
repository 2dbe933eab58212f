import Console
import ConsoleData
import JSONKit
import Localization
import RemoteHTTP
import Zones

/// Alerts as the configuration says, with how to reach each channel.
struct AlertDefinition: Sendable, Equatable {
  var settings = AlertSettings()
  /// In the order of `settings.channels`.
  var channels: [AlertChannelDefinition] = []
}

extension ConfigurationReader {
  mutating func alerts(_ value: JSONValue?, at path: String) -> AlertDefinition {
    let allowed = [
      "publicURL", "holdSeconds", "reopenMinutes", "remindHours", "quietHours", "conditions",
      "channels",
    ]
    var definition = AlertDefinition()
    guard let value, let members = object(value, at: path, allowed: allowed) else {
      return definition
    }
    definition.settings.publicURL = publicURL(members, at: path)
    if let seconds = integer(members, "holdSeconds", in: 0...86_400, at: path) {
      definition.settings.rules.holdSeconds = seconds
    }
    if let minutes = integer(members, "reopenMinutes", in: 0...10_080, at: path) {
      definition.settings.rules.reopenMinutes = minutes
    }
    definition.settings.rules.remindHours = integer(
      members, "remindHours", in: 1...8_760, at: path)
    definition.settings.quietHours = quietHours(members["quietHours"], at: "\(path).quietHours")
    definition.settings.thresholds = thresholds(members["conditions"], at: "\(path).conditions")
    definition.channels = channels(members["channels"], at: "\(path).channels")
    definition.settings.channels = definition.channels.map(\.shown)
    return definition
  }

  private mutating func publicURL(_ members: JSONObject, at path: String) -> String? {
    guard let url = text(members, "publicURL", at: path) else { return nil }
    guard Self.isServerURL(url) else {
      report(
        "\(path).publicURL",
        localized(
          "\"\(url)\" is not an address. Write where people reach the console, such as "
            + "https://console.example.com, with the prefix if there is one."))
      return nil
    }
    return ServerURL.withoutSlashesAtEnd(url[...])
  }

  private mutating func quietHours(_ value: JSONValue?, at path: String) -> QuietHours? {
    guard let value,
      let members = object(value, at: path, allowed: ["from", "to", "timeZone", "holdUrgent"])
    else { return nil }
    let from = clock(members, "from", isRequired: true, at: path)
    let to = clock(members, "to", isRequired: true, at: path)
    let zone = timeZone(members, at: path)
    let holdsUrgent = flag(members, "holdUrgent", at: path) ?? false
    guard let from, let to else { return nil }
    if from == to {
      report(path, localized("from and to are the same; write two different times."))
    }
    return QuietHours(fromMinute: from, toMinute: to, zone: zone, holdsUrgent: holdsUrgent)
  }

  private mutating func thresholds(_ value: JSONValue?, at path: String) -> AlertThresholds {
    let allowed = [
      "syncFailingMinutes", "unsentMinutes", "conflicts", "rejections", "driftRows",
      "streamLostMinutes", "schedulePaused", "storeUnusable", "credentialDays", "diskFreePercent",
      "backupFailed",
    ]
    var thresholds = AlertThresholds()
    guard let value, let members = object(value, at: path, allowed: allowed) else {
      return thresholds
    }
    let numbers: [(String, WritableKeyPath<AlertThresholds, Int?>, ClosedRange<Int>)] = [
      ("syncFailingMinutes", \.syncFailingMinutes, 0...10_080),
      ("unsentMinutes", \.unsentMinutes, 0...525_600),
      ("conflicts", \.conflicts, 0...1_000_000),
      ("rejections", \.rejections, 0...1_000_000),
      ("driftRows", \.driftRows, 0...1_000_000),
      ("streamLostMinutes", \.streamLostMinutes, 0...10_080),
      ("credentialDays", \.credentialDays, 0...3_650),
      ("diskFreePercent", \.diskFreePercent, 1...99),
    ]
    for (name, member, range) in numbers {
      switch members[name] {
      case nil: continue
      case .bool(false): thresholds[keyPath: member] = nil
      case .bool(true):
        report(
          "\(path).\(name)",
          localized(
            "write a whole number from \(range.lowerBound) to \(range.upperBound), or false for no "
              + "such alerts."))
      default:
        if let number = integer(members, name, in: range, at: path) {
          thresholds[keyPath: member] = number
        }
      }
    }
    let flags: [(String, WritableKeyPath<AlertThresholds, Bool>)] = [
      ("schedulePaused", \.schedulePaused), ("storeUnusable", \.storeUnusable),
      ("backupFailed", \.backupFailed),
    ]
    for (name, member) in flags {
      if let isOn = flag(members, name, at: path) { thresholds[keyPath: member] = isOn }
    }
    return thresholds
  }
}
