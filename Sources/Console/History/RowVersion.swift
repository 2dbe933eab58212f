import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// A version of a row that can be compared or copied: a copy of now, or an entry of its history.
struct RowVersion {
  /// Names the version in an address: `now`, `base`, `server`, or the entry's number.
  let key: String
  let title: String
  let record: Record

  /// The title at the beginning of a line.
  var heading: String {
    switch key {
    case "now": localized("Current version")
    case "base": localized("Base")
    case "server": localized("Server version")
    default: title
    }
  }

  /// The copies first, then the history, the newest first.
  static func all(of detail: RowDetail) -> [RowVersion] {
    var versions =
      detail.isGone
      ? [] : [RowVersion(key: "now", title: localized("current version"), record: detail.record)]
    if let base = detail.base {
      versions.append(RowVersion(key: "base", title: localized("base"), record: base))
    }
    if let server = detail.server {
      versions.append(RowVersion(key: "server", title: localized("server version"), record: server))
    }
    for entry in detail.history {
      guard let record = entry.record else { continue }
      versions.append(
        RowVersion(key: "\(entry.id)", title: Format.full(entry.at), record: record))
    }
    return versions
  }

  static func find(_ key: String?, in detail: RowDetail) -> RowVersion? {
    key.flatMap { key in all(of: detail).first { $0.key == key } }
  }
}

extension HistoryEntry {
  func json(_ columns: [Column]) -> JSONValue {
    [
      "entry": .integer(id), "at": .string(at.description), "source": .string(source.rawValue),
      "kind": .string(kind), "by": JSONValue(by), "values": record?.json(columns) ?? .null,
    ]
  }
}
