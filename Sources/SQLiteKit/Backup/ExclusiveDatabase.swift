import CSQLite

/// Keeps every other program from using a database for writing, until it is released.
///
/// The log is moved into the file first, which SQLite allows only if no other connection is open.
/// The file can be read and copied meanwhile, and the next connection puts it back into WAL mode.
///
/// Source: <https://sqlite.org/wal.html#persistence_of_wal_mode>
public final class ExclusiveDatabase {
  private let connection: Connection

  /// - Throws: An error that ``SQLiteError/isBusy`` tells if the database is in use.
  public init(path: String) throws {
    connection = try Connection(path: path, mode: .readWrite, durability: .full)
    sqlite3_busy_timeout(connection.handle, 200)
    let mode = try connection.first("PRAGMA journal_mode = DELETE") { (row) throws(SQLiteError) in
      try row.decode(at: 0, as: String.self)
    }
    guard mode == "delete" else {
      throw SQLiteError(code: SQLITE_BUSY, message: "database is locked", file: path)
    }
    try connection.execute("BEGIN IMMEDIATE")
  }
}
