import Support

/// Read connections for short looks on the caller's own thread.
final class QuickReaders: Sendable {
  /// `@unchecked`: a connection that is lent is used by its borrower alone.
  private struct Lent: @unchecked Sendable {
    let connection: Connection
  }

  private struct State {
    var free: [Lent] = []
    var count = 0
    var isClosed = false
  }

  private let path: String
  private let mode: Connection.Mode
  private let max: Int
  private let prepare: @Sendable (Connection) throws -> Void
  private let state = Locked(State())

  init(
    path: String, mode: Connection.Mode, max: Int,
    prepare: @escaping @Sendable (Connection) throws -> Void
  ) {
    self.path = path
    self.mode = mode
    self.max = max
    self.prepare = prepare
  }

  /// Nil when all are lent.
  func read<Output>(_ body: (Connection) throws -> Output) throws -> Output? {
    guard let lent = try take() else { return nil }
    defer { giveBack(lent) }
    let connection = lent.connection
    try connection.execute("BEGIN DEFERRED")
    connection.isMemoChecked = false
    defer { try? connection.execute("COMMIT") }
    return try body(connection)
  }

  /// Closes every connection that is not lent now, and those when they come back.
  func close() {
    let free = state.withLock { state in
      state.isClosed = true
      defer { state.free = [] }
      return state.free
    }
    withExtendedLifetime(free) {}
  }

  private func giveBack(_ lent: Lent) {
    state.withLock { state in
      if !state.isClosed { state.free.append(lent) }
    }
  }

  private func take() throws -> Lent? {
    let (free, mayOpen) = try state.withLock { state -> (Lent?, Bool) in
      guard !state.isClosed else { throw ConnectionActor.closed }
      if let lent = state.free.popLast() { return (lent, false) }
      guard state.count < max else { return (nil, false) }
      state.count += 1
      return (nil, true)
    }
    guard mayOpen else { return free }
    do {
      let connection = try Connection(path: path, mode: mode, durability: .full)
      try prepare(connection)
      return Lent(connection: connection)
    } catch {
      state.withLock { $0.count -= 1 }
      throw error
    }
  }
}
