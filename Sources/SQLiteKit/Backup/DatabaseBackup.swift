import CSQLite
import Support

/// Copies a database while others write to it.
///
/// SQLite's online backup copies pages, so the copy has the row ids of the source, by which history
/// and search index refer to rows. `VACUUM INTO` may renumber rows of tables without an integer key,
/// and costs several times the processor time; its only gain is that free pages are left out.
///
/// Between two steps, a commit of another connection makes a backup start over, so under hundreds of
/// writes a second it would never end. The copy is therefore made in one read transaction: in WAL
/// mode that is one state of the database, and writers go on. Its price is room in the log, which
/// can't be emptied before the transaction ends.
///
/// Source: <https://sqlite.org/backup.html>
public enum DatabaseBackup {
  /// Copies the database at `path` to a new file, as it is at one moment.
  ///
  /// Blocks the calling thread. The copy is on the disk when this returns.
  ///
  /// - Parameter onStep: Gets the bytes copied so far and all of them; stops the copy by throwing.
  public static func copy(
    _ path: String, to target: String, pagesPerStep: Int = 256,
    onStep: (_ copied: Int, _ total: Int) throws -> Void = { _, _ in }
  ) throws {
    let readable = try ReadableFile(of: path)
    defer { withExtendedLifetime(readable) {} }
    let source = try Connection(path: readable.path, mode: readable.mode, durability: .full)
    PrivateFile.prepare(target)
    do {
      let copy = try Connection(path: target, mode: .copy, durability: .normal)
      try source.execute("BEGIN DEFERRED")
      // The moment is that of the first look at the file.
      let size = try source.first("PRAGMA page_size") { (row) throws(SQLiteError) in
        try row.decode(at: 0, as: Int.self)
      }
      try source.forEach("SELECT count(*) FROM sqlite_schema") { _ in }
      try steps(from: source, to: copy, Int32(clamping: pagesPerStep)) { copied, total in
        // Many unwritten pages at once would hold up the commits of others on the same disk.
        if copied.isMultiple(of: pagesPerStep * 16) { try Files.flush(target) }
        try onStep(copied * (size ?? 0), total * (size ?? 0))
      }
    }
    try Files.flush(target)
  }

  private static func steps(
    from source: Connection, to copy: Connection, _ pagesPerStep: Int32,
    _ onStep: (_ pages: Int, _ total: Int) throws -> Void
  ) throws {
    guard let backup = sqlite3_backup_init(copy.handle, "main", source.handle, "main") else {
      throw SQLiteError(SQLITE_ERROR, on: copy.handle, sql: nil)
    }
    defer { sqlite3_backup_finish(backup) }
    while true {
      let code = sqlite3_backup_step(backup, pagesPerStep)
      guard code == SQLITE_OK || code == SQLITE_DONE else {
        throw SQLiteError(
          code: code, message: String(cString: sqlite3_errstr(code)), file: copy.file)
      }
      let total = Int(sqlite3_backup_pagecount(backup))
      try onStep(total - Int(sqlite3_backup_remaining(backup)), total)
      if code == SQLITE_DONE { return }
    }
  }
}

extension Connection {
  /// The path of the database file.
  fileprivate var file: String? {
    sqlite3_db_filename(handle, "main").map { String(cString: $0) }
  }
}
