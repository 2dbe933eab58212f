import Glibc

/// Where the time comes from, so that tests move it by hand.
public protocol TimeSource: Sendable {
  var now: Timestamp { get }

  /// Returns after `duration`, or throws `CancellationError` when the task is cancelled.
  func sleep(for duration: Duration) async throws
}

extension TimeSource {
  /// Returns at `moment`, at once if it is past, or throws as ``sleep(for:)`` does.
  public func sleep(until moment: Timestamp) async throws {
    let rest = max(0, moment.seconds(since: now))
    try await sleep(for: .milliseconds(Int64((rest * 1_000).rounded(.up))))
  }
}

public struct SystemTime: TimeSource {
  public init() {}

  /// The system's clock, cut to milliseconds, as everything that Syncline prints.
  public var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000)
  }

  public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
