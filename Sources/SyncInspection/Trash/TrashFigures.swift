internal import SQLiteKit
package import Support
package import SyncCore

/// How many rows were deleted when.
package struct TrashHistogram: Sendable, Hashable {
  package var start: Timestamp
  /// The length of each bin.
  package var binSeconds: Int64
  /// From `start` on, without a gap.
  package var bins: [Int]
  /// Rows of which nobody knows when they were deleted; they are in no bin.
  package var unknown: Int

  /// The moment at which a bin begins.
  package func beginning(of bin: Int) -> Timestamp {
    start.adding(seconds: Int64(bin) * binSeconds)
  }
}

/// How many deleted rows are somebody's; nil stands for elsewhere.
package struct TrashCount: Sendable, Hashable {
  package var by: String?
  package var count: Int

  package init(by: String?, count: Int) {
    self.by = by
    self.count = count
  }
}

/// Names a deleted row.
package struct TrashedID: Sendable, Hashable {
  @UTF8Key public var table: String
  @UTF8Key public var id: String

  package init(table: String, id: String) {
    self.table = table
    self.id = id
  }
}

extension SyncContext {
  /// Deletions over time, of the rows that `query` matches; nil when no moment is known of any.
  ///
  /// - Parameters:
  ///   - binsMax: The bins get the shortest usual length with which this many are enough.
  ///   - spansAll: Makes an end that the query leaves open that of all deletions, so that there are
  ///     bins also where few rows match, or none.
  package func trashHistogram(
    _ query: TrashQuery, binsMax: Int = 48, spansAll: Bool = false
  ) async throws -> TrashHistogram? {
    let cover = cover
    return try await database.read { connection in
      let name = "histogram \(binsMax)" + (spansAll ? " of all" : "")
      return try TrashReader.figure(name, of: query, cover, on: connection) {
        try TrashReader.histogram(
          query, $0, $1, binsMax: binsMax, spansAll: spansAll, on: connection)
      }
    }
  }

  /// Who deleted the rows that `query` matches but for its person, the most rows first.
  package func trashCounts(_ query: TrashQuery = TrashQuery()) async throws -> [TrashCount] {
    var asked = query
    asked.by = nil
    return try await database.read { [asked, cover] connection in
      try TrashReader.figure("people", of: asked, cover, on: connection) { condition, values in
        try connection.query(
          """
          SELECT "by", count(*) FROM syncline_trash WHERE \(condition)
          GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 100
          """, values
        ) { (row) throws(SQLiteError) in
          TrashCount(by: try row.decode(at: 0), count: try row.decode(at: 1))
        }
      }
    }
  }

  /// By table how many rows `query` matches but for its table; only tables of which it is some.
  package func trashTables(_ query: TrashQuery) async throws -> UTF8Dictionary<Int> {
    var asked = query
    asked.table = nil
    return try await database.read { [asked, cover] connection in
      try TrashReader.figure("tables", of: asked, cover, on: connection) { condition, values in
        let counts = try connection.query(
          "SELECT \"table\", count(*) FROM syncline_trash WHERE \(condition) GROUP BY 1", values
        ) { (row) throws(SQLiteError) in
          (try row.decode(at: 0, as: String.self), try row.decode(at: 1, as: Int.self))
        }
        return UTF8Dictionary(counts)
      }
    }
  }

  /// Every deleted row that `query` matches, whatever its page.
  package func deletedIDs(matching query: TrashQuery) async throws -> [TrashedID] {
    let cover = cover
    return try await database.read { connection in
      let (condition, values) = try TrashReader.condition(query, cover, on: connection)
      return try connection.query(
        """
        SELECT "table", itemId FROM syncline_trash WHERE \(condition)
        ORDER BY deletedAt DESC, "table", itemId
        """, values
      ) { (row) throws(SQLiteError) in
        TrashedID(table: try row.decode(at: 0), id: try row.decode(at: 1))
      }
    }
  }

  /// When and by whom these rows were deleted; rows that are not in the trash are left out.
  package func deletions(_ table: String, _ ids: [String]) async throws -> UTF8Dictionary<Deletion>
  {
    try await database.read { connection in
      var found: UTF8Dictionary<Deletion> = [:]
      for id in ids { found[id] = try TrashStore.fetch(table, id, on: connection) }
      return found
    }
  }
}

extension TrashReader {
  /// Minutes, quarters, hours, days and so on, in seconds.
  private static let lengths: [Int64] = [
    1, 5, 15, 60, 300, 900, 3_600, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800, 1_209_600,
    2_592_000, 7_776_000, 31_536_000, 315_360_000,
  ]

  fileprivate static func histogram(
    _ query: TrashQuery, _ condition: String, _ values: [SQLiteValue], binsMax: Int,
    spansAll: Bool, on connection: Connection
  ) throws -> TrashHistogram? {
    let found = try span(condition, values, on: connection)
    let span = spansAll ? try span("1", [], on: connection) : found
    guard let found, let span, let first = span.first, let last = span.last else { return nil }
    let from = query.from?.ticks ?? first
    let until = max(from, query.until.map { $0.ticks - 1 } ?? last)
    let second = Timestamp.epoch.adding(seconds: 1).ticks - Timestamp.epoch.ticks
    // Bins begin at whole lengths, so one more may be needed than the span has lengths.
    let length =
      lengths.first { (until - from) / ($0 * second) + 2 <= Int64(binsMax) } ?? lengths.last ?? 1
    let width = length * second
    let start = from - from % width
    let counts = try connection.query(
      """
      SELECT (deletedAt - \(start)) / \(width), count(*) FROM syncline_trash
      WHERE \(condition) AND deletedAt > 0 GROUP BY 1
      """, values
    ) { (row) throws(SQLiteError) in
      (bin: try row.decode(at: 0, as: Int.self), count: try row.decode(at: 1, as: Int.self))
    }
    var bins = [Int](repeating: 0, count: min(binsMax, Int((until - start) / width) + 1))
    for (bin, count) in counts where bins.indices.contains(bin) { bins[bin] = count }
    return TrashHistogram(
      start: Timestamp(ticks: start), binSeconds: length, bins: bins, unknown: found.unknown)
  }

  private typealias Span = (first: Int64?, last: Int64?, unknown: Int)

  /// From when to when rows were deleted, and of how many nobody knows when.
  private static func span(
    _ condition: String, _ values: [SQLiteValue], on connection: Connection
  ) throws -> Span? {
    try connection.first(
      """
      SELECT min(nullif(deletedAt, 0)), max(nullif(deletedAt, 0)),
        count(*) - count(nullif(deletedAt, 0))
      FROM syncline_trash WHERE \(condition)
      """, values
    ) { (row) throws(SQLiteError) in
      (
        first: try row.decode(at: 0, as: Int64?.self), last: try row.decode(at: 1, as: Int64?.self),
        unknown: try row.decode(at: 2, as: Int.self)
      )
    }
  }
}
