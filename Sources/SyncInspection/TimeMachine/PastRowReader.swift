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

  func page() throws -> (rows: [RowAtTime], next: String?) {
    let (ids, next) = try query.isOfChanged ? changed() : all()
    return (try ids.map(row), next)
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

  /// The ids of a page: of rows that are here, and of those that only the history has.
  private func all() throws -> (ids: [String], next: String?) {
    let found = try connection.query(
      """
      SELECT id FROM (SELECT t.id FROM \(schema.quoted) t WHERE t.id > ?2 ORDER BY t.id LIMIT ?3)
      UNION
      SELECT itemId FROM (SELECT DISTINCT itemId FROM syncline_history
        WHERE "table" = ?1 AND itemId > ?2 ORDER BY itemId LIMIT ?3)
      ORDER BY 1 LIMIT ?3
      """, [table, .text(query.after ?? ""), .integer(Int64(query.size + 1))]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    let page = Array(found.prefix(query.size))
    return (page, found.count > query.size ? page.last : nil)
  }

  // MARK: - Changed rows, the newest change first

  private struct Candidate {
    var id: String
    var at: Timestamp
    /// The newest entry of the row; nil for a row without history since then.
    var entry: Int64?
    var updatedAt: String?
  }

  /// Where the two kinds of changed rows have got to.
  private struct Place {
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

    init(_ text: String) throws {
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

  private func changed() throws -> (ids: [String], next: String?) {
    var place = try query.after.map { try Place($0) } ?? Place()
    let since = try firstEntry(after: query.at)
    var noted = try noted(since: since, before: place)[...]
    // A page of rows with entries has no room for a row that changed before the last of them.
    let last = noted.count > query.size ? noted.last?.at.adding(seconds: -1) : nil
    var brought = try brought(
      since: since, changedAfter: max(last ?? query.at, query.at), before: place)[...]
    var ids: [String] = []
    while ids.count < query.size {
      let takesNoted =
        switch (noted.first, brought.first) {
        case (let left?, let right?): left.at >= right.at
        case (let left, _): left != nil
        }
      guard let next = takesNoted ? noted.popFirst() : brought.popFirst() else { break }
      ids.append(next.id)
      place.move(behind: next)
    }
    return (ids, noted.isEmpty && brought.isEmpty ? nil : place.text)
  }

  /// Rows with an entry since then, by their newest one.
  private func noted(since: Int64, before place: Place) throws -> [Candidate] {
    try connection.query(
      """
      SELECT h.itemId, h.at, h.id FROM syncline_history h
      WHERE h.id >= ?2 AND h.id < ?3 AND h."table" = ?1 AND h.at > ?5 AND NOT EXISTS (
        SELECT 1 FROM syncline_history n
        WHERE n."table" = h."table" AND n.itemId = h.itemId AND n.id > h.id)
      ORDER BY h.id DESC LIMIT ?4
      """,
      [
        table, .integer(since), .integer(place.entry), .integer(Int64(query.size + 1)),
        .text(query.at.description),
      ]
    ) { (row) throws(SQLiteError) in
      Candidate(
        id: try row.decode(at: 0), at: Timestamp(stored: try row.decode(at: 1)),
        entry: try row.decode(at: 2))
    }
  }

  /// Rows that a pull brought and whose server changed them since then.
  private func brought(
    since: Int64, changedAfter moment: Timestamp, before place: Place
  ) throws -> [Candidate] {
    try connection.query(
      """
      SELECT t.id, t.updatedAt FROM \(schema.quoted) t
      WHERE t.updatedAt > ?2 AND t.updatedAt < ?7 AND t.updatedAt <= ?3
        AND (t.updatedAt < ?3 OR t.id > ?4) AND NOT EXISTS (
          SELECT 1 FROM syncline_history h
          WHERE h."table" = ?1 AND h.itemId = t.id AND h.id >= ?5)
      ORDER BY t.updatedAt DESC, t.id LIMIT ?6
      """,
      [
        table, .text(moment.second), .text(place.updatedAt), .text(place.id), .integer(since),
        .integer(Int64(query.size + 1)), .text(place.end),
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
