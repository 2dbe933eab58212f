import Glibc
import Support

/// What the watchdog knows of one connection.
final class ConnectionRecord: Sendable {
  typealias Instant = ContinuousClock.Instant

  enum Phase: Sendable {
    /// A header is to be complete by then.
    case waiting(until: Instant)
    case receiving(since: Instant, bytes: Int)
    case responding(Exchange, until: Instant?)
    case streaming(BodyFeed)
    case answering
  }

  private struct State: Sendable {
    /// Nil once libmicrohttpd is about to close it: the number may then mean another socket.
    var socket: Int32?
    var phase: Phase
  }

  let remoteAddress: String
  private let state: Locked<State>

  init(socket: Int32, remoteAddress: String, headerDue: Instant) {
    self.remoteAddress = remoteAddress
    state = Locked(State(socket: socket, phase: .waiting(until: headerDue)))
  }

  var phase: Phase {
    get { state.withLock { $0.phase } }
    set { state.withLock { $0.phase = newValue } }
  }

  /// The first line came: the rest of the header is due by then, or earlier as it was before.
  func expectHeader(by due: Instant) {
    state.withLock { state in
      guard case .waiting(let former) = state.phase else { return }
      state.phase = .waiting(until: min(former, due))
    }
  }

  func countReceived(_ count: Int) {
    state.withLock { state in
      guard case .receiving(let since, let bytes) = state.phase else { return }
      state.phase = .receiving(since: since, bytes: bytes + count)
    }
  }

  func forgetSocket() { state.withLock { $0.socket = nil } }

  /// Ends the connection; libmicrohttpd notices and closes it.
  func cut() {
    state.withLock { state in
      guard let socket = state.socket else { return }
      shutdown(socket, Int32(SHUT_RDWR))
    }
  }

  /// True when the other end has closed the connection, or at least its half of it.
  var isOtherEndClosed: Bool {
    state.withLock { state in
      guard let socket = state.socket else { return true }
      var byte: UInt8 = 0
      let count = recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
      return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
    }
  }

  /// Writes a last answer past libmicrohttpd and closes our half.
  ///
  /// Returns a second handle on the socket, to be read until the other end closes too: closing a
  /// socket with unread bytes would take the answer back from a client that still sends.
  func answerAndClose(_ bytes: [UInt8]) -> Int32? {
    state.withLock { state -> Int32? in
      guard let socket = state.socket else { return nil }
      _ = send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      shutdown(socket, Int32(SHUT_WR))
      let copy = fcntl(socket, F_DUPFD_CLOEXEC, 0)
      return copy >= 0 ? copy : nil
    }
  }
}
