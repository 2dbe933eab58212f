public import ConsoleData

/// Who asks.
public struct Principal: Sendable, Equatable {
  public enum Origin: Sendable, Equatable {
    case session(Session)
    case token(APIToken)
    /// Somebody with a shell on this machine and the right to read the data directory.
    case commandLine
  }

  public let origin: Origin

  public init(_ origin: Origin) { self.origin = origin }

  /// For the audit and the page.
  public var name: String {
    switch origin {
    case .session(let session): session.user
    case .token(let token): "token \(token.name)"
    case .commandLine: "command line"
    }
  }

  public var role: Role {
    switch origin {
    case .session(let session): session.role
    case .token(let token): token.role
    case .commandLine: .admin
    }
  }

  public var session: Session? {
    guard case .session(let session) = origin else { return nil }
    return session
  }

  public func may(_ action: ConsoleAction) -> Bool {
    role >= action.leastRole && (session != nil || action.isOpenToTokens)
  }
}
