import CSQLite
import Support

/// One SQLite connection, used by one executor at a time.
///
/// The handle is opened with `SQLITE_OPEN_NOMUTEX`: serialisation is the job of ``DatabasePool``,
/// and this type is not `Sendable` so that the compiler keeps it so.
public final class Connection {
  enum Mode: Sendable {
    case readOnly, readWrite
    /// For a file that nobody can change, beside which nothing can be written.
    case immutable
    /// For a new file that is only good once it is complete: without a journal, and without waiting
    /// for the disk.
    case copy
  }

  let handle: OpaquePointer
  private var statements: UTF8Dictionary<Statement> = [:]

  /// Readers may keep what they worked out; see ``memo(_:_:)``.
  let isReader: Bool
  var memos = Memo()
  /// False at the beginning of a read, when the file may have changed.
  var isMemoChecked = false

  /// When statements have to stop; nil for never.
  var deadline: Deadline? {
    didSet { Deadline.install(deadline, on: handle) }
  }

  /// What no limit may go beyond; nil for none.
  var bound: ContinuousClock.Instant?

  /// True while ``transaction(_:)`` runs its block.
  private var expectsTransaction = false
  /// Why SQLite ended the transaction of the block by itself.
  private var rollbackCause: SQLiteError?

  /// Statements kept prepared; beyond it the cache is emptied, which is rare and cheap.
  private static let statementsMax = 128

  /// How much a commit waits for.
  ///
  /// Source: <https://sqlite.org/pragma.html#pragma_synchronous>
  public enum Durability: String, Sendable {
    /// A commit survives power loss.
    case full = "FULL"
    /// A commit survives the process, and after power loss the newest commits may be missing.
    case normal = "NORMAL"
  }

  init(path: String, mode: Mode, durability: Durability) throws(SQLiteError) {
    let access =
      switch mode {
      case .readWrite, .copy: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      case .readOnly: SQLITE_OPEN_READONLY
      case .immutable: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
      }
    let name = mode == .immutable ? Self.immutableURI(path) : path
    var handle: OpaquePointer?
    let code = sqlite3_open_v2(
      name, &handle, access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let handle, code == SQLITE_OK else {
      let systemError = handle.map { sqlite3_system_errno($0) } ?? 0
      sqlite3_close_v2(handle)
      throw SQLiteError(
        code: code, message: "cannot open \(path): \(String(cString: sqlite3_errstr(code)))",
        file: path, systemError: systemError)
    }
    self.handle = handle
    isReader = mode == .readOnly || mode == .immutable
    sqlite3_busy_timeout(handle, 5_000)
    _ = csqlite_set_flag(handle, SQLITE_DBCONFIG_DQS_DML, 0)
    _ = csqlite_set_flag(handle, SQLITE_DBCONFIG_DQS_DDL, 0)
    try execute("PRAGMA foreign_keys = ON")
    try CaseInsensitiveSearch.add(to: self)
    if mode == .readWrite {
      try execute("PRAGMA journal_mode = WAL")
      try execute("PRAGMA synchronous = \(durability.rawValue)")
    }
    if mode == .copy {
      try execute("PRAGMA journal_mode = OFF")
      try execute("PRAGMA synchronous = OFF")
    }
  }

  /// The name by which SQLite opens a file as one that nobody changes.
  ///
  /// Source: <https://sqlite.org/uri.html>
  private static func immutableURI(_ path: String) -> String {
    let encoded = path.utf8.flatMap { byte -> [UInt8] in
      guard "%?#".utf8.contains(byte) else { return [byte] }
      return Array("%\(String(byte, radix: 16, uppercase: true))".utf8)
    }
    return "file:\(String(decoding: encoded, as: UTF8.self))?immutable=1"
  }

  /// Leaves the log as it is when the connection closes, rather than moving it into the file.
  func keepLog() { _ = csqlite_set_flag(handle, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1) }

  deinit {
    statements.removeAll()
    sqlite3_close_v2(handle)
  }

  /// Runs a statement that returns no rows worth reading.
  public func execute(_ sql: String, _ values: [SQLiteValue] = []) throws(SQLiteError) {
    try statement(sql).run(values) { (_) throws(SQLiteError) in }
  }

  /// Runs a query and decodes each row.
  public func query<Output>(
    _ sql: String, _ values: [SQLiteValue] = [],
    decode: (borrowing Row) throws(SQLiteError) -> Output
  ) throws(SQLiteError) -> [Output] {
    var output: [Output] = []
    try statement(sql).run(values) { (row) throws(SQLiteError) in
      output.append(try decode(row))
    }
    return output
  }

  /// Runs a query and shows each row as it comes.
  public func forEach(
    _ sql: String, _ values: [SQLiteValue] = [],
    _ body: (borrowing Row) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    try statement(sql).run(values, body)
  }

  /// The first row's decoded value, or nil when the query has no rows.
  public func first<Output>(
    _ sql: String, _ values: [SQLiteValue] = [],
    decode: (borrowing Row) throws(SQLiteError) -> Output
  ) throws(SQLiteError) -> Output? {
    var output: Output?
    try statement(sql).run(values) { (row) throws(SQLiteError) in
      if output == nil { output = try decode(row) }
    }
    return output
  }

  /// Rows that the last INSERT, UPDATE or DELETE changed.
  public var changes: Int { Int(sqlite3_changes64(handle)) }

  /// Rows that all statements so far changed, those that were rolled back too.
  public var totalChanges: Int64 { sqlite3_total_changes64(handle) }

  /// False when SQLite ended the transaction by itself, as it does when the disk is full.
  ///
  /// Source: <https://sqlite.org/lang_transaction.html#response_to_errors_within_a_transaction>
  public var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

  /// The rowid of the last INSERT.
  public var lastInsertedRowID: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Quotes an identifier for use in SQL.
  ///
  /// Callers take identifiers from a catalogue only, never from input that was not looked up there.
  public static func quoted(_ identifier: String) -> String {
    guard identifier.utf8.contains(UInt8(ascii: "\"")) else { return "\"\(identifier)\"" }
    return "\""
      + identifier.split(separator: "\"", omittingEmptySubsequences: false).joined(
        separator: "\"\"")
      + "\""
  }

  /// Runs `body` in a savepoint inside the current transaction: its changes go when it throws.
  public func savepoint<Output>(_ body: (Connection) throws -> Output) throws -> Output {
    try execute("SAVEPOINT inner_step")
    do {
      let output = try body(self)
      try execute("RELEASE inner_step")
      return output
    } catch {
      // SQLite may have rolled back all of it by itself: no savepoint is left to go back to.
      guard isInTransaction else {
        rollbackCause = rollbackCause ?? error as? SQLiteError
        throw error
      }
      try execute("ROLLBACK TO inner_step")
      try execute("RELEASE inner_step")
      throw error
    }
  }

  /// Runs `body` in a transaction: commits when it returns, rolls back when it throws.
  public func transaction<Output>(
    _ body: (Connection) throws -> Output
  ) throws -> Output {
    try execute("BEGIN IMMEDIATE")
    expectsTransaction = true
    defer {
      expectsTransaction = false
      rollbackCause = nil
    }
    do {
      let output = try body(self)
      try execute("COMMIT")
      return output
    } catch {
      if isInTransaction { try? execute("ROLLBACK") }  // The first error is worth reporting.
      throw error
    }
  }

  private func statement(_ sql: String) throws(SQLiteError) -> Statement {
    // A block that goes on after an error must not write outside of the transaction that it lost.
    if expectsTransaction, !isInTransaction {
      throw rollbackCause
        ?? SQLiteError(
          code: SQLITE_ABORT,
          message: "an earlier error rolled the transaction back; nothing of it was written",
          sql: sql)
    }
    if let cached = statements[sql] { return cached }
    if statements.count >= Self.statementsMax { statements.removeAll(keepingCapacity: true) }
    let statement = try Statement(sql, on: handle, isPersistent: true)
    statements[sql] = statement
    return statement
  }
}
