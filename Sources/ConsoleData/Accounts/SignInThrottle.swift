import SQLiteKit
import Support

/// What somebody who signs in shows.
public enum SignInStep: Sendable {
  case password
  /// A one-time code or a recovery code, after the right password.
  case code
}

/// The rate limit of sign-in: some free attempts, then a wait that doubles with each failure.
///
/// Counted per name and network together, so that a stranger cannot lock somebody out from
/// elsewhere. Per name, and per network, there are more free tries and the wait stays short: guesses
/// from many networks or at many names get slow, and whoever shares a name or a proxy with the
/// guesser waits a moment. A browser that the name has signed in from before is counted alone: it
/// waits for nobody else's tries. A network is that of ``ClientNetwork``.
///
/// Codes have a limit per name besides: whoever tries them knows the password, and six digits
/// withstand few guesses.
extension ConsoleData {
  /// Begins a try, which counts as failed until ``noteSignIn(user:address:browser:step:)`` says
  /// otherwise: of tries at the same moment no more are made than of tries one after the other.
  ///
  /// - Parameter browser: From which it comes; nil for one that is not known.
  /// - Returns: Seconds to wait before the next try; 0 when this one may be made.
  public func beginSignIn(
    user: String, address: String, browser: KnownBrowser? = nil, step: SignInStep = .password
  ) async throws -> Int {
    let now = time.now.milliseconds
    return try await database.write { connection in
      let subjects = Subject.all(user, address, browser, step)
      let wait = try subjects.map { try $0.wait(now, connection) }.max() ?? 0
      guard wait == 0 else { return wait }
      try connection.execute(
        "DELETE FROM signInFailures WHERE lastAt < ?", [.integer(now - 86_400_000)])
      for subject in subjects {
        try connection.execute(
          """
          INSERT INTO signInFailures (subject, failures, lastAt) VALUES (?, 1, ?)
          ON CONFLICT (subject) DO UPDATE SET failures = failures + 1, lastAt = excluded.lastAt
          """, [.text(subject.key), .integer(now)])
      }
      return 0
    }
  }

  /// Forgets the failures of this name from this browser or network; of the name and of the network
  /// alone only the try that succeeded.
  public func noteSignIn(
    user: String, address: String, browser: KnownBrowser? = nil, step: SignInStep = .password
  ) async throws {
    try await database.write { connection in
      let subjects = Subject.all(user, address, browser, step)
      try connection.execute(
        "DELETE FROM signInFailures WHERE subject = ?", [.text(subjects[0].key)])
      for subject in subjects.dropFirst() { try subject.takeTryBack(connection) }
    }
  }

  /// The try was right, and something else is left to be asked; or it was not made after all.
  public func takeSignInBack(
    user: String, address: String, browser: KnownBrowser? = nil
  ) async throws {
    try await database.write { connection in
      for subject in Subject.all(user, address, browser, .password) {
        try subject.takeTryBack(connection)
      }
    }
  }
}

private struct Subject {
  let key: String
  let freeTries: Int
  let waitSecondsMax: Int

  // Hashed, so that what somebody typed in place of a name, such as a password, is not kept.
  private static func pair(_ user: String, _ network: ClientNetwork) -> Subject {
    Subject(key: secretHash("\(user)\u{0}\(network)"), freeTries: 5, waitSecondsMax: 900)
  }

  private static func name(_ user: String) -> Subject {
    Subject(key: secretHash("\(user)\u{0}"), freeTries: 20, waitSecondsMax: 60)
  }

  private static func codes(_ user: String) -> Subject {
    Subject(key: secretHash("\(user)\u{0}codes\u{0}"), freeTries: 10, waitSecondsMax: 900)
  }

  private static func network(_ network: ClientNetwork) -> Subject {
    Subject(key: secretHash("\(network)"), freeTries: 50, waitSecondsMax: 10)
  }

  private static func browser(_ browser: KnownBrowser, _ user: String) -> Subject {
    Subject(
      key: secretHash("\(user)\u{0}browser\u{0}\(browser.id)"), freeTries: 5, waitSecondsMax: 900)
  }

  /// The most exact one first.
  static func all(
    _ user: String, _ address: String, _ browser: KnownBrowser?, _ step: SignInStep
  ) -> [Subject] {
    if let browser, browser.knows(user) { return [Self.browser(browser, user)] }
    let network = ClientNetwork(address)
    let both = [pair(user, network), name(user), Self.network(network)]
    return step == .code ? both + [codes(user)] : both
  }

  func takeTryBack(_ connection: Connection) throws {
    // Nothing stays of names and networks that only tried while the queue was full.
    try connection.execute(
      "DELETE FROM signInFailures WHERE subject = ? AND failures <= 1", [.text(key)])
    try connection.execute(
      "UPDATE signInFailures SET failures = failures - 1 WHERE subject = ?", [.text(key)])
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
