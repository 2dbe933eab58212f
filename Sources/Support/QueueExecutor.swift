import Dispatch

/// Runs an actor's jobs on a private serial queue.
///
/// So that blocking, in SQLite or while a file is read, never takes one of the few threads of
/// Swift's cooperative pool.
public final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  public init(label: String) {
    queue = DispatchQueue(label: label)
  }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }

  public func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
