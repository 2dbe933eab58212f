import SQLiteKit

extension ConsoleData {
  static let alertStep: Migrator.Step = [
    """
    CREATE TABLE alerts (
      id INTEGER PRIMARY KEY AUTOINCREMENT, cause TEXT NOT NULL, condition TEXT NOT NULL,
      store TEXT, subject TEXT NOT NULL, detail TEXT NOT NULL, began INTEGER, heldSince INTEGER,
      openedAt INTEGER, clearSince INTEGER, endedAt INTEGER,
      isUnwatched INTEGER NOT NULL DEFAULT 0, openings INTEGER NOT NULL DEFAULT 0,
      toldAt INTEGER, acknowledgedBy TEXT, acknowledgedAt INTEGER, note TEXT
    )
    """,
    "CREATE UNIQUE INDEX alertsOfCauses ON alerts (cause) WHERE endedAt IS NULL",
    "CREATE INDEX alertsThatEnded ON alerts (endedAt) WHERE endedAt IS NOT NULL",
    // The outbox: written together with the alert that it is about.
    """
    CREATE TABLE alertDeliveries (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, alert INTEGER,
      channel TEXT NOT NULL, event TEXT NOT NULL, isUrgent INTEGER NOT NULL,
      message TEXT NOT NULL, createdAt INTEGER NOT NULL, state TEXT NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0, attemptedAt INTEGER, setAt INTEGER NOT NULL,
      nextAt INTEGER NOT NULL, failure TEXT
    )
    """,
    "CREATE INDEX alertDeliveriesByState ON alertDeliveries (state, sequence)",
    "CREATE INDEX alertDeliveriesByChannel ON alertDeliveries (channel, sequence)",
  ]
}
