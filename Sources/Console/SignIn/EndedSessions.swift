import ConsoleData
import HTTPKit
import Support

/// The CSRF tokens of sessions that somebody ended, for an hour.
///
/// Another tab may still show a form of such a session, and the browser has forgotten the session's
/// id. The form's own token tells whose it is.
final class EndedSessions: Sendable {
  private struct Closed {
    let user: String
    let csrfToken: String
    let at: Timestamp
  }

  private static let sessionsMax = 200
  private static let seconds = 3_600.0
  private let closed = Locked<[Closed]>([])
  private let time: any TimeSource

  init(time: any TimeSource) { self.time = time }

  func add(_ session: Session) {
    let now = time.now
    closed.withLock { closed in
      closed = closed.filter { now.seconds(since: $0.at) < Self.seconds }
        .suffix(Self.sessionsMax - 1)
      closed.append(Closed(user: session.user, csrfToken: session.csrfToken, at: now))
    }
  }

  /// Whose session the form in `request` belongs to; nil when it is of none of these.
  func user(ofFormIn request: HTTPRequest) throws(HTTPError) -> String? {
    for session in sessions {
      if try CSRFToken.isValid(in: request, for: session.csrfToken) { return session.user }
    }
    return nil
  }

  /// The first of these users who has ended a session.
  func user(among users: [String]) -> String? {
    let known = UTF8Set(sessions.map(\.user))
    return users.first { known.contains($0) }
  }

  private var sessions: [Closed] {
    let now = time.now
    return closed.withLock { $0.filter { now.seconds(since: $0.at) < Self.seconds } }
  }
}

extension ConsoleServices {
  /// Ends a session; what is typed into its forms in other tabs is still kept.
  ///
  /// - Returns: False when it had ended already.
  @discardableResult
  func end(_ session: Session) async throws -> Bool {
    guard try await data.endSession(session.id) else { return false }
    closedSessions.add(session)
    return true
  }
}
