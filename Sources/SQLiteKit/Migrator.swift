/// Brings a database file to the newest schema, one transaction per step.
///
/// The file's `user_version` counts the steps that it has.
///
/// Source: <https://sqlite.org/pragma.html#pragma_user_version>
public struct Migrator: Sendable {
  private let steps: [Step]

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
  public init(steps: [Step]) { self.steps = steps }

  /// Applies the missing steps; refuses a file that a newer program wrote.
  public func migrate(_ database: DatabasePool) async throws {
    try await database.write { connection in
      let version = try connection.first("PRAGMA user_version") { (row) throws(SQLiteError) in
        try row.decode(at: 0, as: Int.self)
      }
      guard let version, version < steps.count else {
        if let version, version > steps.count {
          throw MigrationError.fileIsNewer(version: version, known: steps.count)
        }
        return
      }
      for step in steps[version...] {
        for sql in step.statements { try connection.execute(sql) }
        try step.work(connection)
      }
      try connection.execute("PRAGMA user_version = \(steps.count)")
    }
  }
}

public enum MigrationError: Error, Equatable, CustomStringConvertible {
  case fileIsNewer(version: Int, known: Int)

  public var description: String {
    switch self {
    case .fileIsNewer(let version, let known):
      "The file has schema version \(version), this program knows up to \(known). "
        + "Nothing was changed. Use the newer program."
    }
  }
}
