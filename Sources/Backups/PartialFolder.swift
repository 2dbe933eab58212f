import Support

/// A hidden folder that becomes a backup once it is complete.
enum PartialFolder {
  private static let ending = ".partial"
  private static let lockName = ".lock"

  /// Fills a folder beside `target` and renames it; nothing is left of one that fails.
  static func fill<Output>(at target: String, _ body: (String) throws -> Output) throws -> Output {
    let parent = Files.parent(of: target)
    removeAbandoned(in: parent)
    let name = hexadecimal(RandomSource.system.bytes(8))
    let folder = "\(parent)/.\(name)\(ending)"
    try Files.createDirectory(folder)
    do {
      // Tells a folder that is being filled from one whose program was killed.
      let lock = try FileLock(tryLocking: "\(folder)/\(lockName)")
      let output = try body(folder)
      try Files.remove("\(folder)/\(lockName)")
      try flushNames(below: folder)
      try Files.put(folder, inPlaceOf: target)
      withExtendedLifetime(lock) {}
      return output
    } catch {
      try? Files.removeFolder(folder)
      throw error
    }
  }

  private static func flushNames(below folder: String) throws {
    for name in try Files.names(in: folder) where Files.isDirectory("\(folder)/\(name)") {
      try flushNames(below: "\(folder)/\(name)")
    }
    Files.flushNames(in: folder)
  }

  private static func removeAbandoned(in parent: String) {
    for name in (try? Files.names(in: parent)) ?? []
    where name.hasPrefix(".") && name.hasSuffix(ending) {
      let folder = "\(parent)/\(name)"
      guard let lock = try? FileLock(tryLocking: "\(folder)/\(lockName)") else { continue }
      try? Files.removeFolder(folder)
      withExtendedLifetime(lock) {}
    }
  }
}
