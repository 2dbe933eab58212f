internal import SQLiteKit
internal import Support

extension SyncContext {
  /// Tables that the store has, by name.
  package func storedTables() async throws -> [String] {
    try await database.read { db in try Catalogue.names(on: db) }
  }

  /// Configured tables in the configuration's order, then others of the store by name.
  package func tableNames() async throws -> [String] {
    settings.tableNames(with: try await storedTables())
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
