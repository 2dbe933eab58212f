import SQLiteKit
public import Support

/// What the console itself remembers, in one database beside the stores: users, tokens, sessions,
/// sign-in links, failed sign-ins, the audit, and the runs.
///
/// Several processes may have it open. Secrets are kept only as hashes, and no error names one.
public final class ConsoleData: Sendable {
  let database: DatabasePool
  let time: any TimeSource
  let random: RandomSource
  let passwords: PasswordHasher
  let sealer: TextSealer
  let path: String
  /// What is gone with this object; nil where the database itself is used.
  private let folder: ScratchFolder?
  /// Nil until this process works on its first run.
  let sign = Locked<ProcessLease?>(nil)
  private let failedNote = Locked<Timestamp?>(nil)
  let abandonedLook = Locked<AbandonedLook?>(nil)
  /// By person and store: when the last visit was noted, as far as this process knows.
  let notedVisits = Locked<UTF8Dictionary<Timestamp>>([:])
  /// By run: ends that could not be written yet.
  let unwrittenRuns = Locked<[Int64: FinishedRun]>([:])

  /// How the database is used.
  public enum Access: Sendable {
    /// Created when missing, and brought to the newest schema.
    case readWrite
    /// Read only, without any lock.
    case readOnly
    /// A copy for this process alone, which ends with it; the database itself is only read, and may
    /// be missing.
    case ownCopy
  }

  /// Opens the database.
  ///
  /// - Parameter passwordCost: What one guess costs; tests use ``PasswordCost/testing``.
  public init(
    path: String, access: Access = .readWrite, time: any TimeSource, random: RandomSource,
    passwordCost: PasswordCost = .interactive
  ) async throws {
    var (used, folder) = (path, ScratchFolder?.none)
    if access == .ownCopy {
      let own = try ScratchFolder()
      used = "\(own.path)/console.sqlite"
      if Files.exists(path) { try DatabaseCopy.make(of: path, at: used) }
      folder = own
    }
    let database = try await DatabasePool(
      path: used, access: access == .readOnly ? .readOnly : .readWrite, isPrivate: true)
    if access == .readOnly {
      try await consoleSchema.check(database)
    } else {
      try await consoleSchema.migrate(database)
    }
    self.path = path
    self.folder = folder
    self.database = database
    self.time = time
    self.random = random
    passwords = try PasswordHasher(cost: passwordCost)
    sealer = try await TextSealer(database, random)
  }

  /// Takes the write lock and gives it back; throws why nothing could be written.
  public func tryWriting() async throws {
    // A transaction alone is no proof: in a file that can only be read it becomes one that reads.
    try await database.write { try $0.execute("UPDATE knownStores SET since = since WHERE 0") }
  }

  /// From now on SQLite itself refuses every write.
  public func refuseWrites() async throws { try await database.refuseWrites() }

  /// Closes the database; using it afterwards fails.
  public func close() async { await database.close() }

  /// True when the database answers.
  public func isReady() async -> Bool {
    let count = try? await database.read { connection in
      try connection.first("SELECT count(*) FROM users") { (row) throws(SQLiteError) in
        try row.decode(at: 0, as: Int.self)
      }
    }
    return count != nil
  }

  /// Writes what matters less than the request that it comes with: where the file cannot be written,
  /// reading goes on without it.
  func noteIfPossible(_ body: @Sendable (Connection) throws -> Void) async throws {
    let now = time.now
    // Waiting for a lock again and again would slow down every request.
    guard failedNote.withLock({ $0.map { now.seconds(since: $0) >= 30 } ?? true }) else { return }
    do {
      try await database.write(body)
    } catch {
      guard StorageProblem(error) != nil else { throw error }
      failedNote.withLock { $0 = now }
    }
  }

  /// 256 random bits as text that fits URLs, cookies and command lines.
  func newSecret() -> String { Base64.encodeForURL(random.bytes(32)) }
}
