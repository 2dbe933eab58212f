import Localization
import SQLiteKit
import Support

/// The position of a query's pull, as the store file keeps it.
struct SyncCursor: Sendable, Equatable {
  var token: String?
  /// The server's time at which the read began that ended with the token.
  var asOf: Timestamp?
  /// Where a pull broke off that had no token yet.
  var place: String?

  /// True when a later pull need not begin anew.
  var isSet: Bool { token != nil || place != nil }

  /// The cursor that belongs to the store once it has these pages.
  func moved(by pages: [PullPage]) -> SyncCursor {
    let moving = pages.last { $0.token != nil }
    guard let token = moving?.token ?? token else {
      return SyncCursor(place: pages.last?.next == nil ? nil : pages.last?.place)
    }
    var cursor = SyncCursor(token: token, asOf: moving.map(\.asOf) ?? asOf)
    // A read that came to its end counts also where it found nothing newer than the token.
    if let last = pages.last, last.next == nil { cursor.asOf = last.asOf }
    return cursor
  }
}

/// Where a pull begins.
struct PullStart: Sendable {
  var cursor = SyncCursor()
  /// False until a pull of the query has come to its end.
  var hasEnded = false
  var warnings: [String] = []
}

extension SyncContext {
  /// Where a pull of `job` begins; a cursor that belongs to another filter is forgotten.
  func startPull(_ job: PullJob) async throws -> PullStart {
    guard job.keepsToken else { return PullStart() }
    return try await database.write { db in
      _ = try Catalogue.ensure(job.table, on: db)
      let (table, queryID) = (job.table, job.query.queryID)
      guard let (cursor, filter) = try Self.stored(job, on: db) else { return PullStart() }
      let hasEnded = try TokenStore.hasEnded(table, queryID: queryID, on: db)
      guard job.full || filter !== job.query.filter else {
        return PullStart(cursor: cursor, hasEnded: hasEnded)
      }
      try TokenStore.forget(table, queryID: queryID, on: db)
      // A full pull of a query that was pulled to its end before is no first pull.
      guard !job.full else { return PullStart(hasEnded: hasEnded && cursor.token != nil) }
      guard cursor.token != nil else { return PullStart() }
      return PullStart(
        warnings: [
          localized(
            "The filter of the query \(queryID) of \(table) changed, so its delta token was "
              + "dropped and every row of the query is pulled again.")
        ])
    }
  }

  /// Where a pull of `job` would begin; not set where it would read everything.
  func cursorBefore(_ job: PullJob) async throws -> SyncCursor {
    guard !job.full, job.keepsToken else { return SyncCursor() }
    return try await database.read { db in
      guard let (cursor, filter) = try Self.stored(job, on: db), filter === job.query.filter else {
        return SyncCursor()
      }
      return cursor
    }
  }

  /// Forgets the cursor of a query, so that it is read from its beginning.
  func forgetCursor(of job: PullJob) async throws {
    guard job.keepsToken else { return }
    try await database.write { db in
      _ = try TokenStore.forget(job.table, queryID: job.query.queryID, on: db)
    }
  }

  /// What the store has of where a query stands, whatever its filter was.
  func cursor(of job: PullJob) async throws -> SyncCursor {
    try await database.read { db in try Self.cursor(of: job, on: db) }
  }

  static func cursor(of job: PullJob, on db: Connection) throws -> SyncCursor {
    try stored(job, on: db)?.cursor ?? SyncCursor()
  }

  /// The cursor with the filter that it belongs to; nil when a query has neither token nor place.
  private static func stored(
    _ job: PullJob, on db: Connection
  ) throws -> (cursor: SyncCursor, filter: String?)? {
    let (table, queryID) = (job.table, job.query.queryID)
    if let token = try TokenStore.fetch(table, queryID: queryID, on: db) {
      return (SyncCursor(token: token.value, asOf: token.asOf), token.filter)
    }
    return try TokenStore.fetchPlace(table, queryID: queryID, on: db).map {
      (SyncCursor(place: $0.value), $0.filter)
    }
  }
}
