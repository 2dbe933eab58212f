import JSONKit
import SQLiteKit
import Support

/// Which part of a copy is carried out; a preview counts both.
package enum CopyPart: Sendable, Hashable {
  /// Inserts and updates.
  case rows
  /// Deletes of rows that the other store deleted since they were copied.
  case deletions
}

/// Receives what a copy did so far; called from any task, so it must be cheap.
package typealias CopyProgress = @Sendable (CopyReport) -> Void

/// One copy of one table, page by page.
struct CopyWork {
  let target: SyncContext
  let source: CopySource
  let origin: String
  let options: CopyOptions
  let by: String?
  /// Called after each page.
  var progress: CopyProgress?
  private(set) var report: CopyReport
  /// How many rows a preview counted.
  private let expected: Int
  /// Live rows here that the other store has too.
  private var matched = 0

  init(
    target: SyncContext, source: CopySource, origin: String, options: CopyOptions, expected: Int,
    by: String?
  ) {
    self.target = target
    self.source = source
    self.origin = origin
    self.options = options
    self.expected = expected
    self.by = by
    report = CopyReport(table: source.table)
    report.columns = source.columns.mapping
  }

  private var table: String { source.table }

  /// Counts only, with digests of the rows of both stores.
  mutating func verify() async throws {
    report.digests = ContentDigests()
    try await run(nil)
  }

  /// - Parameter part: What is carried out; nil for nothing.
  mutating func run(_ part: CopyPart?) async throws {
    var next: String? = ""
    while let place = next {
      try Task.checkCancellation()
      let page = try await source.rows(after: place)
      next = page.next
      try await add(page.rows, part)
      progress?(report)
    }
    report.isComplete = true
    try await countRowsHere(part)
  }

  private mutating func countRowsHere(_ part: CopyPart?) async throws {
    let table = table
    let live = try await target.database.read { connection -> Int in
      guard let schema = try Catalogue.table(table, on: connection) else { return 0 }
      return try connection.first("SELECT count(*) FROM \(schema.quoted) WHERE NOT deleted") {
        (row) throws(SQLiteError) in try row.decode(at: 0)
      } ?? 0
    }
    let isKnown = part == .rows ? matched + report.new : matched
    let gone = part == .deletions ? 0 : report.deleted
    report.rowsHere = live
    report.onlyHere = max(0, live - isKnown - gone)
  }

  private mutating func add(_ rows: [Record], _ part: CopyPart?) async throws {
    report.sourceRows += rows.count { !$0.deleted }
    report.sourceDeleted += rows.count(where: \.deleted)
    // Most pages of a repeated copy have nothing to write, and need no writer.
    let planned = try await target.database.read { [self] in try self.plan(rows, on: $0) }
    var steps = planned.map(\.step)
    if let part, steps.contains(where: { $0.part == part }) {
      steps = try await part == .rows ? importRows(rows) : deleteRows(rows)
    }
    for (row, step) in zip(rows, steps) { count(step, of: row) }
    if report.digests != nil { addToDigests(rows, planned.map(\.here)) }
  }

  /// Deleted rows count for neither side.
  ///
  /// - Parameter here: The row of this store for each of the other's; nil where there is none.
  private mutating func addToDigests(_ there: [Record], _ here: [Record?]) {
    let names = source.columns.names
    for (there, here) in zip(there, here) {
      if !there.deleted { report.digests?.there.add(there.id, there.values) }
      guard let here, !here.deleted else { continue }
      let values = JSONObject(names.map { ($0, here.values[$0] ?? .null) })
      report.digests?.here.add(there.id, values)
    }
  }

  private func plan(
    _ rows: [Record], on connection: Connection
  ) throws -> [(step: CopyTarget.Step, here: Record?)] {
    let local = LocalChange(connection: connection, table: table, now: target.time.now, by: by)
    let copy = CopyTarget(
      rows: CopiedRows(
        local: local, schema: try Catalogue.table(table, on: connection), remote: target.remote),
      marks: CopyMarks(table: table, origin: origin, connection: connection), options: options,
      columns: source.columns.names)
    return try rows.map { wanted in
      let here = try copy.rows.find(wanted.id)
      return (try copy.step(for: wanted, over: here), here)
    }
  }

  private mutating func count(_ step: CopyTarget.Step, of row: Record) {
    switch step {
    case .same:
      if !row.deleted { report.same += 1 }
      matched += row.deleted ? 0 : 1
    case .nothing: break
    case .insert: report.new += 1
    case .update:
      report.changed += 1
      matched += 1
    case .delete: report.deleted += 1
    case .skip(let reason):
      report.skipped.add(row.id, reason)
      switch reason {
      case .changedHere, .unresolvedHere, .insertNotPushed: matched += 1
      case .deletedHere, .missingHere, .conflictInSource, .invalid: break
      }
    }
  }

  // MARK: - Writing

  // Each decides again in the transaction that writes: rows may have changed since.

  /// As an import of any kind: the store's own list of it is what the audit entry is made from.
  private mutating func importRows(_ rows: [Record]) async throws -> [CopyTarget.Step] {
    if report.importNumber == nil {
      report.importNumber = try await target.beginImport(
        into: table, from: origin, rows: expected, by: by)
    }
    guard let number = report.importNumber else { return [] }
    let (steps, count) = try await target.database.write { [self] connection in
      let local = LocalChange(connection: connection, table: table, now: target.time.now, by: by)
      let marks = CopyMarks(table: table, origin: origin, connection: connection)
      var applied: [ChangeOutcome.Applied] = []
      let steps = try tried(plan(rows, on: connection).map(\.step), of: rows) { step, row in
        try connection.savepoint { _ in
          guard let change = try make(step, with: local) else { return }
          try marks.put(row.values, of: row.id, by: number)
          applied.append(change)
        }
      }
      try ImportJournal(connection: connection).add(applied, to: number)
      return (steps, applied.count)
    }
    report.written += count
    return steps
  }

  private mutating func deleteRows(_ rows: [Record]) async throws -> [CopyTarget.Step] {
    let decision = report.deletion.decision
    let (steps, ids, outcome) = try await target.commit(noting: true, counting: \.1.count) {
      [self] connection in
      let local = LocalChange(connection: connection, table: table, now: target.time.now, by: by)
      var (deleted, ids, outcome) = (DeletedRows(local, keeps: true), [String](), BulkOutcome())
      let steps = try tried(plan(rows, on: connection).map(\.step), of: rows) { step, _ in
        guard case .delete(let id) = step else { return }
        try connection.savepoint { _ in try deleted.look(at: id) { try local.delete(id) } }
        ids.append(id)
      }
      try deleted.keep(in: decision, noting: &outcome)
      try LocalColumns.dropUnused(table, on: connection)
      return (steps, ids, outcome)
    }
    report.written += ids.count
    report.deletedIDs += ids
    report.deletion.changed += ids.count
    report.deletion.neverSent.formUnion(outcome.neverSent)
    report.deletion.kept.formUnion(outcome.kept)
    report.deletion.decision = outcome.decision ?? decision
    return steps
  }

  /// The steps, with those that the store refuses as rows that are left.
  private func tried(
    _ steps: [CopyTarget.Step], of rows: [Record],
    _ make: (CopyTarget.Step, Record) throws -> Void
  ) throws -> [CopyTarget.Step] {
    try zip(steps, rows).map { step, row in
      do {
        try make(step, row)
        return step
      } catch let error as SyncError {
        return .skip(.invalid(error.description))
      }
    }
  }

  private func make(
    _ step: CopyTarget.Step, with local: LocalChange
  ) throws -> ChangeOutcome.Applied? {
    switch step {
    case .insert(let record):
      try local.insert(Record(id: record.id, values: record.setValues))
      return try applied(.insert, record.id, before: JSONObject(), with: local)
    case .update(let id, let values, let seen):
      try local.update(id, values, ifState: nil)
      let before = JSONObject(values.names.map { ($0, seen.values[$0] ?? .null) })
      return try applied(.update, id, before: before, with: local)
    case .same, .nothing, .delete, .skip: return nil
    }
  }

  private func applied(
    _ kind: RowChange.Kind, _ id: String, before: JSONObject, with local: LocalChange
  ) throws -> ChangeOutcome.Applied {
    let schema = try Catalogue.table(table, on: local.connection)
    return ChangeOutcome.Applied(
      kind: kind, table: table, id: id, before: before,
      record: try schema.flatMap { try RowStore.fetch(id, in: $0, on: local.connection) })
  }
}

extension CopyTarget.Step {
  /// The part of a copy that carries it out; nil where there is nothing to do.
  fileprivate var part: CopyPart? {
    switch self {
    case .insert, .update: .rows
    case .delete: .deletions
    case .same, .nothing, .skip: nil
    }
  }
}
