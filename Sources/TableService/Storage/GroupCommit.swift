import Support

/// Gathers jobs that wait at the same time into one commit, which costs one sync to the disk.
///
/// A job that comes alone is committed at once; those that come meanwhile share the next commit.
actor GroupCommit {
  /// Keeps a commit short, and the wait of those behind it.
  private static let jobsMax = 256

  private typealias Outcome = Result<WriteOutcome, any Error>

  private struct Waiting {
    let job: WriteJob
    let finish: @Sendable (Outcome) -> Void
  }

  private let commit: @Sendable ([WriteJob]) async throws -> [Result<WriteOutcome, any Error>]
  private var waiting: [Waiting] = []
  private var isDraining = false

  /// - Parameter commit: Writes the jobs in one transaction and answers once it is durable, with a
  ///   result per job; throws when nothing was written at all.
  init(
    commit: @escaping @Sendable ([WriteJob]) async throws -> [Result<WriteOutcome, any Error>]
  ) {
    self.commit = commit
  }

  func perform(_ job: WriteJob) async throws -> WriteOutcome {
    try await withCheckedThrowingContinuation { continuation in
      add([Waiting(job: job) { continuation.resume(with: $0) }])
    }
  }

  /// Does the jobs in order; others may come between two of them.
  func perform(_ jobs: [WriteJob]) async -> [Result<WriteOutcome, any Error>] {
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
    waiting += jobs
    guard !isDraining else { return }
    isDraining = true
    Task { await drain() }
  }

  private func drain() async {
    while !waiting.isEmpty {
      let batch = Array(waiting.prefix(Self.jobsMax))
      waiting.removeFirst(batch.count)
      do {
        let results = try await commit(batch.map(\.job))
        for (one, result) in zip(batch, results) { one.finish(result) }
      } catch {
        for one in batch { one.finish(.failure(error)) }
      }
    }
    isDraining = false
  }
}
