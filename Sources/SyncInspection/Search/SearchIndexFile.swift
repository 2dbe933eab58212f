internal import SQLiteKit
internal import Support

/// The file beside a store that its texts are searched in.
///
/// It holds nothing that the store does not have: whoever deletes it only makes it be built anew.
struct SearchIndexFile: Sendable {
  private static let version: Int64 = 2

  let database: DatabasePool

  /// What the file has of one table.
  struct Table: Sendable {
    let number: Int64
    let name: String
    /// All rows up to this number of SQLite's were read.
    var through: Int64
    var rows: Int
    /// Rows that were read again or removed since the index of the table was begun.
    var outdated: Int

    fileprivate var texts: String { "texts_\(number)" }
    fileprivate var marks: String { "rows_\(number)" }

    /// True when building it anew is cheaper than carrying on what is outdated in it.
    var isWorn: Bool { outdated > max(10_000, rows) }
  }

  struct State: Sendable {
    var tables: [Table]
    /// The newest entry of the store's history whose row was read.
    var change: Int64
  }

  /// The file at `path`; one of another store or another version is dropped.
  ///
  /// - Parameters:
  ///   - store: Tells the store's file from others.
  ///   - change: The newest entry of the store's history.
  static func open(_ path: String, of store: String, change: Int64) async throws -> SearchIndexFile
  {
    if let file = try? await SearchIndexFile(path, store: store, change: change) { return file }
    try remove(path)
    return try await SearchIndexFile(path, store: store, change: change)
  }

  static func remove(_ path: String) throws {
    for suffix in ["", "-wal", "-shm"] { try Files.remove(path + suffix) }
  }

  private struct OfAnotherStore: Error {}

  private init(_ path: String, store: String, change: Int64) async throws {
    // Behind a power loss the newest rows may be missing, and are read again.
    let database = try await DatabasePool(
      path: path, readersMax: 2, durability: .normal, isPrivate: true,
      prepare: SearchFeed.keepFewPages)
    do {
      try await database.write { connection in
        try Self.prepare(connection, store, change)
      }
    } catch {
      await database.close()
      throw error
    }
    self.database = database
  }

  private static func prepare(
    _ connection: Connection, _ store: String, _ change: Int64
  ) throws {
    func first<Value: SQLiteDecodable>(_ sql: String) throws -> Value? {
      try connection.first(sql) { (row) throws(SQLiteError) in try row.decode(at: 0) }
    }
    guard try first("SELECT count(*) FROM sqlite_schema") == 0 as Int64? else {
      guard try first("PRAGMA user_version") == version,
        try first("SELECT store FROM state") == store,
        try first("PRAGMA quick_check(1)") == "ok"
      else { throw OfAnotherStore() }
      return
    }
    try connection.execute("CREATE TABLE state(store TEXT NOT NULL, change INTEGER NOT NULL)")
    try connection.execute("INSERT INTO state VALUES (?, ?)", [.text(store), .integer(change)])
    try connection.execute(
      """
      CREATE TABLE tables(
        number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, through INTEGER NOT NULL,
        rows INTEGER NOT NULL DEFAULT 0, outdated INTEGER NOT NULL DEFAULT 0)
      """)
    try connection.execute("PRAGMA user_version = \(version)")
  }

  func state() async throws -> State {
    try await database.read { connection in
      let tables = try connection.query(
        "SELECT number, name, through, rows, outdated FROM tables ORDER BY name"
      ) { (row) throws(SQLiteError) in
        Table(
          number: try row.decode(at: 0), name: try row.decode(at: 1),
          through: try row.decode(at: 2), rows: try row.decode(at: 3),
          outdated: try row.decode(at: 4))
      }
      let change = try connection.first("SELECT change FROM state") {
        (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self)
      }
      return State(tables: tables, change: change ?? 0)
    }
  }

  // MARK: - Writing

  func setChange(_ change: Int64) async throws {
    try await database.write { try Self.setChange(change, on: $0) }
  }

  private static func setChange(_ change: Int64, on connection: Connection) throws {
    try connection.execute("UPDATE state SET change = ?", [.integer(change)])
  }

  /// Begins the index of a table.
  func add(_ name: String) async throws {
    try await database.write { connection in
      try connection.execute(
        "INSERT INTO tables(name, through) VALUES (?, ?)", [.text(name), .integer(.min)])
      let number = connection.lastInsertedRowID
      // Without places of the groups the index has half the size; rows are compared anyway.
      // Texts come folded, by the rule of the comparison.
      try connection.execute(
        """
        CREATE VIRTUAL TABLE texts_\(number) USING fts5(text, content='', columnsize=0,
          detail=none, tokenize='trigram case_sensitive 1')
        """)
      try connection.execute(
        "CREATE TABLE rows_\(number)(row INTEGER PRIMARY KEY, mark INTEGER NOT NULL)")
    }
  }

  func drop(_ table: Table) async throws {
    try await database.write { connection in
      try connection.execute("DROP TABLE \(table.texts)")
      try connection.execute("DROP TABLE \(table.marks)")
      try connection.execute(
        "DELETE FROM tables WHERE number = ?", [.integer(table.number)])
    }
  }

  /// Takes rows in that are new or have other texts.
  ///
  /// - Parameter range: The rows of `batch` are all that the store has behind its lower bound, up to
  ///   its upper bound.
  func put(
    _ batch: SearchFeed.Batch, of table: Table, after place: Int64
  ) async throws {
    try await database.write { connection in
      var counted = Counted()
      for row in batch.rows { try Self.put(row, of: table, &counted, on: connection) }
      counted.removed = try Self.removeOthers(batch, table, after: place, on: connection)
      try counted.add(to: table, through: batch.end, on: connection)
    }
  }

  /// Takes in what the history tells of, and how far that was read.
  func put(_ changes: SearchFeed.Changes, of tables: [Table]) async throws {
    try await database.write { connection in
      for table in tables {
        var counted = Counted()
        for (name, row) in changes.rows where name === table.name && row.number <= table.through {
          try Self.put(row, of: table, &counted, on: connection)
        }
        try counted.add(to: table, through: table.through, on: connection)
      }
      try Self.setChange(changes.end, on: connection)
    }
  }

  private struct Counted {
    var (new, again, removed) = (0, 0, 0)

    func add(to table: Table, through: Int64, on connection: Connection) throws {
      guard new + again + removed > 0 || through > table.through else { return }
      try connection.execute(
        """
        UPDATE tables SET rows = rows + ?, outdated = outdated + ?, through = max(through, ?)
        WHERE number = ?
        """,
        [
          .integer(Int64(new - removed)), .integer(Int64(again + removed)), .integer(through),
          .integer(table.number),
        ])
    }
  }

  /// Takes a row in unless its texts are known.
  ///
  /// What it had before stays in the index, too: FTS5 could take it out by its old text only, which
  /// nobody has any more. Rows that are found by it do not match.
  private static func put(
    _ row: IndexedRow, of table: Table, _ counted: inout Counted, on connection: Connection
  ) throws {
    let known = try connection.first(
      "SELECT mark FROM \(table.marks) WHERE row = ?", [.integer(row.number)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
    guard known != row.mark else { return }
    if known == nil { counted.new += 1 } else { counted.again += 1 }
    try connection.execute(
      "INSERT INTO \(table.texts)(rowid, text) VALUES (?, ?)",
      [.integer(row.number), .text(row.text)])
    try connection.execute(
      "INSERT OR REPLACE INTO \(table.marks)(row, mark) VALUES (?, ?)",
      [.integer(row.number), .integer(row.mark)])
  }

  /// Forgets rows that left the store; returns how many.
  private static func removeOthers(
    _ batch: SearchFeed.Batch, _ table: Table, after place: Int64, on connection: Connection
  ) throws -> Int {
    let range = [SQLiteValue.integer(place), .integer(batch.end)]
    let count = try connection.first(
      "SELECT count(*) FROM \(table.marks) WHERE row > ? AND row <= ?", range
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
    guard count ?? 0 > batch.rows.count else { return 0 }
    let kept = "[\(batch.rows.map { String($0.number) }.joined(separator: ","))]"
    try connection.execute(
      """
      DELETE FROM \(table.marks) WHERE row > ? AND row <= ?
        AND row NOT IN (SELECT value FROM json_each(?))
      """, range + [.text(kept)])
    return connection.changes
  }

  // MARK: - Searching

  /// Rows that may contain a text, the newest first; nil for a table that the file does not have.
  func rows(
    of table: String, with text: Trigrams, before place: Int64, limit: Int
  ) async throws -> [Int64]? {
    try await database.read { connection in
      let number = try connection.first(
        "SELECT number FROM tables WHERE name = ?", [.text(table)]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self) }
      guard let number else { return nil }
      return try connection.query(
        """
        SELECT rowid FROM texts_\(number) WHERE texts_\(number) MATCH ? AND rowid < ?
        ORDER BY rowid DESC LIMIT ?
        """, [.text(text.match), .integer(place), .integer(Int64(limit))]
      ) { (row) throws(SQLiteError) in try row.decode(at: 0) }
    }
  }
}
