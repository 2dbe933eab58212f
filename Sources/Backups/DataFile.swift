import Support

/// A file of a data directory that belongs into a backup.
public struct DataFile: Sendable, Equatable {
  public enum Kind: String, Sendable, CaseIterable {
    case store
    case removedStore = "removed-store"
    case service
    case console
    case configuration
    case file

    /// True for what SQLite has to copy.
    var isDatabase: Bool { self != .configuration && self != .file }
  }

  /// Below the data directory.
  public let path: String
  public let kind: Kind
  /// The store's name; nil for other files.
  public let store: String?

  init(_ path: String) {
    self.path = path
    (kind, store) = Self.kind(of: path)
  }

  private static func kind(of path: String) -> (Kind, String?) {
    let parts = path.split(separator: "/").map(String.init)
    guard let name = parts.last, name.hasSuffix(".sqlite") else {
      return (path == "syncline.json" ? .configuration : .file, nil)
    }
    let stem = String(name.dropLast(".sqlite".count))
    switch (parts.count, parts[0]) {
    case (1, "console.sqlite"): return (.console, nil)
    case (1, _): return (.service, nil)
    case (2, "stores"): return (.store, stem)
    default: return (.removedStore, nil)
    }
  }

  /// The files of a data directory in the order in which they are copied.
  ///
  /// Stores come before the service: a change that is pushed in between is on both, which the next
  /// push finds out, rather than on neither. The console comes after the stores, so that no change
  /// of a copied store lacks its audit entry.
  ///
  /// Left out are locks, logs of SQLite (a copy has what is in them), search indexes, uploads, and
  /// folders that are backups themselves.
  static func all(in folder: String) throws -> [DataFile] {
    let paths = try Files.list(below: folder)
    let backups = paths.filter { $0.hasSuffix("/\(BackupManifest.fileName)") }
      .filter { (try? BackupManifest(readingFrom: Files.parent(of: "\(folder)/\($0)"))) != nil }
      .map { "\(Files.parent(of: $0))/" }
    let kept = paths.filter { path in
      !isTransient(path) && !backups.contains { path.hasPrefix($0) }
    }
    return kept.map(DataFile.init).enumerated().sorted { left, right in
      (left.element.rank, left.offset) < (right.element.rank, right.offset)
    }.map(\.element)
  }

  private var rank: Int { Kind.allCases.firstIndex(of: kind) ?? 0 }

  private static func isTransient(_ path: String) -> Bool {
    let endings = [
      "-wal", "-shm", "-journal", ".sqlite-search", ".lock", ".alive", ".new", ScratchFile.ending,
    ]
    return path.hasPrefix("imports/") || endings.contains { path.hasSuffix($0) }
  }
}
