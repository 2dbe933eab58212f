import Support

/// The steps of one run, and who is told about them.
final class ProgressTracker: Sendable {
  private let state = Locked(SyncProgress())
  private let sink: ProgressSink?

  init(_ sink: ProgressSink?) { self.sink = sink }

  /// Notes which entries of the history are the run's.
  func note(_ history: HistorySpan) {
    state.withLock { $0.history = history }
    report()
  }

  /// Adds steps that wait for their turn; returns the number of the first.
  @discardableResult
  func add(_ steps: [SyncProgress.Step]) -> Int {
    let first = state.withLock { progress in
      defer { progress.steps += steps }
      return progress.steps.count
    }
    report()
    return first
  }

  /// - Parameters:
  ///   - push: What the push did so far.
  ///   - pulled: What queries did so far.
  func update(
    _ step: Int, push: PushReport? = nil, pulled: [TablePullReport] = [],
    _ body: @Sendable (inout SyncProgress.Step) -> Void
  ) {
    state.withLock { progress in
      progress.note(push, pulled)
      body(&progress.steps[step])
    }
    report()
  }

  /// Marks every step that has not begun as skipped.
  func skipWaiting() {
    state.withLock { progress in
      for index in progress.steps.indices where progress.steps[index].state == .waiting {
        progress.steps[index].state = .skipped
      }
    }
    report()
  }

  private func report() {
    guard let sink else { return }
    sink(state.withLock { $0 })
  }
}
