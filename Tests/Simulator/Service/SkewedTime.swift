import Support
import TestSupport

/// A clock that is wrong by an amount that a history changes.
final class SkewedTime: TimeSource {
  private let base: ManualTime
  private let skew = Locked<Int64>(0)

  init(_ base: ManualTime) { self.base = base }

  var now: Timestamp { base.now.adding(milliseconds: skew.withLock { $0 }) }

  func set(skewMilliseconds: Int64) { skew.withLock { $0 = skewMilliseconds } }

  func sleep(for duration: Duration) async throws { try await base.sleep(for: duration) }
}
