import SQLiteKit
import Support

// A session gets a new id with each change of what it may do, so that an id that leaked before the
// change is worth nothing after it.
//
// Source: OWASP Session Management Cheat Sheet, "Renew the Session ID After Any Privilege Level Change".
extension ConsoleData {
  /// Gives the session a new id.
  ///
  /// - Returns: The id for the cookie; nil when another request renewed or ended the session
  ///   meanwhile.
  public func renewSession(_ session: Session) async throws -> String? {
    let secret = newSecret()
    return try await database.write { try renew(session, secret, $0) } ? secret : nil
  }

  /// Notes that the person just proved with the password who it is, and renews the session's id.
  ///
  /// - Returns: As ``renewSession(_:)``.
  public func confirmSession(_ session: Session) async throws -> String? {
    let now = time.now.milliseconds
    let secret = newSecret()
    return try await database.write { connection in
      try connection.execute(
        "UPDATE sessions SET confirmedAt = ? WHERE id = ?",
        [.integer(now), .integer(session.id)])
      return try renew(session, secret, connection)
    } ? secret : nil
  }
}

/// False when the session's id is another one by now.
private func renew(
  _ session: Session, _ secret: String, _ connection: Connection
) throws -> Bool {
  try connection.execute(
    "UPDATE sessions SET hash = ? WHERE id = ? AND hash = ?",
    [.text(secretHash(secret)), .integer(session.id), .text(session.secretHash)])
  return connection.changes > 0
}
