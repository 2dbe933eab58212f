import JSONKit
import Localization
import SQLiteKit
import Support

/// Carries out the choices of one reconcile, a few rows at a time.
struct ReconcileApplier {
  /// Rows that are confirmed and changed in one transaction.
  private static let batchSize = 100

  let context: SyncContext
  let table: String
  let by: String?
  /// Whether what the rows were is kept, so that all of it can be undone together.
  let keeps: Bool
  private(set) var outcome = ReconcileOutcome()

  init(_ context: SyncContext, _ table: String, by: String?, keeps: Bool) {
    self.context = context
    self.table = table
    self.by = by
    self.keeps = keeps
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
      let (table, by, now) = (table, by, context.time.now)
      outcome.removed += try await change(confirmed) { db in
        let schema = try Catalogue.ensure(table, on: db)
        return { row, server in
          guard server == nil else { return .skipped(localized("The server has it after all.")) }
          guard let local = try Self.unchanged(row, in: schema, on: db) else {
            return .skipped(Self.changedHere)
          }
          try RowStore.remove(local.id, in: schema, on: db)
          try HistoryStore.add(
            table, local.id, .resolve, ReconcileChoices.MissingOnServer.removeHere.rawValue,
            by: by, at: now, record: local, on: db)
          return .done
        }
      }
    }
  }

  /// Queues inserts of rows that the server does not have.
  mutating func insertAgain(_ rows: [ReconcileRow]) async throws {
    for batch in batches(rows) {
      let (table, by, now) = (table, by, context.time.now)
      outcome.queuedInserts += try await change(batch.map { ($0, nil) }) { db in
        let schema = try Catalogue.ensure(table, on: db)
        return { row, _ in
          guard var local = try Self.unchanged(row, in: schema, on: db) else {
            return .skipped(Self.changedHere)
          }
          guard !local.deleted else {
            return .skipped(localized("It is deleted here; there is nothing to insert."))
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
          return .done
        }
      }
    }
  }

  /// Reads rows from the server and stores them.
  ///
  /// - Parameter overSameVersion: Stores a row too that is here in the server's version; else only one
  ///   whose values were found to differ.
  mutating func pullAgain(
    _ rows: [ReconcileRow], overSameVersion: Bool = false
  ) async throws {
    for batch in batches(rows) where outcome.stopped == nil {
      let confirmed = try await ask(batch)
      let (table, now, assigning) = (table, context.time.now, context.remote.assigning)
      outcome.pulled += try await change(confirmed) { db in
        var storer = try RecordStorer(table, confirmed.compactMap(\.1), at: now, on: db)
        return { row, server in
          guard let server else {
            return .skipped(localized("The server does not have it any more; compare again."))
          }
          guard try Self.isIdle(row.id, table, on: db),
            try !Self.hasInsert(of: server, table, assigning, on: db)
          else { return .skipped(localized("An operation waits for it now.")) }
          try storer.store(server, overSameVersion: overSameVersion || !row.columns.isEmpty)
          return .done
        }
      }
    }
  }

  // MARK: - Steps

  /// Changes rows in one transaction, which also keeps what those were that it changed.
  ///
  /// - Parameter prepare: Gives what is done to each row, beside what the server has of it.
  /// - Returns: How many rows were changed.
  private mutating func change(
    _ rows: [(ReconcileRow, Record?)],
    _ prepare: @Sendable (Connection) throws -> (ReconcileRow, Record?) throws -> Step
  ) async throws -> Int {
    let (table, by, now, keeps, open) = (table, by, context.time.now, keeps, outcome.undo)
    let counting = { @Sendable (made: ([(String, Step)], Int64?)) in Self.done(made.0) }
    let (steps, decision) = try await context.commit(counting: counting) { db in
      let log = UndoJournal(connection: db)
      let step = try prepare(db)
      var before: [(table: String, id: String, before: String)] = []
      let steps = try rows.map { row, server -> (String, Step) in
        let snapshot = keeps ? try log.snapshot(table, row.id) : ""
        let done = try step(row, server)
        if keeps, case .done = done { before.append((table, row.id, snapshot)) }
        return (row.id, done)
      }
      return (steps, try log.keep(before, by: by, at: now, in: open))
    }
    outcome.undo = decision
    return take(steps)
  }

  private static var changedHere: String {
    localized("It changed here since the comparison, or an operation waits.")
  }

  /// The local row, when it is as the report saw it and nothing waits for it.
  private static func unchanged(
    _ row: ReconcileRow, in schema: TableSchema, on db: Connection
  ) throws -> Record? {
    guard try isIdle(row.id, schema.name, on: db),
      let local = try RowStore.fetch(row.id, in: schema, on: db),
      row.fingerprint.map({ RowFingerprint(rawValue: $0).matches(local) }) == true
    else { return nil }
    return local
  }

  private static func isIdle(_ id: String, _ table: String, on db: Connection) throws -> Bool {
    try OperationStore.pendingID(like: id, table: table, on: db) == nil
  }

  /// True for a row that an insert of this store made whose answer was lost: the store has it under
  /// its own id, and takes the server's with the next push or pull.
  private static func hasInsert(
    of server: Record, _ table: String, _ assigning: (any AssigningRemote)?, on db: Connection
  ) throws -> Bool {
    guard let local = assigning?.localID(of: server), local !== server.id else { return false }
    return try OperationStore.of(table, local, on: db).first?.kind == .insert
  }

  private func batches(_ rows: [ReconcileRow]) -> [ArraySlice<ReconcileRow>] {
    stride(from: 0, to: rows.count, by: Self.batchSize).map {
      rows[$0..<min($0 + Self.batchSize, rows.count)]
    }
  }

  private mutating func take(_ steps: [(String, Step)]) -> Int {
    for case (let id, .skipped(let reason)) in steps {
      outcome.skipped.append(ReconcileOutcome.Skipped(id: id, reason: reason))
    }
    return Self.done(steps)
  }

  private static func done(_ steps: [(String, Step)]) -> Int {
    steps.count { if case .done = $0.1 { true } else { false } }
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
    outcome.stopped = outcome.stopped ?? error.stop
  }
}
