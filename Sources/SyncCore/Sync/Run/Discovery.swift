import SQLiteKit
import Support

extension SyncContext {
  /// Learns which tables and columns the remote has, where it can say.
  ///
  /// A server that does not tell hinders no pull: columns then appear with their first values. One
  /// that asked to wait is not asked.
  func discover() async throws {
    guard let remote = remote as? any SchemaRemote, try await pausedUntil == nil else { return }
    let known = UTF8Set(settings.tables.map(\.name)).union(try await storedTables())
    let tables: [RemoteTable]
    do throws(RemoteError) {
      tables = try await remote.schema(known.sorted())
    } catch {
      if case .throttled(let seconds) = error { try await persistRetryAfter(seconds) }
      return
    }
    // Named tables are the ones wanted; without any, all of them are.
    let wanted = settings.tables.isEmpty ? tables : tables.filter { known.contains($0.name) }
    try await database.write { db in
      for table in wanted where Catalogue.isValidTable(table.name) {
        let columns = table.columns.filter { Catalogue.isValidColumn($0.name) }
        _ = try Catalogue.ensure(table.name, columns: columns, on: db)
      }
    }
  }
}
