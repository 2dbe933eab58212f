import JSONKit
import Localization
import SQLiteKit
import Support

extension SyncContext {
  /// Stores pages with the delta token, or the place, of the last one in one transaction.
  ///
  /// - Parameter before: The cursor as this pull left it; another one stored means that somebody
  ///   purged the table or reset the token, and that these pages no longer follow.
  func store(
    _ pages: [PullPage], of job: PullJob, after before: SyncCursor
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
        ? try Self.storeSorted(pages, of: job.table, at: now, on: db)
        : try Self.storeInOrder(pages, of: job.table, assigning, at: now, on: db)
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
    _ pages: [PullPage], of table: String, _ assigning: (any AssigningRemote)?, at now: Timestamp,
    on db: Connection
  ) throws -> StoredPage {
    var result = StoredPage()
    for page in pages {
      var batch = page.batch
      if let assigning {
        let adoption = InsertAdoption(remote: assigning, table: table, now: now, db: db)
        batch = RecordBatch(try adoption.take(batch.records))
      }
      try Catalogue.note(page.columns, of: table, on: db)
      result.add(try RecordStorer.store(batch, table, at: now, on: db))
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
    _ pages: [PullPage], of table: String, at now: Timestamp, on db: Connection
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

/// Stores records that came from the server, inside the caller's transaction.
///
/// A row with a pending operation keeps its local values: the server's copy goes beside it.
struct RecordStorer {
  let schema: TableSchema
  let now: Timestamp
  let db: Connection
  /// False spares looking for each row's operation.
  private let hasOperations: Bool
  /// False spares looking for the past of each new row.
  private let hasHistory: Bool
  private(set) var result = StoredPage()

  init(
    _ table: String, _ records: [Record], at now: Timestamp, on db: Connection
  ) throws {
    try self.init(try Catalogue.ensure(table, for: records, on: db), at: now, on: db)
  }

  /// - Parameter schema: With a column for every value that will come.
  init(_ schema: TableSchema, at now: Timestamp, on db: Connection) throws {
    self.schema = schema
    self.now = now
    self.db = db
    hasOperations = try OperationStore.count(schema.name, on: db) > 0
    hasHistory = try HistoryStore.hasEntries(of: schema.name, on: db)
  }

  /// Stores a page's rows; each comes to what ``store(_:)`` would make of it.
  static func store(
    _ batch: RecordBatch, _ table: String, at now: Timestamp, on db: Connection
  ) throws -> StoredPage {
    switch batch.content {
    case .records(let records):
      var storer = try RecordStorer(table, records, at: now, on: db)
      for record in records { try storer.store(record) }
      return storer.result
    case .rows(let wire):
      let schema = try Catalogue.ensure(table, on: db)
      let new = wire.recordsWithNewColumns(schema.confirmedNames)
      let complete = try Catalogue.ensure(table, for: new, on: db)
      var storer = try BatchStorer(wire, RecordStorer(complete, at: now, on: db))
      try storer.storeAll()
      return storer.result
    }
  }

  /// - Parameter overSameVersion: Takes the values also where the store has this version already.
  mutating func store(_ record: Record, overSameVersion: Bool = false) throws {
    note(misfits: Catalogue.misfits(record, in: schema))
    if let id = try pendingID(like: record.id) {
      try keepBeside(record, id)
    } else {
      let local = try RowStore.fetch(record.id, in: schema, on: db)
      try put(record, over: local, overSameVersion: overSameVersion)
    }
  }

  /// Stores a record of a row without operations.
  mutating func store(_ record: Record, over local: Record) throws {
    note(misfits: Catalogue.misfits(record, in: schema))
    try put(record, over: local)
  }

  /// The id, as the queue writes it, of the row where it has an operation; nil where it has none.
  func pendingID(like id: @autoclosure () -> String) throws -> String? {
    guard hasOperations else { return nil }
    return try OperationStore.pendingID(like: id(), table: schema.name, on: db)
  }

  private mutating func keepBeside(_ record: Record, _ id: String) throws {
    var record = record
    record.id = id
    let known =
      try ServerCopyStore.fetch(schema.name, id, on: db)
      ?? BaseStore.fetch(schema.name, id, on: db)
    if let known, known.isSameServerState(as: record) {
      result.unchanged += 1
      return
    }
    try ServerCopyStore.put(record, table: schema.name, at: now, on: db)
    result.keptBeside += 1
  }

  private mutating func put(
    _ record: Record, over local: Record?, overSameVersion: Bool = false
  ) throws {
    if let local, overSameVersion ? local.means(record) : isKnown(record, local) {
      result.unchanged += 1
      return
    }
    if record.deleted { return try putDeleted(record, local) }
    let wasDeleted = local.map(schema.isDeleted)
    try RowStore.upsert(record, in: schema, isInTrash: wasDeleted ?? true, on: db)
    guard let local, let wasDeleted else {
      return try noteInserted(record.id, record)
    }
    let isDeleted = schema.isDeleted(record)
    if isDeleted && !wasDeleted { result.deleted += 1 } else { result.updated += 1 }
    let kind =
      wasDeleted == isDeleted ? "update" : isDeleted ? "delete" : "undelete"
    try note(kind, record, before: local)
  }

  /// The same version is the same row; without versions the values tell.
  private func isKnown(_ record: Record, _ local: Record) -> Bool {
    guard record.deleted == local.deleted else { return false }
    return record.isSameVersion(as: local) ?? local.means(record)
  }

  private mutating func putDeleted(_ record: Record, _ local: Record?) throws {
    guard schema.softDelete != .none else {
      guard let local else {
        result.unchanged += 1
        return
      }
      try RowStore.remove(local.id, in: schema, on: db)
      result.deleted += 1
      return try note("delete", local)
    }
    var tombstone = record
    // A server that shows only the id leaves the last values to undelete from.
    if tombstone.values.isEmpty, let local { tombstone.values = local.values }
    if tombstone.values.isEmpty, local == nil {
      result.unchanged += 1
      return
    }
    try RowStore.upsert(tombstone, in: schema, on: db)
    if local?.deleted == true { result.updated += 1 } else { result.deleted += 1 }
    if local != nil {
      try note("delete", tombstone, before: local)
    } else {
      try noteReturn(tombstone.id, tombstone)
    }
  }

  /// Notes a row that had left the store and comes again, else its history would end with that.
  ///
  /// Rows that come the first time leave no entry.
  private func noteReturn(
    _ id: @autoclosure () -> String, _ record: @autoclosure () -> Record?
  ) throws {
    guard hasHistory else { return }
    let id = id()
    guard try !HistoryStore.isEmpty(schema.name, id, on: db) else { return }
    try HistoryStore.add(
      schema.name, id, .pull, HistoryEntry.returned, at: now, record: record(), on: db)
  }

  private func note(_ kind: String, _ record: Record, before: Record? = nil) throws {
    try HistoryStore.add(
      schema.name, record.id, .pull, kind, at: now, record: record, before: before, on: db)
  }

  /// Notes a row that was written as new.
  mutating func noteInserted(
    _ id: @autoclosure () -> String, _ record: @autoclosure () -> Record?
  ) throws {
    result.inserted += 1
    try noteReturn(id(), record())
  }

  /// Notes a row that the store has already.
  mutating func noteUnchanged() { result.unchanged += 1 }

  /// Warns of columns that a row has values of another type in.
  mutating func note(misfits: [String]) {
    for column in misfits {
      let sentence =
        localized(
          "Column \(column) of \(schema.name) came with values of another type; they are kept as "
            + "they came.")
      if !result.warnings.contains(sentence) { result.warnings.append(sentence) }
    }
  }
}
