import Localization
import Support

/// The time zones that the machine knows: those of Debian's package `tzdata`.
///
/// A zone is read once; a program that runs keeps its rules until it is started again.
public struct ZoneDatabase: Sendable {
  public static let system = ZoneDatabase(directory: "/usr/share/zoneinfo")

  private let directory: String
  private let known = Locked<[String: Zone]>([:])

  public init(directory: String) { self.directory = directory }

  /// Whether there are zones other than UTC at all.
  public var isThere: Bool { hasRules("Europe/Berlin") || hasRules("Etc/UTC") }

  /// The zone of that name.
  ///
  /// - Throws: ``ZoneError``, which says whether the name or the whole database is missing.
  public func zone(_ name: String) throws(ZoneError) -> Zone {
    if Self.namesOfUTC.contains(name) { return .utc }
    if let zone = known.withLock({ $0[name] }) { return zone }
    guard Self.isName(name) else { throw .unknown(name) }
    // Only what is there is asked of the library, which remembers each name it was asked for.
    guard hasRules(name), let rules = Rules(path: "\(directory)/\(name)") else {
      throw isThere ? .unknown(name) : .noDatabase(directory)
    }
    let zone = Zone(name: name, rules: rules)
    known.withLock { $0[name] = zone }
    return zone
  }

  private static let namesOfUTC: Set = ["UTC", "Etc/UTC", "Etc/UCT", "UCT", "Zulu", "Etc/Zulu"]

  /// What can be a name without leading out of the directory, or to its files that are no zones.
  ///
  /// Zones begin with a capital letter; the same rules with leap seconds, in `right/`, do not.
  private static func isName(_ name: String) -> Bool {
    let bytes = name.utf8
    guard let first = bytes.first, (65...90).contains(first), bytes.count <= 64 else {
      return false
    }
    return bytes.allSatisfy { byte in
      switch byte {
      case 65...90, 97...122, 48...57: true
      case UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"): true
      default: false
      }
    }
  }

  /// Compiled rules begin with these letters.
  ///
  /// Source: RFC 9636, section 3.1.
  private func hasRules(_ name: String) -> Bool {
    guard let bytes = try? Files.read("\(directory)/\(name)") else { return false }
    return bytes.starts(with: "TZif".utf8)
  }
}

/// Why there is no such zone here.
public enum ZoneError: Error, Equatable, CustomStringConvertible {
  case unknown(String)
  /// The machine knows no zone but UTC.
  case noDatabase(String)

  public var description: String {
    switch self {
    case .unknown(let name):
      localized(
        "“\(name)” is not a time zone known to this machine. Use a name such as Europe/Berlin.")
    case .noDatabase(let directory):
      localized(
        "This machine has no time zones in \(directory), so only UTC can be used. Install the "
          + "package tzdata and start again.")
    }
  }
}
