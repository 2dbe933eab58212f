import SQLiteKit
import Support

/// Slows down guessing: some free tries, then a wait that doubles with each failure.
///
/// Counted per name and address together, so that a stranger cannot lock somebody out from
/// elsewhere, and per address with more free tries, so that many names are no way around it.
extension ConsoleData {
  /// Seconds to wait before the next try; 0 when it may be made now.
  public func signInWait(user: String, address: String) async throws -> Int {
    let now = time.now.milliseconds
    return try await database.read { connection in
      try Subject.both(user, address).map { try $0.wait(now, connection) }.max() ?? 0
    }
  }

  public func noteSignInFailure(user: String, address: String) async throws {
    let now = time.now.milliseconds
    try await database.write { connection in
      try connection.execute(
        "DELETE FROM signInFailures WHERE lastAt < ?", [.integer(now - 86_400_000)])
      for subject in Subject.both(user, address) {
        try connection.execute(
          """
          INSERT INTO signInFailures (subject, failures, lastAt) VALUES (?, 1, ?)
          ON CONFLICT (subject) DO UPDATE SET failures = failures + 1, lastAt = excluded.lastAt
          """, [.text(subject.key), .integer(now)])
      }
    }
  }

  /// Forgets the failures of this name from this address; those of the address itself stay.
  public func noteSignIn(user: String, address: String) async throws {
    try await database.write { connection in
      try connection.execute(
        "DELETE FROM signInFailures WHERE subject = ?",
        [.text(Subject.pair(user, address).key)])
    }
  }
}

private struct Subject {
  let key: String
  let freeTries: Int

  private static let waitSecondsMax = 900

  static func pair(_ user: String, _ address: String) -> Subject {
    // Hashed, so that what somebody typed in place of a name, such as a password, is not kept.
    Subject(key: secretHash("\(user)\u{0}\(address)"), freeTries: 5)
  }

  static func both(_ user: String, _ address: String) -> [Subject] {
    [pair(user, address), Subject(key: secretHash(address), freeTries: 50)]
  }

  func wait(_ now: Int64, _ connection: Connection) throws -> Int {
    let seconds = try connection.first(
      "SELECT failures, lastAt FROM signInFailures WHERE subject = ?", [.text(key)]
    ) { (row) throws(SQLiteError) -> Int in
      let beyond = try row.decode("failures", as: Int.self) - freeTries
      guard beyond >= 0 else { return 0 }
      let wait = min(5 << min(beyond, 10), Self.waitSecondsMax)
      let since = max(0, now - (try row.decode("lastAt", as: Int64.self)))
      return max(0, wait - Int(since / 1_000))
    }
    return seconds ?? 0
  }
}
