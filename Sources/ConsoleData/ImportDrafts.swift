import SQLiteKit
public import Support

/// Rows that somebody pasted or uploaded, and that are looked at before they are written.
public struct ImportDraft: Sendable, Equatable {
  /// Random, so that nobody comes upon another's.
  public var id: String
  public var owner: String
  public var store: String
  public var table: String
  /// Where it came from: the file's name, or empty for what was pasted.
  public var source: String
  /// `insert`, `update` or `upsert`.
  public var mode: String
  public var body: [UInt8]
  public var at: Timestamp
}

extension ConsoleData {
  /// Drafts of one owner; the oldest goes when a further one comes.
  static let draftsMax = 5
  /// A draft that nobody confirmed is dropped after this long.
  static let draftSeconds: Int64 = 24 * 60 * 60

  public func addDraft(
    _ body: [UInt8], source: String, mode: String, store: String, table: String, owner: String
  ) async throws -> String {
    let id = newSecret()
    let now = time.now.milliseconds
    try await database.write { connection in
      try connection.execute(
        "DELETE FROM importDrafts WHERE at < ?", [.integer(now - Self.draftSeconds * 1_000)])
      try connection.execute(
        """
        INSERT INTO importDrafts (id, owner, store, tableName, source, mode, body, at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .text(id), .text(owner), .text(store), .text(table), .text(source), .text(mode),
          .blob(body), .integer(now),
        ])
      try connection.execute(
        """
        DELETE FROM importDrafts WHERE owner = ?1 AND rowid NOT IN
          (SELECT rowid FROM importDrafts WHERE owner = ?1 ORDER BY rowid DESC LIMIT ?2)
        """, [.text(owner), .integer(Int64(Self.draftsMax))])
    }
    return id
  }

  /// Nil when there is no such draft of `owner` any more.
  public func draft(_ id: String, owner: String) async throws -> ImportDraft? {
    try await database.read { connection in
      try connection.first(
        "SELECT * FROM importDrafts WHERE id = ? AND owner = ?", [.text(id), .text(owner)]
      ) { (row) throws(SQLiteError) in
        ImportDraft(
          id: try row.decode("id"), owner: try row.decode("owner"),
          store: try row.decode("store"), table: try row.decode("tableName"),
          source: try row.decode("source"), mode: try row.decode("mode"),
          body: try row.decode("body"), at: Timestamp(milliseconds: try row.decode("at")))
      }
    }
  }

  /// True when the draft was there, so that of two confirmations one writes.
  public func removeDraft(_ id: String) async throws -> Bool {
    try await database.write { connection in
      try connection.execute("DELETE FROM importDrafts WHERE id = ?", [.text(id)])
      return connection.changes > 0
    }
  }
}
