import SQLiteKit
public import Support

/// A backup that was made, or failed.
public struct BackupRecord: Sendable, Equatable {
  public let id: Int64
  public let who: String
  public let startedAt: Timestamp
  public let finishedAt: Timestamp
  /// Where it is, or was to be.
  public let folder: String
  public let files: Int
  public let bytes: Int
  /// Nil for a backup that was verified.
  public let failure: String?
}

extension ConsoleData {
  /// Records that are kept.
  private static let backupsMax = 200

  static let backupStep: Migrator.Step = [
    """
    CREATE TABLE backups (
      id INTEGER PRIMARY KEY AUTOINCREMENT, who TEXT NOT NULL, startedAt INTEGER NOT NULL,
      finishedAt INTEGER NOT NULL, folder TEXT NOT NULL, files INTEGER NOT NULL DEFAULT 0,
      bytes INTEGER NOT NULL DEFAULT 0, failure TEXT
    )
    """
  ]

  /// Records a backup that has ended just now.
  public func addBackup(
    by who: String, startedAt: Timestamp, folder: String, files: Int = 0, bytes: Int = 0,
    failure: String? = nil
  ) async throws {
    let now = time.now.milliseconds
    try await database.write { connection in
      try connection.execute(
        """
        INSERT INTO backups (who, startedAt, finishedAt, folder, files, bytes, failure)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .text(who), .integer(startedAt.milliseconds), .integer(now), .text(folder),
          .integer(Int64(files)), .integer(Int64(bytes)), text(failure),
        ])
      try connection.execute(
        "DELETE FROM backups WHERE id <= ?",
        [.integer(connection.lastInsertedRowID - Int64(Self.backupsMax))])
    }
  }

  /// The newest first.
  ///
  /// - Parameter text: In who made it, in its folder, or in why it failed; nil for all.
  public func backups(text: String? = nil, limit: Int) async throws -> [BackupRecord] {
    try await database.read { try backups(text: text, limit: limit, on: $0) }
  }

  func backups(
    text sought: String? = nil, limit: Int, on connection: Connection
  ) throws -> [BackupRecord] {
    let sought = sought.map(CaseInsensitiveSearch.init)
    let found = sought?.position(
      in: "who || char(10) || folder || char(10) || coalesce(failure, '')", parameter: "?1")
    let values: [SQLiteValue] = [sought?.value ?? .null, .integer(Int64(limit))]
    return try connection.memo("backups \(values)") {
      try connection.query(
        "SELECT * FROM backups WHERE ?1 IS NULL OR \(found ?? "1") > 0 ORDER BY id DESC LIMIT ?2",
        values
      ) { (row) throws(SQLiteError) in
        BackupRecord(
          id: try row.decode("id"), who: try row.decode("who"),
          startedAt: Timestamp(milliseconds: try row.decode("startedAt")),
          finishedAt: Timestamp(milliseconds: try row.decode("finishedAt")),
          folder: try row.decode("folder"), files: try row.decode("files"),
          bytes: try row.decode("bytes"), failure: try row.decode("failure"))
      }
    }
  }
}
