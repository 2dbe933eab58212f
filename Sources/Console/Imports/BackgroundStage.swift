/// A stage of work that goes on in the background.
protocol BackgroundStage: Sendable {
  /// True once it goes no further by itself.
  var isSettled: Bool { get }
}

extension BackgroundStage {
  /// Waits until `stage` is settled, but not for long, and no longer than anybody listens.
  static func settle(
    _ stage: @autoclosure () -> Self, within time: Duration,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Self {
    let end = ContinuousClock.now + time
    while !stage().isSettled, !Task.isCancelled, ContinuousClock.now < end {
      try? await Task.sleep(for: .milliseconds(10))
    }
    return stage()
  }
}
