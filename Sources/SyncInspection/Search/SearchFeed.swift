internal import SQLiteKit
internal import Support
internal import SyncCore

/// A row's texts as the search index takes them.
struct IndexedRow: Sendable {
  /// SQLite's number of the row.
  let number: Int64
  let text: String
  /// Another one for other texts.
  let mark: Int64
}

/// Reads from a store what its search index needs, in short steps.
enum SearchFeed {
  /// Rows of one step, and bytes of their texts; the last rows may go beyond.
  static let (rowsMax, bytesMax) = (2_000, 1 << 19)
  private static let rowsPerQuery = 200

  /// Lets a connection keep 256 KB of pages rather than SQLite’s usual 2 MB.
  ///
  /// An index is filled and searched in passes over pages that are rarely read twice, so that more
  /// only stays in memory, once per connection.
  ///
  /// Source: <https://sqlite.org/pragma.html#pragma_cache_size>
  static let keepFewPages: @Sendable (Connection) throws -> Void = { connection in
    try connection.execute("PRAGMA cache_size = -256")
  }

  /// What the index is compared with.
  struct Look: Sendable {
    struct Table: Sendable {
      let name: String
      let highest: Int64
      let rows: Int
    }

    var tables: [Table]
    /// The newest entry of the history of rows.
    var newestChange: Int64
    var rows: Int { tables.reduce(0) { $0 + $1.rows } }
  }

  static func look(on connection: Connection) throws -> Look {
    let counts = try RowCounts.all(on: connection)
    var tables: [Look.Table] = []
    for name in try Catalogue.names(on: connection) {
      guard let schema = try Catalogue.table(name, on: connection), let rowID = schema.rowID
      else { continue }
      let highest = try connection.first("SELECT max(\(rowID)) FROM \(schema.quoted)") {
        (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64?.self)
      }
      let count = counts[name]
      tables.append(
        Look.Table(
          name: name, highest: (highest ?? nil) ?? .min,
          rows: (count?.live ?? 0) + (count?.deleted ?? 0)))
    }
    return Look(tables: tables, newestChange: try RowHistory.newest(on: connection))
  }

  /// Rows in the order of their numbers.
  struct Batch: Sendable {
    var rows: [IndexedRow] = []
    /// All rows up to here are in the batch.
    var end: Int64
  }

  /// The next rows behind `place`, up to `last`.
  static func batch(
    of table: String, after place: Int64, upTo last: Int64, on connection: Connection
  ) throws -> Batch {
    guard let schema = try Catalogue.table(table, on: connection), let rowID = schema.rowID
    else { return Batch(end: last) }
    var (batch, bytes) = (Batch(end: place), 0)
    while batch.rows.count < rowsMax, bytes < bytesMax {
      let before = batch.rows.count
      try connection.forEach(
        """
        SELECT \(columns(of: schema, rowID)) FROM \(schema.quoted)
        WHERE \(rowID) > ? AND \(rowID) <= ? ORDER BY \(rowID) LIMIT \(rowsPerQuery)
        """, [.integer(batch.end), .integer(last)]
      ) { (row) throws(SQLiteError) in
        let indexed = try IndexedRow(row)
        bytes += indexed.text.utf8.count
        batch.rows.append(indexed)
      }
      guard batch.rows.count - before == rowsPerQuery, let next = batch.rows.last?.number else {
        batch.end = last
        break
      }
      batch.end = next
    }
    return batch
  }

  /// Rows with entries in the history behind `change`.
  struct Changes: Sendable {
    var rows: [(table: String, row: IndexedRow)] = []
    /// The newest entry that was looked at.
    var end: Int64
  }

  /// The rows that the next entries of the history are about, as they are now.
  static func changes(after change: Int64, on connection: Connection) throws -> Changes {
    var (changes, bytes) = (Changes(end: change), 0)
    var known: UTF8Dictionary<UTF8Set> = [:]
    let entries = try connection.query(
      "SELECT id, \"table\", itemId FROM syncline_history WHERE id > ? ORDER BY id LIMIT \(rowsMax)",
      [.integer(change)]
    ) { (row) throws(SQLiteError) in
      (
        try row.decode(at: 0, as: Int64.self), table: try row.decode(at: 1, as: String.self),
        id: try row.decode(at: 2, as: String.self)
      )
    }
    for (number, table, id) in entries where bytes < bytesMax {
      changes.end = number
      guard known[table, default: []].insert(id).inserted,
        let schema = try Catalogue.table(table, on: connection), let rowID = schema.rowID
      else { continue }
      try connection.forEach(
        "SELECT \(columns(of: schema, rowID)) FROM \(schema.quoted) WHERE id = ?", [.text(id)]
      ) { (row) throws(SQLiteError) in
        let indexed = try IndexedRow(row)
        bytes += indexed.text.utf8.count
        changes.rows.append((table, indexed))
      }
    }
    return changes
  }

  /// The number of a row, its id, and what else ``RowFilter/anyText(_:)`` looks at.
  private static func columns(of schema: TableSchema, _ rowID: String) -> String {
    ([rowID, "id"] + schema.own.filter { $0.type == .text }.map(\.quoted)).joined(separator: ", ")
  }
}

extension IndexedRow {
  /// Stands between two texts, and for a NUL, at which FTS5 would stop reading.
  static let separator: UInt8 = 1

  /// The character behind a whole text of a column: one of 64, by its hash.
  ///
  /// A text that only begins and ends with the same letters as another one mostly has another
  /// character there. Ids have none: they are looked up in the store.
  static func ending(of text: ArraySlice<UInt8>) -> [UInt8] {
    // The private characters U+E000 to U+E03F as UTF-8.
    [0xee, 0x80, 0x80 | UInt8(quickHash(Array(text.prefix(64))) & 0x3f)]
  }

  /// - Parameter row: The number of the row, then its texts.
  fileprivate init(_ row: borrowing Row) throws(SQLiteError) {
    var texts: [UInt8] = []
    for position in 1..<row.count {
      let start = texts.count
      row.withText(at: position) { CaseInsensitiveSearch.fold($0, into: &texts) }
      if position > 1, texts.count > start { texts += Self.ending(of: texts[start...]) }
      texts.append(Self.separator)
    }
    for place in texts.indices where texts[place] == 0 { texts[place] = Self.separator }
    number = try row.decode(at: 0)
    text = String(decoding: texts, as: UTF8.self)
    // Half of it: the index keeps one for every row.
    mark = Int64(quickHash(texts) & 0xffff_ffff)
  }
}
