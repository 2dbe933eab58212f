import SQLiteKit
public import Support

/// A key for scripts.
///
/// The secret itself is shown once, when it is made.
public struct APIToken: Sendable, Equatable {
  public let id: Int64
  public let name: String
  /// The role that it was made with; ``currentRole`` says what it may do now.
  public let role: Role
  public let createdAt: Timestamp
  public let createdBy: String
  public let usedAt: Timestamp?
  /// Nil for one that is good until it is revoked.
  public let expiresAt: Timestamp?
  /// The only store that it opens; nil for all of them and what stands above them.
  public let store: String?
  public let maker: APITokenCreator

  /// The user who made it is gone, and so is what it opens.
  public var isEnded: Bool { maker == .removed }

  /// The lower one of the token's role and its maker's current role.
  public var currentRole: Role {
    guard case .user(let makerRole) = maker else { return role }
    return min(role, makerRole)
  }
}

/// Who answers for an API token.
public enum APITokenCreator: Sendable, Equatable {
  /// Made on the command line or by a one-time sign-in link.
  case nobody
  /// A user, with the role that the user has now.
  case user(Role)
  /// A user who was removed.
  case removed
}

extension ConsoleData {
  /// In order of their names.
  public func tokens() async throws -> [APIToken] {
    try await database.read { connection in
      try connection.query(selectTokens + " ORDER BY tokens.name", decode: decodeToken)
    }
  }

  /// The tokens that a user made, which end with the user.
  public func tokens(of maker: String) async throws -> [APIToken] {
    try await database.read { connection in
      try connection.query(
        selectTokens + " WHERE users.name = ? ORDER BY tokens.name", [.text(maker)],
        decode: decodeToken)
    }
  }

  /// Makes a token and gives its secret, which cannot be had again.
  ///
  /// - Parameters:
  ///   - days: How long it is good; nil until it is revoked.
  ///   - store: The only store that it opens; nil for all.
  ///   - maker: The user whose current role limits the token and whose removal ends it; nil for
  ///     one that is made on the command line or by a one-time sign-in link.
  public func addToken(
    _ name: String, role: Role, by who: String, days: Int? = nil, store: String? = nil,
    maker: String? = nil
  ) async throws -> String {
    let name = try checkedName(name)
    let secret = "syncline_" + newSecret()
    let hash = secretHash(secret)
    let now = time.now.milliseconds
    try await writeKeepingIntent { connection in
      let known = try connection.first(
        "SELECT id FROM tokens WHERE name = ?", [.text(name)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
      guard known == nil else { throw ConsoleDataError.tokenExists(name) }
      let identity = try maker.map { try makerIdentity($0, connection) }
      try connection.execute(
        """
        INSERT INTO tokens (name, role, hash, createdAt, createdBy, expiresAt, store, maker)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .text(name), .text(role.rawValue), .text(hash), .integer(now), .text(who),
          days.map { .integer(now + Int64($0) * 86_400_000) } ?? .null, text(store),
          text(identity),
        ])
    }
    return secret
  }

  /// The token with this secret, unless it has expired or its maker was removed; notes that it was
  /// used, at most once a minute.
  public func token(withSecret secret: String) async throws -> APIToken? {
    let hash = secretHash(secret)
    let found = try await database.read { connection in
      try connection.first(
        selectTokens + " WHERE tokens.hash = ?", [.text(hash)], decode: decodeToken)
    }
    let now = time.now
    guard let found, !found.isEnded, found.expiresAt.map({ now < $0 }) ?? true else { return nil }
    if found.usedAt.map({ now.seconds(since: $0) >= 60 }) ?? true {
      try await noteIfPossible { connection in
        try connection.execute(
          "UPDATE tokens SET usedAt = ? WHERE id = ?",
          [.integer(now.milliseconds), .integer(found.id)])
      }
    }
    return found
  }
}

private let selectTokens = """
  SELECT tokens.*, users.role AS makerRole
  FROM tokens LEFT JOIN users ON users.identity = tokens.maker
  """

private func makerIdentity(_ user: String, _ connection: Connection) throws -> String {
  let identity = try connection.first(
    "SELECT identity FROM users WHERE name = ?", [.text(user)]
  ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
  guard let identity else { throw ConsoleDataError.unknownUser(user) }
  return identity
}

private func decodeMaker(_ row: borrowing Row) throws(SQLiteError) -> APITokenCreator {
  guard try row.decode("maker", as: String?.self) != nil else { return .nobody }
  return try row.decode("makerRole", as: Role?.self).map { .user($0) } ?? .removed
}

private func decodeToken(_ row: borrowing Row) throws(SQLiteError) -> APIToken {
  APIToken(
    id: try row.decode("id"), name: try row.decode("name"), role: try row.decode("role"),
    createdAt: Timestamp(milliseconds: try row.decode("createdAt")),
    createdBy: try row.decode("createdBy"),
    usedAt: try row.decode("usedAt", as: Int64?.self).map(Timestamp.init(milliseconds:)),
    expiresAt: try row.decode("expiresAt", as: Int64?.self).map(Timestamp.init(milliseconds:)),
    store: try row.decode("store"), maker: try decodeMaker(row))
}
