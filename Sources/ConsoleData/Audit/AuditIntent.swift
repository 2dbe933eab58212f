import JSONKit
import SQLiteKit
import Support

/// What the audit says of a change of users, tokens or settings if the program ends right after it.
///
/// While it is ``current``, the transaction of such a change keeps it, too; the entry itself takes its
/// place. One whose program has ended becomes an entry with the next start.
public final class AuditIntent: Sendable {
  @TaskLocal public static var current: AuditIntent?

  let id: String
  private let described: Locked<AuditRecord>
  private let kept = Locked(false)

  /// - Parameter id: Tells this intent from all others.
  public init(id: String, _ record: AuditRecord) {
    self.id = id
    described = Locked(record)
    Self.underWay.withLock { _ = $0.insert(id) }
  }

  deinit { Self.underWay.withLock { _ = $0.remove(id) } }

  private static let underWay = Locked<UTF8Set>([])

  /// True while this process still works on the change, and will write its entry.
  static func isUnderWay(_ id: String) -> Bool { underWay.withLock { $0.contains(id) } }

  /// Counts as it is when the change is made.
  public var record: AuditRecord {
    get { described.withLock { $0 } }
    set { described.withLock { $0 = newValue } }
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

  /// Makes a change, and keeps the current intent with it.
  func change<Output: Sendable>(
    _ body: @escaping @Sendable (Connection) throws -> Output
  ) async throws -> Output {
    guard let intent = AuditIntent.current else { return try await database.write(body) }
    let row: [SQLiteValue] = [
      .text(intent.id), .integer(time.now.milliseconds), .integer(try lifeSign()),
      .text(intent.record.json.serializedText),
    ]
    let output = try await database.write { connection in
      let output = try body(connection)
      try connection.execute(
        "INSERT OR REPLACE INTO auditIntents (id, at, process, record) VALUES (?, ?, ?, ?)", row)
      return output
    }
    intent.isKept = true
    return output
  }

  /// Makes a change elsewhere, such as in a file: the current intent is kept before it, and dropped
  /// where it throws.
  public func keepingIntent<Output: Sendable>(
    _ body: () async throws -> Output
  ) async throws -> Output {
    try await change { _ in }
    do {
      return try await body()
    } catch {
      if let intent = AuditIntent.current {
        try await database.write { try Self.drop(intent.id, on: $0) }
        intent.isKept = false
      }
      throw error
    }
  }

  static func drop(_ intent: String, on connection: Connection) throws {
    try connection.execute("DELETE FROM auditIntents WHERE id = ?", [.text(intent)])
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
  public func carryIntentsOver() async throws -> Int {
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
      guard !isUnderWay,
        let record = (try? JSONValue(parsing: intent.record)).flatMap(AuditRecord.init)
      else { continue }
      try await self.record(record, at: intent.at, insteadOf: intent.id)
      count += 1
    }
    return count
  }
}
