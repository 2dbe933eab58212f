import SQLiteKit
public import Support

/// A user's one-time codes, once they are set up.
public struct SecondFactor: Sendable, Equatable {
  public let since: Timestamp
  public let recoveryCodesLeft: Int
}

/// What somebody who signs in typed as the second factor.
public enum SecondFactorCheck: Sendable, Equatable {
  case good
  /// A recovery code, which is used up now.
  case recovery(left: Int)
  case wrong
}

extension ConsoleData {
  /// How many recovery codes are made at once.
  public static let recoveryCodesMade = 10

  /// Nil for a user who signs in with the password alone.
  public func secondFactor(of name: String) async throws -> SecondFactor? {
    try await database.read { connection in
      try connection.first(
        """
        SELECT totpSince, (SELECT count(*) FROM recoveryCodes WHERE user = users.name
          AND usedAt IS NULL) FROM users WHERE name = ? AND totpSecret IS NOT NULL
        """, [.text(name)]
      ) { (row) throws(SQLiteError) in
        SecondFactor(
          since: Timestamp(milliseconds: try row.decode(at: 0)),
          recoveryCodesLeft: try row.decode(at: 1))
      }
    }
  }

  /// The secret that is being set up, in Base32; the same one until a code confirms it.
  ///
  /// - Parameter isFresh: Makes a new one, whatever was there.
  public func secondFactorSetUp(of name: String, isFresh: Bool = false) async throws -> String {
    let made = Base32.encode(random.bytes(TOTP.secretBytes))
    return try await database.write { connection in
      let known = try connection.first(
        "SELECT totpSetUp FROM users WHERE name = ?", [.text(name)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String?.self) }
      guard let known else { throw ConsoleDataError.unknownUser(name) }
      if let known, !isFresh { return known }
      try connection.execute(
        "UPDATE users SET totpSetUp = ? WHERE name = ?", [.text(made), .text(name)])
      return made
    }
  }

  /// Turns the codes on when they are off and `code` is right for the secret that is being set up,
  /// and ends the user's sessions, which the password alone opened.
  ///
  /// - Parameter session: The one that stays: who is in it holds the phone.
  /// - Returns: The recovery codes, which cannot be had again; nil for a wrong code.
  public func confirmSecondFactor(
    of name: String, code: String, keeping session: Int64? = nil
  ) async throws -> [String]? {
    let codes = newRecoveryCodes()
    let now = time.now
    return try await writeKeepingIntent { connection in
      let setUp = try connection.first(
        "SELECT totpSetUp FROM users WHERE name = ? AND totpSecret IS NULL", [.text(name)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String?.self) }
      guard let secret = setUp.flatMap({ $0 }).flatMap(Base32.decode),
        let step = TOTP.step(of: typed(code), secret, at: now)
      else { return nil }
      try connection.execute(
        """
        UPDATE users SET totpSecret = totpSetUp, totpSetUp = NULL, totpStep = ?, totpSince = ?
        WHERE name = ?
        """, [.integer(step), .integer(now.milliseconds), .text(name)])
      try connection.execute(
        "DELETE FROM sessions WHERE user = ? AND id <> ?", [.text(name), .integer(session ?? 0)])
      try keep(codes, of: name, connection)
      return codes.map(grouped)
    }
  }

  /// Checks a code of the phone or a recovery code; each is good once.
  public func checkSecondFactor(_ code: String, of name: String) async throws -> SecondFactorCheck {
    let now = time.now
    let typed = typed(code)
    return try await database.write { connection in
      let secret = try connection.first(
        "SELECT totpSecret FROM users WHERE name = ?", [.text(name)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String?.self) }
      guard let secret = secret.flatMap({ $0 }).flatMap(Base32.decode) else { return .wrong }
      if let step = TOTP.step(of: typed, secret, at: now) {
        // A code that was seen on its way here is of no use any more.
        try connection.execute(
          "UPDATE users SET totpStep = ?1 WHERE name = ?2 AND totpStep < ?1",
          [.integer(step), .text(name)])
        return connection.changes > 0 ? .good : .wrong
      }
      try connection.execute(
        "UPDATE recoveryCodes SET usedAt = ? WHERE user = ? AND hash = ? AND usedAt IS NULL",
        [.integer(now.milliseconds), .text(name), .text(secretHash(typed))])
      guard connection.changes > 0 else { return .wrong }
      return .recovery(left: try codesLeft(name, connection))
    }
  }

  /// New recovery codes in place of the old ones; nil for a user without a second factor.
  public func renewRecoveryCodes(of name: String) async throws -> [String]? {
    let codes = newRecoveryCodes()
    return try await writeKeepingIntent { connection in
      let isSetUp = try connection.first(
        "SELECT 1 FROM users WHERE name = ? AND totpSecret IS NOT NULL", [.text(name)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
      guard isSetUp != nil else { return nil }
      try keep(codes, of: name, connection)
      return codes.map(grouped)
    }
  }

  /// Takes the second factor away; false when there was none.
  ///
  /// - Parameter endsSessions: For somebody else's, whose open sessions nobody vouches for.
  public func removeSecondFactor(of name: String, endsSessions: Bool) async throws -> Bool {
    try await writeKeepingIntent { connection in
      try connection.execute(
        """
        UPDATE users SET totpSecret = NULL, totpSetUp = NULL, totpStep = NULL, totpSince = NULL
        WHERE name = ? AND totpSecret IS NOT NULL
        """, [.text(name)])
      guard connection.changes > 0 else { return false }
      try connection.execute("DELETE FROM recoveryCodes WHERE user = ?", [.text(name)])
      if endsSessions {
        try connection.execute("DELETE FROM sessions WHERE user = ?", [.text(name)])
      }
      return true
    }
  }

  /// 120 random bits each, so that a plain hash of one cannot be guessed back.
  ///
  /// Source: OWASP ASVS 5.0, 6.5.2: below 112 bits a code takes the hash of a password.
  private func newRecoveryCodes() -> [String] {
    (0..<Self.recoveryCodesMade).map { _ in Base32.encode(random.bytes(15)) }
  }
}

private func keep(_ codes: [String], of name: String, _ connection: Connection) throws {
  try connection.execute("DELETE FROM recoveryCodes WHERE user = ?", [.text(name)])
  for code in codes {
    try connection.execute(
      "INSERT INTO recoveryCodes (user, hash) VALUES (?, ?)",
      [.text(name), .text(secretHash(code))])
  }
}

private func codesLeft(_ name: String, _ connection: Connection) throws -> Int {
  try connection.first(
    "SELECT count(*) FROM recoveryCodes WHERE user = ? AND usedAt IS NULL", [.text(name)]
  ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
}

/// What was meant, however it was spaced.
private func typed(_ code: String) -> String {
  String(code.uppercased().filter { $0.isLetter || $0.isNumber }.prefix(64))
}

/// `ABCD-EFGH-…`, for people.
private func grouped(_ code: String) -> String {
  var output = ""
  for (index, letter) in code.enumerated() {
    if index > 0, index.isMultiple(of: 4) { output += "-" }
    output.append(letter)
  }
  return output
}
