internal import SQLiteKit
package import Support
package import SyncCore

extension SyncContext {
  /// When somebody changed a row here last; nil when nobody did among the newest changes.
  package var lastLocalChangeAt: Timestamp? {
    get async throws {
      try await database.read { db in try HistoryStore.lastLocalChangeAt(on: db) }
    }
  }

  /// Counts, tables and the offline switch; cheap while nobody writes to the store.
  package func state() async throws -> StoreState {
    let (settings, remote) = (settings, remote)
    var state = try await database.read { try SummaryReader.state(settings, remote, on: $0) }
    for index in state.tables.indices {
      state.tables[index].readOnlyReason = readOnlyReason(state.tables[index].name)
    }
    return state
  }

  package func counts() async throws -> StoreCounts { try await state().counts }

  /// Configured tables in the configuration's order, then others of the store by name.
  package func tables() async throws -> [TableSummary] { try await state().tables }
}
