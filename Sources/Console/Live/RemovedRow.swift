import Support
import SyncCore
import SyncInspection

extension SyncContext {
  /// Follows a hint of the server that it has removed a row: removes it here too, as a reconcile does.
  ///
  /// A hint and no more: the row goes only when the server, asked, does not have it, and when nothing
  /// waits for it.
  ///
  /// - Returns: False when it was left to the next comparison.
  @discardableResult
  func removeRow(_ id: String, of table: String, hintedBy who: String) async throws -> Bool {
    guard let detail = try? await row(table, id), !detail.deleted, detail.operations.isEmpty else {
      return false
    }
    var row = ReconcileRow(id: id)
    row.fingerprint = detail.fingerprint.rawValue
    var report = ReconcileReport(table: table, startedAt: "\(time.now)")
    report.isComplete = true
    report.localRows = 1
    report.serverRows = 1
    report.missingOnServer.count = 1
    report.missingOnServer.rows = [row]
    do {
      _ = try await apply(report, ReconcileChoices(missingOnServer: .removeHere), by: who)
      return true
    } catch is SyncError {
      // A run is under way; the next comparison finds the row.
      return false
    }
  }
}
