import Glibc

/// Answered sockets whose clients may still be sending.
struct LingeringSockets {
  /// How long a client may send nothing, and how long it may send on in all.
  private static let lingerTime = Duration.seconds(2)
  private static let lingerTimeMax = Duration.seconds(30)
  private static let countMax = 64

  private struct Entry {
    var socket: Int32
    var end: ContinuousClock.Instant
    let last: ContinuousClock.Instant
  }

  private enum Rest {
    case ended, nothing, bytes
  }

  private var entries: [Entry] = []

  var sockets: [Int32] { entries.map(\.socket) }

  mutating func add(_ socket: Int32) {
    if entries.count == Self.countMax { close(entries.removeFirst().socket) }
    let now = ContinuousClock.now
    entries.append(
      Entry(socket: socket, end: now + Self.lingerTime, last: now + Self.lingerTimeMax))
  }

  /// Throws away what came, and closes what is at its end or has had its time.
  mutating func readAndClose(now: ContinuousClock.Instant) {
    var kept: [Entry] = []
    for var entry in entries {
      let rest = Self.read(entry.socket)
      // A long body goes on for a while on a slow line, and the answer is read only behind it.
      if rest == .bytes { entry.end = min(now + Self.lingerTime, entry.last) }
      if rest == .ended || now > entry.end {
        close(entry.socket)
      } else {
        kept.append(entry)
      }
    }
    entries = kept
  }

  mutating func closeAll() {
    for entry in entries { close(entry.socket) }
    entries.removeAll()
  }

  private static func read(_ socket: Int32) -> Rest {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    var rest = Rest.nothing
    // Not until it is empty: a fast sender must not keep the thread.
    for _ in 0..<16 {
      let count = recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      if count == 0 { return .ended }
      guard count > 0 else { return errno == EAGAIN || errno == EINTR ? rest : .ended }
      rest = .bytes
    }
    return rest
  }
}
