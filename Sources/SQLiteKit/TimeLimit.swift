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
    deadline = Deadline(ContinuousClock.now + limit)
    defer { deadline = outer }
    return try body(self)
  }
}

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
