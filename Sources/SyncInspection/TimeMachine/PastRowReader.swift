internal import JSONKit
internal import SQLiteKit
internal import Support
internal import SyncCore

/// Finds rows and reads what they were, in the caller's transaction.
struct PastRowReader {
  private let schema: TableSchema
  private let query: PastRowsQuery
  private let connection: Connection

  init(_ table: String, _ query: PastRowsQuery, on connection: Connection) throws {
    guard let schema = try Catalogue.table(table, on: connection) else {
      throw SyncError.noSuchTable(table)
    }
    self.schema = schema
    self.query = query
    self.connection = connection
  }

  var columns: [Column] { schema.columns }

  private var table: SQLiteValue { .text(schema.name) }

  /// The ids of a page that begins behind a cursor.
  func ids(after cursor: String?, size: Int) throws -> (ids: [String], next: String?) {
    query.isOfChanged
      ? try changed(after: try Cursor(cursor), size) : try all(after: cursor ?? "", size)
  }

  /// The ids of a page that ends at a cursor; nil as `previous` where nothing is before them.
  func ids(before cursor: String, size: Int) throws -> (ids: [String], previous: String?) {
    query.isOfChanged
      ? try changed(before: try Cursor(cursor), size) : try all(before: cursor, size)
  }

  func row(_ id: String) throws -> RowAtTime {
    let past = RowPast(
      entries: try HistoryStore.fetch(schema.name, id, on: connection).reversed(),
      now: try RowStore.fetch(id, in: schema, on: connection))
    let then = past.state(at: query.at)
    let later = query.to.map { past.state(at: $0).state } ?? past.now.map { .row($0) } ?? .absent
    return RowAtTime(id: id, then: then.state, later: later, entry: then.entry)
  }

  func historyBegins() throws -> Timestamp? {
    try connection.first("SELECT at FROM syncline_history ORDER BY id LIMIT 1") {
      (row) throws(SQLiteError) in Timestamp(stored: try row.decode(at: 0))
    }
  }

  // MARK: - All rows, by id

  /// Of rows that are here, and of those that only the history has.
  private func all(after id: String, _ size: Int) throws -> (ids: [String], next: String?) {
    let found = try connection.query(
      """
      SELECT id FROM (SELECT t.id FROM \(schema.quoted) t WHERE t.id > ?2 ORDER BY t.id LIMIT ?3)
      UNION
      SELECT itemId FROM (SELECT DISTINCT itemId FROM syncline_history
        WHERE "table" = ?1 AND itemId > ?2 ORDER BY itemId LIMIT ?3)
      ORDER BY 1 LIMIT ?3
      """, [table, .text(id), .integer(Int64(size + 1))]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    let page = Array(found.prefix(size))
    return (page, found.count > size ? page.last : nil)
  }

  private func all(before id: String, _ size: Int) throws -> (ids: [String], previous: String?) {
    let found = try connection.query(
      """
      SELECT id FROM (SELECT t.id FROM \(schema.quoted) t
        WHERE t.id <= ?2 ORDER BY t.id DESC LIMIT ?3)
      UNION
      SELECT itemId FROM (SELECT DISTINCT itemId FROM syncline_history
        WHERE "table" = ?1 AND itemId <= ?2 ORDER BY itemId DESC LIMIT ?3)
      ORDER BY 1 DESC LIMIT ?3
      """, [table, .text(id), .integer(Int64(size + 1))]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    return (found.prefix(size).reversed(), found.count > size ? found.last : nil)
  }

  // MARK: - Changed rows, the newest change first

  private struct Candidate {
    var id: String
    var at: Timestamp
    /// The newest entry of the row; nil for a row without history since then.
    var entry: Int64?
    var updatedAt: String?
  }

  /// A place between two rows: where the two kinds of changed rows have got to.
  private struct Cursor {
    /// The newest entry of the last row with one.
    var entry = Int64.max
    /// The last row without.
    var updatedAt = Self.end
    var id = ""
    /// No row that is left changed then or later.
    var end = Self.end

    /// Later than every time.
    private static let end = "~"

    var text: String {
      JSONValue.array([.integer(entry), .string(updatedAt), .string(id), .string(end)])
        .serializedText
    }

    init() {}

    init(_ text: String?) throws {
      guard let text else { return }
      let parts = (try? JSONValue(parsing: text))?.array ?? []
      let texts = parts.compactMap(\.string)
      guard parts.count == 4, texts.count == 3, let entry = parts[0].integer else {
        throw SyncError.badCursor
      }
      self.entry = entry
      (updatedAt, id, end) = (texts[0], texts[1], texts[2])
    }

    mutating func move(behind row: Candidate) {
      if let entry = row.entry { self.entry = entry }
      if let updatedAt = row.updatedAt { (self.updatedAt, id) = (updatedAt, row.id) }
      end = row.at.adding(seconds: 1).second
    }
  }

  private func changed(
    after start: Cursor, _ size: Int
  ) throws -> (ids: [String], next: String?) {
    var cursor = start
    let since = try firstEntry(after: query.at)
    var noted = try noted(since: since, behind: cursor, size)[...]
    // A page of rows with entries has no room for a row that changed before the last of them.
    let last = noted.count > size ? noted.last?.at.adding(seconds: -1) : nil
    var brought = try brought(
      since: since, changedAfter: max(last ?? query.at, query.at), behind: cursor, size)[...]
    var ids: [String] = []
    while ids.count < size {
      let takesNoted =
        switch (noted.first, brought.first) {
        case (let left?, let right?): left.at >= right.at
        case (let left, _): left != nil
        }
      guard let next = takesNoted ? noted.popFirst() : brought.popFirst() else { break }
      ids.append(next.id)
      cursor.move(behind: next)
    }
    return (ids, noted.isEmpty && brought.isEmpty ? nil : cursor.text)
  }

  /// The same read the other way, from the nearest row on.
  private func changed(
    before end: Cursor, _ size: Int
  ) throws -> (ids: [String], previous: String?) {
    let since = try firstEntry(after: query.at)
    var noted = try noted(since: since, upTo: end, size)[...]
    var brought = try brought(since: since, upTo: end, size)[...]
    var taken: [Candidate] = []
    while taken.count < size {
      let takesNoted =
        switch (noted.first, brought.first) {
        case (let left?, let right?): left.at < right.at
        case (let left, _): left != nil
        }
      guard let next = takesNoted ? noted.popFirst() : brought.popFirst() else { break }
      taken.append(next)
    }
    let ids = Array(taken.map(\.id).reversed())
    guard !noted.isEmpty || !brought.isEmpty else { return (ids, nil) }
    // Behind what is left over, and before all that was taken.
    var cursor = Cursor()
    for row in [noted.first, brought.first].compactMap({ $0 }) { cursor.move(behind: row) }
    let newest = taken.map(\.at).max() ?? query.at
    let next = [noted.first?.at, brought.first?.at].compactMap { $0 }.min() ?? newest
    cursor.end = max(newest, next).adding(seconds: 1).second
    return (ids, cursor.text)
  }

  /// Rows with an entry since then, by their newest one, the newest first.
  private func noted(since: Int64, behind cursor: Cursor, _ size: Int) throws -> [Candidate] {
    try noted("h.id < ?3", "DESC", since, cursor, size)
  }

  /// The same before a cursor, the oldest first.
  private func noted(since: Int64, upTo cursor: Cursor, _ size: Int) throws -> [Candidate] {
    try noted("h.id >= ?3", "ASC", since, cursor, size)
  }

  private func noted(
    _ condition: String, _ order: String, _ since: Int64, _ cursor: Cursor, _ size: Int
  ) throws -> [Candidate] {
    try connection.query(
      """
      SELECT h.itemId, h.at, h.id FROM syncline_history h
      WHERE h.id >= ?2 AND \(condition) AND h."table" = ?1 AND h.at > ?5 AND NOT EXISTS (
        SELECT 1 FROM syncline_history n
        WHERE n."table" = h."table" AND n.itemId = h.itemId AND n.id > h.id)
      ORDER BY h.id \(order) LIMIT ?4
      """,
      [
        table, .integer(since), .integer(cursor.entry), .integer(Int64(size + 1)),
        .text(query.at.description),
      ]
    ) { (row) throws(SQLiteError) in
      Candidate(
        id: try row.decode(at: 0), at: Timestamp(stored: try row.decode(at: 1)),
        entry: try row.decode(at: 2))
    }
  }

  /// Rows that a pull brought and whose server changed them since then, the newest first.
  private func brought(
    since: Int64, changedAfter moment: Timestamp, behind cursor: Cursor, _ size: Int
  ) throws -> [Candidate] {
    try brought(
      """
      t.updatedAt > ?2 AND t.updatedAt < ?7 AND t.updatedAt <= ?3
        AND (t.updatedAt < ?3 OR t.id > ?4)
      """, "t.updatedAt DESC, t.id", since, moment, cursor, size)
  }

  /// The same before a cursor, the oldest first.
  private func brought(since: Int64, upTo cursor: Cursor, _ size: Int) throws -> [Candidate] {
    try brought(
      """
      t.updatedAt > ?2 AND t.updatedAt >= min(?3, ?7)
        AND (t.updatedAt >= ?7 OR t.updatedAt > ?3 OR t.updatedAt = ?3 AND t.id <= ?4)
      """, "t.updatedAt, t.id DESC", since, query.at, cursor, size)
  }

  private func brought(
    _ condition: String, _ order: String, _ since: Int64, _ moment: Timestamp, _ cursor: Cursor,
    _ size: Int
  ) throws -> [Candidate] {
    try connection.query(
      """
      SELECT t.id, t.updatedAt FROM \(schema.quoted) t
      WHERE \(condition) AND NOT EXISTS (
          SELECT 1 FROM syncline_history h
          WHERE h."table" = ?1 AND h.itemId = t.id AND h.id >= ?5)
      ORDER BY \(order) LIMIT ?6
      """,
      [
        table, .text(moment.second), .text(cursor.updatedAt), .text(cursor.id), .integer(since),
        .integer(Int64(size + 1)), .text(cursor.end),
      ]
    ) { (row) throws(SQLiteError) in
      let updatedAt = try row.decode(at: 1, as: String.self)
      return Candidate(
        id: try row.decode(at: 0), at: Timestamp(updatedAt) ?? .epoch, updatedAt: updatedAt)
    }
  }

  /// The first entry after a moment; entries are in the order of time, but for what a row was before
  /// its first one, behind which that one stands.
  private func firstEntry(after moment: Timestamp) throws -> Int64 {
    var (low, high) = (try bound("min") ?? 1, (try bound("max") ?? 0) + 1)
    while low < high {
      let middle = low + (high - low) / 2
      let times = try connection.query(
        "SELECT at FROM syncline_history WHERE id >= ? ORDER BY id LIMIT 2", [.integer(middle)]
      ) { (row) throws(SQLiteError) in Timestamp(stored: try row.decode(at: 0)) }
      if times.max() ?? moment > moment { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func bound(_ function: String) throws -> Int64? {
    try connection.first("SELECT \(function)(id) FROM syncline_history") {
      (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64?.self)
    } ?? nil
  }
}

extension Timestamp {
  /// The time up to its second, which every text of that second begins with and follows.
  fileprivate var second: String { String(wholeSeconds.dropLast()) }
}
