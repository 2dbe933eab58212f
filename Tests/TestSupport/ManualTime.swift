package import Support

/// A clock that tests move by hand; sleeping moves it and returns at once.
package final class ManualTime: TimeSource {
  private let current: Locked<Timestamp>
  private let sleeper = Locked<(@Sendable () async -> Void)?>(nil)

  package init(_ start: Timestamp = Timestamp(milliseconds: 1_700_000_000_000)) {
    current = Locked(start)
  }

  package var now: Timestamp { current.withLock { $0 } }

  package func advance(milliseconds: Int64) {
    current.withLock { $0 = $0.adding(milliseconds: milliseconds) }
  }

  /// Does `work` before each sleep ends.
  package func whenSleeping(_ work: @escaping @Sendable () async -> Void) {
    sleeper.withLock { $0 = work }
  }

  package func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    let (seconds, attoseconds) = duration.components
    advance(milliseconds: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    if let work = sleeper.withLock({ $0 }) { await work() }
    await Task.yield()
  }
}
