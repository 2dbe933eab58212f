package import ConsoleData
import Support

/// Who asks.
package struct Principal: Sendable, Equatable {
  package enum Origin: Sendable, Equatable {
    case session(Session)
    case token(APIToken)
    /// Somebody with a shell on this machine and the right to read the data directory.
    case commandLine
  }

  package let origin: Origin
  package let role: Role
  /// True for a person in a browser.
  private let hasSession: Bool

  package init(_ origin: Origin) {
    self.origin = origin
    switch origin {
    case .session(let session): (role, hasSession) = (session.role, true)
    case .token(let token): (role, hasSession) = (token.currentRole, false)
    case .commandLine: (role, hasSession) = (.admin, false)
    }
  }

  /// For the audit and the page.
  package var name: String {
    switch origin {
    case .session(let session): session.user
    case .token(let token): "token \(token.name)"
    case .commandLine: "command line"
    }
  }

  /// Whose saved views and staged changes are shown.
  ///
  /// Everybody who came by a sign-in link has the same name, so there the session counts.
  var owner: String {
    switch origin {
    case .session(let session) where session.user == ConsoleData.linkUser: "session \(session.id)"
    case .session(let session): "user \(session.user)"
    case .token, .commandLine: name
    }
  }

  package var session: Session? {
    guard case .session(let session) = origin else { return nil }
    return session
  }

  /// The only store that may be seen; nil for all.
  package var onlyStore: String? {
    guard case .token(let token) = origin else { return nil }
    return token.store
  }

  /// Whether the person proved a short while ago who it is.
  ///
  /// Who came by a one-time link has no password to show.
  func isConfirmed(at now: Timestamp) -> Bool {
    guard let session, !session.isByLink else { return true }
    return now.seconds(since: session.confirmedAt) < Self.confirmedSeconds
  }

  static let confirmedSeconds = 600.0

  package func may(_ action: ConsoleAction) -> Bool {
    role >= action.leastRole && (hasSession || action.isOpenToTokens)
      && (onlyStore == nil || action.isOpenToOneStore)
  }
}
