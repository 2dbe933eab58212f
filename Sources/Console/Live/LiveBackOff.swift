import Support
import SyncCore

/// How long to wait before a lost stream is asked for again.
struct LiveBackOff: Sendable {
  /// A minute for a server that is away, which comes back by itself.
  private static let doublingsMax = 6
  /// Nine minutes for one that refuses, which somebody has to mend.
  private static let doublingsMaxOfRefusals = 9

  private let random: RandomSource
  private var failures = 0

  init(random: RandomSource) { self.random = random }

  mutating func reset() { failures = 0 }

  /// Doubles from a second, half of it by chance, so that many stores do not come back at the same
  /// moment; or what the server asked for.
  mutating func next(after error: any Error) -> Duration {
    let most = Self.isAway(error) ? Self.doublingsMax : Self.doublingsMaxOfRefusals
    let seconds = 1 << min(failures, most)
    failures += 1
    if case RemoteError.throttled(let told) = error, let told = told.flatMap(RetryAfter.seconds) {
      return .seconds(max(told, Double(seconds)))
    }
    let share = Double(random.bytes(1).first ?? 0) / 255
    return .seconds(Double(seconds) * (0.5 + share / 2))
  }

  private static func isAway(_ error: any Error) -> Bool {
    switch error {
    case RemoteError.unreachable, RemoteError.throttled, RemoteError.serverFailed: true
    case let error as LivePullStopped:
      switch error.stop {
      case .unreachable, .throttled, .failing: true
      default: false
      }
    default: false
    }
  }
}
