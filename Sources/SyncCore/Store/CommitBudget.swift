/// Bounds how long one of many transactions keeps other writers of the store waiting.
///
/// What is left when it is spent goes into the next transaction.
struct CommitBudget {
  /// Leaves time for the commit itself, so that a writer waits for at most 100 ms.
  private static let limit = Duration.milliseconds(40)

  /// So many rows always go together: a small batch is one transaction, however busy the machine is.
  private static let rowsMin = 16

  private let end: ContinuousClock.Instant

  /// Begins now: inside the transaction.
  init() { end = ContinuousClock.now + Self.limit }

  /// - Parameter rows: Handled in the transaction so far.
  func isSpent(after rows: Int) -> Bool { rows >= Self.rowsMin && ContinuousClock.now >= end }
}
