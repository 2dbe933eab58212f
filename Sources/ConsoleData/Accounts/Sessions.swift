public import JSONKit
import SQLiteKit
public import Support

/// A browser that is signed in.
public struct Session: Sendable, Equatable {
  public let id: Int64
  public let user: String
  public let role: Role
  /// Every form of this session carries it, and no other page can know it.
  public let csrfToken: String
  public let createdAt: Timestamp
  public let seenAt: Timestamp
  public let address: String
  public let agent: String
  /// When the person last proved with the password who it is.
  public private(set) var confirmedAt: Timestamp
  /// The session began with a one-time link and not with a user's password.
  public let isByLink: Bool
  /// What to say on the next page, once.
  public let flash: JSONValue?
  /// The language that the person chose, as a tag of BCP 47; nil for the browser's.
  public let language: String?
  /// Of the id in the cookie with which this session was found.
  let secretHash: String

  /// Session timeout: a session ends after this long without a request.
  public static let idleSeconds: Int64 = 30 * 60
  /// A session ends this long after it began, whatever happens.
  public static let absoluteSeconds: Int64 = 12 * 60 * 60
  /// Requests within this time are noted as one.
  fileprivate static let notedSeconds: Int64 = 60

  /// How long it still lasts without a further request, and at most, after one at `now`.
  public func end(seenAt now: Timestamp) -> (idleSeconds: Int64, absoluteSeconds: Int64) {
    // A request is noted at most once a minute.
    let since = Int64(now.seconds(since: seenAt))
    let idle = Self.idleSeconds - (since < Self.notedSeconds ? since : 0)
    return (idle, Self.absoluteSeconds - Int64(now.seconds(since: createdAt)))
  }

  /// The same session after the person proved who it is.
  public func confirmed(at now: Timestamp) -> Session {
    var session = self
    session.confirmedAt = now
    return session
  }

  /// As ``liveBounds(_:)`` says it in SQL.
  fileprivate func isLive(at now: Timestamp) -> Bool {
    seenAt.milliseconds > now.milliseconds - Self.idleSeconds * 1_000
      && createdAt.milliseconds > now.milliseconds - Self.absoluteSeconds * 1_000
  }
}

extension ConsoleData {
  /// The user of sessions that began with a one-time link; no real user can have this name.
  public static let linkUser = "sign-in link"

  /// Begins a session under a new random id, and gives that id for the cookie.
  ///
  /// - Parameter linkRole: The role when the session comes from a one-time link; nil for a user,
  ///   whose own role counts.
  public func startSession(
    user: String, linkRole: Role? = nil, address: String, agent: String
  ) async throws -> String {
    let secret = newSecret()
    let values: [SQLiteValue] = [
      .text(secretHash(secret)), .text(user), linkRole.map { .text($0.rawValue) } ?? .null,
      .text(newSecret()), .integer(time.now.milliseconds), .integer(time.now.milliseconds),
      .text(address), .text(String(agent.prefix(200))),
    ]
    let now = time.now.milliseconds
    let oldest = now - Session.absoluteSeconds * 1_000
    try await database.write { connection in
      try connection.execute("DELETE FROM sessions WHERE createdAt <= ?", [.integer(oldest)])
      try connection.execute(
        """
        INSERT INTO sessions (hash, user, linkRole, formToken, createdAt, seenAt, address, agent,
          confirmedAt)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?5)
        """, values)
      try connection.execute(
        "UPDATE users SET signedInAt = ? WHERE name = ?", [.integer(now), .text(user)])
    }
    return secret
  }

  /// The session that the cookie names when it is over by itself, until the next one begins twelve
  /// hours later; nil for one that is live, that was ended by somebody, or whose user is gone.
  public func endedSession(withSecret secret: String) async throws -> Session? {
    let (hash, now) = (secretHash(secret), time.now)
    let found = try await database.read { connection in
      try connection.first(
        selectSessions + " AND sessions.hash = ?", anyTime + [.text(hash)], decode: decodeSession)
    }
    return found.flatMap { $0.isLive(at: now) ? nil : $0 }
  }

  /// The session that the cookie names, while it is neither idle for too long nor too old.
  ///
  /// - Parameter isSignOfLife: Whether the session's idle time begins again; noted at most once a
  ///   minute.
  public func session(
    withSecret secret: String, isSignOfLife: Bool = true
  ) async throws -> Session? {
    let hash = secretHash(secret)
    let now = time.now
    // Kept for as long as nobody, in whatever process, writes to the file: who ends a session writes.
    let found = try await database.read { connection in
      try connection.memo("session \(hash)") {
        try connection.first(
          selectSessions + " AND sessions.hash = ?", anyTime + [.text(hash)],
          decode: decodeSession)
      }
    }
    guard let found, found.isLive(at: now) else { return nil }
    if isSignOfLife, now.seconds(since: found.seenAt) >= Double(Session.notedSeconds) {
      try await noteIfPossible { connection in
        try connection.execute(
          "UPDATE sessions SET seenAt = ? WHERE id = ?",
          [.integer(now.milliseconds), .integer(found.id)])
      }
    }
    return found
  }

  /// All live sessions, the newest first; those of one user when `user` is given.
  public func sessions(of user: String? = nil) async throws -> [Session] {
    let now = time.now
    return try await database.read { connection in
      try connection.query(
        selectSessions + " AND (?3 IS NULL OR sessions.user = ?3) ORDER BY sessions.id DESC",
        liveBounds(now) + [user.map(SQLiteValue.text) ?? .null], decode: decodeSession)
    }
  }

  /// Ends one session; false when there is no such session, or when it is not `user`'s.
  public func endSession(_ id: Int64, of user: String? = nil) async throws -> Bool {
    try await database.write { connection in
      try connection.execute(
        "DELETE FROM sessions WHERE id = ?1 AND (?2 IS NULL OR user = ?2)",
        [.integer(id), user.map(SQLiteValue.text) ?? .null])
      return connection.changes > 0
    }
  }

  /// Ends all other sessions of the same user.
  ///
  /// - Returns: How many there were.
  public func endOtherSessions(than id: Int64, of user: String) async throws -> Int {
    try await database.write { connection in
      try connection.execute(
        "DELETE FROM sessions WHERE user = ? AND id <> ?", [.text(user), .integer(id)])
      return Int(connection.changes)
    }
  }

  /// Sets the language of the pages: for the user of the session in all of them, and for who came
  /// by a one-time link in this one.
  ///
  /// - Parameter language: A tag of BCP 47; nil for the browser's.
  public func setLanguage(_ language: String?, of session: Session) async throws {
    let value = language.map(SQLiteValue.text) ?? .null
    try await database.write { connection in
      if session.isByLink {
        try connection.execute(
          "UPDATE sessions SET linkLanguage = ? WHERE id = ?", [value, .integer(session.id)])
      } else {
        try connection.execute(
          "UPDATE users SET language = ? WHERE name = ?", [value, .text(session.user)])
      }
    }
  }

  /// Keeps what the session's next page says; nil drops it.
  public func setFlash(_ flash: JSONValue?, session id: Int64) async throws {
    try await database.write { connection in
      try connection.execute(
        "UPDATE sessions SET flash = ? WHERE id = ?",
        [flash.map { .text($0.serializedText) } ?? .null, .integer(id)])
    }
  }
}

/// Bound: when a session must have been seen at the earliest, and when it must have begun.
private let selectSessions = """
  SELECT sessions.*, coalesce(users.role, sessions.linkRole) AS role,
    coalesce(users.language, sessions.linkLanguage) AS language
  FROM sessions LEFT JOIN users ON users.name = sessions.user AND sessions.linkRole IS NULL
  WHERE coalesce(users.role, sessions.linkRole) IS NOT NULL
    AND sessions.seenAt > ?1 AND sessions.createdAt > ?2
  """

private func liveBounds(_ now: Timestamp) -> [SQLiteValue] {
  [
    .integer(now.milliseconds - Session.idleSeconds * 1_000),
    .integer(now.milliseconds - Session.absoluteSeconds * 1_000),
  ]
}

/// The bounds that every session is within.
private let anyTime: [SQLiteValue] = [.integer(.min), .integer(.min)]

private func decodeSession(_ row: borrowing Row) throws(SQLiteError) -> Session {
  let flash: String? = try row.decode("flash")
  return Session(
    id: try row.decode("id"), user: try row.decode("user"), role: try row.decode("role"),
    csrfToken: try row.decode("formToken"),
    createdAt: Timestamp(milliseconds: try row.decode("createdAt")),
    seenAt: Timestamp(milliseconds: try row.decode("seenAt")), address: try row.decode("address"),
    agent: try row.decode("agent"),
    confirmedAt: Timestamp(milliseconds: try row.decode("confirmedAt")),
    isByLink: try row.decode("linkRole", as: String?.self) != nil,
    flash: flash.flatMap { try? JSONValue(parsing: $0) },
    language: try row.decode("language"), secretHash: try row.decode("hash"))
}
