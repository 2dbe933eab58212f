import SQLiteKit
public import Support

/// Restores a backup into a data directory that nobody uses.
public struct Restorer: Sendable {
  private let backup: String
  private let data: String
  private let version: String
  private let time: any TimeSource

  public init(backup: String, data: String, version: String, time: any TimeSource) {
    self.backup = backup
    self.data = data
    self.version = version
    self.time = time
  }

  /// Verifies the backup and lists what a restore would change; writes nothing.
  ///
  /// Blocks the calling thread.
  public func preview() throws -> RestorePreview {
    let manifest = try BackupManifest(readingFrom: backup)
    try BackupVerifier.verify(manifest, in: backup)
    return try RestorePreview(manifest, in: backup, over: data)
  }

  /// Replaces the files of the data directory by those of the backup.
  ///
  /// What is replaced becomes a backup below the data directory first. Blocks the calling thread.
  ///
  /// - Parameter force: Also replaces files that have changes which the backup lacks.
  /// - Returns: What was done, and the backup of what was replaced; nil if there was nothing.
  public func restore(force: Bool) throws -> (preview: RestorePreview, replaced: String?) {
    let manifest = try BackupManifest(readingFrom: backup)
    try Files.createDirectory("\(data)/stores")
    guard let lock = try FileLock(tryLocking: InterruptedRestore.lock(of: data)) else {
      throw BackupError.inUse(data)
    }
    defer { withExtendedLifetime(lock) {} }
    try InterruptedRestore.settle(in: data)
    let staging = StagedRestore(in: data)
    // From here on other commands refuse to open the data directory.
    try staging.begin()
    do {
      let (held, damaged) = try hold(manifest)
      defer { withExtendedLifetime(held) {} }
      let preview = try preview()
      guard force || preview.newerFiles == 0 else {
        throw BackupError.newerData(preview.newerFiles)
      }
      let replaced = try keepReplaced(damaged)
      try staging.stage(preview, from: backup)
      try staging.commit(settingAside: replaced.damaged, in: replaced.folder ?? "")
      try staging.finish()
      return (preview, replaced.folder)
    } catch {
      if !staging.isCommitted { try? staging.abandon() }
      throw error
    }
  }

  /// Makes sure that nobody else uses the databases.
  ///
  /// - Returns: What keeps others out, and the paths of files that SQLite can't open.
  private func hold(
    _ manifest: BackupManifest
  ) throws -> (held: [ExclusiveDatabase], damaged: [String]) {
    var (held, damaged) = ([ExclusiveDatabase](), [String]())
    for file in manifest.entries.map(\.file) where file.kind.isDatabase {
      let path = "\(data)/\(file.path)"
      guard Files.size(of: path) > 0 else { continue }
      do {
        held.append(try ExclusiveDatabase(path: path))
      } catch let error as SQLiteError {
        guard !error.isBusy else { throw BackupError.inUse(path) }
        damaged.append(file.path)
      }
    }
    return (held, damaged)
  }

  /// Backs up what is there, but for damaged files, which can only be moved.
  ///
  /// - Parameter known: Paths of files that are known to be damaged.
  /// - Returns: The backup, if there is anything to keep, and the damaged files.
  private func keepReplaced(_ known: [String]) throws -> (folder: String?, damaged: [String]) {
    let kept = DatedBackups(in: "\(data)/backups", prefix: "before-restore-")
    let target = kept.place(for: time.now)
    let writer = BackupWriter(data: data, version: version, time: time)
    var damaged = known
    while true {
      do {
        _ = try writer.write(to: target, leavingOut: UTF8Set(damaged)) { _ in }
        return (target, damaged)
      } catch BackupError.copyDamaged(let file, _) where !damaged.contains(file) {
        damaged.append(file)
      } catch BackupError.nothingToBackUp {
        guard !damaged.isEmpty else { return (nil, []) }
        try Files.createDirectory(target)
        return (target, damaged)
      }
    }
  }
}
