import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// A version of a row that can be compared or copied: a copy of now, or an entry of its history.
struct RowVersion {
  /// Names the version in an address: `now`, `base`, `server`, the entry's number, or the server's side
  /// of a decided conflict.
  let key: String
  let title: String
  let record: Record

  /// False for a version that the history has an entry of.
  var isCopy: Bool { ["now", "base", "server"].contains(key) }

  /// The title at the beginning of a line.
  var heading: String {
    switch key {
    case "now": localized("Current version")
    case "base": localized("Base")
    case "server": localized("Server version")
    default: title
    }
  }

  /// The copies first, then the history, the newest first, then what the server had of conflicts that
  /// were decided.
  static func all(of detail: RowDetail) -> [RowVersion] {
    var versions =
      detail.isGone
      ? [] : [RowVersion(key: "now", title: localized("current version"), record: detail.record)]
    if let base = detail.base {
      versions.append(RowVersion(key: "base", title: localized("base"), record: base))
    }
    if let server = detail.server ?? detail.serverVersions.first(where: \.isOpen)?.record {
      versions.append(RowVersion(key: "server", title: localized("server version"), record: server))
    }
    for entry in detail.history {
      guard let record = entry.record else { continue }
      versions.append(
        RowVersion(key: "\(entry.id)", title: Format.full(entry.at), record: record))
    }
    return versions + detail.serverVersions.filter { !$0.isOpen }.map(RowVersion.init)
  }

  static func find(_ key: String?, in detail: RowDetail) -> RowVersion? {
    key.flatMap { key in all(of: detail).first { $0.key == key } }
  }
}

extension RowVersion {
  /// A version that the server had.
  init(_ version: ServerVersion) {
    key = version.key
    record = version.record
    let time = Format.full(version.at)
    title = version.isRuled ? Side.server.title : localized("server version of \(time)")
  }
}

extension ServerVersion {
  /// True while the conflict waits for a decision.
  var isOpen: Bool { conflict == nil }

  /// As ``RowVersion/key``.
  var key: String { conflict.map(RowVersion.Side.server.key) ?? "server" }

  func json(_ columns: [Column]) -> JSONValue {
    [
      "conflict": conflict.map { .integer($0) } ?? .null, "at": .string(at.description),
      "resolution": JSONValue(resolution), "values": record.json(columns),
      "base": base?.json(columns) ?? .null,
    ]
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
