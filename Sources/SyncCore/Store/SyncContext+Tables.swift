internal import SQLiteKit
internal import Support

extension SyncContext {
  /// Tables that the store has, by name.
  package func storedTables() async throws -> [String] {
    try await database.read { db in try Catalogue.names(on: db) }
  }

  /// Adds an empty table, which the server learns of with the first row that is pushed.
  ///
  /// - Returns: False when the store has a table of this name.
  /// - Throws: `SyncError.invalidTable`, `.tableAlike`, `.tooManyColumns`, `.tableIsReadOnly`.
  package func createTable(_ name: String, columns: [Column]) async throws -> Bool {
    try await commit { connection in
      guard try Catalogue.table(name, on: connection) == nil else { return false }
      try ReadOnlyTables.check(name, on: connection)
      if let known = Catalogue.alike(name, among: try Catalogue.names(on: connection)) {
        throw SyncError.tableAlike(name, known: known)
      }
      _ = try Catalogue.ensure(name, columns: columns, isLocal: true, on: connection)
      try LocalColumns.declare(name, on: connection)
      return true
    }
  }

  /// Configured tables in the configuration's order, then others of the store by name.
  package func tableNames() async throws -> [String] {
    settings.tableNames(with: try await storedTables())
  }

  /// - Throws: `SyncError.noSuchTable`.
  func requireTable(_ table: String) async throws {
    guard try await tableNames().contains(identical: table) else {
      throw SyncError.noSuchTable(table)
    }
  }
}

extension StoreSettings {
  /// The tables of the settings in their order, then those of `stored` that are not among them.
  package func tableNames(with stored: [String]) -> [String] {
    let configured = tables.map(\.name)
    let known = UTF8Set(configured)
    return configured + stored.filter { !known.contains($0) }
  }
}
