import JSONKit
import Support

/// The files of a restore on their way into a data directory.
///
/// They are copied to a hidden folder first. Then a plan is written: from that moment on the restore
/// is carried out, by the next program that opens the data directory if this one ends.
struct StagedRestore {
  private let data: String

  init(in data: String) { self.data = data }

  private var folder: String { Self.folder(in: data) }
  private var plan: String { "\(folder)/plan.json" }

  static func folder(in data: String) -> String { "\(data)/.restore" }

  /// True once the restore will be carried out whatever happens.
  var isCommitted: Bool { Files.exists(plan) }

  func begin() throws { try Files.createDirectory("\(folder)/files") }

  func abandon() throws { try Files.removeFolder(folder) }

  /// Copies the files that the restore creates or replaces.
  func stage(_ preview: RestorePreview, from backup: String) throws {
    for (file, entry) in zip(preview.files, preview.manifest.entries) where file.effect != .keep {
      let target = "\(folder)/files/\(file.path)"
      try Files.createDirectory(Files.parent(of: target))
      try Files.copy("\(backup)/\(file.path)", to: target)
      try Files.flush(target)
      Files.flushNames(in: Files.parent(of: target))
      guard try BackupVerifier.digest(of: target) == entry.sha256 else {
        throw BackupError.damaged(file.path, "it changed while it was copied")
      }
    }
    Files.flushNames(in: "\(folder)/files")
  }

  /// - Parameter damaged: Files that are moved to `kept` instead of being replaced.
  func commit(settingAside damaged: [String], in kept: String) throws {
    let json: JSONValue = [
      "damaged": .array(damaged.map { .string($0) }), "kept": .string(kept),
    ]
    try Files.replace(json.serialized, at: plan)
  }

  /// Puts the staged files in their places; can be repeated from wherever it stopped.
  func finish() throws {
    let json = try JSONValue(parsing: Files.read(plan))
    let damaged = UTF8Set(json["damaged"]?.array?.compactMap(\.string) ?? [])
    let kept = json["kept"]?.string ?? ""
    for path in try Files.list(below: "\(folder)/files") {
      let target = "\(data)/\(path)"
      try Files.createDirectory(Files.parent(of: target))
      // SQLite would apply a log of the old file to the new one; an old index is built again.
      for ending in ["-wal", "-shm", "-journal", "-search", "-search-wal", "-search-shm"] {
        let beside = target + ending
        if damaged.contains(path), ending == "-wal" || ending == "-journal", Files.exists(beside) {
          try setAside(beside, path + ending, in: kept)
        }
        try Files.remove(beside)
      }
      if damaged.contains(path), Files.exists(target) { try setAside(target, path, in: kept) }
      try Files.put("\(folder)/files/\(path)", inPlaceOf: target)
    }
    try Files.removeFolder(folder)
    Files.flushNames(in: data)
  }

  private func setAside(_ path: String, _ name: String, in kept: String) throws {
    let target = "\(kept)/damaged/\(name)"
    try Files.createDirectory(Files.parent(of: target))
    try Files.put(path, inPlaceOf: target)
  }
}

/// A restore whose program ended before it did.
public enum InterruptedRestore {
  static func lock(of data: String) -> String { "\(data)/serve.lock" }

  /// Finishes such a restore, or removes it if its plan was not written yet.
  ///
  /// - Throws: ``BackupError/restoreUnderWay(_:)`` while a restore is being made.
  public static func finish(in data: String) throws {
    guard Files.exists(StagedRestore.folder(in: data)) else { return }
    guard let lock = try FileLock(tryLocking: lock(of: data)) else {
      throw BackupError.restoreUnderWay(data)
    }
    defer { withExtendedLifetime(lock) {} }
    try settle(in: data)
  }

  /// The same for the holder of the lock.
  static func settle(in data: String) throws {
    guard Files.exists(StagedRestore.folder(in: data)) else { return }
    let staged = StagedRestore(in: data)
    if staged.isCommitted { try staged.finish() } else { try staged.abandon() }
  }
}
