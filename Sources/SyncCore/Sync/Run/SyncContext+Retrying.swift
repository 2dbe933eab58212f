import Support

extension SyncContext {
  /// Retries a request with back-off, and follows `Retry-After`, which is kept for later runs.
  func retrying<Output: Sendable>(
    _ ask: () async throws(RemoteError) -> Output
  ) async throws -> Output {
    var pacing = RateController(windowMax: 1, random: random)
    var failures = 0
    while true {
      do throws(RemoteError) {
        return try await ask()
      } catch {
        switch error {
        case .serverFailed where failures < InFlightOperation.retriesMax:
          failures += 1
          try await time.sleep(for: .milliseconds(250 << failures))
        case .throttled(let seconds):
          try await persistRetryAfter(seconds)
          guard case .wait(let duration) = pacing.throttled(seconds: seconds, at: time.now) else {
            throw error
          }
          try await time.sleep(for: duration)
          pacing.endPause()
        case .unreachable, .unauthorized, .redirected, .notFound, .tooLarge, .rejected,
          .serverFailed, .malformed, .unsupported, .cancelled:
          throw error
        }
      }
    }
  }
}
