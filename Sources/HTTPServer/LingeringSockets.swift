import Glibc

/// Answered sockets whose clients may still be sending.
struct LingeringSockets {
  private static let lingerTime = Duration.seconds(2)
  private static let countMax = 64

  private var entries: [(socket: Int32, end: ContinuousClock.Instant)] = []

  var sockets: [Int32] { entries.map(\.socket) }

  mutating func add(_ socket: Int32) {
    if entries.count == Self.countMax { close(entries.removeFirst().socket) }
    entries.append((socket: socket, end: .now + Self.lingerTime))
  }

  /// Throws away what came, and closes what is at its end or has had its time.
  mutating func readAndClose(now: ContinuousClock.Instant) {
    entries.removeAll { entry in
      guard now > entry.end || Self.isAtEnd(entry.socket) else { return false }
      close(entry.socket)
      return true
    }
  }

  mutating func closeAll() {
    for entry in entries { close(entry.socket) }
    entries.removeAll()
  }

  private static func isAtEnd(_ socket: Int32) -> Bool {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    // Not until it is empty: a fast sender must not keep the thread.
    for _ in 0..<16 {
      let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if count == 0 { return true }
      if count < 0 { return errno != EAGAIN && errno != EINTR }
    }
    return false
  }
}
