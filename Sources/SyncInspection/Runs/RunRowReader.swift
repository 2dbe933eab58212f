internal import JSONKit
internal import SQLiteKit
internal import Support
package import SyncCore

extension SyncContext {
  /// Rows that the entries of a run in the history are about.
  package func runRows(_ query: RunRowQuery) async throws -> RunRowPage {
    let cover = cover
    return try await database.read { try RunRowReader(query: query, cover: cover, db: $0).page() }
  }

  /// The entries of `query` before one, the nearest first; at most one more than a page has.
  package func runEntries(_ query: RunRowQuery, before entry: Int64) async throws -> [Int64] {
    try await database.read {
      try RunRowReader(query: query, cover: nil, db: $0).entries(before: entry)
    }
  }

  /// Their number, whatever the result and the page of `query`.
  package func runRowCounts(_ query: RunRowQuery) async throws -> RunRowCounts {
    var all = query
    all.result = nil
    return try await database.read { [all] db in
      let table = all.table ?? ""
      // The length keeps a table and a text apart from another pair with the same letters.
      return try db.memo("run rows \(all.span) \(table.utf8.count) \(table) \(all.text ?? "")") {
        try RunRowReader(query: all, cover: nil, db: db).counts()
      }
    }
  }
}

/// The pushes and pulls among the entries of a span of the history.
///
/// A row's first entry may have the row as it was before, as a pull's insert; that is no row of the
/// run. First pulls of a table leave no entries.
struct RunRowReader {
  let query: RunRowQuery
  let cover: ValueMasking?
  let db: Connection

  private static let isFirst = "(h.source = 'pull' AND h.kind = 'insert')"

  /// The kinds of rows that the store did not have before.
  private static let arrivals = [HistoryEntry.returned, HistoryEntry.pulledNew]

  /// A pull deleted the row, or brought the tombstone of one that the store did not have: what a
  /// run's report counts as deleted.
  private static let isDeletion = """
    (h.kind = 'delete'
      OR h.kind IN ('\(HistoryEntry.returned)', '\(HistoryEntry.pulledNew)') AND coalesce(
        iif(json_valid(h.record), json_extract(h.record, '$.deleted'), 0), 0))
    """

  private var condition: (sql: String, values: [SQLiteValue]) {
    var sql = "h.id > ? AND h.id <= ? AND h.source IN ('push', 'pull') AND NOT \(Self.isFirst)"
    var values: [SQLiteValue] = [
      .integer(max(query.span.after, query.after ?? 0)), .integer(query.span.upTo ?? .max),
    ]
    switch query.result {
    case .pushed?: sql += " AND h.source = 'push'"
    case .pulled?: sql += " AND h.source = 'pull' AND NOT \(Self.isDeletion)"
    case .deleted?: sql += " AND h.source = 'pull' AND \(Self.isDeletion)"
    case nil: break
    }
    if let table = query.table {
      sql += " AND h.\"table\" = ?"
      values.append(.text(table))
    }
    if let text = query.text {
      let sought = CaseInsensitiveSearch(text)
      sql += " AND \(sought.position(in: "h.itemId")) > 0"
      values.append(sought.value)
    }
    return (sql, values)
  }

  func page() throws -> RunRowPage {
    let size = min(max(query.size, 1), RowQuery.sizeMax)
    let (condition, values) = condition
    // A push is compared with what the server had: the change made here has an entry of its own.
    var rows = try db.query(
      """
      SELECT h.id, h."table", h.itemId, h.at, h.source, h.kind, h.record, p.id, p.record
      FROM syncline_history h NOT INDEXED LEFT JOIN syncline_history p ON p.id = (
        SELECT b.id FROM syncline_history b
        WHERE b."table" = h."table" AND b.itemId = h.itemId AND b.id < h.id
          AND (h.source = 'pull' OR b.source IN ('push', 'pull'))
        ORDER BY b.id DESC LIMIT 1)
      WHERE \(condition) ORDER BY h.id LIMIT \(size + 1)
      """, values
    ) { (row) throws(SQLiteError) in try self.row(row) }
    var page = RunRowPage()
    if rows.count > size {
      rows.removeLast()
      page.next = rows.last?.entry
    }
    page.rows = rows
    return page
  }

  func entries(before entry: Int64) throws -> [Int64] {
    let (condition, values) = condition
    return try db.query(
      """
      SELECT h.id FROM syncline_history h NOT INDEXED WHERE \(condition) AND h.id < ?
      ORDER BY h.id DESC LIMIT \(query.size + 1)
      """, values + [.integer(entry)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
  }

  private func row(_ row: borrowing Row) throws(SQLiteError) -> RunRow {
    let table = try row.decode(at: 1, as: String.self)
    let kind = try row.decode(at: 5, as: String.self)
    let now = try row.decode(at: 6, as: String?.self).flatMap(RecordCoding.record)
    let then = try row.decode(at: 8, as: String?.self).flatMap(RecordCoding.record)
    return RunRow(
      entry: try row.decode(at: 0), table: table, id: try row.decode(at: 2),
      at: Timestamp(stored: try row.decode(at: 3)),
      result: result(
        try row.decode(at: 4),
        isDeletion: kind == OperationKind.delete.name
          || Self.arrivals.contains(kind) && now?.deleted == true),
      kind: kind, before: try row.decode(at: 7),
      changed: now.flatMap { now in then.map { changes(from: $0, to: now, in: table) } })
  }

  private func result(_ source: String, isDeletion: Bool) -> RunRowQuery.Result {
    if source == HistoryEntry.Source.push.rawValue { return .pushed }
    return isDeletion ? .deleted : .pulled
  }

  private func changes(from then: Record, to now: Record, in table: String) -> [String] {
    let covered = cover?.columns(of: table) ?? []
    let names = UTF8Set(now.values.names).union(UTF8Set(then.values.names))
    return names.filter {
      !covered.contains($0) && then.values[$0] ?? .null != now.values[$0] ?? .null
    }.sorted()
  }

  func counts() throws -> RunRowCounts {
    let (condition, values) = condition
    var counts = RunRowCounts()
    var all = 0
    let lines = try db.query(
      """
      SELECT t, source, kind, isDeletion, count(*) FROM (
        SELECT h."table" AS t, h.source AS source, h.kind AS kind,
          \(Self.isDeletion) AS isDeletion
        FROM syncline_history h NOT INDEXED
        WHERE \(condition) ORDER BY h.id LIMIT \(RunRowCounts.countMax + 1))
      GROUP BY 1, 2, 3, 4
      """, values
    ) { (row) throws(SQLiteError) in
      (
        table: try row.decode(at: 0, as: String.self),
        source: try row.decode(at: 1, as: String.self),
        kind: try row.decode(at: 2, as: String.self),
        isDeletion: try row.decode(at: 3, as: Bool.self),
        count: try row.decode(at: 4, as: Int.self)
      )
    }
    for line in lines {
      let result = result(line.source, isDeletion: line.isDeletion)
      counts.results[result, default: 0] += line.count
      counts.tables[line.table, default: 0] += line.count
      if Self.arrivals.contains(line.kind), !line.isDeletion {
        counts.arrived[line.table, default: 0] += line.count
      }
      all += line.count
    }
    counts.isCapped = all > RunRowCounts.countMax
    counts.isTrimmed = try isTrimmed()
    return counts
  }

  /// Numbers of entries have no gaps but for those that were removed.
  private func isTrimmed() throws -> Bool {
    guard let last = query.span.upTo, last > query.span.after else { return false }
    let oldest =
      try db.first("SELECT min(id) FROM syncline_history") { (row) throws(SQLiteError) in
        try row.decode(at: 0, as: Int64?.self)
      } ?? nil
    guard let oldest, oldest <= query.span.after + 1 else { return true }
    guard last - query.span.after <= RunRowCounts.countMax else { return false }
    let kept =
      try db.first(
        "SELECT count(*) FROM syncline_history WHERE id > ? AND id <= ?",
        [.integer(query.span.after), .integer(last)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) } ?? 0
    return kept < last - query.span.after
  }
}
