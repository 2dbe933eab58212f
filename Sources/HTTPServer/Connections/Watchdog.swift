import Glibc
import Support

/// A thread that ends what libmicrohttpd would wait for without end.
///
/// Its timeout knows only silence: a client that sends a byte now and then keeps its connection.
/// Here a header is due at a time, a body has a least pace, and handlers may have a deadline.
final class Watchdog: Sendable {
  private struct State: Sendable {
    var connections: [ObjectIdentifier: ConnectionRecord] = [:]
    var lingering = LingeringSockets()
    var isStopped = false
  }

  private let state = Locked(State())
  private let limits: Limits
  private let table: ConnectionTable
  private let interval: Duration
  private let wakeup: WakeupPipe

  struct Limits: Sendable {
    var bodyBytesPerSecondMin: Int
    var bodyGrace: Duration
  }

  init(_ configuration: HTTPServer.Configuration, _ table: ConnectionTable, wakeup: WakeupPipe) {
    self.table = table
    limits = Limits(
      bodyBytesPerSecondMin: configuration.bodyBytesPerSecondMin,
      bodyGrace: configuration.bodyGrace)
    let shortest = min(
      configuration.headerTimeout, configuration.bodyGrace,
      configuration.requestDeadline ?? .seconds(4))
    interval = max(.milliseconds(10), min(.seconds(1), shortest / 4))
    self.wakeup = wakeup
  }

  func insert(_ record: ConnectionRecord) {
    state.withLock { $0.connections[ObjectIdentifier(record)] = record }
  }

  func remove(_ record: ConnectionRecord) {
    state.withLock { _ = $0.connections.removeValue(forKey: ObjectIdentifier(record)) }
  }

  /// Takes over a socket that is answered: reads it to its end, but not for long, and closes it.
  func linger(_ socket: Int32) {
    state.withLock { state in
      guard !state.isStopped else {
        close(socket)
        return
      }
      state.lingering.add(socket)
    }
    wakeup.wake()
  }

  func stop() {
    state.withLock { $0.isStopped = true }
    wakeup.wake()
  }

  /// The thread's body; returns after ``stop()``.
  func run() {
    var nextCheck = ContinuousClock.now + interval
    while true {
      let sockets = state.withLock { $0.isStopped ? nil : $0.lingering.sockets }
      guard let sockets else { break }
      let wait = max(.zero, nextCheck - .now)
      wakeup.wait(for: wait, or: sockets)
      state.withLock { $0.lingering.readAndClose(now: .now) }
      guard ContinuousClock.now >= nextCheck else { continue }
      for record in state.withLock({ Array($0.connections.values) }) { check(record) }
      table.closeSurplus()
      nextCheck = .now + interval
    }
    state.withLock { $0.lingering.closeAll() }
  }

  private func check(_ record: ConnectionRecord) {
    let now = ContinuousClock.now
    switch record.phase {
    case .waiting(let due):
      if now > due { record.cut() }
    case .receiving(let since, let bytes):
      if isTooSlow(bytes, now - since) { record.cut() }
    case .responding(let exchange, let due):
      if let due, now > due { exchange.giveUp() }
    case .streaming(let feed):
      // A suspended connection is not watched by libmicrohttpd.
      if record.isOtherEndClosed { feed.close() }
      if feed.isFailed { record.cut() }
    case .answering: break
    }
  }

  private func isTooSlow(_ bytes: Int, _ elapsed: Duration) -> Bool {
    guard elapsed > limits.bodyGrace else { return false }
    return Double(bytes) < Double(limits.bodyBytesPerSecondMin) * (elapsed / .seconds(1))
  }
}
