import SQLiteKit
public import Support

/// What a one-time link is worth now.
public enum SignInLinkState: Sendable, Equatable {
  case valid
  case used(at: Timestamp)
  case expired
  case unknown
}

extension ConsoleData {
  /// How long a link can be used.
  public static let linkSeconds: Int64 = 10 * 60

  /// Makes a link's code, good for one sign-in as admin within ten minutes.
  public func addSignInLink() async throws -> String {
    let code = newSecret()
    let hash = secretHash(code)
    let now = time.now
    try await database.write { connection in
      try connection.execute(
        "DELETE FROM signInLinks WHERE createdAt < ?",
        [.integer(now.adding(seconds: -86_400).milliseconds)])
      try connection.execute(
        "INSERT INTO signInLinks (hash, role, createdAt) VALUES (?, ?, ?)",
        [.text(hash), .text(Role.admin.rawValue), .integer(now.milliseconds)])
    }
    return code
  }

  /// Looks at a link and does not use it up, so that a browser's or a chat's preview does no harm.
  public func signInLinkState(_ code: String) async throws -> SignInLinkState {
    let hash = secretHash(code)
    let now = time.now
    return try await database.read { try linkState(hash, now, $0) }
  }

  /// Uses the link up; only ``SignInLinkState/valid`` may sign in, and only one caller ever gets it.
  public func useSignInLink(_ code: String) async throws -> SignInLinkState {
    let hash = secretHash(code)
    let now = time.now
    return try await database.write { connection in
      let state = try linkState(hash, now, connection)
      guard state == .valid else { return state }
      try connection.execute(
        "UPDATE signInLinks SET usedAt = ? WHERE hash = ?",
        [.integer(now.milliseconds), .text(hash)])
      return .valid
    }
  }
}

private func linkState(
  _ hash: String, _ now: Timestamp, _ connection: Connection
) throws -> SignInLinkState {
  let state = try connection.first(
    "SELECT createdAt, usedAt FROM signInLinks WHERE hash = ?", [.text(hash)]
  ) { (row) throws(SQLiteError) -> SignInLinkState in
    if let used = try row.decode("usedAt", as: Int64?.self) {
      return .used(at: Timestamp(milliseconds: used))
    }
    let age = now.milliseconds - (try row.decode("createdAt", as: Int64.self))
    return age < ConsoleData.linkSeconds * 1_000 ? .valid : .expired
  }
  return state ?? .unknown
}
