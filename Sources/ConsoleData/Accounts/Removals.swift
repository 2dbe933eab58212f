import SQLiteKit
import Support

// What was taken away by mistake comes back as it was, for a while.
extension ConsoleData {
  /// How long removed users, revoked tokens and discarded changes are kept.
  public static let removalDaysMax: Int64 = 30

  private static let userColumns =
    "name, role, passwordHash, createdAt, signedInAt, totpSecret, totpStep, totpSince, "
    + "identity, language"
  private static let tokenColumns =
    "name, role, hash, createdAt, createdBy, usedAt, expiresAt, store, maker"

  /// Ends the user's sessions and API tokens too.
  ///
  /// - Returns: The number that ``restoreUser(_:)`` takes.
  @discardableResult
  public func removeUser(_ name: String) async throws -> Int64 {
    let now = time.now.milliseconds
    return try await writeKeepingIntent { connection in
      guard let role = try roleOf(name, connection) else {
        throw ConsoleDataError.unknownUser(name)
      }
      if role == .admin { try requireAnotherAdmin(than: name, connection) }
      try Self.forgetOldRemovals(now, connection)
      try connection.execute(
        "INSERT INTO removedUsers (at, \(Self.userColumns)) "
          + "SELECT ?, \(Self.userColumns) FROM users WHERE name = ?", [.integer(now), .text(name)])
      let removal = connection.lastInsertedRowID
      try connection.execute(
        "INSERT INTO removedCodes (removal, hash, usedAt) "
          + "SELECT ?, hash, usedAt FROM recoveryCodes WHERE user = ?",
        [.integer(removal), .text(name)])
      try connection.execute("DELETE FROM users WHERE name = ?", [.text(name)])
      try connection.execute("DELETE FROM recoveryCodes WHERE user = ?", [.text(name)])
      try connection.execute("DELETE FROM sessions WHERE user = ?", [.text(name)])
      return removal
    }
  }

  /// Brings a removed user back, with role, password, one-time codes and API tokens, but signed out.
  public func restoreUser(_ removal: Int64) async throws {
    let oldest = Self.oldestRemoval(time.now.milliseconds)
    try await writeKeepingIntent { connection in
      let name = try Self.removedName("removedUsers", removal, since: oldest, connection)
      try UserNames.checkDiffers(name, from: UserNames.all(connection))
      try connection.execute(
        "INSERT INTO users (\(Self.userColumns)) "
          + "SELECT \(Self.userColumns) FROM removedUsers WHERE id = ?", [.integer(removal)])
      try connection.execute(
        "INSERT INTO recoveryCodes (user, hash, usedAt) "
          + "SELECT ?, hash, usedAt FROM removedCodes WHERE removal = ?",
        [.text(name), .integer(removal)])
      try connection.execute("DELETE FROM removedUsers WHERE id = ?", [.integer(removal)])
      try connection.execute("DELETE FROM removedCodes WHERE removal = ?", [.integer(removal)])
    }
  }

  /// Makes a token useless at once.
  ///
  /// - Returns: The number that ``restoreToken(_:)`` takes; nil when there is no such token.
  public func revokeToken(_ id: Int64) async throws -> Int64? {
    let now = time.now.milliseconds
    return try await writeKeepingIntent { connection -> Int64? in
      try Self.forgetOldRemovals(now, connection)
      try connection.execute(
        "INSERT INTO removedTokens (at, \(Self.tokenColumns)) "
          + "SELECT ?, \(Self.tokenColumns) FROM tokens WHERE id = ?",
        [.integer(now), .integer(id)]
      )
      guard connection.changes > 0 else { return nil }
      let removal = connection.lastInsertedRowID
      try connection.execute("DELETE FROM tokens WHERE id = ?", [.integer(id)])
      return removal
    }
  }

  /// Lets a revoked token open the console again: the same secret, role, store and end.
  public func restoreToken(_ removal: Int64) async throws {
    let oldest = Self.oldestRemoval(time.now.milliseconds)
    try await writeKeepingIntent { connection in
      let name = try Self.removedName("removedTokens", removal, since: oldest, connection)
      let taken = try connection.first(
        "SELECT id FROM tokens WHERE name = ?", [.text(name)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
      guard taken == nil else { throw ConsoleDataError.tokenExists(name) }
      try connection.execute(
        "INSERT INTO tokens (\(Self.tokenColumns)) "
          + "SELECT \(Self.tokenColumns) FROM removedTokens WHERE id = ?", [.integer(removal)])
      try connection.execute("DELETE FROM removedTokens WHERE id = ?", [.integer(removal)])
    }
  }

  /// Who or what a removal took away.
  private static func removedName(
    _ table: String, _ removal: Int64, since oldest: Int64, _ connection: Connection
  ) throws -> String {
    let name = try connection.first(
      "SELECT name FROM \(table) WHERE id = ? AND at >= ?",
      [.integer(removal), .integer(oldest)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    guard let name else { throw ConsoleDataError.goneForGood }
    return name
  }

  static func oldestRemoval(_ now: Int64) -> Int64 { now - removalDaysMax * 86_400_000 }

  private static func forgetOldRemovals(_ now: Int64, _ connection: Connection) throws {
    let oldest: [SQLiteValue] = [.integer(oldestRemoval(now))]
    try connection.execute("DELETE FROM removedUsers WHERE at < ?", oldest)
    try connection.execute("DELETE FROM removedTokens WHERE at < ?", oldest)
    try connection.execute(
      "DELETE FROM removedCodes WHERE removal NOT IN (SELECT id FROM removedUsers)")
  }
}
