import CMicroHTTPD
import Glibc
import Support

/// A thread that takes connections and hands each to the daemon that has the fewest.
///
/// Left to themselves, libmicrohttpd's threads accept whoever finds the socket ready first, so that
/// all connections of a browser may come to one thread while the others have nothing to do.
final class Acceptor: Sendable {
  private struct Connection: Sendable {
    var daemon: Int
    var address: String
  }

  private struct State: Sendable {
    var connections: [Int32: Connection] = [:]
    var countPerDaemon: [Int]
    var countPerAddress: [String: Int] = [:]
    var isStopped = false
  }

  private enum Attempt {
    /// Or gone again before it was.
    case taken
    case nobody, failed
  }

  private let socket: ListeningSocket
  private let limits: Limits
  private let bell: Bell
  private let state: Locked<State>

  struct Limits: Sendable {
    var connectionsMax: Int
    var perAddressMax: Int
  }

  /// - Parameters:
  ///   - socket: Closed when the thread ends.
  ///   - daemonCount: How many daemons ``run(_:)`` will be given.
  init(_ socket: ListeningSocket, _ limits: Limits, daemonCount: Int, bell: Bell) {
    self.socket = socket
    self.limits = limits
    self.bell = bell
    state = Locked(State(countPerDaemon: Array(repeating: 0, count: daemonCount)))
  }

  /// The connection of this socket is about to be closed; one that waits may take its place.
  func release(_ socket: Int32) {
    let wasFull = state.withLock { state in
      let wasFull = state.connections.count == limits.connectionsMax
      guard let gone = state.connections.removeValue(forKey: socket) else { return false }
      state.countPerDaemon[gone.daemon] -= 1
      let left = (state.countPerAddress[gone.address] ?? 1) - 1
      state.countPerAddress[gone.address] = left > 0 ? left : nil
      return wasFull
    }
    if wasFull { bell.ring() }
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    bell.ring()
  }

  /// The thread's body; returns after ``stop()``.
  func run(_ daemons: [OpaquePointer]) {
    defer { close(socket.descriptor) }
    while true {
      let (isStopped, isFull) = state.withLock {
        ($0.isStopped, $0.connections.count >= limits.connectionsMax)
      }
      if isStopped { return }
      // Those who come now wait in the system's queue.
      guard !isFull else {
        bell.wait(for: .seconds(1), or: [])
        continue
      }
      switch accept(daemons) {
      case .taken: continue
      case .nobody: bell.wait(for: .seconds(60), or: [socket.descriptor])
      // No file is left for whoever came.
      case .failed: bell.wait(for: .milliseconds(50), or: [])
      }
    }
  }

  private func accept(_ daemons: [OpaquePointer]) -> Attempt {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &address) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let connection = Glibc.accept(socket.descriptor, address, &length)
        guard connection >= 0 else {
          return switch errno {
          case EAGAIN, EWOULDBLOCK: .nobody
          case ECONNABORTED, EINTR: .taken
          default: .failed
          }
        }
        guard let daemon = admit(connection, from: SocketAddress.text(address)) else {
          close(connection)
          return .taken
        }
        // Makes the socket one that neither blocks nor is inherited, and closes it when it fails.
        if MHD_add_connection(daemons[daemon], connection, address, length) == .NO {
          release(connection)
        }
        return .taken
      }
    }
  }

  /// The daemon that the connection goes to; nil when its address has too many.
  private func admit(_ socket: Int32, from address: String) -> Int? {
    state.withLock { state in
      let count = state.countPerAddress[address, default: 0]
      let fewest = state.countPerDaemon.indices.min {
        state.countPerDaemon[$0] < state.countPerDaemon[$1]
      }
      guard count < limits.perAddressMax, let fewest else { return nil }
      state.countPerAddress[address] = count + 1
      state.countPerDaemon[fewest] += 1
      state.connections[socket] = Connection(daemon: fewest, address: address)
      return fewest
    }
  }
}
