/// Gathers jobs that wait at the same time into one commit, which costs one sync to the disk.
///
/// A job that comes alone is committed at once; those that come meanwhile share the next commit.
actor GroupCommit {
  /// Keeps a commit short, and the wait of those behind it.
  private static let jobsMax = 256

  private struct Waiting {
    let job: WriteJob
    let continuation: CheckedContinuation<WriteOutcome, any Error>
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
      waiting.append(Waiting(job: job, continuation: continuation))
      guard !isDraining else { return }
      isDraining = true
      Task { await drain() }
    }
  }

  private func drain() async {
    while !waiting.isEmpty {
      let batch = Array(waiting.prefix(Self.jobsMax))
      waiting.removeFirst(batch.count)
      do {
        let results = try await commit(batch.map(\.job))
        for (one, result) in zip(batch, results) { one.continuation.resume(with: result) }
      } catch {
        for one in batch { one.continuation.resume(throwing: error) }
      }
    }
    isDraining = false
  }
}
