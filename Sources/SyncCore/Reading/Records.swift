internal import SQLiteKit

extension SyncContext {
  /// These rows of a table by their ids, deleted ones that are kept included; those that are not here
  /// are left out.
  public func records(_ table: String, _ ids: [String]) async throws -> [String: Record] {
    try await database.read { connection in
      guard let schema = try Catalogue.table(table, on: connection) else { return [:] }
      var found: [String: Record] = [:]
      for id in ids { found[id] = try RowStore.fetch(id, in: schema, on: connection) }
      return found
    }
  }
}
