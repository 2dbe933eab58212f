import Console
import ConsoleData
import JSONKit
import Localization
import Support
import SyncCore
import SyncInspection

/// Config reload: applies changes of the configuration file to the running console, and edits the
/// file for it.
actor ConfigurationReloader {
  nonisolated let editor: ConfigurationEditor
  nonisolated let data: DataDirectory
  nonisolated let opener: StoreOpener
  private let manager: StoreManager
  private let scheduler: Scheduler
  private let searchIndexes: SearchIndexes?
  private let backups: ConfiguredBackups?
  private let alerts: ConfiguredAlerts?
  private let time: any TimeSource
  private let log: @Sendable (String) -> Void
  private var known: Files.Stamp?
  private var problems: [ConfigurationProblem] = []
  /// The change before, which the next one waits for.
  private var last: Task<Void, any Error>?

  /// - Parameter file: The configuration, which `manager` has been filled from just now.
  init(
    file: String, data: DataDirectory, opener: StoreOpener, manager: StoreManager,
    scheduler: Scheduler, searchIndexes: SearchIndexes? = nil,
    backups: ConfiguredBackups? = nil, alerts: ConfiguredAlerts? = nil, time: any TimeSource,
    log: @escaping @Sendable (String) -> Void
  ) {
    editor = ConfigurationEditor(file: file)
    self.data = data
    self.opener = opener
    self.manager = manager
    self.scheduler = scheduler
    self.searchIndexes = searchIndexes
    self.backups = backups
    self.alerts = alerts
    self.time = time
    self.log = log
    known = Files.stamp(of: file)
  }

  var mistakes: [String] { problems.map(\.description) }

  /// Looks at the file every two seconds until the task is cancelled.
  func run() async {
    while !Task.isCancelled {
      guard (try? await time.sleep(for: .seconds(2))) != nil else { return }
      // A secret that was missing may be there now.
      if Files.stamp(of: editor.file) != known || !manager.unready.isEmpty { await reload() }
      await recheck()
    }
  }

  /// Follows the file as it is now; one that cannot be used changes nothing.
  ///
  /// - Parameter isForced: Opens every store anew, so that secrets are read again.
  func reload(isForced: Bool = false) async {
    try? await oneByOne { await $0.follow(isForced: isForced) }
  }

  /// Looks at the files of the stores: one that could not be used is tried again.
  func recheck() async {
    try? await oneByOne { reloader in
      for line in await reloader.manager.recheck(now: reloader.time.now) { reloader.log(line) }
    }
  }

  private func follow(isForced: Bool = false) async {
    known = Files.stamp(of: editor.file)
    let configuration: ConfigurationFile
    do {
      configuration = try ConfigurationFile(parsing: Files.read(editor.file), file: editor.file)
    } catch let error as ConfigurationError {
      return note(error.problems)
    } catch let error as FileError where error.isMissing && manager.definitions.isEmpty {
      return note([])
    } catch {
      return note([ConfigurationProblem("\(error)")])
    }
    let changes = await manager.follow(configuration.stores, isForced: isForced)
    backups?.follow(configuration.backup)
    alerts?.follow(configuration.alerts)
    await scheduler.setSchedules(
      manager.schedules, drift: manager.driftSchedules, live: manager.liveStores)
    note(changes.problems)
    if !changes.isEmpty { log("configuration: \(changes.description)") }
  }

  private func note(_ found: [ConfigurationProblem]) {
    let known = problems.map(\.description)
    for problem in found.map(\.description) where !known.contains(identical: problem) {
      log("configuration: \(editor.file): \(problem)")
    }
    if found.isEmpty, !problems.isEmpty { log("configuration: \(editor.file) can be used again") }
    problems = found
  }

  /// Runs `work` when the change before has ended, whatever came of it.
  private func oneByOne(
    _ work: @escaping @Sendable (isolated ConfigurationReloader) async throws -> Void
  ) async throws {
    let before = last
    // What goes on after the change, such as live stores, is not part of the request that made it.
    let task = inEnglish {
      StoreAction.$current.withValue(nil) {
        AuditIntent.$current.withValue(nil) {
          Task {
            _ = await before?.result
            try await work(self)
          }
        }
      }
    }
    last = task
    try await task.value
  }

  // MARK: - Changing

  func save(
    _ settings: JSONObject, of name: String?, expecting expected: JSONObject?
  ) async throws {
    try await oneByOne { reloader in
      try reloader.editor.change { stores in
        let position = stores.firstIndex { name != nil && $0["name"]?.string == name }
        guard let name else {
          return stores.append(.object(settings))
        }
        guard let position, expected == nil || stores[position].object == expected else {
          throw StoreChangeError.changedMeanwhile(name, file: reloader.editor.file)
        }
        stores[position] = .object(settings)
      }
      await reloader.follow()
    }
  }

  func remove(_ store: String) async throws -> RemovedStore {
    let removed = Locked<RemovedStore?>(nil)
    try await oneByOne { reloader in
      let done = try await reloader.takeOut(store)
      removed.withLock { $0 = done }
    }
    guard let removed = removed.withLock({ $0 }) else { throw StoreChangeError.unknown(store) }
    return removed
  }

  private func takeOut(_ store: String) async throws -> RemovedStore {
    let path = data.storeFile(store)
    guard let lock = try FileLock(tryLocking: "\(path).lock") else {
      throw SyncError.runInProgress(path: path)
    }
    defer { withExtendedLifetime(lock) {} }
    let context = manager.open(store)
    let (position, settings) = try editor.change { stores -> (Int, JSONObject) in
      guard let position = stores.firstIndex(where: { $0["name"]?.string == store }),
        let settings = stores.remove(at: position).object
      else { throw StoreChangeError.unknown(store) }
      return (position, settings)
    }
    await follow()
    await context?.close()
    await searchIndexes?.remove(ofStoreAt: path)
    do {
      let file = try setAside(store)
      // Its name may begin anew.
      try? await opener.console?.forgetStore(store)
      if let file { try? await opener.console?.setAsideRemarks(of: store, file: file) }
      return RemovedStore(name: store, settings: settings, file: file)
    } catch {
      try editor.change { $0.insert(.object(settings), at: min(position, $0.count)) }
      await follow()
      throw error
    }
  }

  /// Moves the file of a store that nobody has open to the removed ones.
  ///
  /// - Returns: Where it is now, below the data directory; nil for a store without a file.
  private func setAside(_ store: String) throws(FileError) -> String? {
    let path = data.storeFile(store)
    guard Files.exists(path) else { return nil }
    try Files.createDirectory("\(data.path)/\(DataDirectory.removedStores)")
    let target = freeName(of: store)
    try data.moveStore(from: path, to: "\(data.path)/\(target)")
    return target
  }

  /// Where the file of a removed store goes, below the data directory.
  private func freeName(of store: String) -> String {
    let moment = time.now.wholeSeconds.filter { $0.isNumber || $0.isLetter }
    let start = "\(DataDirectory.removedStores)/\(store)-\(moment)"
    var name = "\(start).sqlite"
    var number = 1
    while Files.exists("\(data.path)/\(name)") {
      number += 1
      name = "\(start)-\(number).sqlite"
    }
    return name
  }

  func bringBack(_ store: RemovedStore) async throws {
    try await oneByOne { reloader in
      let path = reloader.data.storeFile(store.name)
      var moved: String?
      if let file = store.file {
        guard file.hasPrefix("\(DataDirectory.removedStores)/"), !file.contains("..") else {
          throw StoreChangeError.unknown(store.name)
        }
        let aside = "\(reloader.data.path)/\(file)"
        // Without the removed file, an undo that was interrupted has moved it already.
        guard !Files.exists(path) || !Files.exists(aside) else {
          throw StoreChangeError.fileExists(store.name, path)
        }
        try reloader.data.moveStore(from: aside, to: path)
        moved = file
      }
      do {
        try reloader.editor.change { stores in
          guard !stores.contains(where: { $0["name"]?.string == store.name }) else {
            throw StoreChangeError.nameTaken(store.name)
          }
          stores.append(.object(store.settings))
        }
      } catch {
        if let moved {
          try reloader.data.moveStore(from: path, to: "\(reloader.data.path)/\(moved)")
        }
        throw error
      }
      if let moved {
        try? await reloader.opener.console?.restoreRemarks(of: store.name, file: moved)
      }
      await reloader.follow()
    }
  }
}

extension DataDirectory {
  /// Moves a store's file with what SQLite keeps beside it, or leaves all of it where it is.
  ///
  /// The write-ahead log holds commits that the database lacks, so the database goes first: without
  /// it nobody opens the log, and a database that has lost its log would be opened as it is.
  /// What a move that was interrupted has left is moved after it.
  func moveStore(from path: String, to target: String) throws(FileError) {
    let isMoved = Files.exists(target) && !Files.exists(path)
    let parts = ["", "-wal", "-shm"].filter {
      $0.isEmpty && !isMoved || Files.exists(path + $0)
    }
    for (count, part) in parts.enumerated() {
      do throws(FileError) {
        try Files.move(path + part, to: target + part)
      } catch {
        for moved in parts[..<count].reversed() { try Files.move(target + moved, to: path + moved) }
        throw error
      }
    }
  }
}
