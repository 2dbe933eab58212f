internal import SQLiteKit

/// The tables that every store file has beside its data tables.
enum StoreSchema {
  static let migrator = Migrator([
    version1, version2, version3, version4, version5, version6, version7, version8,
    outbox, readTimes, counts, failures, writeOnly, localColumns,
    declaredColumns, outboxRows, DecidedConflicts.schema, historyOfTables, CopyMarks.schema,
    QueuedFileStore.schema, columnTimes, DecidedConflicts.itemIndex,
  ])

  /// The three tables of the Azure Mobile Apps SDKs, with exactly their columns.
  private static let systemTables = [
    // AUTOINCREMENT: an id must never name another operation later, not even after a restart.
    """
    CREATE TABLE MS_TableOperations(
      id INTEGER PRIMARY KEY AUTOINCREMENT, itemId TEXT, "table" TEXT, tableKind INTEGER,
      properties BLOB)
    """,
    """
    CREATE TABLE MS_TableOperationErrors(
      id TEXT PRIMARY KEY, operationId INTEGER, tableKind INTEGER, properties BLOB)
    """,
    "CREATE INDEX syncline_error_operation ON MS_TableOperationErrors(operationId)",
    """
    CREATE TABLE MS_TableConfig(
      id TEXT PRIMARY KEY, key TEXT, keyType INTEGER, "table" TEXT, value TEXT)
    """,
  ]

  private static let catalogue = [
    """
    CREATE TABLE syncline_tables(
      name TEXT NOT NULL PRIMARY KEY, storedName TEXT NOT NULL UNIQUE COLLATE NOCASE,
      softDelete TEXT NOT NULL)
    """,
    """
    CREATE TABLE syncline_columns(
      "table" TEXT NOT NULL, name TEXT NOT NULL, type TEXT NOT NULL,
      storedName TEXT NOT NULL COLLATE NOCASE, position INTEGER NOT NULL,
      PRIMARY KEY ("table", name), UNIQUE ("table", storedName))
    """,
    "CREATE TABLE syncline_settings(key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
  ]

  private static let queue = [
    """
    CREATE TABLE syncline_operations(
      operationId INTEGER PRIMARY KEY, "table" TEXT NOT NULL, itemId TEXT NOT NULL,
      state INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, queuedAt TEXT NOT NULL,
      queuedBy TEXT, sentAt TEXT, nextAttemptAt TEXT, baseVersion TEXT, lastError TEXT,
      before TEXT, replacesUpdate BOOLEAN NOT NULL DEFAULT 0)
    """,
    """
    CREATE INDEX syncline_operation_item ON syncline_operations("table", itemId, state)
    """,
    // Servers compare ids without regard to case, so a pull looks for pending rows that way.
    """
    CREATE INDEX syncline_operation_folded
      ON syncline_operations("table", itemId COLLATE NOCASE)
    """,
    "CREATE INDEX syncline_operation_state ON syncline_operations(state, \"table\", queuedAt)",
    """
    CREATE TABLE syncline_attempts(
      operationId INTEGER NOT NULL, number INTEGER NOT NULL, startedAt TEXT NOT NULL,
      durationMs INTEGER NOT NULL, method TEXT, status INTEGER, outcome TEXT NOT NULL,
      headers TEXT, body TEXT, message TEXT, PRIMARY KEY (operationId, number)) WITHOUT ROWID
    """,
  ]

  private static let copies = [
    """
    CREATE TABLE syncline_bases(
      "table" TEXT NOT NULL, itemId TEXT NOT NULL, record TEXT NOT NULL,
      PRIMARY KEY ("table", itemId)) WITHOUT ROWID
    """,
    """
    CREATE TABLE syncline_server_copies(
      "table" TEXT NOT NULL, itemId TEXT NOT NULL, record TEXT NOT NULL, at TEXT NOT NULL,
      PRIMARY KEY ("table", itemId)) WITHOUT ROWID
    """,
    """
    CREATE TABLE syncline_history(
      id INTEGER PRIMARY KEY, "table" TEXT NOT NULL, itemId TEXT NOT NULL, at TEXT NOT NULL,
      source TEXT NOT NULL, kind TEXT NOT NULL, "by" TEXT, record TEXT)
    """,
    "CREATE INDEX syncline_history_item ON syncline_history(\"table\", itemId, id)",
    // Which rows of the data tables are deleted, by whichever soft delete the table has.
    """
    CREATE TABLE syncline_trash(
      "table" TEXT NOT NULL, itemId TEXT NOT NULL, deletedAt INTEGER NOT NULL, "by" TEXT,
      PRIMARY KEY ("table", itemId)) WITHOUT ROWID
    """,
    """
    CREATE INDEX syncline_trash_newest ON syncline_trash(deletedAt DESC, "table", itemId)
    """,
    """
    CREATE TABLE syncline_pulls(
      "table" TEXT NOT NULL, queryId TEXT NOT NULL, filter TEXT, lastPullAt TEXT,
      rows INTEGER NOT NULL DEFAULT 0, PRIMARY KEY ("table", queryId)) WITHOUT ROWID
    """,
  ]

  /// What feeds of several tables need.
  private static let feeds = [
    "ALTER TABLE syncline_columns ADD COLUMN remoteType TEXT",
    // What a feed said of deleted rows that this store does not have.
    """
    CREATE TABLE syncline_removals(
      feed TEXT NOT NULL, itemId TEXT NOT NULL, "table" TEXT, reason TEXT NOT NULL,
      at TEXT NOT NULL, PRIMARY KEY (feed, itemId)) WITHOUT ROWID
    """,
    // The rows that a walk from a feed's beginning has brought so far.
    """
    CREATE TABLE syncline_feed_marks(
      feed TEXT NOT NULL, "table" TEXT NOT NULL, itemId TEXT NOT NULL,
      PRIMARY KEY (feed, "table", itemId)) WITHOUT ROWID
    """,
  ]

  private static let version1 = systemTables + catalogue + queue + copies

  private static let version2 = [
    // Rows that the server gave another id than they had here.
    """
    CREATE TABLE syncline_aliases(
      "table" TEXT NOT NULL, oldId TEXT NOT NULL, newId TEXT NOT NULL, at TEXT NOT NULL,
      PRIMARY KEY ("table", oldId)) WITHOUT ROWID
    """,
    "CREATE INDEX syncline_alias_new ON syncline_aliases(\"table\", newId)",
  ]
  private static let version3 = feeds

  /// Causes of errors, so that lists of them need no row; and what takes a decision back.
  private static let version4 = [
    """
    CREATE TABLE syncline_errors(
      errorId TEXT NOT NULL PRIMARY KEY, operationId INTEGER NOT NULL, status INTEGER NOT NULL,
      cause TEXT NOT NULL, at TEXT NOT NULL) WITHOUT ROWID
    """,
    "CREATE INDEX syncline_error_cause ON syncline_errors(operationId, status, cause, at)",
    // Other programs may remove errors too: whoever does, the cause goes along.
    """
    CREATE TRIGGER syncline_error_gone AFTER DELETE ON MS_TableOperationErrors BEGIN
      DELETE FROM syncline_errors WHERE errorId = OLD.id;
    END
    """,
    """
    INSERT INTO syncline_errors(errorId, operationId, status, cause, at)
    SELECT id, operationId,
      coalesce(json_extract(CAST(properties AS TEXT), '$.statusCode'), 0),
      substr(coalesce(json_extract(CAST(properties AS TEXT), '$.description'), ''), 1, 300),
      coalesce(json_extract(CAST(properties AS TEXT), '$.at'), '')
    FROM MS_TableOperationErrors WHERE json_valid(CAST(properties AS TEXT))
    """,
    // Deleting by who and when, for the filters of the trash.
    "CREATE INDEX syncline_trash_by ON syncline_trash(\"by\", deletedAt DESC)",
    """
    CREATE TABLE syncline_decisions(
      id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, "by" TEXT, rows INTEGER NOT NULL)
    """,
    """
    CREATE TABLE syncline_decided(
      decisionId INTEGER NOT NULL, "table" TEXT NOT NULL, itemId TEXT NOT NULL,
      before TEXT NOT NULL, after TEXT NOT NULL,
      PRIMARY KEY (decisionId, "table", itemId)) WITHOUT ROWID
    """,
  ]

  /// Numbers and short ids tell no causes apart any more, and every request that was sent counts.
  ///
  /// The connection has to know ``causeFunction``.
  private static let version5 = [
    """
    UPDATE syncline_errors SET cause = \(causeFunction)(
      (SELECT json_extract(CAST(e.properties AS TEXT), '$.description')
        FROM MS_TableOperationErrors e WHERE e.id = syncline_errors.errorId),
      coalesce((SELECT o.itemId FROM syncline_operations o
        WHERE o.operationId = syncline_errors.operationId), ''))
    WHERE EXISTS (SELECT 1 FROM MS_TableOperationErrors e
      WHERE e.id = syncline_errors.errorId AND json_valid(CAST(e.properties AS TEXT)))
    """,
    """
    UPDATE syncline_operations SET attempts = max(attempts, (
      SELECT count(*) FROM syncline_attempts a
      WHERE a.operationId = syncline_operations.operationId AND a.outcome <> 'unreachable'))
    """,
  ]

  static let causeFunction = "syncline_cause"

  /// Where a first pull broke off.
  private static let version6 = ["ALTER TABLE syncline_pulls ADD COLUMN place TEXT"]

  /// Imports, with what every row was before, written with the rows themselves.
  private static let version7 = [
    """
    CREATE TABLE syncline_imports(
      id INTEGER PRIMARY KEY AUTOINCREMENT, at TEXT NOT NULL, "by" TEXT, "table" TEXT NOT NULL,
      source TEXT NOT NULL, rows INTEGER NOT NULL, written INTEGER NOT NULL DEFAULT 0,
      isOver BOOLEAN NOT NULL DEFAULT 0, isBeingTakenBack BOOLEAN NOT NULL DEFAULT 0)
    """,
    """
    CREATE TABLE syncline_imported(
      importId INTEGER NOT NULL, itemId TEXT NOT NULL, before TEXT, mark TEXT NOT NULL,
      PRIMARY KEY (importId, itemId)) WITHOUT ROWID
    """,
  ]

  /// What tells a row that nobody touched from one that was changed and came back.
  private static let version8 = [
    // The entry whose state the row came back to, when something was taken back.
    "ALTER TABLE syncline_history ADD COLUMN returnsTo INTEGER",
    // The newest entry of the history right after.
    "ALTER TABLE syncline_decided ADD COLUMN history INTEGER",
    "ALTER TABLE syncline_imported ADD COLUMN history INTEGER",
  ]

  /// What the audit still has to be told of changes in this store.
  private static let outbox = [
    """
    CREATE TABLE syncline_outbox(
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, at INTEGER NOT NULL,
      process INTEGER NOT NULL, request TEXT, intent TEXT NOT NULL, entry TEXT,
      isWritten BOOLEAN NOT NULL DEFAULT 0)
    """
  ]

  /// How many rows a change has changed, and which, where it is one: its audit entry names them even
  /// if the program ends first.
  private static let outboxRows = [
    "ALTER TABLE syncline_outbox ADD COLUMN changed INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE syncline_outbox ADD COLUMN \"table\" TEXT",
    "ALTER TABLE syncline_outbox ADD COLUMN itemId TEXT",
  ]

  /// The newest entries of one table, in stores whose other tables have more.
  private static let historyOfTables = [
    "CREATE INDEX syncline_history_table ON syncline_history(\"table\")"
  ]

  /// The server's time at which the read began that ended with a delta token.
  private static let readTimes = ["ALTER TABLE syncline_pulls ADD COLUMN asOf TEXT"]

  /// When the server turned the change of an operation down first, as it is now.
  private static let failures = ["ALTER TABLE syncline_operations ADD COLUMN failedSince TEXT"]

  /// Values of columns that the server never gives back, for as long as they wait to be sent.
  private static let writeOnly = [
    """
    CREATE TABLE syncline_write_only(
      "table" TEXT NOT NULL, itemId TEXT NOT NULL, "column" TEXT NOT NULL, mark TEXT NOT NULL,
      value TEXT NOT NULL, PRIMARY KEY ("table", itemId, "column", mark)) WITHOUT ROWID
    """,
    """
    CREATE TRIGGER syncline_operation_went AFTER DELETE ON syncline_operations
    WHEN EXISTS (
        SELECT 1 FROM syncline_write_only WHERE "table" = OLD."table" AND itemId = OLD.itemId)
      AND NOT EXISTS (
        SELECT 1 FROM syncline_operations WHERE "table" = OLD."table" AND itemId = OLD.itemId)
    BEGIN
      DELETE FROM syncline_write_only WHERE "table" = OLD."table" AND itemId = OLD.itemId;
    END
    """,
  ]

  /// Columns that a change made here and no server has shown; see ``LocalColumns``.
  private static let localColumns = [
    "ALTER TABLE syncline_columns ADD COLUMN isLocal BOOLEAN NOT NULL DEFAULT 0"
  ]

  /// Local columns that stay without a value: a person made them with their table.
  private static let declaredColumns = [
    "ALTER TABLE syncline_columns ADD COLUMN isDeclared BOOLEAN NOT NULL DEFAULT 0"
  ]

  /// When the store first saw a column; NULL for columns from before this was kept.
  private static let columnTimes = ["ALTER TABLE syncline_columns ADD COLUMN firstSeenAt TEXT"]

  /// How many rows tables have; those of a table's own rows are in ``RowCounts``.
  private static let counts = [
    """
    CREATE TABLE syncline_counts(
      "table" TEXT NOT NULL PRIMARY KEY, rows INTEGER NOT NULL DEFAULT 0,
      deleted INTEGER NOT NULL DEFAULT 0, isFilling BOOLEAN NOT NULL DEFAULT 0) WITHOUT ROWID
    """,
    """
    CREATE TRIGGER syncline_trash_came AFTER INSERT ON syncline_trash BEGIN
      UPDATE syncline_counts SET deleted = deleted + 1 WHERE "table" = NEW."table";
    END
    """,
    """
    CREATE TRIGGER syncline_trash_went AFTER DELETE ON syncline_trash BEGIN
      UPDATE syncline_counts SET deleted = deleted - 1 WHERE "table" = OLD."table";
    END
    """,
  ]
}
