import JSONKit
import Localization
import RemoteCloudKit
import Support
import SyncCore
import Zones

/// Reads `syncline.json`; every mistake is collected, so that one start reports them all.
struct ConfigurationFile {
  var stores: [StoreDefinition] = []
  var backup = BackupDefinition()
  var alerts = AlertDefinition()

  init() {}

  /// - Parameter file: Its name for messages.
  init(parsing bytes: [UInt8], file: String) throws(ConfigurationError) {
    let document: JSONValue
    var reader = ConfigurationReader()
    do {
      document = try JSONValue(parsing: bytes)
      for path in try JSONValue.repeatedMembers(parsing: bytes) {
        reader.report(path, localized("is given twice in one object; write it once."))
      }
    } catch {
      throw ConfigurationError(file: file, problems: [ConfigurationProblem(Self.refusal(error))])
    }
    let root = reader.object(document, at: "", allowed: ["stores", "backup", "alerts"])
    stores = reader.stores(root?["stores"])
    backup = reader.backup(root?["backup"], at: "backup")
    alerts = reader.alerts(root?["alerts"], at: "alerts")
    guard reader.problems.isEmpty else {
      throw ConfigurationError(file: file, problems: reader.problems)
    }
  }

  private static func refusal(_ error: JSONError) -> String {
    guard let place = error.place else { return localized("Invalid JSON: \(error)") }
    return localized("Invalid JSON at line \(place.line), column \(place.column): \(error)")
  }
}

/// Walks the document and notes what is wrong where.
struct ConfigurationReader {
  private(set) var problems: [ConfigurationProblem] = []

  mutating func stores(_ items: JSONValue?) -> [StoreDefinition] {
    guard let items else { return [] }
    guard case .array(let items) = items else {
      report("stores", localized("write a list, [ … ], not \(items.kindPhrase)."))
      return []
    }
    var names: UTF8Set = []
    return items.enumerated().compactMap { index, item in
      if let name = item["name"]?.string, !names.insert(name).inserted {
        report(
          "stores[\(index)].name", localized("\"\(name)\" is listed twice; names must differ."))
      }
      return store(item, at: "stores[\(index)]")
    }
  }

  mutating func store(_ value: JSONValue, at path: String) -> StoreDefinition? {
    let allowed = [
      "name", "environment", "timeZone", "remote", "push", "pull", "schedule", "live",
      "drift", "history", "tables",
    ]
    guard let members = object(value, at: path, allowed: allowed) else { return nil }
    let name = text(members, "name", at: path, isRequired: true)
    if let name, !Self.isStoreName(name) {
      report(
        "\(path).name",
        localized(
          "\"\(name)\" can’t be a store’s name. Use lowercase letters, digits and hyphens, "
            + "beginning with a letter or a digit."))
    }
    let environment = text(members, "environment", at: path) ?? ""
    let timeZone = timeZone(members, at: path)
    let remote = remote(
      members["remote"], at: "\(path).remote", tables: members["tables"],
      tablesAt: "\(path).tables")
    var settings = StoreSettings(
      tables: tables(
        members["tables"], at: "\(path).tables", of: members["remote"]?["kind"]))
    push(members["push"], at: "\(path).push", &settings)
    if members["remote"]?["kind"] == "parse" {
      settings.overlapSeconds = Self.parseOverlapSeconds
      checkParseTables(members["tables"], at: "\(path).tables")
    }
    pull(members["pull"], at: "\(path).pull", &settings)
    history(members["history"], at: "\(path).history", &settings)
    let schedule = schedule(members["schedule"], at: "\(path).schedule")
    let drift = drift(members["drift"], in: timeZone, at: "\(path).drift")
    let isLive = flag(members, "live", at: path) ?? false
    guard let name, let remote else { return nil }
    if isLive, remote.cloudKit?.database == .public {
      report(
        "\(path).live",
        localized(
          "CloudKit notifies only of zones in a private or shared database. Leave it out, and "
            + "write a schedule."))
    }
    return StoreDefinition(
      name: name, environment: environment, timeZone: timeZone, remote: remote,
      settings: settings, schedule: schedule, drift: drift, isLive: isLive)
  }

  mutating func timeZone(_ members: JSONObject, at path: String) -> Zone {
    guard let name = text(members, "timeZone", at: path) else { return .utc }
    do {
      return try ZoneDatabase.system.zone(name)
    } catch {
      report("\(path).timeZone", "\(error)")
      return .utc
    }
  }

  static func isStoreName(_ name: String) -> Bool {
    let isLetterOrDigit = { (byte: UInt8) in (97...122).contains(byte) || (48...57).contains(byte) }
    guard let first = name.utf8.first, isLetterOrDigit(first), name.utf8.count <= 63 else {
      return false
    }
    return name.utf8.allSatisfy { isLetterOrDigit($0) || $0 == UInt8(ascii: "-") }
  }

  private mutating func push(_ value: JSONValue?, at path: String, _ settings: inout StoreSettings)
  {
    let allowed = ["window", "batch", "insertResendSeconds"]
    guard let value, let members = object(value, at: path, allowed: allowed) else { return }
    if let window = integer(members, "window", in: 1...128, at: path) {
      settings.pushWindow = window
    }
    if let isOn = flag(members, "batch", at: path) { settings.pushesBatches = isOn }
    if let seconds = integer(members, "insertResendSeconds", in: 0...3_600, at: path) {
      settings.insertResendSeconds = seconds
    }
  }

  private mutating func pull(_ value: JSONValue?, at path: String, _ settings: inout StoreSettings)
  {
    let allowed = ["pageSize", "overlapSeconds", "pushFirst"]
    guard let value, let members = object(value, at: path, allowed: allowed) else { return }
    if let size = integer(members, "pageSize", in: 1...10_000, at: path) {
      settings.pageSize = size
    }
    if let seconds = integer(members, "overlapSeconds", in: 0...86_400, at: path) {
      settings.overlapSeconds = seconds
    }
    if let isOn = flag(members, "pushFirst", at: path) { settings.pushesBeforePull = isOn }
  }

  // MARK: - Members

  /// The members of an object, with those it must not have reported.
  mutating func object(_ value: JSONValue, at path: String, allowed: [String]) -> JSONObject? {
    guard case .object(let members) = value else {
      report(path, localized("write an object, { … }, not \(value.kindPhrase)."))
      return nil
    }
    for name in members.names where !allowed.contains(name) {
      let list = allowed.joined(separator: ", ")
      if let near = SpellingSuggestion.to(name, among: allowed) {
        report(
          path,
          localized(
            "there is no setting \"\(name)\" here. Did you mean \"\(near)\"? Possible are "
              + "\(list)."))
      } else {
        report(path, localized("there is no setting \"\(name)\" here. Possible are \(list)."))
      }
    }
    return members
  }

  mutating func flag(_ members: JSONObject, _ name: String, at path: String) -> Bool? {
    guard let value = members[name] else { return nil }
    guard let flag = value.bool else {
      report("\(path).\(name)", localized("write true or false, not \(value.kindPhrase)."))
      return nil
    }
    return flag
  }

  mutating func text(
    _ members: JSONObject, _ name: String, at path: String, isRequired: Bool = false
  ) -> String? {
    guard let value = members[name] else {
      if isRequired { reportMissing("\(path).\(name)", localized("write a text.")) }
      return nil
    }
    guard case .string(let text) = value, !text.isEmpty else {
      report(
        "\(path).\(name)",
        value == ""
          ? localized("write a text, not an empty one.")
          : localized("write a text, not \(value.kindPhrase)."))
      return nil
    }
    return text
  }

  mutating func integer(
    _ members: JSONObject, _ name: String, in range: ClosedRange<Int>, at path: String
  ) -> Int? {
    guard let value = members[name] else { return nil }
    guard case .integer(let integer) = value, let integer = Int(exactly: integer),
      range.contains(integer)
    else {
      report(
        "\(path).\(name)",
        localized("write a whole number from \(range.lowerBound) to \(range.upperBound)."))
      return nil
    }
    return integer
  }

  // MARK: - Problems

  /// - Parameter path: Of the setting that is wrong; empty for the whole file.
  mutating func report(
    _ path: String, _ text: @autoclosure @escaping @Sendable () -> String
  ) {
    problems.append(ConfigurationProblem(about: .setting(path), text()))
  }

  mutating func reportMissing(
    _ path: String, _ text: @autoclosure @escaping @Sendable () -> String
  ) {
    problems.append(ConfigurationProblem(about: .missing(path), text()))
  }

  /// `"a", "b" or "c"`.
  static func choice(_ words: [String]) -> String {
    let quoted = words.map { "\"\($0)\"" }
    guard let last = quoted.last, quoted.count > 1 else { return quoted.first ?? "" }
    let first = quoted.dropLast().joined(separator: ", ")
    return localized("\(first) or \(last)")
  }

  /// `"a" or "b" or "c"`.
  static func alternatives(_ words: [String]) -> String {
    let quoted = words.map { "\"\($0)\"" }
    return quoted.dropFirst().reduce(quoted.first ?? "") { first, second in
      localized("\(first) or \(second)")
    }
  }
}
