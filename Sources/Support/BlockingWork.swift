/// Runs work that blocks on a queue of its own, never on the cooperative pool.
public actor BlockingWork {
  private nonisolated let executor = QueueExecutor(label: "blocking work")

  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  public init() {}

  public func run<Output: Sendable>(
    _ body: @Sendable () throws -> Output
  ) throws -> Output {
    try body()
  }
}
