import SQLiteKit
import Support

extension SyncContext {
  /// Stores pages with the delta token, or the place, of the last one in one transaction.
  ///
  /// - Parameters:
  ///   - before: The cursor as this pull left it; another one stored means that somebody purged the
  ///     table or reset the token, and that these pages no longer follow.
  ///   - notedMax: See ``RecordStorer/notedMax``.
  func store(
    _ pages: [PullPage], of job: PullJob, after before: SyncCursor, notingNew notedMax: Int = 0
  ) async throws -> StoredPage {
    let now = time.now
    let tokenID = random.uuid()
    let assigning = remote.assigning
    return try await database.write { db in
      let queryID = job.query.queryID
      if job.keepsToken {
        guard try Self.cursor(of: job, on: db) == before else {
          return StoredPage(isTokenForeign: true)
        }
      }
      if pages.last?.next != nil { try Self.prepareManyRows(pages, of: job.table, on: db) }
      let areScattered = before.token != nil && pages.count > 1
      let result =
        areScattered && assigning == nil && pages.allSatisfy(\.removals.isEmpty)
        ? try Self.storeSorted(pages, of: job.table, notedMax, at: now, on: db)
        : try Self.storeInOrder(pages, of: job.table, assigning, notedMax, at: now, on: db)
      let after = before.moved(by: pages)
      guard job.keepsToken, after != before else { return result }
      if let token = after.token {
        try TokenStore.put(
          TokenStore.Token(value: token, filter: job.query.filter, asOf: after.asOf),
          table: job.table, queryID: queryID, id: tokenID, on: db)
      } else {
        try TokenStore.putPlace(
          after.place, filter: job.query.filter, table: job.table, queryID: queryID, on: db)
      }
      return result
    }
  }

  private static func storeInOrder(
    _ pages: [PullPage], of table: String, _ assigning: (any AssigningRemote)?, _ notedMax: Int,
    at now: Timestamp, on db: Connection
  ) throws -> StoredPage {
    var result = StoredPage()
    for page in pages {
      var batch = page.batch
      if let assigning {
        let adoption = InsertAdoption(remote: assigning, table: table, now: now, db: db)
        batch = RecordBatch(try adoption.take(batch.records))
      }
      try Catalogue.note(page.columns, of: table, on: db)
      let left = notedMax - result.noted
      result.add(try RecordStorer.store(batch, table, notingNew: left, at: now, on: db))
      var remover = RemovalStorer(now: now, db: db)
      for removal in page.removals {
        try remover.remove(removal.id, from: removal.table ?? table)
      }
      result.add(remover.result)
    }
    return result
  }

  /// Stores the rows of several pages in the order of their ids, in which a first pull wrote them.
  ///
  /// Rows that changed come from all over a table: in the order of their stamps nearly every one
  /// would need other pages of the file and of its indexes than the one before.
  private static func storeSorted(
    _ pages: [PullPage], of table: String, _ notedMax: Int, at now: Timestamp,
    on db: Connection
  ) throws -> StoredPage {
    for page in pages { try Catalogue.note(page.columns, of: table, on: db) }
    let records = pages.flatMap(\.batch.records)
    // What may be one row keeps the order in which it came, for the later one is the newer. Ids that
    // differ by their case alone meet at the row's operation.
    let keys = records.map(\.id.asciiLowercased.utf8Key)
    let order = records.indices.sorted { left, right in
      keys[left] == keys[right] ? left < right : keys[left] < keys[right]
    }
    var storer = try RecordStorer(table, records, at: now, on: db)
    storer.notedMax = notedMax
    for place in order { try storer.store(records[place]) }
    return storer.result
  }

  /// Drops what slows a table down that is about to get most of its rows; see ``NewestIndex`` and
  /// ``RowCounts``.
  private static func prepareManyRows(
    _ pages: [PullPage], of table: String, on db: Connection
  ) throws {
    let schema = try Catalogue.ensure(table, on: db)
    let incoming = pages.reduce(0) { $0 + $1.batch.count }
    let present = try db.first(
      "SELECT count(*) FROM (SELECT 1 FROM \(schema.quoted) LIMIT ?)", [.integer(Int64(incoming))]
    ) { row throws(SQLiteError) in try row.decode(at: 0, as: Int.self) }
    guard present ?? 0 < incoming else { return }
    try NewestIndex.drop(schema.storedName, on: db)
    try RowCounts.beginFilling(schema, on: db)
  }

  /// Makes a table whole again that a pull has filled, wherever that ended.
  func completeTables() async throws {
    try await database.write { [self] db in
      try NewestIndex.createMissing(on: db)
      try indexInsertMarks(db)
      try RowCounts.endFilling(on: db)
    }
  }

  func finishPull(_ job: PullJob, _ report: TablePullReport) async throws {
    // An app may pull by any number of filters.
    guard job.keepsToken || settings.table(job.table).pulls.contains(job.query) else { return }
    let now = time.now
    let received = report.received
    try await database.write { db in
      try TokenStore.notePull(
        job.table, queryID: job.query.queryID, filter: job.query.filter, at: now, rows: received,
        on: db)
    }
  }
}
