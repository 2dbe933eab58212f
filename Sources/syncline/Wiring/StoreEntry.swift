import Console
import Support
import SyncCore

/// A store of the configuration with its file, open or not.
struct StoreEntry: Sendable {
  var definition: StoreDefinition
  let remote: any Remote
  /// Nil while the file cannot be opened.
  private(set) var context: SyncContext?
  /// What keeps the file from being used.
  private(set) var trouble: StorageProblem?
  /// What keeps its server from being asked.
  let problem: SecretError?
  /// The log beside the file when it was opened.
  private var log: Files.Stamp?
  /// True once the file that was open has lost its contents or its place.
  private var isLost = false
  private var failures = 0
  private var nextTry = Timestamp(milliseconds: 0)

  /// Opens the store's file.
  ///
  /// - Throws: Why its server can't even be described; trouble with the file is kept instead.
  init(
    opening definition: StoreDefinition, _ opener: StoreOpener, after known: StoreEntry? = nil
  ) async throws {
    self.definition = definition
    if let known { (log, isLost) = (known.log, known.isLost) }
    (remote, problem) = try opener.remoteOrStandIn(definition)
    await open(opener)
  }

  /// What its server shows when it tells of a deletion; read each time, as the file may be replaced.
  var hookKey: String? { try? definition.remote.parse?.webhookKey.map(SecretReader.value(of:)) }

  var info: StoreInfo {
    StoreInfo(
      definition, remote: remote, problem: problem?.description, trouble: trouble)
  }

  /// The open file.
  ///
  /// One with trouble is tried all the same: it may be over by now, or concern other parts of it.
  func usable() throws -> SyncContext {
    guard let context else { throw trouble ?? StorageProblem(.unusable, file: definition.name) }
    return context
  }

  private mutating func open(_ opener: StoreOpener) async {
    let path = opener.data.storeFile(definition.name)
    do {
      if isLost {
        guard Files.size(of: path) > 0 else {
          throw StorageProblem(Files.exists(path) ? .emptied : .missing, file: path)
        }
        if let log { try opener.data.moveLogAside(log, of: path) }
      }
      context = try await opener.open(definition, remote)
      (trouble, isLost, failures) = (nil, false, 0)
      log = Files.stamp(of: DataDirectory.log(of: path))
    } catch {
      trouble = StorageProblem(error) ?? StorageProblem(.unusable, file: path, detail: "\(error)")
    }
  }

  /// Opens a file again that could not be used, and finds out whether one that is open still can.
  func rechecked(_ opener: StoreOpener, now: Timestamp) async -> StoreEntry {
    var entry = self
    if let context {
      await entry.look(at: context)
      guard entry.context == nil else { return entry }
    } else if now < nextTry {
      return entry
    }
    await entry.open(opener)
    if entry.context == nil {
      entry.failures += 1
      entry.nextTry = now.adding(seconds: min(30, 1 << Int64(min(entry.failures, 5))))
    }
    return entry
  }

  private mutating func look(at context: SyncContext) async {
    do {
      try await context.check()
      trouble = nil
    } catch {
      let found =
        StorageProblem(error)
        ?? StorageProblem(.unusable, file: context.path, detail: "\(error)")
      trouble = found
      // What the connections know is not what is in the file.
      guard found.cause == .emptied || found.cause == .replaced else { return }
      await context.abandon()
      self.context = nil
      isLost = true
    }
  }
}

extension DataDirectory {
  /// Where SQLite writes the newest changes of a database.
  static func log(of path: String) -> String { "\(path)-wal" }

  /// Moves the log of the file that was at `path` before out of the way of the one that is there now.
  ///
  /// SQLite would lay the changes in it over the new file. A log that came with that file stays.
  func moveLogAside(_ known: Files.Stamp, of path: String) throws(FileError) {
    let log = Self.log(of: path)
    guard Files.stamp(of: log)?.isSameFile(as: known) == true else { return }
    var (name, number) = ("\(log).before", 1)
    while Files.exists(name) {
      number += 1
      name = "\(log).before-\(number)"
    }
    try Files.move(log, to: name)
    try Files.remove("\(path)-shm")
  }
}
