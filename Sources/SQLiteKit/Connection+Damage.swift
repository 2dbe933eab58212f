import CSQLite

extension Connection {
  /// Runs `body`, and checks the file after an error that damage may have caused.
  ///
  /// SQLite reads a torn page without an error while its structure looks right. A column then holds
  /// NULL where it cannot, or an index lacks a row that is inserted again.
  func reportingDamage<Output>(_ body: (Connection) throws -> Output) throws -> Output {
    do {
      return try body(self)
    } catch let error as SQLiteError where error.mayBeDamage {
      throw damage() ?? error
    }
  }

  /// The first thing that SQLite finds wrong with the file; nil if it is intact.
  private func damage() -> SQLiteError? {
    do {
      let found = try first("PRAGMA quick_check(1)") { (row) throws(SQLiteError) in
        try row.decode(at: 0, as: String.self)
      }
      guard let found, found != "ok" else { return nil }
      let file = sqlite3_db_filename(handle, "main").map { String(cString: $0) }
      let lines = found.split(separator: "\n")
      return SQLiteError(
        code: SQLITE_CORRUPT, message: lines.last.map(String.init) ?? found, file: file)
    } catch {
      return error.primaryCode == SQLITE_CORRUPT ? error : nil
    }
  }
}
