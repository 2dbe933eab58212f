import CSQLite
import Support

/// A database file in WAL mode: one writer, and readers that never wait for it.
public final class DatabasePool: Sendable {
  let writer: ConnectionActor
  private let readers: ReaderPool
  private let quickReaders: QuickReaders
  let snapshots: Snapshots

  /// - Parameters:
  ///   - path: The database file, created when missing.
  ///   - readersMax: Read connections kept open; a further reader waits without holding a thread.
  ///   - isPrivate: Only the owner can read the file, from its first moment; one that others could
  ///     read is closed to them.
  ///   - prepare: Runs once on every new connection, for example to add functions to it.
  public init(
    path: String, readersMax: Int = 4, durability: Connection.Durability = .full,
    isPrivate: Bool = false,
    prepare: @escaping @Sendable (Connection) throws -> Void = { _ in }
  ) async throws {
    precondition(readersMax > 0, "a pool needs at least one reader")
    if isPrivate { PrivateFile.prepare(path) }
    writer = ConnectionActor(
      path: path, mode: .readWrite, durability: durability, label: "sqlite.writer",
      prepare: prepare)
    try await writer.open()  // Creates the file and its WAL before any reader opens.
    readers = ReaderPool(
      (1...readersMax).map {
        ConnectionActor(
          path: path, mode: .readOnly, durability: durability, label: "sqlite.reader.\($0)",
          prepare: prepare)
      })
    quickReaders = QuickReaders(path: path, max: readersMax, prepare: prepare)
    snapshots = Snapshots(path: path, prepare: prepare)
  }

  /// Closes every connection, so that the file may be moved; using the pool afterwards fails.
  ///
  /// Work under way is awaited.
  public func close() async {
    quickReaders.close()
    await snapshots.close()
    for reader in readers.all { await reader.close() }
    await writer.close()
  }

  /// From now on SQLite itself refuses every write of this pool.
  public func refuseWrites() async throws {
    try await writer.withConnection { try $0.execute("PRAGMA query_only = ON") }
  }

  /// Runs `body` in one write transaction.
  ///
  /// Writers queue in order of arrival.
  public func write<Output: Sendable>(
    _ body: @Sendable (Connection) throws -> Output
  ) async throws -> Output {
    try await writer.withConnection { try $0.transaction(body) }
  }

  /// Runs `body` on a read-only connection that sees one snapshot.
  ///
  /// On a borrowed thread it is tried at once; what takes long there is begun anew elsewhere.
  public func read<Output: Sendable>(
    _ body: @Sendable (Connection) throws -> Output
  ) async throws -> Output {
    if BorrowedThread.current?.isLent == true, let output = try readBriefly(body) { return output }
    let reader = await readers.take()
    do {
      let output = try await reader.withConnection { connection in
        try connection.execute("BEGIN DEFERRED")
        connection.isMemoChecked = false
        defer { try? connection.execute("COMMIT") }
        return try body(connection)
      }
      await readers.give(back: reader)
      return output
    } catch {
      await readers.give(back: reader)
      throw error
    }
  }
}

extension DatabasePool {
  /// The database as it is now, for at most `time`.
  public func snapshot(for time: Duration) async throws -> DatabaseSnapshot {
    try await snapshots.begin(for: time)
  }

  /// Runs `body` at once, on the calling thread and in one snapshot; nil when that takes waiting.
  ///
  /// For looks that take less time than the way to another thread. Never from a task: SQLite may
  /// have to wait for the disk.
  public func readNow<Output>(_ body: (Connection) throws -> Output) throws -> Output? {
    try quickReaders.read(body)
  }

  /// Longer than any look at a page's worth of rows by an index.
  private static var briefTime: Duration { .milliseconds(5) }

  /// The same, and nil too when it takes longer than a thread that serves others may be held.
  private func readBriefly<Output>(_ body: (Connection) throws -> Output) throws -> Output? {
    do {
      return try readNow { try $0.bounded(to: Self.briefTime, body) }
    } catch is BoundIsOver {
      return nil
    }
  }
}

/// Owns one connection and the queue it runs on.
actor ConnectionActor {
  private nonisolated let executor: QueueExecutor
  private let path: String
  private let mode: Connection.Mode
  private let durability: Connection.Durability
  private let prepare: @Sendable (Connection) throws -> Void
  private var connection: Connection?
  private var isClosed = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    path: String, mode: Connection.Mode, durability: Connection.Durability, label: String,
    prepare: @escaping @Sendable (Connection) throws -> Void
  ) {
    self.path = path
    self.mode = mode
    self.durability = durability
    self.prepare = prepare
    executor = QueueExecutor(label: label)
  }

  func open() throws { _ = try opened() }

  func withConnection<Output: Sendable>(
    _ body: @Sendable (Connection) throws -> Output
  ) throws -> Output {
    try body(opened())
  }

  func close() {
    isClosed = true
    connection = nil
  }

  static var closed: SQLiteError {
    SQLiteError(code: SQLITE_MISUSE, message: "the database was closed")
  }

  private func opened() throws -> Connection {
    guard !isClosed else {
      throw Self.closed
    }
    if let connection { return connection }
    let connection = try Connection(path: path, mode: mode, durability: durability)
    try prepare(connection)
    self.connection = connection
    return connection
  }
}

/// Lends readers in order of arrival; waiting suspends the task and holds no thread.
actor ReaderPool {
  let all: [ConnectionActor]
  private var free: [ConnectionActor]
  private var waiting: [CheckedContinuation<ConnectionActor, Never>] = []

  init(_ readers: [ConnectionActor]) {
    all = readers
    free = readers
  }

  func take() async -> ConnectionActor {
    if let reader = free.popLast() { return reader }
    return await withCheckedContinuation { waiting.append($0) }
  }

  func give(back reader: ConnectionActor) {
    if waiting.isEmpty {
      free.append(reader)
    } else {
      waiting.removeFirst().resume(returning: reader)
    }
  }
}
