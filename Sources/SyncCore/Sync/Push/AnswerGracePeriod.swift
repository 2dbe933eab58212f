import Support

extension SyncContext {
  /// How long the requests under way may still take when a run is cancelled.
  ///
  /// Given up at once, the outcome of each would be unknown, though most answers are nearly there.
  package static let answerGrace = Duration.seconds(5)

  /// Waits for an answer, also a while after the task was cancelled; then `work` is cancelled too.
  func untilAnswered<Output: Sendable>(
    _ work: @escaping @Sendable () async -> Output
  ) async -> Output {
    let task = Task { await work() }
    let time = time
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      Task {
        try? await time.sleep(for: Self.answerGrace)
        task.cancel()
      }
    }
  }
}
