internal import SQLiteKit
internal import Support

/// Imports of any size: batch by batch, each batch one transaction with what takes it back.
extension SyncContext {
  /// Rows that one transaction of an import holds at most.
  package static let importBatchMax = 2_000

  /// Opens an import, which ``importBatch(_:of:expecting:by:)`` fills.
  ///
  /// - Parameters:
  ///   - source: What the rows come from, for whoever looks at an import that broke off.
  ///   - rows: How many it is to write.
  /// - Returns: The import's number in this store.
  package func beginImport(
    into table: String, from source: String, rows: Int, by: String?
  ) async throws -> Int64 {
    try requireChanges(of: table)
    let now = time.now
    return try await database.write {
      try ImportJournal(connection: $0).begin(table, from: source, rows: rows, by: by, at: now)
    }
  }

  /// Makes `changes`, in as many transactions as `CommitBudget` wants.
  ///
  /// The transaction that finds a problem or a difference is rolled back. What those before it wrote
  /// stands in the import, and goes when that is undone.
  ///
  /// - Parameter expecting: What a rehearsal said would become of them.
  /// - Returns: Nil when something else becomes of them than `expecting` says.
  package func importBatch(
    _ changes: [RowChange], of number: Int64, expecting: ImportCounts?, by: String?
  ) async throws -> ChangeOutcome? {
    let ids = ids(of: changes)
    let now = time.now
    var all = ChangeOutcome()
    repeat {
      let before = all.applied
      do {
        let part = try await database.write { connection in
          let part = try Self.make(
            changes, from: before.count, within: CommitBudget(), ids: ids, now: now, by: by,
            keepingRefusals: false, on: connection)
          let isLast = before.count + part.tried == changes.count
          let isExpected =
            !isLast || expecting.map { $0 == ImportCounts(before + part.applied) } ?? true
          guard part.isDone, isExpected else { throw RolledBack(outcome: part) }
          try ImportJournal(connection: connection).add(part.applied, to: number)
          return part
        }
        all.applied += part.applied
      } catch let back as RolledBack {
        return back.outcome.isDone ? nil : ChangeOutcome(problems: back.outcome.problems)
      }
    } while all.applied.count < changes.count
    return all
  }

  /// Says that nothing more comes.
  package func endImport(_ number: Int64) async throws {
    try await database.write { try ImportJournal(connection: $0).end(number) }
  }

  /// Imports that were begun and not ended: they are under way, or broke off.
  package func unfinishedImports() async throws -> [ImportInfo] {
    try await database.read { try ImportJournal(connection: $0).unfinished() }
  }

  /// Imports that were being undone when the program ended; they are so no more.
  ///
  /// - Returns: Each with how many of its rows are left.
  package func brokenReversals() async throws -> [(import: ImportInfo, left: Int)] {
    try await database.write { connection in
      let journal = ImportJournal(connection: connection)
      return try journal.beingTakenBack().map { info in
        try journal.endTakingBack(info.number)
        return (info, try journal.count(info.number))
      }
    }
  }

  /// Nil when it was undone, or is too long ago.
  package func importInfo(_ number: Int64) async throws -> ImportInfo? {
    try await database.read { try ImportJournal(connection: $0).find(number) }
  }

  /// How many rows an import has changed that are not undone.
  package func rowsLeft(ofImport number: Int64) async throws -> Int {
    try await database.read { try ImportJournal(connection: $0).count(number) }
  }

  /// Takes away the rows that an import made, and gives the others their values back.
  ///
  /// Rows that changed since stay as they are; when none is left, it refuses. When it breaks off,
  /// calling it again takes back what is left.
  ///
  /// - Parameters:
  ///   - intentAtEnd: The audit intent of the current action from the last row on.
  ///   - progress: Is told how many rows it has looked at, of how many.
  package func takeBackImport(
    _ number: Int64, by: String?, intentAtEnd: String? = nil,
    progress: @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> ImportUndoOutcome {
    guard let info = try await importInfo(number) else {
      throw SyncError.cannotUndo(UndoRefusal.tooLongAgo)
    }
    try requireChanges(of: info.table)
    let all = try await database.write { connection in
      let journal = ImportJournal(connection: connection)
      try journal.beginTakingBack(number)
      return try journal.count(number)
    }
    var result = ImportUndoOutcome()
    var last = ""
    while true {
      try Task.checkCancellation()
      let batch = try await takeBackBatch(
        of: info, after: last, result, by: by, intentAtEnd: intentAtEnd)
      result.add(batch)
      progress(result.rows + result.left, all)
      guard let next = batch.last else { break }
      last = next
    }
    if result.isRefused, let first = result.named.first {
      try await leaveImport(number)
      throw SyncError.cannotUndo(UndoRefusal.allChanged(suchAs: first))
    }
    return result
  }

  /// The import is forgotten in the transaction of its last rows.
  private func takeBackBatch(
    of info: ImportInfo, after last: String, _ before: ImportUndoOutcome, by: String?,
    intentAtEnd: String?
  ) async throws -> ImportReversal.Batch {
    let (now, action, number) = (time.now, StoreAction.current, info.number)
    let intent = action?.intent
    do {
      return try await commit(counting: \.done.count) { connection in
        let local = LocalChange(connection: connection, table: info.table, now: now, by: by)
        let batch = try ImportReversal(local: local, number: number).perform(after: last)
        guard batch.last == nil, !before.adding(batch).isRefused else { return batch }
        try ImportJournal(connection: connection).forget(number)
        try CopyMarks.forget(number, on: connection)
        try LocalColumns.dropUnused(info.table, on: connection)
        if let intentAtEnd { action?.intent = intentAtEnd }
        return batch
      }
    } catch {
      if let intent { action?.intent = intent }
      throw error
    }
  }

  /// No row of the import could be undone: nothing has happened.
  private func leaveImport(_ number: Int64) async throws {
    let action = StoreAction.current
    try await database.write { connection in
      try ImportJournal(connection: connection).endTakingBack(number)
      if let action { try AuditOutbox.withdraw(action.id, on: connection) }
    }
    action?.forgetIntent(in: self)
  }
}

extension ImportUndoOutcome {
  /// All rows changed since they were imported.
  fileprivate var isRefused: Bool { rows == 0 && left > 0 }

  fileprivate func adding(_ batch: ImportReversal.Batch) -> Self {
    var sum = self
    sum.add(batch)
    return sum
  }

  fileprivate mutating func add(_ batch: ImportReversal.Batch) {
    rows += batch.done.count
    waiting += batch.waiting
    left += batch.left.count
    named += batch.left.prefix(Self.namedMax - named.count)
  }
}

/// Takes one batch of an import's rows back, in the caller's transaction.
private struct ImportReversal {
  let local: LocalChange
  let number: Int64

  struct Batch {
    var done: [String] = []
    /// Of ``done``, those that have a change in the queue now.
    var waiting = PendingRowCounts()
    var left: [String] = []
    /// Where the next batch goes on; nil at the end.
    var last: String?
  }

  private static let batchMax = 1_000

  func perform(after id: String) throws -> Batch {
    let budget = CommitBudget()
    let journal = ImportJournal(connection: local.connection)
    let lines = try journal.lines(number, after: id, limit: Self.batchMax)
    var batch = Batch(last: lines.count < Self.batchMax ? nil : lines.last?.id)
    let schema = try Catalogue.table(local.table, on: local.connection)
    for line in lines {
      let row = try schema.flatMap { try RowStore.fetch(line.id, in: $0, on: local.connection) }
      guard let row, line.mark.matches(row),
        try !past(line).isChanged(since: line.history, of: row), try isTakenBack(line)
      else {
        batch.left.append(line.id)
        continue
      }
      try journal.forget(line.id, of: number)
      batch.done.append(line.id)
      if budget.isSpent(after: batch.done.count) {
        batch.last = line.id
        break
      }
    }
    batch.waiting = try SyncContext.waiting(local.table, batch.done, on: local.connection)
    return batch
  }

  private func past(_ line: ImportJournal.Entry) -> RowHistory {
    RowHistory(table: local.table, id: line.id, connection: local.connection)
  }

  /// False when the store refuses, because of what became of the row since.
  private func isTakenBack(_ line: ImportJournal.Entry) throws -> Bool {
    do {
      try local.connection.savepoint { _ in
        guard let before = line.before else { return try local.hardDelete(line.id) }
        let values = try WriteOnlyValues.withoutOldMarks(
          before, of: line.id, in: local.table, on: local.connection)
        try past(line).returning { try local.update(line.id, values, ifState: nil) }
      }
      return true
    } catch is SyncError {
      return false
    }
  }
}
