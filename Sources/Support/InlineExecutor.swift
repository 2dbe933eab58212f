/// Runs a task on the calling thread until it first suspends, then on the default executor.
///
/// For threads that have nothing better to do than the task, such as one that just read a request:
/// work that never waits is done without a switch to another thread and back.
public final class InlineExecutor: TaskExecutor {
  private struct State: Sendable {
    var jobs: [UnownedJob] = []
    var isLent = true
  }

  /// The thread that the running task began on.
  @TaskLocal public static var current: InlineExecutor?

  private let state = Locked(State())

  private init() {}

  /// Begins a task on this thread, and returns when the task has ended or waits for something.
  public static func run(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    let thread = InlineExecutor()
    let task = Task.detached(executorPreference: thread) {
      await $current.withValue(thread) { await body() }
    }
    thread.runJobs()
    return task
  }

  /// False once the task had to wait: it goes on elsewhere, where nothing may block.
  public var isLent: Bool { state.withLock { $0.isLent } }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isTaken = state.withLock { state in
      if state.isLent { state.jobs.append(job) }
      return state.isLent
    }
    if !isTaken { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
  }

  private func runJobs() {
    while let job = nextJob() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Nil gives the thread back.
  private func nextJob() -> UnownedJob? {
    state.withLock { state in
      guard state.jobs.isEmpty else { return state.jobs.removeFirst() }
      state.isLent = false
      return nil
    }
  }
}
