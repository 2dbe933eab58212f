import JSONKit
import SQLiteKit
import Support

/// The jobs of one commit, each in a savepoint of its own.
final class WriteSession {
  let connection: Connection
  private let now: Timestamp
  /// As this commit leaves it.
  var catalogue: Catalogue
  /// The stamp that this commit gives to the rows of a table, by name in lower case.
  private var stamps: [String: Timestamp] = [:]
  private var lastVersion: Int64
  private let storedVersion: Int64

  init(_ connection: Connection, catalogue: Catalogue, now: Timestamp) throws {
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
      return .success(try connection.savepoint { _ in try perform(job) })
    } catch {
      (catalogue, stamps) = before
      guard connection.isInTransaction else { throw error }
      return .failure(error)
    }
  }

  /// Writes what the commit needs besides its rows.
  func finish() throws {
    if lastVersion != storedVersion {
      try connection.execute("UPDATE syncline_versions SET last = ?", [.integer(lastVersion)])
    }
    catalogue.schemaVersion = try Catalogue.schemaVersion(connection)
  }

  private func perform(_ job: WriteJob) throws -> WriteOutcome {
    switch job {
    case .row(let id, let table, let decide):
      let row = try catalogue[table].map(RowReader.init)?.row(id, on: connection)
      let decision = try decide(row)
      let after = try apply(decision.change, to: row, id: id, table: table)
      return WriteOutcome(status: decision.status, rows: after.map { [$0] } ?? [])
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
    let reader = RowReader(schema: schema)
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
    _ change: RowChange, to row: StoredRow?, id: String, table: String
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
      try insert(id, into: columns.schema, columns.assignments, deleted: deleted)
      return try RowReader(schema: columns.schema).row(id, on: connection)
    case .merge(let values, let deleted):
      let columns = try prepare(table, for: values)
      try update(id, of: columns.schema, columns.assignments, deleted: deleted)
      return try RowReader(schema: columns.schema).row(id, on: connection)
    case .replace(let values, let deleted):
      let columns = try prepare(table, for: values)
      var assignments = columns.assignments
      let named = Set(assignments.map { $0.column.lowercased() })
      for column in columns.schema.columns where !named.contains(column.name.lowercased()) {
        assignments.append((column.name, .null))
      }
      try update(id, of: columns.schema, assignments, deleted: deleted)
      return try RowReader(schema: columns.schema).row(id, on: connection)
    }
  }

  typealias Assignments = [(column: String, value: SQLiteValue)]

  private func insert(
    _ id: String, into schema: TableSchema, _ assignments: Assignments, deleted: Bool
  ) throws {
    let stamp = SQLiteValue.text(try stamp(schema.name).description)
    let values: [SQLiteValue] = [
      .text(id), stamp, stamp, .text(nextVersion()), .integer(deleted ? 1 : 0),
    ]
    let columns =
      (SystemColumn.allCases.map(\.rawValue) + assignments.map(\.column))
      .map(Connection.quoted).joined(separator: ", ")
    let places = repeatElement("?", count: values.count + assignments.count)
      .joined(separator: ", ")
    try connection.execute(
      "INSERT INTO \(Connection.quoted(schema.name)) (\(columns)) VALUES (\(places))",
      values + assignments.map(\.value))
  }

  private func update(
    _ id: String, of schema: TableSchema, _ assignments: Assignments, deleted: Bool
  ) throws {
    let columns = assignments.map { ", \(Connection.quoted($0.column)) = ?" }.joined()
    try connection.execute(
      """
      UPDATE \(Connection.quoted(schema.name))
      SET updatedAt = ?, version = ?, deleted = ?\(columns) WHERE id = ?
      """,
      [
        .text(try stamp(schema.name).description), .text(nextVersion()),
        .integer(deleted ? 1 : 0),
      ] + assignments.map(\.value) + [.text(id)])
  }

  /// Eight bytes of a counter that all tables share, in base64, as SQL Server's row versions are.
  private func nextVersion() -> String {
    lastVersion += 1
    let bits = UInt64(bitPattern: lastVersion)
    return Base64.encode((0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - $0 * 8)) })
  }

  /// The clock's time, or one millisecond behind the table's last commit when the clock is not past
  /// that.
  private func stamp(_ table: String) throws -> Timestamp {
    let key = table.lowercased()
    if let stamp = stamps[key] { return stamp }
    let last = try connection.first(
      "SELECT updatedAt FROM syncline_tables WHERE name = ?", [.text(table)]
    ) { (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self) }
    var stamp = now
    if let last = last.flatMap({ Timestamp($0) }), last >= stamp {
      stamp = last.adding(milliseconds: 1)
    }
    try connection.execute(
      "UPDATE syncline_tables SET updatedAt = ? WHERE name = ?",
      [.text(stamp.description), .text(table)])
    stamps[key] = stamp
    return stamp
  }
}
