import Support

/// Fans one run's progress out to any number of readers.
///
/// A slow reader holds one value, the newest, and never slows the run.
public final class ProgressBroadcaster: Sendable {
  private struct State {
    var latest = SyncProgress()
    var readers: [Int: AsyncStream<SyncProgress>.Continuation] = [:]
    var nextReader = 0
    var isFinished = false
  }

  private let state = Locked(State())

  /// Creates a broadcaster for one run.
  public init() {}

  /// For the `progress` parameter of a run.
  public var sink: ProgressSink { { [weak self] in self?.report($0) } }

  package var latest: SyncProgress { state.withLock { $0.latest } }

  /// Reports after ``finish()`` are dropped.
  package func report(_ progress: SyncProgress) {
    state.withLock { state in
      guard !state.isFinished else { return }
      state.latest = progress
      for reader in state.readers.values { reader.yield(progress) }
    }
  }

  /// Ends every reader's sequence after the newest value.
  public func finish() {
    let ended = state.withLock { state in
      state.isFinished = true
      defer { state.readers.removeAll() }
      return Array(state.readers.values)
    }
    // Outside the lock: `finish()` calls `onTermination` at once, which takes the lock.
    for reader in ended { reader.finish() }
  }

  /// The newest value at once, then each later one; ends with the run.
  public func updates() -> AsyncStream<SyncProgress> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: SyncProgress.self, bufferingPolicy: .bufferingNewest(1))
    let reader = state.withLock { state -> Int? in
      continuation.yield(state.latest)
      guard !state.isFinished else { return nil }
      state.nextReader += 1
      state.readers[state.nextReader] = continuation
      return state.nextReader
    }
    guard let reader else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.readers.removeValue(forKey: reader) }
    }
    return stream
  }
}
