import HTTPKit
import Support

/// What the callbacks share.
///
/// Outlives the daemon: ``Daemon`` holds it until libmicrohttpd has stopped.
final class Context: Sendable {
  private struct State: Sendable {
    var exchanges: [ObjectIdentifier: Exchange] = [:]
    var isDraining = false
  }

  let configuration: HTTPServer.Configuration
  let quick: QuickHandler?
  let respond: @Sendable (HTTPRequest) async -> HTTPResponse
  let watchdog: Watchdog
  let acceptor: Acceptor
  let connections: ConnectionTable
  let bodyMemory: BodyMemory
  private let state = Locked(State())

  init(
    _ configuration: HTTPServer.Configuration, _ watchdog: Watchdog, _ acceptor: Acceptor,
    _ connections: ConnectionTable, quick: QuickHandler?,
    respond: @escaping @Sendable (HTTPRequest) async -> HTTPResponse
  ) {
    self.configuration = configuration
    self.watchdog = watchdog
    self.acceptor = acceptor
    self.connections = connections
    bodyMemory = BodyMemory(
      BodyMemory.Limits(
        bytesMax: configuration.bodyMemoryMax,
        bytesPerClientMax: configuration.bodyMemoryPerClientMax))
    self.quick = quick
    self.respond = respond
  }

  /// False once the server stops: the request is then to be refused.
  func insert(_ exchange: Exchange) -> Bool {
    state.withLock { state in
      guard !state.isDraining else { return false }
      state.exchanges[ObjectIdentifier(exchange)] = exchange
      return true
    }
  }

  func remove(_ exchange: Exchange) {
    state.withLock { _ = $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
  }

  var isDraining: Bool { state.withLock { $0.isDraining } }

  /// Cancels everything, and leaves no connection suspended, whatever the handlers do.
  func drain() async {
    let exchanges = state.withLock { state in
      state.isDraining = true
      return Array(state.exchanges.values)
    }
    for exchange in exchanges { exchange.cancel() }
    await waitUntilEmpty(within: configuration.stopGrace)
    for exchange in exchanges { exchange.giveUp() }
    // What was given up still sends its last words.
    await waitUntilEmpty(within: .seconds(1))
  }

  private func waitUntilEmpty(within grace: Duration) async {
    let end = ContinuousClock.now + grace
    while state.withLock({ !$0.exchanges.isEmpty }), ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }
}
