package import SQLiteKit
package import Support

/// What happened to each row.
package enum HistoryStore {
  static let shownMax = 200
  /// Only so many new rows of one pull get an entry.
  package static let newRowsMax = 10_000

  /// - Parameters:
  ///   - kind: `insert`, `update`, `delete`, `undelete`, or the name of a resolution.
  ///   - record: The row after the change; its last values when it went.
  static func add(
    _ table: String, _ id: String, _ source: HistoryEntry.Source, _ kind: String,
    by: String? = nil, at moment: Timestamp, record: Record?, on connection: Connection
  ) throws {
    try connection.execute(
      """
      INSERT INTO syncline_history("table", itemId, at, source, kind, "by", record)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(table), .text(id), .text(moment.description), .text(source.rawValue), .text(kind),
        .init(by), .init(record.map(RecordCoding.text)),
      ])
  }

  /// - Parameter before: The row before the change. A row's first entry has it written down too, as
  ///   what the server had, for first pulls leave no entries.
  static func add(
    _ table: String, _ id: String, _ source: HistoryEntry.Source, _ kind: String,
    by: String? = nil, at moment: Timestamp, record: Record?,
    before: @autoclosure () throws -> Record?, on connection: Connection
  ) throws {
    if try isEmpty(table, id, on: connection), let before = try before() {
      let then = before.updatedAt.flatMap { Timestamp($0) } ?? moment
      try add(
        table, id, .pull, "insert", by: nil, at: then, record: before, on: connection)
    }
    try add(table, id, source, kind, by: by, at: moment, record: record, on: connection)
  }

  /// Whether any row of the table has a past.
  static func hasEntries(of table: String, on connection: Connection) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM syncline_history WHERE \"table\" = ? LIMIT 1", [.text(table)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } != nil
  }

  static func isEmpty(
    _ table: String, _ id: String, on connection: Connection
  ) throws -> Bool {
    try connection.first(
      "SELECT 1 FROM syncline_history WHERE \"table\" = ? AND itemId = ? LIMIT 1",
      [.text(table), .text(id)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } == nil
  }

  /// True when the row was made here under this id and no push brought it to the server.
  static func wasNeverPushed(
    _ table: String, _ id: String, on connection: Connection
  ) throws -> Bool {
    try connection.first(
      """
      SELECT 1 FROM syncline_history WHERE "table" = ?1 AND itemId = ?2 AND source = ?3
        AND kind = ?4 AND NOT EXISTS (
          SELECT 1 FROM syncline_history
          WHERE "table" = ?1 AND itemId = ?2 AND source <> ?3)
      LIMIT 1
      """,
      [
        .text(table), .text(id), .text(HistoryEntry.Source.local.rawValue),
        .text(OperationKind.insert.name),
      ]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } != nil
  }

  /// Among the newest changes only, so that it costs nothing.
  package static func lastLocalChangeAt(on connection: Connection) throws -> Timestamp? {
    try connection.first(
      """
      SELECT at FROM (SELECT at, source FROM syncline_history ORDER BY id DESC LIMIT 1000)
      WHERE source = ? LIMIT 1
      """, [.text(HistoryEntry.Source.local.rawValue)]
    ) { (row) throws(SQLiteError) in Timestamp(stored: try row.decode(at: 0)) }
  }

  /// When the row was changed here last; nil when its history does not tell.
  static func lastLocalChangeAt(
    _ table: String, _ id: String, on connection: Connection
  ) throws -> Timestamp? {
    try connection.first(
      """
      SELECT at FROM syncline_history WHERE "table" = ? AND itemId = ? AND source = ?
      ORDER BY id DESC LIMIT 1
      """, [.text(table), .text(id), .text(HistoryEntry.Source.local.rawValue)]
    ) { (row) throws(SQLiteError) in Timestamp(stored: try row.decode(at: 0)) }
  }

  /// Newest first.
  package static func fetch(
    _ table: String, _ id: String, on connection: Connection
  ) throws -> [HistoryEntry] {
    try connection.query(
      """
      SELECT id, at, source, kind, "by", record FROM syncline_history
      WHERE "table" = ? AND itemId = ? ORDER BY id DESC LIMIT \(shownMax)
      """, [.text(table), .text(id)]
    ) { (row) throws(SQLiteError) in
      HistoryEntry(
        id: try row.decode(at: 0), at: Timestamp(stored: try row.decode(at: 1)),
        source: HistoryEntry.Source(rawValue: try row.decode(at: 2)) ?? .local,
        kind: try row.decode(at: 3), by: try row.decode(at: 4),
        record: try row.decode(at: 5, as: String?.self).flatMap(RecordCoding.record))
    }
  }
}

extension SQLiteValue {
  /// Text, or NULL.
  init(_ text: String?) { self = text.map(SQLiteValue.text) ?? .null }

  /// A moment as text, or NULL.
  init(_ moment: Timestamp?) { self.init(moment?.description) }
}

extension Timestamp {
  /// A moment that this store wrote itself.
  package init(stored text: String) { self = Timestamp(text) ?? .epoch }
}
