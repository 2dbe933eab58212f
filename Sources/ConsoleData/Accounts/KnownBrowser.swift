import JSONKit

/// A browser from which users have signed in before.
///
/// Its tries are throttled by themselves, so that a stranger who guesses at a name from elsewhere keeps
/// nobody out who has used the console before.
///
/// Source: OWASP, "Slow Down Online Guessing Attacks with Device Cookies".
public struct KnownBrowser: Sendable, Equatable {
  /// Another one with every sign-in, so that a copied cookie does not share its tries for long.
  public let id: String
  /// Who signed in from it, the newest first.
  public let users: [String]

  fileprivate static let purpose = "known browser"
  fileprivate static let usersMax = 4
  public static let cookieSeconds = 180 * 86_400

  fileprivate init(id: String, users: [String]) {
    self.id = id
    self.users = users
  }

  /// The browser of a session that is live.
  public init(of session: Session) {
    self.init(id: "session \(session.id)", users: [session.user])
  }

  public func knows(_ user: String) -> Bool { users.contains(user) }
}

extension ConsoleData {
  /// The browser that a cookie names; nil for a cookie that this console did not make.
  public func knownBrowser(withCookie cookie: String) -> KnownBrowser? {
    guard let text = open(cookie, for: KnownBrowser.purpose),
      let json = try? JSONValue(parsing: text), let id = json["id"]?.string,
      let users = json["users"]?.array
    else { return nil }
    return KnownBrowser(id: id, users: users.compactMap(\.string))
  }

  /// The cookie of a browser from which a user has signed in.
  ///
  /// - Parameter browser: As it was known before; nil for a new one.
  public func cookie(ofBrowser browser: KnownBrowser?, signedInAs user: String) -> String {
    let others = (browser?.users ?? []).filter { $0 != user }
    let users = ([user] + others).prefix(KnownBrowser.usersMax)
    let json: JSONValue = [
      "id": .string(newSecret()), "users": .array(users.map { .string($0) }),
    ]
    return seal(json.serializedText, for: KnownBrowser.purpose)
  }
}
