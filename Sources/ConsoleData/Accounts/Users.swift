import SQLiteKit
public import Support

/// Someone who signs in with a name and a password.
public struct User: Sendable, Equatable {
  public let name: String
  public let role: Role
  public let createdAt: Timestamp
  public let signedInAt: Timestamp?
  /// Signs in with one-time codes on top of the password.
  public let hasSecondFactor: Bool
}

extension ConsoleData {
  /// In order of their names.
  public func users() async throws -> [User] {
    try await database.read { connection in
      try connection.query(
        "SELECT name, role, createdAt, signedInAt, totpSecret IS NOT NULL AS hasCodes FROM users "
          + "ORDER BY name"
      ) { (row) throws(SQLiteError) in
        User(
          name: try row.decode("name"), role: try row.decode("role"),
          createdAt: Timestamp(milliseconds: try row.decode("createdAt")),
          signedInAt: try row.decode("signedInAt", as: Int64?.self).map(
            Timestamp.init(milliseconds:)), hasSecondFactor: try row.decode("hasCodes"))
      }
    }
  }

  public func isUser(_ name: String) async throws -> Bool {
    try await database.read { try roleOf(name, $0) } != nil
  }

  public func addUser(_ name: String, role: Role, password: String) async throws {
    let name = try checkedName(name)
    let hash = try await passwords.hash(checkedPassword(password, of: name))
    let now = time.now.milliseconds
    let identity = newSecret()
    try await writeKeepingIntent { connection in
      try UserNames.check(name, beside: UserNames.all(connection))
      try connection.execute(
        "INSERT INTO users (name, role, passwordHash, createdAt, identity) VALUES (?, ?, ?, ?, ?)",
        [
          .text(name), .text(role.rawValue), .text(hash), .integer(now), .text(identity),
        ])
    }
  }

  /// Ends the user's sessions when the role changes, so that nobody goes on with an old one.
  public func setRole(_ role: Role, of name: String) async throws {
    try await writeKeepingIntent { connection in
      guard let old = try roleOf(name, connection) else { throw ConsoleDataError.unknownUser(name) }
      guard old != role else { return }
      if old == .admin { try requireAnotherAdmin(than: name, connection) }
      try connection.execute(
        "UPDATE users SET role = ? WHERE name = ?", [.text(role.rawValue), .text(name)])
      try connection.execute("DELETE FROM sessions WHERE user = ?", [.text(name)])
    }
  }

  /// Ends the user's sessions.
  ///
  /// - Parameter session: The one that stays, for people who change their own.
  public func setPassword(
    _ password: String, of name: String, keeping session: Int64? = nil
  ) async throws {
    let hash = try await passwords.hash(checkedPassword(password, of: name))
    try await writeKeepingIntent { connection in
      guard try roleOf(name, connection) != nil else { throw ConsoleDataError.unknownUser(name) }
      try connection.execute(
        "UPDATE users SET passwordHash = ? WHERE name = ?", [.text(hash), .text(name)])
      try connection.execute(
        "DELETE FROM sessions WHERE user = ? AND id <> ?", [.text(name), .integer(session ?? 0)])
    }
  }

  /// True when the user exists and the password is right; takes the same time in every case.
  ///
  /// - Throws: `passwordChecksBusy` when too many others wait for theirs.
  public func isPassword(
    _ password: String, of name: String, from origin: PasswordOrigin = .known
  ) async throws -> Bool {
    let hash = try await database.read { connection in
      try connection.first(
        "SELECT passwordHash FROM users WHERE name = ?", [.text(name)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    }
    let isShort = password.utf8.count <= passwordBytesMax
    return try await passwords.verify(
      isShort ? password : "", isShort ? hash : nil, from: origin)
  }
}

private let passwordBytesMax = 1_024

private func checkedPassword(
  _ password: String, of name: String
) throws(ConsoleDataError) -> String {
  guard password.count >= 8 else { throw .passwordTooShort }
  guard password.utf8.count <= passwordBytesMax else { throw .passwordTooLong }
  guard !PasswordStrength.isGuessable(password, of: name) else { throw .passwordCommon }
  return password
}

func roleOf(_ name: String, _ connection: Connection) throws -> Role? {
  try connection.first(
    "SELECT role FROM users WHERE name = ?", [.text(name)]
  ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Role.self) }
}

func requireAnotherAdmin(than name: String, _ connection: Connection) throws {
  let others = try connection.first(
    "SELECT count(*) FROM users WHERE role = 'admin' AND name <> ?", [.text(name)]
  ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
  guard let others, others > 0 else { throw ConsoleDataError.lastAdmin(name) }
}
