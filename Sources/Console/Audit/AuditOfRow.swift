import ConsoleData
import SyncCore
import SyncInspection

extension ConsoleServices {
  /// The audit's newest entry about a row that is or was in a store; nil where there is none, and
  /// for whom the audit does not show.
  func newestEntry(
    about id: String, of table: String, in store: StoreHandle, _ context: PageContext
  ) async throws -> AuditEntry? {
    guard context.may(.auditView) else { return nil }
    let traces = try await store.sync.traces(of: id, in: table)
    let row = AuditedRow(
      store: store.name, table: table, id: id, decisions: traces.decisions,
      imports: traces.imports)
    return try await data.auditEntries(of: row, limit: 1).first
  }
}
