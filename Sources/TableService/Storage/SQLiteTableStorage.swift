import SQLiteKit
import Support

/// Tables in one SQLite file, each an ordinary table of its own name.
///
/// `syncline_tables` and `syncline_columns` keep what SQLite's own types do not say. Other programs
/// may read the file, and change rows, while the service runs.
final class SQLiteTableStorage: TableStorage {
  private let pool: DatabasePool
  private let catalogue: Locked<TableCatalogue>
  private let groupCommit: GroupCommit
  let changes: ChangeStream

  /// - Parameter tables: Brings the tables to what is declared of them, or changes nothing and throws
  ///   ``TablesRefusal``.
  init(path: String, tables: DeclaredTables, time: any TimeSource) async throws {
    let pool = try await DatabasePool(path: path, isPrivate: true, prepare: QueryFunctions.install)
    try await pool.tuneWriter(WriterTuning(cacheKilobytes: 8_000, checkpointPages: 4_000))
    try await Migrator(TableCatalogue.migrations).migrate(pool)
    if try await pool.read({ try TableMigration.isNeeded(for: tables, on: $0) }) {
      try await pool.write { connection in
        try TableMigration(of: tables, on: connection, now: time.now).run()
      }
    }
    let catalogue = Locked(
      try await pool.read { try TableCatalogue(reading: $0, declared: tables) })
    self.pool = pool
    self.catalogue = catalogue
    let changes = ChangeStream()
    self.changes = changes
    groupCommit = GroupCommit { jobs in
      let (results, after, stamps) = try await pool.write { connection in
        let session = try WriteSession(
          connection, catalogue: Self.current(catalogue, on: connection), now: time.now)
        let results = try jobs.map { try session.run($0) }
        try session.finish()
        return (results, session.catalogue, session.newStamps)
      }
      catalogue.withLock { if after.schemaVersion >= $0.schemaVersion { $0 = after } }
      changes.publish(stamps)
      return results
    }
  }

  var tableNames: [String] { catalogue.withLock(\.tableNames) }

  func newestStamps() async throws -> [TableStamp] {
    let catalogue = catalogue
    return try await pool.read { connection in
      try Self.current(catalogue, on: connection).tableNames.compactMap { name in
        let newest = try connection.first(
          "SELECT max(updatedAt) FROM \(Connection.quoted(name))"
        ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String?.self) }
        return (newest ?? nil).map { TableStamp(name: name, updatedAt: $0) }
      }
    }
  }

  func schemas() async throws -> [StoredSchema] {
    let catalogue = catalogue
    return try await pool.read { try Self.current(catalogue, on: $0).schemas }
  }

  func list(_ query: StoredQuery) async throws -> StoredRowPage {
    let catalogue = catalogue
    return try await pool.read { connection in
      guard let schema = try Self.current(catalogue, on: connection)[query.table] else {
        return StoredRowPage(count: query.counts ? 0 : nil)
      }
      return try ListReader(schema: schema, query: query).page(on: connection)
    }
  }

  func row(_ id: String, of table: String) async throws -> StoredRow? {
    let catalogue = catalogue
    return try await pool.read { connection in
      let schema = try Self.current(catalogue, on: connection)[table]
      return try schema.map(StoredRowReader.init)?.row(id, on: connection)
    }
  }

  /// Reads in one snapshot; the schema is nil for a table that nobody has written to.
  func reading<Output: Sendable>(
    _ table: String, _ body: @Sendable (StoredSchema?, Connection) throws -> Output
  ) async throws -> Output {
    let catalogue = catalogue
    return try await pool.read { connection in
      try body(try Self.current(catalogue, on: connection)[table], connection)
    }
  }

  func quickRow(_ id: String, of table: String) throws -> QuickRow {
    let found = try pool.readNow { connection -> QuickRow in
      let schema = try Self.current(catalogue, on: connection)[table]
      return .row(try schema.map(StoredRowReader.init)?.row(id, on: connection))
    }
    return found ?? .busy
  }

  func write(
    _ job: WriteJob, finish: @escaping @Sendable (Result<WriteOutcome, any Error>) -> Void
  ) {
    groupCommit.perform(job, finish: finish)
  }

  func write(_ job: WriteJob) async throws -> WriteOutcome { try await groupCommit.perform(job) }

  func write(_ jobs: [WriteJob]) async -> [Result<WriteOutcome, any Error>] {
    await groupCommit.perform(jobs)
  }

  /// The catalogue of the transaction that `connection` is in.
  private static func current(
    _ catalogue: Locked<TableCatalogue>, on connection: Connection
  ) throws(SQLiteError) -> TableCatalogue {
    let version = try TableCatalogue.schemaVersion(connection)
    let known = catalogue.withLock { $0 }
    if known.schemaVersion == version { return known }
    let read = try TableCatalogue(reading: connection, declared: known.declared)
    catalogue.withLock { if read.schemaVersion > $0.schemaVersion { $0 = read } }
    return read
  }
}
