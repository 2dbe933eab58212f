import SQLiteKit
import Support

/// Slows down guessing: some free tries, then a wait that doubles with each failure.
///
/// Counted per name and address together, so that a stranger cannot lock somebody out from
/// elsewhere. Per name, and per address, there are more free tries and the wait stays short: guesses
/// from many addresses or at many names get slow, and whoever shares a name or a proxy with the
/// guesser waits a moment.
extension ConsoleData {
  /// Begins a try, which counts as failed until ``noteSignIn(user:address:)`` says otherwise: of
  /// tries at the same moment no more are made than of tries one after the other.
  ///
  /// - Returns: Seconds to wait before the next try; 0 when this one may be made.
  public func beginSignIn(user: String, address: String) async throws -> Int {
    let now = time.now.milliseconds
    return try await database.write { connection in
      let subjects = Subject.all(user, address)
      let wait = try subjects.map { try $0.wait(now, connection) }.max() ?? 0
      guard wait == 0 else { return wait }
      try connection.execute(
        "DELETE FROM signInFailures WHERE lastAt < ?", [.integer(now - 86_400_000)])
      for subject in subjects {
        try connection.execute(
          """
          INSERT INTO signInFailures (subject, failures, lastAt) VALUES (?, 1, ?)
          ON CONFLICT (subject) DO UPDATE SET failures = failures + 1, lastAt = excluded.lastAt,
            isTold = 0
          """, [.text(subject.key), .integer(now)])
      }
      return 0
    }
  }

  /// Notes that a try was refused as it came too early.
  ///
  /// - Returns: True for the first since a try was made: one entry of the audit stands for all, as
  ///   whoever guesses could fill it otherwise.
  public func noteSignInRefusal(user: String, address: String) async throws -> Bool {
    let now = time.now.milliseconds
    return try await database.write { connection in
      var isFirst = false
      for subject in Subject.all(user, address) where try subject.wait(now, connection) > 0 {
        try connection.execute(
          "UPDATE signInFailures SET isTold = 1 WHERE subject = ? AND isTold = 0",
          [.text(subject.key)])
        if connection.changes > 0 { isFirst = true }
      }
      return isFirst
    }
  }

  /// Forgets the failures of this name from this address; of the name and of the address only the
  /// try that succeeded.
  public func noteSignIn(user: String, address: String) async throws {
    try await database.write { connection in
      try connection.execute(
        "DELETE FROM signInFailures WHERE subject = ?",
        [.text(Subject.pair(user, address).key)])
      for subject in [Subject.name(user), .address(address)] {
        try subject.takeTryBack(connection)
      }
    }
  }

  /// The try was right, and something else is left to be asked.
  public func takeSignInBack(user: String, address: String) async throws {
    try await database.write { connection in
      for subject in Subject.all(user, address) { try subject.takeTryBack(connection) }
    }
  }
}

private struct Subject {
  let key: String
  let freeTries: Int
  let waitSecondsMax: Int

  // Hashed, so that what somebody typed in place of a name, such as a password, is not kept.
  static func pair(_ user: String, _ address: String) -> Subject {
    Subject(key: secretHash("\(user)\u{0}\(address)"), freeTries: 5, waitSecondsMax: 900)
  }

  static func name(_ user: String) -> Subject {
    Subject(key: secretHash("\(user)\u{0}"), freeTries: 20, waitSecondsMax: 60)
  }

  static func address(_ address: String) -> Subject {
    Subject(key: secretHash(address), freeTries: 50, waitSecondsMax: 10)
  }

  static func all(_ user: String, _ address: String) -> [Subject] {
    [pair(user, address), name(user), .address(address)]
  }

  func takeTryBack(_ connection: Connection) throws {
    try connection.execute(
      "UPDATE signInFailures SET failures = failures - 1 WHERE subject = ? AND failures > 0",
      [.text(key)])
  }

  func wait(_ now: Int64, _ connection: Connection) throws -> Int {
    let seconds = try connection.first(
      "SELECT failures, lastAt FROM signInFailures WHERE subject = ?", [.text(key)]
    ) { (row) throws(SQLiteError) -> Int in
      let beyond = try row.decode("failures", as: Int.self) - freeTries
      guard beyond >= 0 else { return 0 }
      let wait = min(5 << min(beyond, 10), waitSecondsMax)
      let since = max(0, now - (try row.decode("lastAt", as: Int64.self)))
      return max(0, wait - Int(since / 1_000))
    }
    return seconds ?? 0
  }
}
