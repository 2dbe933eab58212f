import SQLiteKit
import Support

/// The stores whose files have been opened here: one of them whose file is gone or empty has lost its
/// contents, and is no new store.
extension ConsoleData {
  public func knowsStore(_ name: String) async throws -> Bool {
    try await database.read { connection in
      try connection.first("SELECT 1 FROM knownStores WHERE name = ?", [.text(name)]) {
        (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self)
      }
    } != nil
  }

  public func noteStore(_ name: String) async throws {
    guard database.canWrite, try await !knowsStore(name) else { return }
    let now = time.now.milliseconds
    try await database.write { connection in
      try connection.execute(
        "INSERT OR IGNORE INTO knownStores (name, since) VALUES (?, ?)",
        [.text(name), .integer(now)])
    }
  }

  /// For a store that was removed with its file, so that its name may begin anew.
  public func forgetStore(_ name: String) async throws {
    try await database.write { connection in
      try connection.execute("DELETE FROM knownStores WHERE name = ?", [.text(name)])
    }
  }
}
