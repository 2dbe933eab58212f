import SQLiteKit
import Support

/// Where the pull of a query stands in the store file.
struct PullMark: Sendable, Equatable {
  var token: String?
  /// The server's time at which the read began that ended with the token.
  var asOf: Timestamp?
  /// Where a pull broke off that had no token yet.
  var place: String?

  /// True when a later pull need not begin anew.
  var isSet: Bool { token != nil || place != nil }

  /// The mark that belongs to the store once it has these pages.
  func moved(by pages: [PullPage]) -> PullMark {
    let moving = pages.last { $0.token != nil }
    guard let token = moving?.token ?? token else {
      return PullMark(place: pages.last?.next == nil ? nil : pages.last?.place)
    }
    var mark = PullMark(token: token, asOf: moving.map(\.asOf) ?? asOf)
    // A read that came to its end counts also where it found nothing newer than the token.
    if let last = pages.last, last.next == nil { mark.asOf = last.asOf }
    return mark
  }
}

extension SyncContext {
  /// Where a pull of `job` begins; a mark that belongs to another filter is forgotten.
  func startPull(_ job: PullJob) async throws -> (mark: PullMark, warnings: [String]) {
    guard job.keepsToken else { return (PullMark(), []) }
    return try await database.write { db in
      _ = try Catalogue.ensure(job.table, on: db)
      let (table, queryID) = (job.table, job.query.queryID)
      guard let (mark, filter) = try Self.stored(job, on: db) else { return (PullMark(), []) }
      guard job.full || filter !== job.query.filter else { return (mark, []) }
      try TokenStore.forget(table, queryID: queryID, on: db)
      guard !job.full, mark.token != nil else { return (PullMark(), []) }
      return (
        PullMark(),
        [
          "The filter of the query \(queryID) of \(table) changed, so its delta token was "
            + "dropped and every row of the query is pulled again."
        ]
      )
    }
  }

  /// Where a pull of `job` would begin; not set where it would read everything.
  func markBefore(_ job: PullJob) async throws -> PullMark {
    guard !job.full else { return PullMark() }
    return try await database.read { db in
      guard let (mark, filter) = try Self.stored(job, on: db), filter === job.query.filter else {
        return PullMark()
      }
      return mark
    }
  }

  /// Forgets the mark of a query, so that it is read from its beginning.
  func forgetMark(of job: PullJob) async throws {
    guard job.keepsToken else { return }
    try await database.write { db in
      _ = try TokenStore.forget(job.table, queryID: job.query.queryID, on: db)
    }
  }

  /// What the store has of where a query stands, whatever its filter was.
  func mark(of job: PullJob) async throws -> PullMark {
    try await database.read { db in try Self.mark(of: job, on: db) }
  }

  static func mark(of job: PullJob, on db: Connection) throws -> PullMark {
    try stored(job, on: db)?.mark ?? PullMark()
  }

  /// The mark with the filter that it belongs to; nil when a query has neither token nor place.
  private static func stored(
    _ job: PullJob, on db: Connection
  ) throws -> (mark: PullMark, filter: String?)? {
    let (table, queryID) = (job.table, job.query.queryID)
    if let token = try TokenStore.fetch(table, queryID: queryID, on: db) {
      return (PullMark(token: token.value, asOf: token.asOf), token.filter)
    }
    return try TokenStore.fetchPlace(table, queryID: queryID, on: db).map {
      (PullMark(place: $0.value), $0.filter)
    }
  }
}
