import SQLiteKit
public import Support

/// A key for scripts.
///
/// The secret itself is shown once, when it is made.
public struct APIToken: Sendable, Equatable {
  public let id: Int64
  public let name: String
  public let role: Role
  public let createdAt: Timestamp
  public let createdBy: String
  public let usedAt: Timestamp?
  /// Nil for one that is good until it is revoked.
  public let expiresAt: Timestamp?
  /// The only store that it opens; nil for all of them and what stands above them.
  public let store: String?
}

extension ConsoleData {
  /// In order of their names.
  public func tokens() async throws -> [APIToken] {
    try await database.read { connection in
      try connection.query("SELECT * FROM tokens ORDER BY name", decode: decodeToken)
    }
  }

  /// Makes a token and gives its secret, which cannot be had again.
  ///
  /// - Parameters:
  ///   - days: How long it is good; nil until it is revoked.
  ///   - store: The only store that it opens; nil for all.
  public func addToken(
    _ name: String, role: Role, by who: String, days: Int? = nil, store: String? = nil
  ) async throws -> String {
    let name = try checkedName(name)
    let secret = "syncline_" + newSecret()
    let hash = secretHash(secret)
    let now = time.now.milliseconds
    try await database.write { connection in
      let known = try connection.first(
        "SELECT id FROM tokens WHERE name = ?", [.text(name)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
      guard known == nil else { throw ConsoleDataError.tokenExists(name) }
      try connection.execute(
        """
        INSERT INTO tokens (name, role, hash, createdAt, createdBy, expiresAt, store)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .text(name), .text(role.rawValue), .text(hash), .integer(now), .text(who),
          days.map { .integer(now + Int64($0) * 86_400_000) } ?? .null, text(store),
        ])
    }
    return secret
  }

  /// The token with this secret; notes that it was used, at most once a minute.
  public func token(withSecret secret: String) async throws -> APIToken? {
    let hash = secretHash(secret)
    let found = try await database.read { connection in
      try connection.first(
        "SELECT * FROM tokens WHERE hash = ?", [.text(hash)], decode: decodeToken)
    }
    let now = time.now
    guard let found, found.expiresAt.map({ now < $0 }) ?? true else { return nil }
    if found.usedAt.map({ now.seconds(since: $0) >= 60 }) ?? true {
      try await database.write { connection in
        try connection.execute(
          "UPDATE tokens SET usedAt = ? WHERE id = ?",
          [.integer(now.milliseconds), .integer(found.id)])
      }
    }
    return found
  }
}

private func decodeToken(_ row: borrowing Row) throws(SQLiteError) -> APIToken {
  APIToken(
    id: try row.decode("id"), name: try row.decode("name"), role: try row.decode("role"),
    createdAt: Timestamp(milliseconds: try row.decode("createdAt")),
    createdBy: try row.decode("createdBy"),
    usedAt: try row.decode("usedAt", as: Int64?.self).map(Timestamp.init(milliseconds:)),
    expiresAt: try row.decode("expiresAt", as: Int64?.self).map(Timestamp.init(milliseconds:)),
    store: try row.decode("store"))
}
