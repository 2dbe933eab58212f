import Support

/// Gathers jobs that wait at the same time into one commit, which costs one sync to the disk.
///
/// A job that comes alone is committed at once; those that come meanwhile share the next commit.
final class GroupCommit: Sendable {
  typealias Outcome = Result<WriteOutcome, any Error>
  typealias Commit = @Sendable ([WriteJob]) async throws -> [Outcome]

  /// Keeps a commit short, and the wait of those behind it.
  private static let jobsMax = 512

  private struct Waiting: Sendable {
    let job: WriteJob
    let finish: @Sendable (Outcome) -> Void
  }

  private struct State {
    var waiting: [Waiting] = []
    var isDraining = false
  }

  private let commit: Commit
  private let state = Locked(State())

  /// - Parameter commit: Writes the jobs in one transaction and answers once it is durable, with a
  ///   result per job; throws when nothing was written at all.
  init(commit: @escaping Commit) { self.commit = commit }

  /// Returns at once, and gives the outcome to `finish` when it is known.
  func perform(_ job: WriteJob, finish: @escaping @Sendable (Outcome) -> Void) {
    add([Waiting(job: job, finish: finish)])
  }

  func perform(_ job: WriteJob) async throws -> WriteOutcome {
    try await withCheckedThrowingContinuation { continuation in
      perform(job) { continuation.resume(with: $0) }
    }
  }

  /// Does the jobs in order; others may come between two of them.
  func perform(_ jobs: [WriteJob]) async -> [Outcome] {
    guard !jobs.isEmpty else { return [] }
    return await withCheckedContinuation { continuation in
      let results = Locked<[Int: Outcome]>([:])
      let count = jobs.count
      add(
        jobs.enumerated().map { position, job in
          Waiting(job: job) { result in
            let complete = results.withLock { results in
              results[position] = result
              return results.count == count ? results : nil
            }
            guard let complete else { return }
            continuation.resume(returning: (0..<count).compactMap { complete[$0] })
          }
        })
    }
  }

  private func add(_ jobs: [Waiting]) {
    let isFirst = state.withLock { state in
      state.waiting += jobs
      defer { state.isDraining = true }
      return !state.isDraining
    }
    if isFirst { Task.detached { await self.drain() } }
  }

  private func drain() async {
    while let batch = next() {
      let outcomes: [Outcome]
      do {
        outcomes = try await commit(batch.map(\.job))
      } catch {
        outcomes = batch.map { _ in .failure(error) }
      }
      let answer = { @Sendable in
        for (one, outcome) in zip(batch, outcomes) { one.finish(outcome) }
      }
      // Those that wait already need not wait for the answers of others too.
      if state.withLock({ $0.waiting.isEmpty }) { answer() } else { Task.detached { answer() } }
    }
  }

  /// What goes into the next commit; nil when nothing waits any more.
  private func next() -> [Waiting]? {
    state.withLock { state in
      guard !state.waiting.isEmpty else {
        state.isDraining = false
        return nil
      }
      let batch = Array(state.waiting.prefix(Self.jobsMax))
      state.waiting.removeFirst(batch.count)
      return batch
    }
  }
}
