public import Support

/// Brings a database file to the newest schema, one transaction per step.
///
/// The file's `user_version` counts the steps that it has.
///
/// Source: <https://sqlite.org/pragma.html#pragma_user_version>
public struct Migrator: Sendable {
  private let steps: [Step]
  /// The tables of the newest schema.
  private let tables: UTF8Set

  /// What brings a file from one version to the next: SQL, then what SQL alone cannot do.
  public struct Step: Sendable, ExpressibleByArrayLiteral {
    fileprivate let statements: [String]
    fileprivate let work: @Sendable (Connection) throws -> Void

    public init(
      _ statements: [String], then work: @escaping @Sendable (Connection) throws -> Void = { _ in }
    ) {
      self.statements = statements
      self.work = work
    }

    public init(arrayLiteral statements: String...) { self.init(statements) }
  }

  /// - Parameter steps: Each the statements of one version, in order; published steps never change.
  public init(_ steps: [[String]]) { self.init(steps: steps.map { Step($0) }) }

  /// - Parameter steps: One for each version, in order; published steps never change.
  public init(steps: [Step]) {
    self.steps = steps
    tables = steps.flatMap(\.statements).reduce(into: UTF8Set()) { Self.follow($1, &$0) }
  }

  /// Applies the missing steps; refuses a file that a newer program wrote, and one whose tables are
  /// not all there.
  ///
  /// A step that fails leaves the file at the version before it, and the next call goes on there.
  ///
  /// A file that has them all is only read, so that nobody's lock is waited for.
  public func migrate(_ database: DatabasePool) async throws {
    if try await database.read({ try isCurrent($0, database.path) }) { return }
    while try await database.write({ try applyNextStep($0, database.path) }) {}
    _ = try await database.read { try isCurrent($0, database.path) }
  }

  /// Applies the first missing step, in the caller's transaction.
  ///
  /// - Returns: False when none is missing, as when another process was faster.
  private func applyNextStep(_ connection: Connection, _ file: String) throws -> Bool {
    guard try !isCurrent(connection, file) else { return false }
    let version = try Self.version(connection)
    for sql in steps[version].statements { try connection.execute(sql) }
    try steps[version].work(connection)
    try connection.execute("PRAGMA user_version = \(version + 1)")
    return true
  }

  /// Refuses every file that does not have exactly the newest schema.
  public func check(_ database: DatabasePool) async throws {
    guard try await !database.read({ try isCurrent($0, database.path) }) else { return }
    throw MigrationError(.olderSchema, file: database.path, detail: "it is opened for reading only")
  }

  /// False when steps are missing.
  private func isCurrent(_ connection: Connection, _ file: String) throws -> Bool {
    let version = try Self.version(connection)
    guard version <= steps.count else {
      throw MigrationError(
        .newerSchema, file: file,
        detail: "schema version \(version); this program knows up to \(steps.count)")
    }
    guard version == steps.count else { return false }
    let there = try connection.query("SELECT name FROM sqlite_schema WHERE type = 'table'") {
      (row) throws(SQLiteError) in try row.decode(at: 0, as: String.self)
    }
    let missing = tables.subtracting(UTF8Set(there)).sorted()
    guard missing.isEmpty else {
      throw MigrationError(
        .incompleteSchema, file: file, detail: "missing: \(missing.joined(separator: ", "))")
    }
    return true
  }

  private static func version(_ connection: Connection) throws -> Int {
    try connection.first("PRAGMA user_version") { (row) throws(SQLiteError) in
      try row.decode(at: 0, as: Int.self)
    } ?? 0
  }

  /// Notes which tables there are after a statement.
  private static func follow(_ sql: String, _ tables: inout UTF8Set) {
    let words = sql.split { " (\n".contains($0) }
      .map { $0.hasPrefix("\"") ? String($0.dropFirst().dropLast()) : String($0) }
    switch words.first {
    case "CREATE"? where words.count > 2 && words[1] == "TABLE": tables.insert(words[2])
    case "DROP"? where words.count > 2 && words[1] == "TABLE": tables.remove(words[2])
    case "ALTER"? where words.count > 5 && words[3] == "RENAME" && words[4] == "TO":
      tables.remove(words[2])
      tables.insert(words[5])
    default: break
    }
  }
}

/// Why a file's schema can't be used; nothing was changed.
public struct MigrationError: Error, Equatable, CustomStringConvertible, StorageFailure {
  private let problem: StorageProblem

  init(_ cause: StorageProblem.Cause, file: String, detail: String) {
    problem = StorageProblem(cause, file: file, detail: detail)
  }

  public var storageProblem: StorageProblem? { problem }
  public var description: String { "\(problem.message) Nothing was changed. \(problem.remedy)" }
}
