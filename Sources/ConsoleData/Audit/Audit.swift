public import JSONKit
import SQLiteKit
public import Support

/// One thing that somebody did or tried.
public struct AuditRecord: Sendable, Equatable {
  public enum Result: String, Sendable, CaseIterable {
    case done, denied, failed
  }

  public struct Row: Sendable, Equatable {
    public let table: String
    public let id: String

    public init(_ table: String, _ id: String) {
      self.table = table
      self.id = id
    }
  }

  public var who: String
  public var address: String
  /// The name of the action, such as `rows.undelete`.
  public var action: String
  public var store: String?
  /// What it was done to, in words: a table, a row, a run.
  public var target: String
  /// The row that it was done to; nil for several, and in entries older than the column.
  public var row: Row?
  /// What rows were called when it was done to them; of several not more than some.
  public var names: [RowName] = []
  /// How many rows or operations really changed; nil where that means nothing.
  public var count: Int?
  public var result: Result
  /// Why it was denied or failed, or the reason that somebody gave for doing it.
  public var reason: String?
  public var before: JSONValue?
  public var after: JSONValue?
  /// What takes it back; nil when it cannot be taken back.
  public var undo: JSONValue?
  public var requestID: String
  /// The run that it started.
  public var run: Int64?

  public init(
    who: String, address: String, action: String, store: String? = nil, target: String,
    row: Row? = nil, count: Int? = nil, result: Result = .done, reason: String? = nil,
    before: JSONValue? = nil, after: JSONValue? = nil, undo: JSONValue? = nil, requestID: String,
    run: Int64? = nil
  ) {
    self.who = who
    self.address = address
    self.action = action
    self.store = store
    self.target = target
    self.row = row
    self.count = count
    self.result = result
    self.reason = reason
    self.before = before
    self.after = after
    self.undo = undo
    self.requestID = requestID
    self.run = run
  }
}

public struct AuditEntry: Sendable, Equatable {
  public let id: Int64
  public let at: Timestamp
  public var record: AuditRecord
  public let undoneAt: Timestamp?
  /// The entry of the undo; nil for one that was not undone.
  public let undoneBy: Int64?
  /// How often it happened; more than once for a refusal that repeated.
  public let times: Int
  /// When it happened for the last time; nil for what happened once.
  public let lastAt: Timestamp?
  /// The run that it started, as it is by now, without steps; its report only where some of its
  /// operations failed or it pushed none, and without its lists, as the words for its result need no
  /// more.
  public internal(set) var run: Run?

  /// What came of it: where it started a run, that can fail after it was started.
  public var result: AuditRecord.Result { run?.state == .failed ? .failed : record.result }
  public var reason: String? { record.reason ?? run?.outcome.message }
}

/// Which entries to list; nil means all.
public struct AuditFilter: Sendable, Equatable {
  public var who: String?
  public var action: String?
  public var store: String?
  /// The table of its rows.
  public var table: String?
  public var result: AuditRecord.Result?
  /// What it was done to, exactly.
  public var target: String?
  /// Stands somewhere in target, reason, address or request id, whatever its case.
  public var text: String?
  /// Rows whose entries match ``text`` whatever they say.
  public var rows: [AuditedRow] = []
  /// Entries of this moment and later.
  public var from: Timestamp?
  /// Entries before this moment.
  public var until: Timestamp?
  /// Entries older than this one.
  public var before: Int64?
  /// Entries newer than this one, the oldest of them first; takes precedence over ``before``.
  public var newerThan: Int64?
  /// Leaves out entries of these actions, but for those of ``me``.
  public var othersHidden: [String] = []
  /// Who looks.
  public var me: String?
  /// Only entries of ``me`` in this store; nil for all.
  public var ownStore: String?

  public init() {}
}

extension ConsoleData {
  /// The newest first, but for ``AuditFilter/newerThan``.
  public func auditEntries(_ filter: AuditFilter, limit: Int) async throws -> [AuditEntry] {
    try await failAbandonedRuns()
    return try await database.read { try auditEntries(filter, limit: limit, on: $0) }
  }

  func auditEntries(
    _ filter: AuditFilter, limit: Int, on connection: Connection
  ) throws -> [AuditEntry] {
    let (sql, values) = Self.statement(filter, limit: limit)
    return try withRuns(try connection.query(sql, values, decode: decodeEntry), connection)
  }

  static func statement(
    _ filter: AuditFilter, limit: Int
  ) -> (sql: String, values: [SQLiteValue]) {
    let sought = filter.text.map(CaseInsensitiveSearch.init)
    let found = sought?.position(
      in: "target || ' ' || coalesce(reason, '') || ' ' || address || ' ' || requestId",
      parameter: "?9")
    let isReversed = filter.newerThan != nil
    return (
      """
      SELECT * FROM audit WHERE (?1 IS NULL OR who = ?1) AND (?2 IS NULL OR action = ?2)
        AND (?3 IS NULL OR store = ?3) AND (?4 IS NULL OR at >= ?4) AND (?5 IS NULL OR at < ?5)
        AND (?6 IS NULL OR id \(isReversed ? ">" : "<") ?6)
        AND (?7 IS NULL OR ?7 = CASE WHEN EXISTS (
          SELECT 1 FROM runs WHERE runs.id = audit.run AND runs.state = 'failed')
          THEN 'failed' ELSE result END)
        AND (?8 IS NULL OR target = ?8)
        AND (?9 IS NULL OR \(found ?? "1") > 0 OR \(isAboutRows))
        AND \(isShown(from: 11))
        AND (?14 IS NULL OR \(isAboutTable))
      ORDER BY id\(isReversed ? "" : " DESC") LIMIT ?10
      """,
      [
        text(filter.who), text(filter.action), text(filter.store),
        integer(filter.from?.milliseconds), integer(filter.until?.milliseconds),
        integer(filter.newerThan ?? filter.before), text(filter.result?.rawValue),
        text(filter.target),
        sought?.value ?? .null, .integer(Int64(limit)),
      ] + reader(filter) + [
        text(filter.table),
        text(filter.table.map { "\"table\":\(JSONValue.string($0).serializedText)" }),
        .text(list(filter.rows)),
      ]
    )
  }

  /// Whether an entry is about the table ?14, which ?15 is as an undo names it: by its row, by a word of
  /// its target, by what undoes it, or by what it undid.
  private static let isAboutTable = """
    (rowTable = ?14 OR instr(undo, ?15) > 0
      OR store IS NOT NULL AND instr(' ' || replace(target, ',', ' ') || ' ', ' ' || ?14 || ' ') > 0
      OR action = 'action.undo' AND EXISTS (
        SELECT 1 FROM audit u WHERE u.id = CAST(substr(audit.target, 7) AS INTEGER)
          AND (u.rowTable = ?14 OR instr(u.undo, ?15) > 0)))
    """

  public func auditEntry(_ id: Int64) async throws -> AuditEntry? {
    try await failAbandonedRuns()
    return try await database.read { connection in
      let entry = try connection.first(
        "SELECT * FROM audit WHERE id = ?", [.integer(id)], decode: decodeEntry)
      return try withRuns([entry].compactMap { $0 }, connection).first
    }
  }

  /// Those of `ids` that are there, in any order.
  public func auditEntries(_ ids: [Int64]) async throws -> [AuditEntry] {
    guard !ids.isEmpty else { return [] }
    return try await database.read { connection in
      try connection.query(
        "SELECT * FROM audit WHERE id IN (SELECT value FROM json_each(?))",
        [.text(JSONValue.array(ids.map { .integer($0) }).serializedText)], decode: decodeEntry)
    }
  }

  /// Who looks, and what is hidden from them.
  private static func reader(_ filter: AuditFilter) -> [SQLiteValue] {
    let hidden = JSONValue.array(filter.othersHidden.map { .string($0) }).serializedText
    return [text(filter.me), .text(hidden), text(filter.ownStore)]
  }

  /// Whether an entry is shown to the ``reader(_:)``, who is the parameters from `first` on.
  private static func isShown(from first: Int) -> String {
    """
    (who IS ?\(first) OR action NOT IN (SELECT value FROM json_each(?\(first + 1))))
      AND (?\(first + 2) IS NULL OR store = ?\(first + 2) AND who = ?\(first))
    """
  }

  /// Everybody and every action of the entries that somebody may see, for the audit's filter.
  ///
  /// - Parameter filter: Who looks, and what is hidden from them; nothing else of it counts.
  public func auditNames(_ filter: AuditFilter = AuditFilter()) async throws -> AuditNames {
    try await database.read { connection in
      let names = { (column: String) in
        try connection.query(
          """
          SELECT DISTINCT \(column) FROM audit WHERE \(column) IS NOT NULL
            AND \(Self.isShown(from: 1)) ORDER BY \(column)
          """, Self.reader(filter), decode: firstText)
      }
      return AuditNames(
        who: try names("who"), actions: try names("action"), stores: try names("store"),
        tables: try names("rowTable"))
    }
  }
}

/// What the audit can be filtered by.
public struct AuditNames: Sendable, Equatable {
  public let who: [String]
  public let actions: [String]
  public let stores: [String]
  public let tables: [String]
}

/// The entries with the runs that they started.
private func withRuns(
  _ entries: [AuditEntry], _ connection: Connection
) throws -> [AuditEntry] {
  let ids = entries.compactMap(\.record.run).map { JSONValue.integer($0) }
  guard !ids.isEmpty else { return entries }
  let runs = try connection.query(
    """
    SELECT id, store, kind, state, who, startedAt, finishedAt, pushed, failed, unknown, pulled,
      deleted, message, cancelledBy, '[]' AS steps, NULL AS applied,
      CASE WHEN failed > 0 OR kind = 'push' AND pushed = 0 THEN json_remove(
        report, '$.problems', '$.operations', '$.push.problems', '$.push.warnings',
        '$.pull.tables', '$.pull.push.problems', '$.pull.push.warnings', '$.comparison',
        '$.comparisons', '$.copy') END AS report
    FROM runs WHERE id IN (SELECT value FROM json_each(?))
    """, [.text(JSONValue.array(ids).serializedText)], decode: decodeRun)
  let byID = Dictionary(runs.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
  return entries.map { entry in
    var entry = entry
    entry.run = entry.record.run.flatMap { byID[$0] }
    return entry
  }
}

private func firstText(_ row: borrowing Row) throws(SQLiteError) -> String {
  try row.decode(at: 0)
}

func decodeEntry(_ row: borrowing Row) throws(SQLiteError) -> AuditEntry {
  AuditEntry(
    id: try row.decode("id"), at: Timestamp(milliseconds: try row.decode("at")),
    record: AuditRecord(
      who: try row.decode("who"), address: try row.decode("address"),
      action: try row.decode("action"), store: try row.decode("store"),
      target: try row.decode("target"), row: try decodeRow(row), count: try row.decode("count"),
      result: AuditRecord.Result(rawValue: try row.decode("result")) ?? .failed,
      reason: try row.decode("reason"), before: json(try row.decode("before")),
      after: json(try row.decode("after")), undo: json(try row.decode("undo")),
      requestID: try row.decode("requestId"), run: try row.decode("run")
    ).naming(json(try row.decode("rowNames"))),
    undoneAt: try row.decode("undoneAt", as: Int64?.self).map(Timestamp.init(milliseconds:)),
    undoneBy: try row.decode("undoneBy"),
    times: try row.decode("times"),
    lastAt: try row.decode("lastAt", as: Int64?.self).map(Timestamp.init(milliseconds:)))
}

private func decodeRow(_ row: borrowing Row) throws(SQLiteError) -> AuditRecord.Row? {
  guard let table = try row.decode("rowTable", as: String?.self),
    let id = try row.decode("rowId", as: String?.self)
  else { return nil }
  return AuditRecord.Row(table, id)
}
