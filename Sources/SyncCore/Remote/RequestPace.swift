package import Support

/// At most so much is asked of a server per minute.
package struct RequestLimits: Sendable, Equatable {
  package var requestsPerMinute: Int?
  /// Bytes of the bodies that come back.
  package var bytesPerMinute: Int?

  package init(requestsPerMinute: Int? = nil, bytesPerMinute: Int? = nil) {
    self.requestsPerMinute = requestsPerMinute
    self.bytesPerMinute = bytesPerMinute
  }
}

/// Spreads the requests of a task, and of its child tasks, over time.
///
/// Every adapter sends through `RemoteClient`, which waits for ``current`` before each request.
package actor RequestPace {
  /// Nil where requests are sent as they come.
  @TaskLocal package static var current: RequestPace?

  private let limits: RequestLimits
  private let time: any TimeSource
  private var nextAt: Timestamp
  private var seenAt: Timestamp

  package init(_ limits: RequestLimits, time: any TimeSource) {
    self.limits = limits
    self.time = time
    nextAt = time.now
    seenAt = nextAt
  }

  /// Returns when the next request may be sent.
  ///
  /// - Throws: `CancellationError`.
  package func wait() async throws {
    let now = look()
    let start = max(now, nextAt)
    nextAt = start
    if let requests = limits.requestsPerMinute { delayNext(by: 60_000 / Int64(requests)) }
    guard start > now else { return }
    try await time.sleep(for: .milliseconds(start.milliseconds - now.milliseconds))
  }

  /// Counts a body that came back.
  package func received(bytes: Int) {
    guard let limit = limits.bytesPerMinute else { return }
    nextAt = max(look(), nextAt)
    delayNext(by: Int64(bytes) * 60_000 / Int64(limit))
  }

  private func delayNext(by milliseconds: Int64) {
    nextAt = nextAt.adding(milliseconds: milliseconds)
  }

  /// The time now; a clock that was set back takes what was planned with it.
  private func look() -> Timestamp {
    let now = time.now
    if now < seenAt { delayNext(by: now.milliseconds - seenAt.milliseconds) }
    seenAt = now
    return now
  }
}
