/// Bounds how long one of many transactions keeps other writers of the store waiting.
///
/// What is left when it is spent goes into the next transaction.
struct CommitBudget {
  /// Leaves time for the commit itself, so that a writer waits for at most 100 ms.
  private static let limit = Duration.milliseconds(40)

  private let end: ContinuousClock.Instant

  /// Begins now: inside the transaction.
  init() { end = ContinuousClock.now + Self.limit }

  var isSpent: Bool { ContinuousClock.now >= end }
}
