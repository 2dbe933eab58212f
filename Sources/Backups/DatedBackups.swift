public import Support

/// A folder of dated backups, of which only the newest are kept.
public struct DatedBackups: Sendable {
  private let folder: String
  private let prefix: String

  public init(in folder: String) { self.init(in: folder, prefix: "syncline-") }

  /// - Parameter prefix: What the names of its backups begin with.
  init(in folder: String, prefix: String) {
    self.folder = folder
    self.prefix = prefix
  }

  /// Where a backup of this moment goes.
  public func place(for time: Timestamp) -> String {
    let name = prefix + time.wholeSeconds.replacing(":", with: "")
    var (path, number) = ("\(folder)/\(name)", 1)
    while Files.exists(path) {
      number += 1
      path = "\(folder)/\(name)-\(number)"
    }
    return path
  }

  /// Removes all but the newest `count` backups; a folder without a manifest of ours is never touched.
  ///
  /// - Returns: The folders that were removed.
  @discardableResult
  public func keep(_ count: Int) throws -> [String] {
    let backups = try Files.names(in: folder).filter { $0.hasPrefix(prefix) }
      .map { "\(folder)/\($0)" }
      .compactMap { path in
        (try? BackupManifest(readingFrom: path)).map { (path: path, at: $0.createdAt) }
      }
      .sorted { ($0.at.ticks, $0.path) > ($1.at.ticks, $1.path) }
    let old = backups.dropFirst(count).map(\.path)
    for path in old {
      // Without its manifest it is no backup any more, should the program end now.
      try Files.remove("\(path)/\(BackupManifest.fileName)")
      try Files.removeFolder(path)
    }
    return old
  }
}
