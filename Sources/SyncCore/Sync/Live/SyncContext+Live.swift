import Support

/// A live pull takes milliseconds and comes when the server pleases, so nobody is refused for it.
extension SyncContext {
  private static let liveNote = "live"
  private static let waitForLive = Duration.seconds(10)
  private static let pause = Duration.milliseconds(10)

  /// Pulls what changed in some tables since their last pull, and pushes nothing.
  ///
  /// Stops at once as throttled during a `Retry-After` pause, so that the store stays free for other
  /// runs.
  ///
  /// - Throws: ``SyncError/offline``, ``SyncError/runInProgress(path:)``, or a failure of the store
  ///   file.
  package func pullLive(
    tables: [String], progress: ProgressSink? = nil
  ) async throws -> PullReport {
    try await withRun(progress, isLive: true) { tracker in
      try await pullSteps(
        pullJobs(tables, full: false), tracker, pushing: nil, waitingAtMost: 0)
    }
  }

  /// The lock of the one run on this store file; waits while a live pull has it.
  func runLock(isLive: Bool) async throws -> FileLock {
    let deadline = ContinuousClock.now + Self.waitForLive
    repeat {
      if let lock = try FileLock(tryLocking: lockPath) {
        lock.leaveNote(isLive ? Self.liveNote : "")
        return lock
      }
      guard FileLock.note(at: lockPath) == Self.liveNote else { break }
      // The holder may be another process, which lives in real time.
      try await SystemTime().sleep(for: Self.pause)
    } while ContinuousClock.now < deadline
    throw SyncError.runInProgress(path: path)
  }

  /// The tables of the store that the server calls `names`, whose letters may be of another case.
  package func tables(named names: some Sequence<String>) async throws -> [String] {
    let known = try await tableNames()
    return names.compactMap { name in
      known.contains(identical: name) ? name : Catalogue.alike(name, among: known)
    }.unique
  }
}
