import JSONKit
import SQLiteKit
public import Support

/// The runs of a store that failed since the last one that reached its server.
public struct SyncFailure: Sendable, Equatable {
  /// When the first of them ended.
  public let since: Timestamp
  /// The newest of them.
  public let run: Run
  /// How many there are, counted up to ``countMax``.
  public let count: Int

  /// More failed runs than this are not counted.
  public static let countMax = 1_000
}

extension ConsoleData {
  /// Nil unless a push, pull or sync of `store` failed and none since has reached the server.
  ///
  /// A comparison counts for neither: it succeeds also where a push cannot sign in, or the pull of a
  /// table always fails. Nor do a push that had nothing to send and a cancelled run.
  public func syncFailure(store: String) async throws -> SyncFailure? {
    try await database.read { try syncFailures(stores: [store], on: $0)[store] }
  }

  /// One query, with two indexes that make it cheap enough for every page.
  func syncFailures(
    stores: [String], on connection: Connection
  ) throws -> UTF8Dictionary<SyncFailure> {
    let names = JSONValue.array(stores.map { .string($0) }).serializedText
    // Kept until somebody writes to the file.
    return try connection.memo("sync failures \(names)") {
      let failing = try connection.query(Self.failingStores, [.text(names)]) {
        (row) throws(SQLiteError) in
        FailingStore(
          name: try row.decode("store"), since: try row.decode("since"),
          run: try row.decode("last"), count: try row.decode("count"))
      }
      var failures: UTF8Dictionary<SyncFailure> = [:]
      for store in failing {
        guard
          let run = try connection.first(
            "SELECT * FROM runs WHERE id = ?", [.integer(store.run)], decode: decodeRun)
        else { continue }
        failures[store.name] = SyncFailure(
          since: Timestamp(milliseconds: store.since), run: run, count: store.count)
      }
      return failures
    }
  }

  /// What only compares or copies does not say that changes come through, nor does a push that had
  /// nothing to send.
  static let reachedServerStep: Migrator.Step = [
    "DROP INDEX IF EXISTS runsThatReachedServer",
    """
    CREATE INDEX runsThatReachedServer ON runs (store, id)
    WHERE kind NOT IN ('copy', 'reconcile', 'verify')
      AND (state = 'succeeded' OR state = 'failed' AND message IS NULL)
      AND NOT (kind = 'push' AND state = 'succeeded' AND pushed = 0)
    """,
  ]

  private static var failingStores: String {
    let failed = """
      FROM runs INDEXED BY runsThatFailed WHERE store = s.name AND id > s.reached
      AND kind <> 'reconcile' AND kind NOT IN ('copy', 'verify')
      AND state = 'failed' AND message IS NOT NULL
      """
    return """
      WITH s AS MATERIALIZED (
        SELECT value AS name, coalesce((
          SELECT max(id) FROM runs INDEXED BY runsThatReachedServer WHERE store = value
            AND kind NOT IN ('copy', 'reconcile', 'verify')
            AND (state = 'succeeded' OR state = 'failed' AND message IS NULL)
            AND NOT (kind = 'push' AND state = 'succeeded' AND pushed = 0)
        ), 0) AS reached FROM json_each(?)
      ), f AS MATERIALIZED (SELECT *, (SELECT max(id) \(failed)) AS last FROM s)
      SELECT s.name AS store, s.last AS last,
        (SELECT coalesce(finishedAt, startedAt) \(failed) ORDER BY id LIMIT 1) AS since,
        (SELECT count(*) FROM (SELECT 1 \(failed) LIMIT \(SyncFailure.countMax))) AS count
      FROM f AS s WHERE s.last IS NOT NULL
      """
  }
}

/// A store whose sync fails, with its newest failed run.
private struct FailingStore {
  let name: String
  let since: Int64
  let run: Int64
  let count: Int
}
