import Glibc
import Support

/// Connections that were accepted, and wait until their network has fewer in use.
struct WaitingConnections {
  struct Entry {
    let socket: Int32
    let address: sockaddr_storage
    let length: socklen_t
    /// The address as text.
    let remoteAddress: String
    /// When it is given up.
    let due: ContinuousClock.Instant
  }

  private static let countMax = 128

  private var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds a connection, or closes it when too many wait.
  mutating func add(_ entry: Entry) {
    guard entries.count < Self.countMax else {
      close(entry.socket)
      return
    }
    // libmicrohttpd would do so, but does not have it yet.
    _ = fcntl(entry.socket, F_SETFD, FD_CLOEXEC)
    entries.append(entry)
  }

  /// Offers each connection in its turn; of a network that has to wait, only the first.
  ///
  /// - Parameter isTaken: Whether the connection has a place now.
  mutating func offer(_ isTaken: (Entry) -> Bool) {
    let now = ContinuousClock.now
    var blocked: Set<ClientNetwork> = []
    entries.removeAll { entry in
      guard now < entry.due else {
        close(entry.socket)
        return true
      }
      let network = ClientNetwork(entry.remoteAddress)
      guard !blocked.contains(network) else { return false }
      if isTaken(entry) { return true }
      blocked.insert(network)
      return false
    }
  }

  mutating func closeAll() {
    for entry in entries { close(entry.socket) }
    entries.removeAll()
  }
}
