import SQLiteKit

// What notes and assignments have in common.

extension ConsoleData {
  /// Keeps the notes and assignments of a removed store apart from those of a new one of its name.
  ///
  /// - Parameter file: The removed store's file, which no store is called.
  public func setAsideRemarks(of store: String, file: String) async throws {
    try await moveRemarks(from: store, to: file)
  }

  /// Brings back what ``setAsideRemarks(of:file:)`` kept.
  public func restoreRemarks(of store: String, file: String) async throws {
    try await moveRemarks(from: file, to: store)
  }

  /// Runs belong to the console, not to the store's file, so their notes stay.
  private func moveRemarks(from old: String, to new: String) async throws {
    try await database.write { connection in
      try connection.execute(
        "UPDATE notes SET store = ? WHERE store = ? AND kind <> 'run'", [.text(new), .text(old)])
      try connection.execute(
        "UPDATE OR REPLACE assignments SET store = ? WHERE store = ?", [.text(new), .text(old)])
    }
  }
}

/// The schema's step that adds notes and assignments.
let remarksStep = [
  """
  CREATE TABLE notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT, store TEXT NOT NULL, kind TEXT NOT NULL,
    tableName TEXT NOT NULL, itemId TEXT NOT NULL, number INTEGER NOT NULL,
    author TEXT NOT NULL, owner TEXT NOT NULL, text TEXT NOT NULL, at INTEGER NOT NULL,
    editedAt INTEGER, removedAt INTEGER
  )
  """,
  "CREATE INDEX notesByRow ON notes (store, tableName, itemId)",
  "CREATE INDEX notesByNumber ON notes (store, kind, number)",
  """
  CREATE TABLE assignments (
    store TEXT NOT NULL, operation INTEGER NOT NULL, assignee TEXT NOT NULL,
    identity TEXT NOT NULL, who TEXT NOT NULL, at INTEGER NOT NULL,
    PRIMARY KEY (store, operation)
  ) WITHOUT ROWID
  """,
]
