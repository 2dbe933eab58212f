import JSONKit
import Localization
import SQLiteKit
import Support

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
  /// Only so many new rows leave an entry in the history: none of a first pull, whose rows are too
  /// many, and which is the first that the store knows of any of them.
  var notedMax = 0
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
    _ batch: RecordBatch, _ table: String, notingNew notedMax: Int = 0, at now: Timestamp,
    on db: Connection
  ) throws -> StoredPage {
    switch batch.content {
    case .records(let records):
      var storer = try RecordStorer(table, records, at: now, on: db)
      storer.notedMax = notedMax
      for record in records { try storer.store(record) }
      return storer.result
    case .rows(let wire):
      let schema = try Catalogue.ensure(table, on: db)
      let new = wire.recordsWithNewColumns(schema.confirmedNames)
      let complete = try Catalogue.ensure(table, for: new, on: db)
      var records = try RecordStorer(complete, at: now, on: db)
      records.notedMax = notedMax
      var storer = try BatchStorer(wire, records)
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
      try noteArrival(tombstone.id, tombstone)
    }
  }

  /// Notes a row that had left the store and comes again, else its history would end with that, and
  /// one that comes the first time, up to ``notedMax``.
  private mutating func noteArrival(
    _ id: @autoclosure () -> String, _ record: @autoclosure () -> Record?
  ) throws {
    let isNoted = result.noted < notedMax
    guard hasHistory || isNoted else { return }
    let id = id()
    let isKnown = try hasHistory && !HistoryStore.isEmpty(schema.name, id, on: db)
    guard isKnown || isNoted else { return }
    if !isKnown { result.noted += 1 }
    try HistoryStore.add(
      schema.name, id, .pull, isKnown ? HistoryEntry.returned : HistoryEntry.pulledNew, at: now,
      record: record(), on: db)
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
    try noteArrival(id(), record())
  }

  /// Notes a row that the store has already.
  mutating func noteUnchanged() { result.unchanged += 1 }

  /// Warns of columns that a row has values of another type in.
  mutating func note(misfits: [String]) {
    for column in misfits {
      let sentence =
        localized(
          "Column \(column) of \(schema.name) received values of another type. They are stored "
            + "unchanged.")
      if !result.warnings.contains(sentence) { result.warnings.append(sentence) }
    }
  }
}
