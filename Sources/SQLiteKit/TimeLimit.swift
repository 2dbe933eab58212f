import CSQLite

extension Connection {
  /// Runs `body`, whose statements fail as interrupted once `limit` is over; see
  /// ``SQLiteError/isInterrupted``.
  ///
  /// For reads: a write that is interrupted takes its whole transaction along.
  public func limited<Output>(
    to limit: Duration, _ body: (Connection) throws -> Output
  ) throws -> Output {
    let outer = deadline
    let end = ContinuousClock.now + limit
    deadline = Deadline(bound.map { min($0, end) } ?? end)
    defer { deadline = outer }
    do {
      return try body(self)
    } catch let error as SQLiteError where error.isInterrupted {
      guard let bound, bound < end else { throw error }
      throw TimeLimitExceeded()
    }
  }

  /// Runs `body`, of which nothing takes longer than `limit`, whatever limits it sets itself.
  ///
  /// - Throws: ``TimeLimitExceeded`` when it would have.
  func bounded<Output>(
    to limit: Duration, _ body: (Connection) throws -> Output
  ) throws -> Output {
    let end = ContinuousClock.now + limit
    (bound, deadline) = (end, Deadline(end))
    defer { (bound, deadline) = (nil, nil) }
    do {
      return try body(self)
    } catch let error as SQLiteError where error.isInterrupted {
      throw TimeLimitExceeded()
    }
  }
}

/// A statement was stopped by the bound around its own limit, which says nothing about its own.
struct TimeLimitExceeded: Error {}

/// When the statements of a connection have to stop.
final class Deadline {
  /// Steps of SQLite's machine between two looks at the clock: well under a millisecond.
  static let stepsPerLook: Int32 = 2_000

  let end: ContinuousClock.Instant

  init(_ end: ContinuousClock.Instant) { self.end = end }

  /// The connection keeps `deadline` for as long as SQLite has its address.
  static func install(_ deadline: Deadline?, on handle: OpaquePointer) {
    guard let deadline else { return sqlite3_progress_handler(handle, 0, nil, nil) }
    sqlite3_progress_handler(
      handle, stepsPerLook, isOver, Unmanaged.passUnretained(deadline).toOpaque())
  }
}

/// Anything but 0 interrupts the statement.
///
/// Source: <https://sqlite.org/c3ref/progress_handler.html>
private func isOver(_ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context else { return 0 }
  let deadline = Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue()
  return ContinuousClock.now >= deadline.end ? 1 : 0
}

extension SQLiteError {
  /// True when a time limit or a cancellation stopped the statement.
  public var isInterrupted: Bool { primaryCode == SQLITE_INTERRUPT }
}
