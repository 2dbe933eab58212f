import JSONKit
import SQLiteKit
import Support

/// What the audit says of a change of users, tokens, settings or runs that has no entry.
///
/// While it is ``current``, the transaction of such a change keeps it, too; the entry itself takes its
/// place. One that is left becomes an entry later (``ConsoleData/recordPendingIntents()``).
public final class AuditIntent: Sendable {
  private struct Described {
    var record: AuditRecord
    var undoing: Int64?
  }

  @TaskLocal public static var current: AuditIntent?

  let id: String
  private let described: Locked<Described>
  private let kept = Locked(false)

  /// - Parameter id: Identifies the intent, and the action in a store that it may belong to.
  public init(id: String, _ record: AuditRecord) {
    self.id = id
    described = Locked(Described(record: record))
    Self.underWay.withLock { _ = $0.insert(id) }
  }

  deinit { Self.underWay.withLock { _ = $0.remove(id) } }

  private static let underWay = Locked<UTF8Set>([])

  /// True while this process still works on the change, and will write its entry.
  static func isUnderWay(_ id: String) -> Bool { underWay.withLock { $0.contains(id) } }

  /// Counts as it is when the change is made.
  public var record: AuditRecord {
    get { described.withLock { $0.record } }
    set { described.withLock { $0.record = newValue } }
  }

  /// The entry that the change takes back.
  public var undoing: Int64? {
    get { described.withLock { $0.undoing } }
    set { described.withLock { $0.undoing = newValue } }
  }

  /// The reason in the entry of a change that was made.
  public static let wasMade = "The change was made. Its details could not be recorded."
  /// The same of a change outside of this database.
  private static let mayBeMade =
    "The program ended while the change was made. Check whether it is complete."

  /// What the audit says of a change outside of this database that may be made or not.
  public var doubtful: AuditRecord {
    var record = record
    record.reason = Self.mayBeMade
    return record
  }

  /// True while the change is made and has no entry.
  public internal(set) var isKept: Bool {
    get { kept.withLock { $0 } }
    set { kept.withLock { $0 = newValue } }
  }
}

extension ConsoleData {
  static let auditIntentStep: Migrator.Step = [
    """
    CREATE TABLE auditIntents (
      id TEXT PRIMARY KEY, at INTEGER NOT NULL, process INTEGER NOT NULL, record TEXT NOT NULL
    ) WITHOUT ROWID
    """
  ]

  /// Makes a change, and keeps the current intent with it where anything changed.
  func writeKeepingIntent<Output: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Output
  ) async throws -> Output {
    guard let intent = AuditIntent.current else { return try await database.write(body) }
    var record = intent.record
    record.reason = AuditIntent.wasMade
    let row = try row(of: intent, record, undoing: intent.undoing)
    let (output, isKept) = try await database.write { connection in
      let before = connection.totalChanges
      let output = try body(connection)
      guard connection.totalChanges > before else { return (output, false) }
      try Self.keep(row, on: connection)
      return (output, true)
    }
    if isKept { intent.isKept = true }
    return output
  }

  /// Makes a change elsewhere, such as in a file: the current intent is kept before it, and dropped
  /// where it throws.
  ///
  /// An undo whose program ends meanwhile leaves the entry as it is, so that it can be tried again.
  public func keepingIntent<Output: Sendable>(
    _ body: () async throws -> Output
  ) async throws -> Output {
    guard let intent = AuditIntent.current else { return try await body() }
    let row = try row(of: intent, intent.doubtful, undoing: nil)
    try await database.write { try Self.keep(row, on: $0) }
    intent.isKept = true
    do {
      return try await body()
    } catch {
      // One that cannot be dropped is recorded with its doubt.
      _ = try? await database.write { try Self.drop(intent.id, on: $0) }
      intent.isKept = false
      throw error
    }
  }

  private func row(
    of intent: AuditIntent, _ record: AuditRecord, undoing: Int64?
  ) throws -> [SQLiteValue] {
    let json: JSONValue = [
      "record": record.json, "undoing": undoing.map { .integer($0) } ?? .null,
    ]
    return [
      .text(intent.id), .integer(time.now.milliseconds), .integer(try lifeSign()),
      .text(json.serializedText),
    ]
  }

  private static func keep(_ row: [SQLiteValue], on connection: Connection) throws {
    try connection.execute(
      "INSERT OR REPLACE INTO auditIntents (id, at, process, record) VALUES (?, ?, ?, ?)", row)
  }

  /// - Returns: False where it was not kept any more.
  @discardableResult
  static func drop(_ intent: String, on connection: Connection) throws -> Bool {
    try connection.execute("DELETE FROM auditIntents WHERE id = ?", [.text(intent)])
    return connection.changes > 0
  }

  private struct LeftIntent: Sendable {
    let id: String
    let at: Timestamp
    let process: Int64
    let record: String
  }

  /// Writes an entry for each change whose program could not write one, or ended before it did.
  ///
  /// - Returns: How many entries were written.
  @discardableResult
  public func recordPendingIntents() async throws -> Int {
    let left = try await database.read { connection in
      try connection.query("SELECT id, at, process, record FROM auditIntents ORDER BY at") {
        (row) throws(SQLiteError) in
        LeftIntent(
          id: try row.decode("id"), at: Timestamp(milliseconds: try row.decode("at")),
          process: try row.decode("process"), record: try row.decode("record"))
      }
    }
    let own = try lifeSign()
    var count = 0
    for intent in left {
      let isUnderWay =
        try intent.process == own
        ? AuditIntent.isUnderWay(intent.id) : ProcessLease.isAlive(intent.process, in: lifePath)
      guard !isUnderWay, let json = try? JSONValue(parsing: intent.record),
        let record = json["record"].flatMap(AuditRecord.init)
      else { continue }
      // Whoever made the change may have recorded it meanwhile, and so may its store.
      let entry = try await self.record(
        record, undoing: json["undoing"]?.integer, of: intent.id, at: intent.at,
        insteadOf: intent.id, ifKept: true)
      if entry != nil { count += 1 }
    }
    return count
  }
}
