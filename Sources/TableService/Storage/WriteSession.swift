import JSONKit
import SQLiteKit
import Support

/// The jobs of one commit, each in a savepoint of its own.
final class WriteSession {
  let connection: Connection
  private let now: Timestamp
  /// As this commit leaves it.
  var catalogue: TableCatalogue
  /// The stamp that this commit gives to the rows of a table, by name in lower case.
  private var stamps: UTF8Dictionary<String> = [:]
  private var lastVersion: Int64
  private let storedVersion: Int64

  init(_ connection: Connection, catalogue: TableCatalogue, now: Timestamp) throws {
    self.connection = connection
    self.catalogue = catalogue
    self.now = Timestamp(milliseconds: now.milliseconds)
    let last = try connection.first("SELECT last FROM syncline_versions") {
      (row) throws(SQLiteError) in try row.decode(at: 0, as: Int64.self)
    }
    storedVersion = last ?? 0
    lastVersion = storedVersion
  }

  /// Runs a job; when it fails, the commit goes on as if it had never been there.
  ///
  /// - Throws: When the whole transaction is lost.
  func run(_ job: WriteJob) throws -> Result<WriteOutcome, any Error> {
    let before = (catalogue, stamps)
    do {
      // A statement that fails takes itself back, so one that stands alone needs no savepoint. (The
      // table's stamp may stay, which nobody sees.)
      if case .row(let id, let table, let decide) = job {
        return .success(try one(id, table, decide))
      }
      return .success(try connection.savepoint { _ in try perform(job) })
    } catch {
      (catalogue, stamps) = before
      guard connection.isInTransaction else { throw error }
      return .failure(error)
    }
  }

  /// A job of one row, in a savepoint only where it changes the schema.
  private func one(
    _ id: String, _ table: String, _ decide: (StoredRow?) throws -> WriteDecision
  ) throws -> WriteOutcome {
    let row = try catalogue[table].map(StoredRowReader.init)?.row(id, on: connection)
    let decision = try decide(row)
    let after =
      fits(decision.change, table)
      ? try apply(decision.change, to: row, id: id, table: table)
      : try connection.savepoint { _ in
        try apply(decision.change, to: row, id: id, table: table)
      }
    return WriteOutcome(status: decision.status, rows: after.map { [$0] } ?? [])
  }

  /// The tables that this commit changes.
  var newStamps: [TableStamp] {
    stamps.compactMap { key, stamp in
      catalogue[key].map { TableStamp(name: $0.name, updatedAt: stamp) }
    }
  }

  /// Writes what the commit needs besides its rows.
  func finish() throws {
    if lastVersion != storedVersion {
      try connection.execute("UPDATE syncline_versions SET last = ?", [.integer(lastVersion)])
    }
    catalogue.schemaVersion = try TableCatalogue.schemaVersion(connection)
  }

  private func perform(_ job: WriteJob) throws -> WriteOutcome {
    switch job {
    case .row(let id, let table, let decide):
      return try one(id, table, decide)
    case .matching(let table, let filter, let version, let hidesDeleted, let decide):
      var outcome = WriteOutcome(rows: [])
      for row in try matching(table, filter, version, hidesDeleted: hidesDeleted) {
        let decision = try decide(row)
        outcome.status = decision.status
        if let after = try apply(decision.change, to: row, id: row.id, table: table) {
          outcome.rows.append(after)
        }
      }
      return outcome
    case .group(let jobs):
      var outcome = WriteOutcome(rows: [])
      for (position, job) in jobs.enumerated() {
        outcome.parts.append(try part(job, at: position))
      }
      return outcome
    }
  }

  /// One job of a group, for which an answer that wrote nothing is a failure too.
  private func part(_ job: WriteJob, at position: Int) throws(GroupFailure) -> WriteOutcome {
    let outcome: WriteOutcome
    do {
      outcome = try perform(job)
    } catch {
      throw GroupFailure(position: position, result: .failure(error))
    }
    guard let status = outcome.status, status < 400 else {
      throw GroupFailure(position: position, result: .success(outcome))
    }
    return outcome
  }

  private func matching(
    _ table: String, _ filter: Expression, _ version: APIVersion, hidesDeleted: Bool
  ) throws -> [StoredRow] {
    guard let schema = catalogue[table] else { return [] }
    let reader = StoredRowReader(schema: schema)
    let condition = try ExpressionCompiler(schema: schema, version: version).condition(filter)
    let visible = hidesDeleted ? "deleted = 0 AND " : ""
    return try connection.query(
      "SELECT \(reader.columns) FROM \(reader.table) WHERE \(visible)\(condition.sql) ORDER BY id",
      condition.values, decode: reader.row)
  }
}

// MARK: - Changes

extension WriteSession {
  /// The row after the change; a removed one as it was.
  private func apply(
    _ change: WriteChange, to row: StoredRow?, id: String, table: String
  ) throws -> StoredRow? {
    switch change {
    case .none: return row
    case .remove:
      guard let row, let schema = catalogue[table] else { return row }
      // A commit that only removes moves the stamp too, so that it never goes back.
      _ = try stamp(schema.name)
      try connection.execute(
        "DELETE FROM \(Connection.quoted(schema.name)) WHERE id = ?", [.text(id)])
      return row
    case .insert(let values, let deleted):
      let columns = try prepare(table, for: values)
      return try insert(id, into: columns.schema, columns.assignments, deleted: deleted)
    case .merge(let values, let deleted):
      let columns = try prepare(table, for: values)
      return try update(id, of: columns.schema, columns.assignments, deleted: deleted)
    case .replace(let values, let deleted):
      let columns = try prepare(table, for: values)
      var assignments = columns.assignments
      let named = UTF8Set(assignments.map { Name.folded($0.column) })
      for column in columns.schema.columns where !named.contains(Name.folded(column.name)) {
        assignments.append((column.name, .null))
      }
      return try update(id, of: columns.schema, assignments, deleted: deleted)
    }
  }

  typealias Assignments = [(column: String, value: SQLiteValue)]

  private func insert(
    _ id: String, into schema: StoredSchema, _ assignments: Assignments, deleted: Bool
  ) throws -> StoredRow? {
    let stamp = SQLiteValue.text(try stamp(schema.name))
    let values: [SQLiteValue] = [
      .text(id), stamp, stamp, .text(nextVersion()), .integer(deleted ? 1 : 0),
    ]
    let reader = StoredRowReader(schema: schema)
    let columns =
      ReservedColumn.quotedNames
      + assignments.map { ", \(Connection.quoted($0.column))" }
      .joined()
    let places = repeatElement(", ?", count: values.count + assignments.count - 1).joined()
    return try connection.first(
      """
      INSERT INTO \(reader.table) (\(columns)) VALUES (?\(places)) RETURNING \(reader.columns)
      """, values + assignments.map(\.value), decode: reader.row)
  }

  private func update(
    _ id: String, of schema: StoredSchema, _ assignments: Assignments, deleted: Bool
  ) throws -> StoredRow? {
    let reader = StoredRowReader(schema: schema)
    let columns = assignments.map { ", \(Connection.quoted($0.column)) = ?" }.joined()
    return try connection.first(
      """
      UPDATE \(reader.table)
      SET updatedAt = ?, version = ?, deleted = ?\(columns) WHERE id = ?
      RETURNING \(reader.columns)
      """,
      [
        .text(try stamp(schema.name)), .text(nextVersion()),
        .integer(deleted ? 1 : 0),
      ] + assignments.map(\.value) + [.text(id)], decode: reader.row)
  }

  /// Eight bytes of a counter that all tables share, in base64, as SQL Server's row versions are.
  func nextVersion() -> String {
    lastVersion += 1
    let bits = UInt64(bitPattern: lastVersion)
    return Base64.encode((0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - $0 * 8)) })
  }

  /// The clock's time, or one millisecond behind the table's last commit when the clock is not past
  /// that.
  func stamp(_ table: String) throws -> String {
    let key = Name.folded(table)
    if let stamp = stamps[key] { return stamp }
    let last = try connection.first(
      "SELECT updatedAt FROM syncline_tables WHERE name = ?", [.text(table)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    var stamp = now
    if let last = last.flatMap({ Timestamp($0) }), last >= stamp {
      stamp = last.adding(milliseconds: 1)
    }
    let text = stamp.description
    try connection.execute(
      "UPDATE syncline_tables SET updatedAt = ? WHERE name = ?", [.text(text), .text(table)])
    stamps[key] = text
    return text
  }
}
