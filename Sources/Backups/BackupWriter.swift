import SQLiteKit
public import Support

/// Makes backups of a data directory, also while programs write to it.
///
/// A backup is written to a hidden folder beside its place, verified, and renamed: it is there whole
/// or not at all.
public struct BackupWriter: Sendable {
  /// What is being copied.
  public struct Progress: Sendable {
    public let file: String
    /// Of this file.
    public let bytes: Int
    public let bytesTotal: Int
    public let filesDone: Int
    public let filesTotal: Int
  }

  private let data: String
  private let configurationFile: String?
  private let version: String
  private let time: any TimeSource

  /// - Parameters:
  ///   - data: The data directory.
  ///   - configurationFile: Copied as `syncline.json`; nil for the one in the data directory.
  ///   - version: Of Syncline.
  public init(
    data: String, configurationFile: String? = nil, version: String, time: any TimeSource
  ) {
    self.data = data
    self.configurationFile = configurationFile
    self.version = version
    self.time = time
  }

  /// Makes a backup in `folder`, which must be missing or empty.
  ///
  /// Blocks the calling thread.
  ///
  /// - Parameter progress: Stops the backup by throwing.
  @discardableResult
  public func write(
    to folder: String, progress: (Progress) throws -> Void = { _ in }
  ) throws -> BackupManifest {
    try write(to: folder, leavingOut: [], progress)
  }

  /// - Parameter skipped: Paths below the data directory.
  func write(
    to folder: String, leavingOut skipped: UTF8Set, _ progress: (Progress) throws -> Void
  ) throws -> BackupManifest {
    let target = trimmed(folder)
    guard !Files.exists(target) || (try? Files.names(in: target).isEmpty) == true else {
      throw BackupError.folderNotEmpty(target)
    }
    let files = try files(leavingOut: skipped)
    guard !files.isEmpty else { throw BackupError.nothingToBackUp(data) }
    try Files.createDirectory(Files.parent(of: target))
    return try PartialFolder.fill(at: target) { partial in
      try fill(partial, with: files, progress)
    }
  }

  private func files(leavingOut skipped: UTF8Set) throws -> [DataFile] {
    var files = try DataFile.all(in: data).filter { !skipped.contains($0.path) }
    if configurationFile != nil, !files.contains(where: { $0.kind == .configuration }) {
      files.append(DataFile("syncline.json"))
    }
    return files
  }

  private func fill(
    _ folder: String, with files: [DataFile], _ progress: (Progress) throws -> Void
  ) throws -> BackupManifest {
    let startedAt = time.now
    var entries: [BackupManifest.Entry] = []
    for (done, file) in files.enumerated() {
      let target = "\(folder)/\(file.path)"
      try Files.createDirectory(Files.parent(of: target))
      try copy(file, to: target) { bytes, total in
        try progress(
          Progress(
            file: file.path, bytes: bytes, bytesTotal: total, filesDone: done,
            filesTotal: files.count))
      }
      entries.append(
        try BackupVerifier.entry(of: file, in: folder, damaged: BackupError.copyDamaged))
    }
    let manifest = BackupManifest(createdAt: startedAt, version: version, entries: entries)
    try manifest.write(to: folder)
    return manifest
  }

  private func copy(
    _ file: DataFile, to target: String, _ onStep: (Int, Int) throws -> Void
  ) throws {
    let source = "\(data)/\(file.path)"
    if file.kind.isDatabase {
      return try DatabaseBackup.copy(source, to: target, onStep: onStep)
    }
    let isNamed = file.kind == .configuration
    try Files.copy(isNamed ? configurationFile ?? source : source, to: target)
    try Files.flush(target)
  }

  private func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.last == "/" { path.removeLast() }
    return path
  }
}
