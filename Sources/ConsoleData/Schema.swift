import SQLiteKit

/// Times are milliseconds since 1970, secrets are BLAKE2b hashes in hexadecimal.
let consoleSchema = Migrator(steps: [
  [
    """
    CREATE TABLE users (
      name TEXT PRIMARY KEY, role TEXT NOT NULL, passwordHash TEXT NOT NULL,
      createdAt INTEGER NOT NULL, signedInAt INTEGER
    )
    """,
    """
    CREATE TABLE tokens (
      id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, role TEXT NOT NULL,
      hash TEXT NOT NULL UNIQUE, createdAt INTEGER NOT NULL, createdBy TEXT NOT NULL,
      usedAt INTEGER
    )
    """,
    """
    CREATE TABLE sessions (
      id INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL UNIQUE, user TEXT NOT NULL,
      linkRole TEXT, formToken TEXT NOT NULL, createdAt INTEGER NOT NULL, seenAt INTEGER NOT NULL,
      address TEXT NOT NULL, agent TEXT NOT NULL, flash TEXT
    )
    """,
    "CREATE INDEX sessionsByUser ON sessions (user)",
    """
    CREATE TABLE signInLinks (
      hash TEXT PRIMARY KEY, role TEXT NOT NULL, createdAt INTEGER NOT NULL, usedAt INTEGER
    )
    """,
    """
    CREATE TABLE signInFailures (
      subject TEXT PRIMARY KEY, failures INTEGER NOT NULL, lastAt INTEGER NOT NULL
    )
    """,
    """
    CREATE TABLE audit (
      id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, who TEXT NOT NULL,
      address TEXT NOT NULL, action TEXT NOT NULL, store TEXT, target TEXT NOT NULL,
      count INTEGER, result TEXT NOT NULL, reason TEXT, before TEXT, after TEXT, undo TEXT,
      undoneAt INTEGER, requestId TEXT NOT NULL
    )
    """,
    """
    CREATE TABLE runs (
      id INTEGER PRIMARY KEY AUTOINCREMENT, store TEXT NOT NULL, kind TEXT NOT NULL,
      state TEXT NOT NULL, who TEXT NOT NULL, process INTEGER NOT NULL, startedAt INTEGER NOT NULL,
      finishedAt INTEGER, pushed INTEGER NOT NULL DEFAULT 0, failed INTEGER NOT NULL DEFAULT 0,
      pulled INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0,
      message TEXT, steps TEXT NOT NULL DEFAULT '[]', report TEXT
    )
    """,
    "CREATE INDEX runsByStore ON runs (store, id)",
  ],
  [
    """
    CREATE TABLE schedulePauses (
      store TEXT PRIMARY KEY, isPaused INTEGER NOT NULL, who TEXT NOT NULL, at INTEGER NOT NULL,
      reason TEXT
    )
    """
  ],
  [
    // Entries are kept as they were written; only the mark that one was undone may change.
    """
    CREATE TRIGGER auditIsKept BEFORE DELETE ON audit
    BEGIN SELECT raise(ABORT, 'audit entries are never removed'); END
    """,
    """
    CREATE TRIGGER auditIsNotEdited BEFORE UPDATE OF id, at, who, address, action, store, target,
      count, result, reason, before, after, undo, requestId ON audit
    BEGIN SELECT raise(ABORT, 'audit entries are never changed'); END
    """,
    "CREATE INDEX auditByTarget ON audit (store, target)",
  ],
  // Who asked a run to stop, for the process that works on it.
  ["ALTER TABLE runs ADD COLUMN cancelledBy TEXT"],
  [
    // The secret of one-time codes has to be read, so it stands here as it is.
    "ALTER TABLE users ADD COLUMN totpSecret TEXT",
    "ALTER TABLE users ADD COLUMN totpSetUp TEXT",
    "ALTER TABLE users ADD COLUMN totpStep INTEGER",
    "ALTER TABLE users ADD COLUMN totpSince INTEGER",
    """
    CREATE TABLE recoveryCodes (
      user TEXT NOT NULL, hash TEXT NOT NULL, usedAt INTEGER, PRIMARY KEY (user, hash)
    )
    """,
    "ALTER TABLE tokens ADD COLUMN expiresAt INTEGER",
    "ALTER TABLE tokens ADD COLUMN store TEXT",
    "ALTER TABLE sessions ADD COLUMN confirmedAt INTEGER NOT NULL DEFAULT 0",
  ],
  // What somebody keeps or puts aside while working with rows.
  [
    """
    CREATE TABLE savedViews (
      id INTEGER PRIMARY KEY AUTOINCREMENT, store TEXT NOT NULL, tableName TEXT NOT NULL,
      owner TEXT, name TEXT NOT NULL, query TEXT NOT NULL, createdBy TEXT NOT NULL,
      createdAt INTEGER NOT NULL
    )
    """,
    "CREATE INDEX savedViewsByTable ON savedViews (store, tableName)",
    """
    CREATE TABLE stagedChanges (
      id INTEGER PRIMARY KEY AUTOINCREMENT, owner TEXT NOT NULL, store TEXT NOT NULL,
      tableName TEXT NOT NULL, itemId TEXT NOT NULL, was TEXT NOT NULL, "values" TEXT NOT NULL,
      fingerprint TEXT NOT NULL, at INTEGER NOT NULL,
      UNIQUE (owner, store, tableName, itemId)
    )
    """,
    """
    CREATE TABLE importDrafts (
      id TEXT PRIMARY KEY, owner TEXT NOT NULL, store TEXT NOT NULL, tableName TEXT NOT NULL,
      source TEXT NOT NULL, mode TEXT NOT NULL, body BLOB NOT NULL, at INTEGER NOT NULL
    )
    """,
  ],
  [
    """
    CREATE TABLE samples (
      store TEXT NOT NULL, at INTEGER NOT NULL, pending INTEGER NOT NULL,
      failed INTEGER NOT NULL, conflicts INTEGER NOT NULL, PRIMARY KEY (store, at)
    ) WITHOUT ROWID
    """
  ],
  // What was removed and can be brought back.
  [
    """
    CREATE TABLE removedUsers (
      id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, name TEXT NOT NULL,
      role TEXT NOT NULL, passwordHash TEXT NOT NULL, createdAt INTEGER NOT NULL,
      signedInAt INTEGER, totpSecret TEXT, totpStep INTEGER, totpSince INTEGER
    )
    """,
    "CREATE TABLE removedCodes (removal INTEGER NOT NULL, hash TEXT NOT NULL, usedAt INTEGER)",
    """
    CREATE TABLE removedTokens (
      id INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, name TEXT NOT NULL,
      role TEXT NOT NULL, hash TEXT NOT NULL, createdAt INTEGER NOT NULL, createdBy TEXT NOT NULL,
      usedAt INTEGER, expiresAt INTEGER, store TEXT
    )
    """,
  ],
  // What was done with a comparison, as a list.
  ["ALTER TABLE runs ADD COLUMN applied TEXT"],
  // Rows on their way into a table stand in files of their own now.
  ["DROP TABLE importDrafts"],
  // The last sign of life of a run, and what nobody knows whether the server has.
  [
    "ALTER TABLE runs ADD COLUMN seenAt INTEGER",
    "ALTER TABLE runs ADD COLUMN unknown INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX runsUnderWay ON runs (id) WHERE state = 'running'",
  ],
  // Staged changes that were discarded, by the number of the discarding.
  [
    """
    CREATE TABLE discardedChanges (
      discard INTEGER NOT NULL, discardedAt INTEGER NOT NULL, owner TEXT NOT NULL,
      store TEXT NOT NULL, tableName TEXT NOT NULL, itemId TEXT NOT NULL, was TEXT NOT NULL,
      "values" TEXT NOT NULL, fingerprint TEXT NOT NULL, at INTEGER NOT NULL
    )
    """,
    "CREATE INDEX discardedChangesByDiscard ON discardedChanges (discard)",
  ],
  // Rows of discards are counted, so that no discard's number is ever given again.
  [
    "ALTER TABLE discardedChanges RENAME TO uncountedDiscards",
    """
    CREATE TABLE discardedChanges (
      id INTEGER PRIMARY KEY AUTOINCREMENT, discard INTEGER NOT NULL, discardedAt INTEGER NOT NULL,
      owner TEXT NOT NULL, store TEXT NOT NULL, tableName TEXT NOT NULL, itemId TEXT NOT NULL,
      was TEXT NOT NULL, "values" TEXT NOT NULL, fingerprint TEXT NOT NULL, at INTEGER NOT NULL
    )
    """,
    """
    INSERT INTO discardedChanges (discard, discardedAt, owner, store, tableName, itemId, was,
      "values", fingerprint, at)
    SELECT discard, discardedAt, owner, store, tableName, itemId, was, "values", fingerprint, at
    FROM uncountedDiscards ORDER BY rowid
    """,
    """
    UPDATE sqlite_sequence SET
      seq = max(seq, (SELECT coalesce(max(discard), 0) FROM discardedChanges))
    WHERE name = 'discardedChanges'
    """,
    "DROP TABLE uncountedDiscards",
    "CREATE INDEX discardedChangesByDiscard ON discardedChanges (discard)",
  ],
  // The run that an action started, which says what came of it.
  [
    "ALTER TABLE audit ADD COLUMN run INTEGER",
    "DROP TRIGGER IF EXISTS auditIsNotEdited",
    """
    CREATE TRIGGER auditIsNotEdited BEFORE UPDATE OF id, at, who, address, action, store, target,
      count, result, reason, before, after, undo, requestId, run ON audit
    BEGIN SELECT raise(ABORT, 'audit entries are never changed'); END
    """,
  ],
  // Whether the audit has it that tries were refused since the last one that was made.
  ["ALTER TABLE signInFailures ADD COLUMN isTold BOOLEAN NOT NULL DEFAULT 0"],
  // REPLACE removes the old row without the trigger that guards against DELETE.
  [
    """
    CREATE TRIGGER auditIsNotReplaced BEFORE INSERT ON audit
    WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)
    BEGIN SELECT raise(ABORT, 'audit entries are never replaced'); END
    """
  ],
  Migrator.Step(tokenMakerStep),
  // The action in a store that an entry is about, so that it gets one entry only.
  [
    "ALTER TABLE audit ADD COLUMN storeAction TEXT",
    """
    CREATE UNIQUE INDEX auditByStoreAction ON audit (storeAction) WHERE storeAction IS NOT NULL
    """,
    "DROP TRIGGER IF EXISTS auditIsNotEdited",
    """
    CREATE TRIGGER auditIsNotEdited BEFORE UPDATE OF id, at, who, address, action, store, target,
      count, result, reason, before, after, undo, requestId, run, storeAction ON audit
    BEGIN SELECT raise(ABORT, 'audit entries are never changed'); END
    """,
  ],
  // A key that strangers cannot know, for what browsers keep on behalf of the console.
  [
    "CREATE TABLE secretKeys (name TEXT PRIMARY KEY, key BLOB NOT NULL)",
    "ALTER TABLE signInFailures DROP COLUMN isTold",
  ],
  auditChainStep,
  // What failed is counted, too, when it repeats.
  [
    "DROP INDEX auditRefusals",
    "CREATE INDEX auditRefusals ON audit (who, action, at) WHERE result <> 'done'",
  ],
  // The stores whose files were here, so that one that vanishes is not taken for a new one.
  ["CREATE TABLE knownStores (name TEXT PRIMARY KEY, since INTEGER NOT NULL)"],
  // The runs that reached the server, so that every page can tell since when none did.
  [
    """
    CREATE INDEX IF NOT EXISTS runsThatReachedServer ON runs (store, id)
    WHERE kind <> 'reconcile' AND (state = 'succeeded' OR state = 'failed' AND message IS NULL)
    """,
    """
    CREATE INDEX IF NOT EXISTS runsThatFailed ON runs (store, id)
    WHERE kind <> 'reconcile' AND state = 'failed' AND message IS NOT NULL
    """,
  ],
  Migrator.Step(auditRowStep),
  // When each person last looked at a store, and the newest run that had ended then; the same of the
  // visit before.
  [
    """
    CREATE TABLE visits (
      owner TEXT NOT NULL, store TEXT NOT NULL, seenAt INTEGER NOT NULL, run INTEGER NOT NULL,
      lastSeenAt INTEGER, lastRun INTEGER, PRIMARY KEY (owner, store)
    ) WITHOUT ROWID
    """
  ],
  // How long the change that waited longest had waited at each sample.
  ["ALTER TABLE samples ADD COLUMN oldestAt INTEGER"],
  // How each person has the columns of a table.
  [
    """
    CREATE TABLE columnLayouts (
      owner TEXT NOT NULL, store TEXT NOT NULL, tableName TEXT NOT NULL, query TEXT NOT NULL,
      PRIMARY KEY (owner, store, tableName)
    ) WITHOUT ROWID
    """
  ],
  // The runs with a report, so that those beyond the number kept are found.
  ["CREATE INDEX IF NOT EXISTS runsWithReport ON runs (store, id) WHERE report IS NOT NULL"],
  Migrator.Step(remarksStep),
  ConsoleData.backupStep,
  // What comparisons with the servers found, by table.
  ConsoleData.driftStep,
  ConsoleData.alertStep,
  // Staged changes that insert a row again.
  [
    "ALTER TABLE stagedChanges ADD COLUMN isInsert BOOLEAN NOT NULL DEFAULT 0",
    "ALTER TABLE discardedChanges ADD COLUMN isInsert BOOLEAN NOT NULL DEFAULT 0",
  ],
  // The checks of one table, for its chart.
  ["CREATE INDEX driftChecksByTable ON driftChecks (store, tableName, run)"],
  ConsoleData.auditIntentStep,
  // The language that each person chose.
  [
    "ALTER TABLE users ADD COLUMN language TEXT",
    "ALTER TABLE removedUsers ADD COLUMN language TEXT",
    "ALTER TABLE sessions ADD COLUMN linkLanguage TEXT",
  ],
  Migrator.Step(auditNamesStep),
  ConsoleData.reachedServerStep,
])
