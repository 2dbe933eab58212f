import Support
import SyncCore

/// How long to wait before a lost stream is asked for again.
struct LiveBackOff: Sendable {
  private static let doublingsMax = 6

  private let random: RandomSource
  private var failures = 0

  init(random: RandomSource) { self.random = random }

  mutating func reset() { failures = 0 }

  /// Doubles from a second to about a minute, half of it by chance, so that many stores do not come
  /// back at the same moment; or what the server asked for.
  mutating func next(after error: any Error) -> Duration {
    let seconds = 1 << min(failures, Self.doublingsMax)
    failures += 1
    if case RemoteError.throttled(let told) = error, let told = told.flatMap(RetryAfter.seconds) {
      return .seconds(max(told, Double(seconds)))
    }
    let share = Double(random.bytes(1).first ?? 0) / 255
    return .seconds(Double(seconds) * (0.5 + share / 2))
  }
}
