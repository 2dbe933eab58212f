import Support

/// A database as it was at one moment, for reading it in several steps while others write to it.
///
/// Its connection is its own. It closes with ``end()``, when nothing keeps the snapshot any more,
/// when the pool closes, and when its time is over: as long as somebody reads an old state, the log
/// of the database can only grow.
public final class DatabaseSnapshot: Sendable {
  private let reader: ConnectionActor
  private let life: Task<Void, Never>

  /// - Parameter life: Closes the connection when it is over or cancelled.
  init(_ reader: ConnectionActor, life: Task<Void, Never>) {
    self.reader = reader
    self.life = life
  }

  /// Runs `body` on the snapshot; once it ended, this throws.
  public func read<Output: Sendable>(
    _ body: @Sendable (Connection) throws -> Output
  ) async throws -> Output {
    try await reader.withConnection(body)
  }

  public func end() { life.cancel() }

  deinit { life.cancel() }
}

/// Begins the snapshots of one database, and ends those that are left when it closes.
final class Snapshots: Sendable {
  private struct State {
    var open: [ObjectIdentifier: ConnectionActor] = [:]
    var isClosed = false
  }

  private let path: String
  private let mode: Connection.Mode
  private let prepare: @Sendable (Connection) throws -> Void
  private let state = Locked(State())

  init(
    path: String, mode: Connection.Mode,
    prepare: @escaping @Sendable (Connection) throws -> Void
  ) {
    self.path = path
    self.mode = mode
    self.prepare = prepare
  }

  var count: Int { state.withLock { $0.open.count } }

  func begin(for time: Duration) async throws -> DatabaseSnapshot {
    let reader = ConnectionActor(
      path: path, mode: mode, durability: .full, label: "sqlite.snapshot", prepare: prepare)
    try state.withLock { state in
      guard !state.isClosed else { throw ConnectionActor.closed }
      state.open[ObjectIdentifier(reader)] = reader
    }
    let life = Task {
      try? await Task.sleep(for: time)
      await reader.close()
      state.withLock { _ = $0.open.removeValue(forKey: ObjectIdentifier(reader)) }
    }
    let snapshot = DatabaseSnapshot(reader, life: life)
    try await snapshot.read { connection in
      try connection.execute("BEGIN DEFERRED")
      // The moment is that of the first look at the file.
      try connection.forEach("SELECT count(*) FROM sqlite_schema") { _ in }
    }
    return snapshot
  }

  func close() async {
    let open = state.withLock { state in
      state.isClosed = true
      return Array(state.open.values)
    }
    for reader in open { await reader.close() }
  }
}
