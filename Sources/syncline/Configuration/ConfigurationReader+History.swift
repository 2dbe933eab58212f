import JSONKit
import SyncCore

extension ConfigurationReader {
  mutating func history(
    _ value: JSONValue?, at path: String, _ settings: inout StoreSettings
  ) {
    let allowed = ["days", "versionsPerRow"]
    guard let value, let members = object(value, at: path, allowed: allowed) else { return }
    if let days = integer(members, "days", in: 1...36_500, at: path) {
      settings.history.days = days
    }
    if let versions = integer(members, "versionsPerRow", in: 1...100_000, at: path) {
      settings.history.versionsPerRow = versions
    }
  }
}
