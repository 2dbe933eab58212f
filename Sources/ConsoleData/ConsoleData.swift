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
  /// Nil until this process works on its first run.
  let sign = Locked<LifeSign?>(nil)
  let abandonedLook = Locked<AbandonedLook?>(nil)

  /// Opens the database, creating it or bringing it to the newest schema.
  ///
  /// - Parameter passwordCost: What one guess costs; tests use ``PasswordCost/testing``.
  public init(
    path: String, time: any TimeSource, random: RandomSource,
    passwordCost: PasswordCost = .interactive
  ) async throws {
    let database = try await DatabasePool(path: path, isPrivate: true)
    try await consoleSchema.migrate(database)
    self.path = path
    self.database = database
    self.time = time
    self.random = random
    passwords = try PasswordHasher(cost: passwordCost)
    sealer = try await TextSealer(database, random)
  }

  /// True when the database answers.
  public func isReady() async -> Bool {
    let count = try? await database.read { connection in
      try connection.first("SELECT count(*) FROM users") { (row) throws(SQLiteError) in
        try row.decode(at: 0, as: Int.self)
      }
    }
    return count != nil
  }

  /// 256 random bits as text that fits URLs, cookies and command lines.
  func newSecret() -> String { Base64.encodeForURL(random.bytes(32)) }
}
