package import ConsoleData
import Localization
package import Support

/// Makes one backup at a time, by hand and on a schedule, and records what came of it.
package actor BackupCenter {
  /// Who asked for a backup, as the audit log names them.
  struct Requester: Sendable {
    var who: String
    var address = ""
    var requestID = ""

    static var schedule: Requester { Requester(who: Scheduler.name) }
  }

  /// A backup that is being made.
  struct Running: Sendable {
    let who: String
    let startedAt: Timestamp
    var progress: BackupProgress?
  }

  /// A failed backup is tried again after this many minutes, or after its interval if that is less.
  private static let retryMinutes = 15

  private let maker: any BackupMaker
  private let data: ConsoleData
  private let time: any TimeSource
  private let log: @Sendable (String) -> Void
  private let progress = Locked<BackupProgress?>(nil)
  private var current: (running: Running, work: Task<Void, Never>)?

  package init(
    _ maker: any BackupMaker, data: ConsoleData, time: any TimeSource = SystemTime(),
    log: @escaping @Sendable (String) -> Void
  ) {
    self.maker = maker
    self.data = data
    self.time = time
    self.log = log
  }

  nonisolated var settings: BackupSettings { maker.settings }

  var running: Running? {
    guard var running = current?.running else { return nil }
    running.progress = progress.withLock { $0 }
    return running
  }

  /// Starts a backup.
  ///
  /// - Returns: False if one is being made already.
  func start(for requester: Requester) -> Bool {
    guard current == nil else { return false }
    let startedAt = time.now
    progress.withLock { $0 = nil }
    // What is kept about it is English, whoever asked.
    let work = inEnglish {
      Task {
        await make(for: requester, startedAt)
        current = nil
      }
    }
    current = (Running(who: requester.who, startedAt: startedAt), work)
    return true
  }

  /// Starts the backup that the schedule asks for, if its time has come.
  package func startIfDue() async throws {
    guard let minutes = settings.everyMinutes, current == nil else { return }
    if let last = try await data.backups(limit: 1).first {
      let wait = last.failure == nil ? minutes : min(minutes, Self.retryMinutes)
      guard last.startedAt.adding(seconds: Int64(wait) * 60) <= time.now else { return }
    }
    _ = start(for: .schedule)
  }

  /// Waits for the backup that is being made.
  func wait() async { await current?.work.value }

  /// Stops the backup that is being made; nothing of it stays.
  package func stop() async {
    current?.work.cancel()
    await wait()
  }

  private func make(for requester: Requester, _ startedAt: Timestamp) async {
    do {
      let progress = progress
      let done = try await maker.make { now in progress.withLock { $0 = now } }
      try await data.addBackup(
        by: requester.who, startedAt: startedAt, folder: done.folder, files: done.files,
        bytes: done.bytes)
      try await note(requester, done.folder, count: done.files)
    } catch is CancellationError {
      log("The backup was stopped; nothing of it was kept.")
    } catch {
      let reason = StorageProblem(error).map { "\($0)" } ?? "\(error)"
      log("backup: \(reason)")
      // Where the console's database can't be written, the log has it.
      try? await data.addBackup(
        by: requester.who, startedAt: startedAt, folder: settings.directory, failure: reason)
      try? await note(requester, settings.directory, failure: reason)
    }
  }

  private func note(
    _ requester: Requester, _ folder: String, count: Int? = nil, failure: String? = nil
  ) async throws {
    try await data.record(
      AuditRecord(
        who: requester.who, address: requester.address,
        action: ConsoleAction.backupMake.rawValue, target: folder, count: count,
        result: failure == nil ? .done : .failed, reason: failure,
        requestID: requester.requestID))
  }
}
