import SQLiteKit

/// One page of the audit, the newest entries first.
public struct AuditListPart: Sendable {
  public let entries: [AuditEntry]
  /// How many there are on all pages, or one more than were to be counted.
  public let count: Int
  /// The first one where newer ones are on a page before; nil on the first page.
  public let previous: Int64?
  /// The last one where older ones are on a page behind; nil on the last page.
  public let next: Int64?
}

extension ConsoleData {
  /// One page of the entries: behind ``AuditFilter/before``, or before ``AuditFilter/newerThan``.
  ///
  /// - Parameter countMax: More entries than this are not counted.
  public func auditPage(
    _ filter: AuditFilter, size: Int, countMax: Int
  ) async throws -> AuditListPart {
    try await failAbandonedRuns()
    return try await database.read { connection in
      let page = try KeysetPage(size: size, after: filter.before, before: filter.newerThan) {
        place, isReversed, limit in
        var part = filter
        (part.before, part.newerThan) = isReversed ? (nil, place) : (place, nil)
        return try auditEntries(part, limit: limit, on: connection)
      }
      var all = filter
      (all.before, all.newerThan) = (nil, nil)
      let (sql, values) = Self.statement(all, limit: countMax + 1)
      let count = try connection.first("SELECT count(*) FROM (\(sql))", values) {
        (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self)
      }
      return AuditListPart(
        entries: page.lines, count: count ?? 0, previous: page.previous?.id, next: page.next?.id)
    }
  }
}
