import JSONKit
import SQLiteKit
import Support

/// Carries out the choices of one reconcile, a few rows at a time.
struct ReconcileApplier {
  /// Rows that are confirmed and changed in one transaction.
  private static let batchSize = 100

  let context: SyncContext
  let table: String
  let by: String?
  private(set) var outcome = ReconcileOutcome()

  init(_ context: SyncContext, _ table: String, by: String?) {
    self.context = context
    self.table = table
    self.by = by
  }

  /// What the server has of a row, asked just now.
  private enum Confirmed: Sendable {
    case server(Record?)
    case failed(RemoteError)
  }

  /// What became of one row in a transaction; a reason means that it was left alone.
  private enum Step: Sendable {
    case done
    case skipped(String)
  }

  /// Removes rows that the server confirms it does not have.
  mutating func removeHere(_ rows: [ReconcileRow]) async throws {
    for batch in batches(rows) where outcome.stopped == nil {
      let confirmed = try await ask(batch)
      let (context, table, by) = (context, table, by)
      let now = context.time.now
      let steps = try await context.database.write { db in
        let schema = try Catalogue.ensure(table, on: db)
        return try confirmed.map { row, server -> (String, Step) in
          guard server == nil else { return (row.id, .skipped("The server has it after all.")) }
          guard let local = try Self.unchanged(row, in: schema, on: db) else {
            return (row.id, .skipped(Self.changedHere))
          }
          try RowStore.remove(local.id, in: schema, on: db)
          try HistoryStore.add(
            table, local.id, .resolve, ReconcileChoices.MissingOnServer.removeHere.rawValue,
            by: by, at: now, record: local, on: db)
          return (row.id, .done)
        }
      }
      outcome.removed += take(steps)
    }
  }

  /// Queues inserts of rows that the server does not have.
  mutating func insertAgain(_ rows: [ReconcileRow]) async throws {
    for batch in batches(rows) {
      let (context, table, by) = (context, table, by)
      let now = context.time.now
      let steps = try await context.database.write { db in
        let schema = try Catalogue.ensure(table, on: db)
        return try batch.map { row -> (String, Step) in
          guard var local = try Self.unchanged(row, in: schema, on: db) else {
            return (row.id, .skipped(Self.changedHere))
          }
          guard !local.deleted else {
            return (row.id, .skipped("It is deleted here; there is nothing to insert."))
          }
          // The server gives a new row its own stamps.
          local.version = nil
          local.createdAt = nil
          local.updatedAt = nil
          try RowStore.upsert(local, in: schema, on: db)
          try OperationStore.insert(
            StoredOperation(
              table: table, itemID: local.id, kind: .insert, queuedAt: now, queuedBy: by),
            on: db)
          try HistoryStore.add(
            table, local.id, .resolve, ReconcileChoices.MissingOnServer.insertAgain.rawValue,
            by: by, at: now, record: local, on: db)
          return (row.id, .done)
        }
      }
      outcome.queuedInserts += take(steps)
    }
  }

  /// Reads rows from the server and stores them.
  mutating func pullAgain(_ rows: [ReconcileRow]) async throws {
    for batch in batches(rows) where outcome.stopped == nil {
      let confirmed = try await ask(batch)
      let (context, table) = (context, table)
      let now = context.time.now
      let steps = try await context.database.write { db in
        var storer = try RecordStorer(table, confirmed.compactMap(\.1), at: now, on: db)
        return try confirmed.map { row, server -> (String, Step) in
          guard let server else {
            return (row.id, .skipped("The server does not have it any more; compare again."))
          }
          guard try Self.isIdle(row.id, table, on: db) else {
            return (row.id, .skipped("An operation waits for it now."))
          }
          try storer.store(server, overSameVersion: !row.columns.isEmpty)
          return (row.id, .done)
        }
      }
      outcome.pulled += take(steps)
    }
  }

  // MARK: - Steps

  private static let changedHere = "It changed here since the comparison, or an operation waits."

  /// The local row, when it is as the report saw it and nothing waits for it.
  private static func unchanged(
    _ row: ReconcileRow, in schema: TableSchema, on db: Connection
  ) throws -> Record? {
    guard try isIdle(row.id, schema.name, on: db),
      let local = try RowStore.fetch(row.id, in: schema, on: db),
      RowFingerprint(of: local).rawValue == row.fingerprint
    else { return nil }
    return local
  }

  private static func isIdle(_ id: String, _ table: String, on db: Connection) throws -> Bool {
    try OperationStore.pendingID(like: id, table: table, on: db) == nil
  }

  private func batches(_ rows: [ReconcileRow]) -> [ArraySlice<ReconcileRow>] {
    stride(from: 0, to: rows.count, by: Self.batchSize).map {
      rows[$0..<min($0 + Self.batchSize, rows.count)]
    }
  }

  private mutating func take(_ steps: [(String, Step)]) -> Int {
    var done = 0
    for (id, step) in steps {
      switch step {
      case .done: done += 1
      case .skipped(let reason):
        outcome.skipped.append(ReconcileOutcome.Skipped(id: id, reason: reason))
      }
    }
    return done
  }

  /// Reads the rows from the server, as many at once as a push sends; those it can't read are
  /// skipped.
  private mutating func ask(
    _ rows: ArraySlice<ReconcileRow>
  ) async throws -> [(ReconcileRow, Record?)] {
    let (context, table) = (context, table)
    let rows = Array(rows)
    let answers = await withTaskGroup(of: (Int, Confirmed).self) { group in
      var answers: [Int: Confirmed] = [:]
      var next = 0
      while next < rows.count || !group.isEmpty {
        if next < rows.count, next - answers.count < max(1, context.settings.pushWindow) {
          let (index, id) = (next, rows[next].id)
          group.addTask { (index, await Self.read(context, table, id)) }
          next += 1
        } else if let (index, answer) = await group.next() {
          answers[index] = answer
        }
      }
      return answers
    }
    var confirmed: [(ReconcileRow, Record?)] = []
    for (index, row) in rows.enumerated() {
      switch answers[index] {
      case .server(let record)?: confirmed.append((row, record))
      case .failed(let error)?:
        note(error)
        outcome.skipped.append(
          ReconcileOutcome.Skipped(id: row.id, reason: error.description))
      case nil: break
      }
    }
    return confirmed
  }

  private static func read(
    _ context: SyncContext, _ table: String, _ id: String
  ) async -> Confirmed {
    do {
      return .server(
        try await context.retrying { () throws(RemoteError) in
          try await context.remote.read(table, id: id)
        })
    } catch let error as RemoteError {
      return .failed(error)
    } catch {
      return .failed(.cancelled)
    }
  }

  private mutating func note(_ error: RemoteError) {
    guard outcome.stopped == nil else { return }
    switch error {
    case .unreachable: outcome.stopped = .unreachable(error.description)
    case .unauthorized: outcome.stopped = .unauthorized(error.description)
    case .throttled: outcome.stopped = .throttled(error.description)
    case .cancelled: outcome.stopped = .cancelled
    case .rejected, .malformed: break
    }
  }
}
