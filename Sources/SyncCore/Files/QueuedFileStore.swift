import JSONKit
import SQLiteKit
import Support

/// The queued files with their bytes, and the columns that name them.
enum QueuedFileStore {
  static let schema = [
    """
    CREATE TABLE syncline_files(
      number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, "table" TEXT NOT NULL,
      itemId TEXT NOT NULL, "column" TEXT NOT NULL, name TEXT NOT NULL, contentType TEXT NOT NULL,
      at TEXT NOT NULL, bytes BLOB NOT NULL)
    """
  ]

  /// How long a file is kept after its row left the queue, for an undo.
  private static let keptSeconds: Int64 = 30 * 86_400

  static func hasAny(on connection: Connection) throws -> Bool {
    try connection.first("SELECT 1 FROM syncline_files") { (row) throws(SQLiteError) in true }
      ?? false
  }

  /// Bytes of the files whose rows are in the queue.
  static func size(on connection: Connection) throws -> Int {
    try connection.first(
      "SELECT coalesce(sum(length(bytes)), 0) FROM syncline_files WHERE \(isRowQueued)"
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: Int.self) } ?? 0
  }

  private static let isRowQueued = """
    EXISTS (SELECT 1 FROM syncline_operations o
      WHERE o."table" = syncline_files."table" AND o.itemId = syncline_files.itemId)
    """

  static func put(
    _ file: FileUpload, as key: String, at now: Timestamp, on connection: Connection
  ) throws {
    try connection.execute(
      "DELETE FROM syncline_files WHERE at < ? AND NOT \(isRowQueued)",
      [.text(now.adding(seconds: -keptSeconds).description)])
    guard try size(on: connection) + file.bytes.count <= SyncContext.queuedFileBytesMax else {
      throw QueuedFilesFull()
    }
    try connection.execute(
      """
      INSERT INTO syncline_files(key, "table", itemId, "column", name, contentType, at, bytes)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(key), .text(file.table), .text(file.id), .text(file.column), .text(file.name),
        .text(file.contentType), .text(now.description), .blob(file.bytes),
      ])
  }

  /// Nil for a file that is not kept, or not for this place.
  static func fetch(
    _ reference: QueuedFileReference, of column: String, in row: RowReference,
    on connection: Connection
  ) throws -> QueuedFile? {
    try connection.first(
      """
      SELECT name, contentType, bytes FROM syncline_files
      WHERE key = ? AND "table" = ? AND itemId = ? AND "column" = ?
      """, [.text(reference.key), .text(row.table), .text(row.id), .text(column)]
    ) { (row) throws(SQLiteError) in
      QueuedFile(
        name: try row.decode(at: 0), contentType: try row.decode(at: 1),
        bytes: try row.decode(at: 2))
    }
  }

  /// Writes the value that names an uploaded file wherever the row, its history and its operations
  /// have the reference, and drops the bytes.
  static func replace(
    _ reference: QueuedFileReference, by value: JSONValue, in row: RowReference,
    on connection: Connection
  ) throws {
    guard let schema = try Catalogue.table(row.table, on: connection) else { return }
    if var record = try RowStore.fetch(row.id, in: schema, on: connection) {
      for (column, file) in record.values.queuedFiles where file == reference {
        record.values[column] = value
      }
      try RowStore.upsert(record, in: schema, on: connection)
    }
    let texts: [SQLiteValue] = [
      .text(reference.value.serializedText), .text(value.serializedText), .text(row.table),
      .text(row.id),
    ]
    for (table, column) in [("syncline_operations", "before"), ("syncline_history", "record")] {
      try connection.execute(
        """
        UPDATE \(table) SET \(column) = replace(\(column), ?1, ?2)
        WHERE "table" = ?3 AND itemId = ?4 AND instr(\(column), ?1)
        """, texts)
    }
    try connection.execute(
      """
      UPDATE MS_TableOperations
      SET properties = CAST(replace(CAST(properties AS TEXT), ?1, ?2) AS BLOB)
      WHERE id IN (
          SELECT operationId FROM syncline_operations WHERE "table" = ?3 AND itemId = ?4)
        AND instr(CAST(properties AS TEXT), ?1)
      """, texts)
    try connection.execute("DELETE FROM syncline_files WHERE key = ?", [.text(reference.key)])
  }
}
