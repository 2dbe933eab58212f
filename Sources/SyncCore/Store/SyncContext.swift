internal import JSONKit
package import SQLiteKit
package import Support

/// A local store and the remote that it is synchronised with.
///
/// Reading and writing never touch the network; `push` and `pull` do. One run (push, pull or
/// reconcile) at a time works on a store file, over all processes; local changes go on meanwhile.
public final class SyncContext: Sendable {
  package let remote: any Remote
  /// The settings as given, limited to what the remote supports.
  public let settings: StoreSettings
  /// The values that readers without the right to see them do not get; nil for none.
  let masked: ValueMasking?
  /// The store file.
  public let path: String

  package let database: DatabasePool
  package let time: any TimeSource
  let random: RandomSource
  let conflictHandler: (any ConflictHandler)?
  /// Actions whose entries the audit has; the next commit drops what is kept of them.
  let writtenAudit = Locked<[String]>([])

  /// Opens the store file of an app; creates it when it is missing.
  ///
  /// - Parameters:
  ///   - path: Of the file; its folder must be there.
  ///   - conflictHandler: Decides conflicts during a push; nil leaves them for ``errors(table:)``.
  /// - Throws: What keeps the file from being opened, or its schema from being migrated.
  public convenience init(
    path: String, remote: AnyRemote, settings: StoreSettings,
    conflictHandler: (any ConflictHandler)? = nil
  ) async throws {
    try await self.init(
      path: path, remote: remote.base, settings: settings, conflictHandler: conflictHandler)
  }

  /// How the store file is used.
  package enum Access: Sendable {
    /// Created when missing, and brought to the newest schema.
    case readWrite
    /// Read only, without any lock; also on a read-only file system.
    case readOnly
  }

  /// Opens the store file.
  package init(
    path: String, access: Access = .readWrite, remote: any Remote, settings: StoreSettings,
    time: any TimeSource = SystemTime(), random: RandomSource = .system,
    conflictHandler: (any ConflictHandler)? = nil
  ) async throws {
    self.path = path
    self.remote = remote
    let settings = settings.fitted(to: remote.capabilities)
    self.settings = settings
    masked = ValueMasking(settings)
    self.time = time
    self.random = random
    self.conflictHandler = conflictHandler
    guard access == .readWrite else {
      database = try await DatabasePool(
        path: path, access: .readOnly, prepare: NumberFunctions.add)
      try await StoreSchema.migrator.check(database)
      let tables = try await database.read { try Self.remoteColumns(on: $0) }
      for (table, columns) in tables { remote.learn(columns, of: table) }
      return
    }
    database = try await DatabasePool(
      path: path, isPrivate: true,
      prepare: { connection in
        try NumberFunctions.add(to: connection)
        try Self.addNow(time, to: connection)
      })
    try await database.write { connection in
      try connection.createFunction(
        StoreSchema.causeFunction, argumentCount: 2, ErrorCause.text(ofValues:))
    }
    try await StoreSchema.migrator.migrate(database)
    try await database.write { connection in
      try SettingStore.put(settings.softDelete.stored, for: SettingStore.softDelete, on: connection)
      try RowCounts.installMissing(on: connection)
      for table in settings.tables { try Catalogue.configure(table, on: connection) }
      try WriteOnlyValues.configure(remote.writeOnlyColumns, on: connection)
      try ReadOnlyTables.configure(settings, remote, on: connection)
      for (table, columns) in try Self.remoteColumns(on: connection) {
        remote.learn(columns, of: table)
      }
      try Self.recallBatchSize(of: remote, on: connection)
    }
    try await noteInterruption()
  }

  /// The SQL function for the time of the store's clock, as text.
  static let nowFunction = "syncline_now"

  private static func addNow(
    _ time: any TimeSource, to connection: Connection
  ) throws(SQLiteError) {
    try connection.createFunction(nowFunction, argumentCount: 0, isPure: false) { _ in
      .text(time.now.description)
    }
  }

  private static func remoteColumns(
    on connection: Connection
  ) throws -> [(table: String, columns: [RemoteColumn])] {
    try Catalogue.names(on: connection).map {
      ($0, try Catalogue.remoteColumns(of: $0, on: connection))
    }
  }

  /// What the server said of batches holds over a restart, as long as it is the same server.
  private static func recallBatchSize(of remote: any Remote, on connection: Connection) throws {
    let kept = try SettingStore.fetch(SettingStore.batchSize, on: connection)
    guard let parts = kept?.split(separator: " ", maxSplits: 1), parts.count == 2,
      parts[1] == remote.displayURL, let size = Int(parts[0])
    else { return }
    remote.learn(batchSize: size)
  }

  /// Keeps what ``Remote/batchSize`` is by now.
  func keepBatchSize() async throws {
    let text = "\(remote.batchSize) \(remote.displayURL)"
    guard
      try await database.read({ try SettingStore.fetch(SettingStore.batchSize, on: $0) }) != text
    else { return }
    try await database.write { try SettingStore.put(text, for: SettingStore.batchSize, on: $0) }
  }

  /// What an ended process left as sending has an unknown outcome.
  private func noteInterruption() async throws {
    guard let lock = try FileLock(tryLocking: lockPath) else { return }  // A run is under way.
    let now = time.now
    try await database.write { connection in
      try OperationStore.settleInterrupted(at: now, on: connection)
      try NewestIndex.createMissing(on: connection)
      try RowCounts.endFilling(on: connection)
    }
    withExtendedLifetime(lock) {}
  }

  /// From now on the store can be read only, whatever is asked of it: SQLite refuses the rest.
  package func refuseWrites() async throws { try await database.refuseWrites() }

  /// Reads a little from the file; throws what keeps it from being used.
  package func check() async throws {
    try await database.read { try $0.forEach("SELECT key FROM syncline_settings LIMIT 1") { _ in } }
  }

  /// Closes a file that is no longer the one that was opened, and leaves what is beside it alone.
  package func abandon() async { await database.close(keepsLog: true) }

  /// Closes the store file, so that it may be moved; nothing can be read or written afterwards.
  public func close() async {
    let (written, now) = (writtenAudit.withLock { $0 }, time.now)
    if !written.isEmpty {
      try? await database.write { try AuditOutbox.settle(written, at: now, on: $0) }
    }
    await database.close()
  }

  /// Held by the one run that works on this store.
  var lockPath: String { path + ".lock" }

  /// The table `name`, whether the store has rows of it or not.
  public func table(_ name: String) -> SyncTable { SyncTable(context: self, name: name) }
}
