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
    var network: ClientNetwork
  }

  private struct State: Sendable {
    var connections: [Int32: Connection] = [:]
    var countPerDaemon: [Int]
    var countPerNetwork: [ClientNetwork: Int] = [:]
    var isStopped = false
  }

  private enum Attempt {
    /// Or gone again before it was.
    case taken
    case nobody, failed
  }

  private let socket: ListeningSocket
  private let limits: Limits
  private let table: ConnectionTable
  private let wakeup: WakeupPipe
  private let state: Locked<State>

  struct Limits: Sendable {
    var connectionsMax: Int
    var perAddressMax: Int
    /// How long a connection waits for a place.
    var wait: Duration

    /// Places that are kept free for who signs in, as long as strangers' connections can be closed.
    var reserve: Int { connectionsMax / 8 }
  }

  /// - Parameters:
  ///   - socket: Closed when the thread ends.
  ///   - daemonCount: How many daemons ``run(_:)`` will be given.
  init(
    _ socket: ListeningSocket, _ limits: Limits, _ table: ConnectionTable, daemonCount: Int,
    wakeup: WakeupPipe
  ) {
    self.socket = socket
    self.limits = limits
    self.table = table
    self.wakeup = wakeup
    state = Locked(State(countPerDaemon: Array(repeating: 0, count: daemonCount)))
  }

  /// The connection of this socket is about to be closed; one that waits may take its place.
  func release(_ socket: Int32) {
    let wasFull = state.withLock { state in
      let wasFull = state.connections.count == limits.connectionsMax
      guard let gone = state.connections.removeValue(forKey: socket) else { return false }
      state.countPerDaemon[gone.daemon] -= 1
      let left = (state.countPerNetwork[gone.network] ?? 1) - 1
      state.countPerNetwork[gone.network] = left > 0 ? left : nil
      return wasFull
    }
    if wasFull { wakeup.wake() }
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    wakeup.wake()
  }

  /// The thread's body; returns after ``stop()``.
  func run(_ daemons: [OpaquePointer]) {
    var waiting = WaitingConnections()
    defer {
      waiting.closeAll()
      close(socket.descriptor)
    }
    while !state.withLock({ $0.isStopped }) {
      waiting.offer { !isFull && isAdmitted($0, daemons) }
      let patience: Duration = waiting.isEmpty ? .seconds(60) : Self.lookInterval
      guard !isFull else {
        // Those who come now wait in the system's queue until one of the others is closed.
        wakeup.wait(for: patience, or: [socket.descriptor])
        if isFull {
          table.evictOne()
          wakeup.wait(for: Self.lookInterval, or: [])
        }
        continue
      }
      switch accept(daemons, &waiting) {
      case .taken: continue
      case .nobody: wakeup.wait(for: patience, or: [socket.descriptor])
      // No file is left for whoever came.
      case .failed: wakeup.wait(for: .milliseconds(50), or: [])
      }
    }
  }

  private var isFull: Bool {
    state.withLock { !$0.isStopped && $0.connections.count >= limits.connectionsMax }
  }

  /// How often it is looked whether a connection that is wanted elsewhere has become idle.
  private static let lookInterval = Duration.milliseconds(20)

  private func accept(
    _ daemons: [OpaquePointer], _ waiting: inout WaitingConnections
  ) -> Attempt {
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let (connection, text) = withUnsafeMutablePointer(to: &address) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        let connection = Glibc.accept(socket.descriptor, address, &length)
        return (connection, connection >= 0 ? SocketAddress.text(address) : "")
      }
    }
    guard connection >= 0 else {
      return switch errno {
      case EAGAIN, EWOULDBLOCK: .nobody
      case ECONNABORTED, EINTR: .taken
      default: .failed
      }
    }
    let entry = WaitingConnections.Entry(
      socket: connection, address: address, length: length, remoteAddress: text,
      due: .now + limits.wait)
    if !isAdmitted(entry, daemons) { waiting.add(entry) }
    return .taken
  }

  /// Hands the connection to a daemon; false when its network has too many in use.
  private func isAdmitted(
    _ entry: WaitingConnections.Entry, _ daemons: [OpaquePointer]
  ) -> Bool {
    guard let daemon = admit(entry.socket, from: entry.remoteAddress) else { return false }
    let isAdded = withUnsafePointer(to: entry.address) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        // Makes the socket one that neither blocks nor is inherited, and closes it when it fails.
        MHD_add_connection(daemons[daemon], entry.socket, address, entry.length) == .YES
      }
    }
    if !isAdded { release(entry.socket) }
    return true
  }

  /// The daemon that the connection goes to; nil when its network has too many in use, and there
  /// are not many places left.
  private func admit(_ socket: Int32, from address: String) -> Int? {
    let network = ClientNetwork(address)
    let (total, ofNetwork) = state.withLock {
      ($0.connections.count, $0.countPerNetwork[network] ?? 0)
    }
    let isScarce = total >= limits.connectionsMax - limits.reserve
    if ofNetwork >= limits.perAddressMax, !table.isShared(address) {
      guard table.evictOne(of: network) || !isScarce else { return nil }
    } else if isScarce {
      table.evictOne(sparesSignedIn: true)
    }
    return state.withLock { state in
      let fewest = state.countPerDaemon.indices.min {
        state.countPerDaemon[$0] < state.countPerDaemon[$1]
      }
      guard let fewest else { return nil }
      state.countPerNetwork[network, default: 0] += 1
      state.countPerDaemon[fewest] += 1
      state.connections[socket] = Connection(daemon: fewest, network: network)
      return fewest
    }
  }
}
