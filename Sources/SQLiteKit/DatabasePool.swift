import CSQLite
import Support

/// A database file in WAL mode: one writer, and readers that never wait for it.
public final class DatabasePool: Sendable {
  /// What a pool may do with its file.
  public enum Access: Sendable {
    case readWrite
    /// Nothing is written, neither to the file nor beside it where that is not possible, and no
    /// write lock is taken; the file must be there.
    case readOnly
  }

  /// The database file.
  public let path: String
  /// Nil where the file can be read only.
  private let writer: ConnectionActor?
  private let readers: ReaderPool
  private let quickReaders: QuickReaders
  let snapshots: Snapshots
  private let file: OpenedFile
  /// Where the file is read from, when that is not the file itself.
  private let folder: ScratchFolder?

  /// - Parameters:
  ///   - path: The database file, created when missing.
  ///   - readersMax: Read connections kept open; a further reader waits without holding a thread.
  ///   - isPrivate: Only the owner can read the file, from its first moment; one that others could
  ///     read is closed to them.
  ///   - prepare: Runs once on every new connection, for example to add functions to it.
  public init(
    path: String, access: Access = .readWrite, readersMax: Int = 4,
    durability: Connection.Durability = .full, isPrivate: Bool = false,
    prepare: @escaping @Sendable (Connection) throws -> Void = { _ in }
  ) async throws {
    precondition(readersMax > 0, "a pool needs at least one reader")
    self.path = path
    let source: (path: String, mode: Connection.Mode)
    switch access {
    case .readWrite:
      if isPrivate { PrivateFile.prepare(path) }
      let writer = ConnectionActor(
        path: path, mode: .readWrite, durability: durability, label: "sqlite.writer",
        prepare: prepare)
      try await writer.open()  // Creates the file and its WAL before any reader opens.
      self.writer = writer
      (source, folder) = ((path, .readOnly), nil)
    case .readOnly:
      let readable = try ReadableFile(of: path)
      writer = nil
      (source, folder) = ((readable.path, readable.mode), readable.folder)
    }
    file = try OpenedFile(source.path, isImmutable: source.mode == .immutable)
    readers = ReaderPool(
      (1...readersMax).map {
        ConnectionActor(
          path: source.path, mode: source.mode, durability: durability,
          label: "sqlite.reader.\($0)", prepare: prepare)
      })
    quickReaders = QuickReaders(
      path: source.path, mode: source.mode, max: readersMax, prepare: prepare)
    snapshots = Snapshots(path: source.path, mode: source.mode, prepare: prepare)
  }

  /// Closes every connection, so that the file may be moved; using the pool afterwards fails.
  ///
  /// Work under way is awaited.
  ///
  /// - Parameter keepsLog: Leaves the log beside the file as it is, for a file that is no longer the
  ///   one that was opened.
  public func close(keepsLog: Bool = false) async {
    quickReaders.close()
    await snapshots.close()
    for reader in readers.all { await reader.close() }
    await writer?.close(keepsLog: keepsLog)
  }

  /// From now on SQLite itself refuses every write of this pool.
  public func refuseWrites() async throws {
    try await writer?.withConnection { try $0.execute("PRAGMA query_only = ON") }
  }

  public var canWrite: Bool { writer != nil }

  /// Runs `body` on the connection that writes.
  func withWriter<Output: Sendable>(
    _ body: @Sendable (Connection) throws -> Output
  ) async throws -> Output {
    guard let writer else {
      throw SQLiteError(
        code: SQLITE_READONLY, message: "it was opened for reading only", file: path)
    }
    try file.check()
    return try await writer.withConnection(body)
  }

  /// Runs `body` in one write transaction.
  ///
  /// Writers queue in order of arrival.
  public func write<Output: Sendable>(
    _ body: @Sendable (Connection) throws -> Output
  ) async throws -> Output {
    try await withWriter { try $0.transaction(body) }
  }

  /// Runs `body` on a read-only connection that sees one snapshot.
  ///
  /// On a borrowed thread it is tried at once; what takes long there is begun anew elsewhere.
  public func read<Output: Sendable>(
    _ body: @Sendable (Connection) throws -> Output
  ) async throws -> Output {
    try file.check()
    if InlineExecutor.current?.isLent == true, let output = try readBriefly(body) { return output }
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
    try file.check()
    return try await snapshots.begin(for: time)
  }

  /// Runs `body` at once, on the calling thread and in one snapshot; nil when that takes waiting.
  ///
  /// For looks that take less time than the way to another thread. Never from a task: SQLite may
  /// have to wait for the disk.
  public func readNow<Output>(_ body: (Connection) throws -> Output) throws -> Output? {
    try file.check()
    return try quickReaders.read(body)
  }

  /// Longer than any look at a page's worth of rows by an index.
  private static var briefTime: Duration { .milliseconds(5) }

  /// Runs `body` at once on a file that was checked; nil too when it takes longer than a thread that
  /// serves others may be held.
  private func readBriefly<Output>(_ body: (Connection) throws -> Output) throws -> Output? {
    do {
      return try quickReaders.read { try $0.bounded(to: Self.briefTime, body) }
    } catch is TimeLimitExceeded {
      return nil
    } catch let error as SQLiteError where error.mayBeDamage {
      return nil  // It is tried again where there is time to check the file.
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
    try opened().reportingDamage(body)
  }

  func close(keepsLog: Bool = false) {
    isClosed = true
    if keepsLog { connection?.keepLog() }
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
